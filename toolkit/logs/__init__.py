"""What is made of logs of any game without judging them: dice, transcripts, and other logs."""
