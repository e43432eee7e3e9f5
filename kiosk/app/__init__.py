"""The program put together: command line, window, the stack of scenes, what their effects do."""
