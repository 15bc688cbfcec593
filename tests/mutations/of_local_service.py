"""Faults in the built-in service: what is on disk before it is said, and keys."""

from __future__ import annotations

from tests.mutations.mutant import Mutant

MUTANTS = (
    Mutant(
        "local-service-name-is-not-on-disk",
        "local_service/blobs.py",
        "        if durable and self._durable:\n            _sync_folder(os.path"
        ".dirname(self._path))\n",
        "",
        "local_service/test_durability.py::test_a_name_is_on_disk_before_the_file_counts",
        "After a power cut a file that was confirmed is gone (E5).",
    ),
    Mutant(
        "local-service-content-is-not-on-disk",
        "local_service/blobs.py",
        "        if durable and self._fd >= 0:\n            self.sync()\n        self.close()",
        "        self.close()",
        "local_service/test_durability.py::test_content_is_on_disk_before_the_file_counts",
        "After a power cut a file that was confirmed is empty.",
    ),
    Mutant(
        "local-service-new-folder-is-not-on-disk",
        "local_service/blobs.py",
        "            if self._durable:\n                _sync_folder(self._root)\n",
        "",
        "local_service/test_durability.py::test_the_folder_of_a_record_is_on_disk_before_its_first_file",
        "After a power cut the folder of a record is gone.",
    ),
    Mutant(
        "local-service-small-names-are-not-on-disk",
        "local_service/small_files.py",
        "        blobs.sync_folder(record)\n",
        "        pass\n",
        "local_service/test_durability.py::test_a_copy_is_forgotten_only_when_file_and_name_are_on_disk",
        "The copy of a small file is forgotten before its name is safe.",
    ),
    Mutant(
        "local-service-failed-sync-is-forgotten",
        "local_service/blobs.py",
        "        if self._failure is not None:\n            raise self._failure\n",
        "",
        "local_service/test_large_bodies.py::test_what_could_not_be_synced_once_never_counts_as_synced",
        "What the disk refused once is told as stored.",
    ),
    Mutant(
        "local-service-lost-bytes-become-zeros",
        "local_service/blobs.py",
        "if os.fstat(self._fd).st_size < offset:",
        "if os.fstat(self._fd).st_size < 0:",
        "local_service/test_large_bodies.py::test_a_part_that_lost_bytes_is_not_filled_up_with_zeros",
        "A resumed upload holds zeros in its middle.",
    ),
    Mutant(
        "local-service-key-of-any-body",
        "local_service/idempotency.py",
        'if row["fingerprint"] != print_:',
        'if row["fingerprint"] == "":',
        "local_service/test_idempotency.py::test_replay_other_body_missing_key",
        "Another body gets the answer of the first.",
    ),
    Mutant(
        "local-service-key-without-its-body",
        "local_service/idempotency.py",
        'b"\\0".join((call.method.encode(), call.path, body))',
        'b"\\0".join((call.method.encode(), call.path))',
        "local_service/test_idempotency.py::test_replay_other_body_missing_key",
        "Another body gets the answer of the first.",
    ),
    Mutant(
        "local-service-digest-is-not-compared",
        "local_service/records.py",
        '        digest is not None and digest != existing["digest"]\n',
        '        digest is not None and not existing["digest"]\n',
        "contract/test_service_contract.py::test_other_content_under_the_key_is_told_and_left_alone",
        "Other content under a name is answered as the same.",
    ),
    Mutant(
        "local-service-finalized-is-written-to",
        "local_service/records.py",
        '    if row["state"] == FINALIZED:\n        raise Problem(Kind.FINALIZED)\n',
        "",
        "local_service/test_records.py::test_drafts_are_deleted_twice_finalized_records_never",
        "A finalized record is deleted.",
    ),
    Mutant(
        "local-service-folder-of-two",
        "local_service/folder.py",
        "fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)",
        "fcntl.flock(file.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)",
        "local_service/test_server.py::test_a_second_starter_announces_the_first_and_exits_0",
        "Two services write into one folder.",
    ),
    Mutant(
        "local-service-token-for-all-to-read",
        "local_service/folder.py",
        "fd = os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o600)",
        "fd = os.open(part, os.O_CREAT | os.O_WRONLY | os.O_TRUNC, 0o644)",
        "local_service/test_durability.py::test_the_token_is_for_its_owner_alone_from_its_first_byte",
        "Everybody on this computer can read the token.",
    ),
    Mutant(
        "local-service-expired-upload-goes-on",
        "local_service/uploads.py",
        '"SELECT * FROM uploads WHERE id = ? AND expires > ?", (upload, time.time())',
        '"SELECT * FROM uploads WHERE id = ? AND ? > 0", (upload, time.time())',
        "local_service/test_tus.py::test_expired_uploads_abandoned_drafts_and_orphans_are_reaped",
        "An upload that is being reaped is appended to.",
    ),
)
