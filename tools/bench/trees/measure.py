"""Runs a command: prints its wall time, processor time, and peak memory in KiB as JSON on descriptor 3."""

import json
import os
import resource
import subprocess
import sys
import time

# A wrapper of python3 can have had children of its own.
before = resource.getrusage(resource.RUSAGE_CHILDREN)
start = time.monotonic()
status = subprocess.call(sys.argv[1:])
seconds = time.monotonic() - start
used = resource.getrusage(resource.RUSAGE_CHILDREN)
cpu = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
result = {"status": status, "seconds": seconds, "cpu": cpu, "memory": used.ru_maxrss}
os.write(3, json.dumps(result).encode())
