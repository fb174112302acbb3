"""Runs tasks of an array job by benchexec/array, the argument, whose submitter may be dead. Prints what happened, as JSON."""

import json
import os
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
sys.path.insert(0, sys.argv[1])
import node  # noqa: E402
import shared  # noqa: E402
import submit  # noqa: E402

shared.BEAT = 0.02
scratch = os.environ["TMPDIR"]
cancelled = os.path.join(scratch, "cancelled")
programs = os.path.join(scratch, "programs")
os.mkdir(programs)
with open(os.path.join(programs, "scancel"), "w") as file:
    file.write(f'#!/bin/sh\nprintf "%s\\n" "$*" >>{cancelled}\n')
os.chmod(file.name, 0o700)
os.environ["PATH"] = f"{programs}:{os.environ['PATH']}"
os.environ["SLURM_JOB_ID"] = "7"
os.environ["SLURM_JOB_NAME"] = "benchexec-1"
os.environ["SLURM_ARRAY_TASK_ID"] = "0"


def prepare(command="true"):
    """Make the folder of a run whose command notes that it begins."""
    folder = tempfile.mkdtemp(dir=scratch)
    for name in "runs", "batches", "attempts", "done":
        os.mkdir(os.path.join(folder, name))
    job = {"container": {"use_namespaces": False}, "cores": None, "limits": {}}
    shared.write(job, folder, "job.json")
    words = ["sh", "-c", f"touch {folder}/began; {command}"]
    shared.write({"arguments": words}, folder, "runs", "0.json")
    shared.write([0], folder, "batches", "0.json")
    return folder


def age(folder):
    """Make the last beat older than a dead process's."""
    past = time.time() - shared.GONE - 60
    os.utime(os.path.join(folder, "alive"), (past, past))


def run(folder):
    """Return exit status, whether the run began, whether it has a result, and what was cancelled."""
    status = node.main(folder, "0")
    said = ""
    if os.path.exists(cancelled):
        with open(cancelled) as file:
            said = file.read()
        os.remove(cancelled)
    began = os.path.exists(os.path.join(folder, "began"))
    return [status, began, os.listdir(os.path.join(folder, "done")), said]


said = {}

folder = prepare()
shared.beat(folder)
said["alive"] = run(folder)

folder = prepare()
shared.beat(folder)
age(folder)
said["dead before"] = run(folder)

folder = prepare()
said["folder removed"] = run(folder)


def die(folder):
    while not os.path.exists(os.path.join(folder, "began")):
        time.sleep(0.01)
    age(folder)


folder = prepare("exec sleep 1000000")
shared.beat(folder)
killer = threading.Thread(target=die, args=[folder])
killer.start()
said["dead meanwhile"] = run(folder)
killer.join()

folder = prepare()
shared.beat(folder)
age(folder)
os.environ["PATH"] = "/nowhere"
said["no scancel"] = run(folder)

# The submitter beats while it works.
folder = prepare()
with submit.beating(folder):
    age(folder)
    while shared.abandoned(folder, os.path.join(folder, "done")):
        time.sleep(0.01)
age(folder)
time.sleep(5 * shared.BEAT)
said["silent at last"] = shared.abandoned(folder, os.path.join(folder, "done"))

print(json.dumps(said))
