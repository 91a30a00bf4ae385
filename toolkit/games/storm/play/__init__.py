"""Storm over Stalingrad: whole games written as logs of its module."""
