# This file is part of Fizzer in Go, a test generator for C programs.
#
# SPDX-FileCopyrightText: The authors of Fizzer in Go
#
# SPDX-License-Identifier: Apache-2.0

"""The folder by which submit.py and node.py talk to each other, which both see under the same path:

job.json        what all runs have in common
runs/N.json     run number N
batches/B.json  the numbers of the runs of array job B: its task T makes the run with the T-th number
attempts/       where nodes work, one folder for each attempt at a run
done/N/         what the first attempt at run N left that came to its end: result.json, output.log, files/
slurm/          what the jobs printed themselves
alive           is touched by submit.py while it works
"""

import datetime
import decimal
import json
import os
import pathlib

BEAT = 20  # seconds between two touches of alive, and between two looks at it
GONE = 900  # seconds without a touch after which submit.py is taken for dead


def write(value, *path):
    """Write a JSON file, which is complete when it has its name."""
    name = os.path.join(*map(str, path))
    with open(name + ".new", "w") as file:
        json.dump(value, file, default=_encode)
    os.replace(name + ".new", name)


def read(*path):
    """Read a JSON file that write made."""
    with open(os.path.join(*map(str, path))) as file:
        return json.load(file, object_hook=_decode)


def beat(folder):
    """Say that submit.py waits for results."""
    pathlib.Path(folder, "alive").touch()


def abandoned(folder, own):
    """Tell whether nobody waits for results any more. Own is a folder of the caller on the same file system.

    Both times are of the clock of the file system, so the clocks of nodes may differ.
    """
    try:
        os.utime(own)
        now = os.stat(own).st_mtime
        return now - os.stat(os.path.join(folder, "alive")).st_mtime > GONE
    except FileNotFoundError:
        return True
    except OSError:  # the file system does not answer now
        return False


def _encode(value):
    if isinstance(value, decimal.Decimal):
        return {"decimal": str(value)}
    if isinstance(value, datetime.datetime):
        return {"time": value.isoformat()}
    raise TypeError(f"{value!r} cannot be written as JSON")


def _decode(value):
    if list(value) == ["decimal"]:
        return decimal.Decimal(value["decimal"])
    if list(value) == ["time"]:
        return datetime.datetime.fromisoformat(value["time"])
    return value
