"""The engines beside ours, on some threads."""

import glob
import os

import duckdb
import duckdb_extension_spatial
import sedonadb


def sedona(threads):
    session = sedonadb.connect()
    session.options.memory_limit = "unlimited"
    session.sql(f"SET datafusion.execution.target_partitions = {threads}").execute()
    return session


def duck(threads):
    session = duckdb.connect()
    extension = os.path.dirname(duckdb_extension_spatial.__file__)
    session.execute(f"LOAD '{glob.glob(extension + '/extensions/*/spatial.duckdb_extension')[0]}'")
    session.execute(f"SET threads={threads}")
    return session
