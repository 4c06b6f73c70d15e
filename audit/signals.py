"""`appended(stream, seq)`: sent after a command's records are committed, `seq` being its last.

It is a doorbell: a receiver reads the log for what was written. A receiver that fails is logged
(`django.dispatch`) and changes nothing for the command.
"""

from django.dispatch import Signal

appended = Signal()
