"""The audit of Storm over Stalingrad: from what a log shows to what each side did, and what the rules say."""
