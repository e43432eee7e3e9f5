"""The screens for whoever looks after the machine, behind a hold and a PIN."""
