"""Faults in the journal: what is durable, whose it is, what is set aside."""

from __future__ import annotations

from tests.mutations.mutant import Mutant

MUTANTS = (
    Mutant(
        "journal-nothing-is-durable",
        "storage/journal/writer.py",
        "{'FULL' if durable else 'NORMAL'}",
        "NORMAL",
        "storage/test_journal.py::test_e4_what_a_power_cut_must_not_take_is_committed_with_full_sync",
        "A power cut takes the intent and the key: a second record (E4).",
    ),
    Mutant(
        "journal-durable-becomes-grouped",
        "storage/journal/writer.py",
        "durable = any(job.sync is Sync.DURABLE for job in jobs)",
        "durable = all(job.sync is Sync.DURABLE for job in jobs)",
        "storage/test_journal.py::test_e4_a_grouped_write_that_is_committed_beside_a_durable_one_is_as_sure",
        "The one durable write of a group is not.",
    ),
    Mutant(
        "journal-key-is-not-durable",
        "core/changes.py",
        '''committed before the request leaves."""

    durable: ClassVar[bool] = True''',
        '''committed before the request leaves."""

    durable: ClassVar[bool] = False''',
        "storage/test_journal.py::test_e4_what_a_power_cut_must_not_take_is_committed_with_full_sync",
        "After a power cut the request is repeated under a fresh key.",
    ),
    Mutant(
        "journal-half-of-a-write-stays",
        "storage/journal/writer.py",
        'connection.execute("ROLLBACK TO job")\n',
        'connection.execute("RELEASE job")\n                    continue\n',
        "storage/test_journal_durability.py::test_of_a_write_that_fails_half_way_nothing_stays",
        "Half of a refused write stays.",
    ),
    Mutant(
        "journal-key-is-replaced",
        "core/changes.py",
        "return run if known else replace(run, keys=run.keys | {key})",
        "return replace(run, keys=run.keys | {key})",
        "storage/test_journal.py::test_an_idempotency_key_belongs_to_one_body_and_is_never_replaced",
        "A repeat goes out under a fresh key: a second record.",
    ),
    Mutant(
        "journal-retention-takes-unfinished-ones",
        "storage/journal/rows.py",
        "WHERE outcome IN (?,?) AND ended<>'' AND ended<? RETURNING run",
        "WHERE (1 OR outcome IN (?,?)) AND ended<>'' AND ended<? RETURNING run",
        "storage/test_journal.py::test_retention_forgets_only_what_is_finished_and_old",
        "An unfinished save with a draft at the service is forgotten.",
    ),
    Mutant(
        "journal-newer-one-is-opened",
        "storage/journal/schema.py",
        "if version > len(MIGRATIONS):",
        "if version < 0:",
        "storage/test_journal_damage.py::test_a_newer_journal_is_refused_and_left_untouched",
        "An older program writes into a newer journal.",
    ),
    Mutant(
        "journal-is-moved-while-it-is-used",
        "storage/journal/schema.py",
        "        if not sole:\n            raise _NeedsSoleUse from None\n        set_aside",
        "        set_aside",
        "storage/test_journal_damage.py::test_a_journal_is_not_moved_while_another_process_has_it_open",
        "Another window goes on writing into a file that was set aside.",
    ),
    Mutant(
        "journal-passing-error-is-damage",
        "storage/journal/schema.py",
        "_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}",
        "_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_IOERR}",
        "storage/test_journal_durability.py::test_a_drive_that_fails_for_a_moment_is_no_damage",
        "A whole journal is set aside, and unfinished saves with it.",
    ),
    Mutant(
        "journal-log-stays-behind",
        "storage/journal/schema.py",
        'for suffix in ("-wal", "-shm"):',
        'for suffix in ("-shm",):',
        "storage/test_journal_durability.py::test_what_is_set_aside_takes_its_log_with_it",
        "The next journal finds the log of the damaged one.",
    ),
    Mutant(
        "journal-full-disk-is-a-defect",
        "storage/journal/schema.py",
        "    sqlite3.SQLITE_FULL: ErrorKind.DISK_FULL,\n",
        "",
        "storage/test_journal_damage.py::test_a_full_database_writes_nothing_and_says_so",
        "A full disk is told as something else.",
    ),
    Mutant(
        "lock-of-a-file-that-was-removed",
        "storage/journal/lock.py",
        "if try_lock(handle, exclusive=True) and _is_at(handle, path):",
        "if try_lock(handle, exclusive=True):",
        "storage/test_journal_durability.py::test_a_lock_that_its_last_owner_removed_is_no_lock",
        "Two processes run the same save.",
    ),
    Mutant(
        "lock-is-shared",
        "storage/journal/lock.py",
        "mode = fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH",
        "mode = fcntl.LOCK_SH",
        "storage/test_journal.py::test_a_run_is_locked_by_one_owner_who_can_be_named",
        "Two processes run the same save.",
    ),
)
