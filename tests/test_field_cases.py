"""Failures that people met in the field, by the ids of our list of them, and what holds us to each.

A test may bear the id in its name; this table also knows those that do not, and says of which
cases there is nothing to test yet.
"""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent

_NUMBERS = {
    "N": (1, 3, 4, 5, 7, 8, 10),
    "F": (1, 2, 4),
    "H": (1, 2, 3, 4, 6, 7, 9, 12, 13, 15, 17, 19, 20, 21, 22, 23, 24),
    "C": (1, 2, 3, 4, 5, 7, 8, 11, 12),
    "Q": (1, 2, 6, 7),
    "S": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
}
IDS = frozenset(f"{kind}{number:02}" for kind, some in _NUMBERS.items() for number in some)

NOT_BUILT = {
    "N03": "no adapter for S3",
    "H02": "no adapter for Dataverse",
    "S03": "no adapter for S3",
}

PROVED_BY: dict[str, tuple[str, ...]] = {
    "N01": (
        "files/test_names.py::test_n01_signs_that_mean_something_in_a_url_are_fine_names",
        "invenio/test_field_cases.py::test_n01_a_name_cannot_end_the_address",
        "services/test_local_cases.py::test_N01_each_key_is_one_encoded_segment_in_every_call",
        "contract/test_service_contract.py::test_N01_N05_a_key_comes_back_as_it_was",
    ),
    "N04": (
        "files/test_names.py::test_n04_the_two_forms_of_one_name_clash_and_the_key_is_nfc",
        "files/test_expansion.py::test_n04_the_key_is_nfc_and_the_local_file_keeps_its_name",
    ),
    "N05": (
        "files/test_names.py::test_n05_names_of_all_the_world_are_kept_as_they_are",
        "invenio/test_field_cases.py::test_n05_a_name_in_any_script_comes_back_byte_equal",
        "services/test_tus.py::test_N05_metadata_are_base64_of_utf8",
        "contract/test_service_contract.py::test_N01_N05_a_key_comes_back_as_it_was",
    ),
    "N07": (
        "files/test_names.py::test_n07_length_is_counted_in_the_unit_of_the_service",
        "services/test_local_cases.py::test_N07_H13_a_refusal_of_one_file_is_clear_and_not_retried",
        "invenio/test_field_cases.py::test_a_name_that_is_too_long_fails_with_its_reason_and_others_go_on",
    ),
    "N08": (
        "cli/test_save.py::test_n08_a_name_cannot_write_to_the_terminal",
        "files/test_names.py::test_forbidden_names_block_and_suggest_the_nearest_good_one",
    ),
    "N10": (
        "files/test_names.py::test_n10_names_that_differ_in_case_only",
        "saving/test_session.py::test_a_file_that_the_listing_lacks_in_the_end_is_failed",
        "services/test_local_cases.py::test_H04_a_200_whose_size_or_digest_is_another_is_no_confirmation",
    ),
    "F01": (
        "services/test_wire_cases.py::test_F01_an_empty_file_that_is_refused_is_one_clear_refusal",
        "invenio/test_flow.py::test_an_empty_file_goes_where_the_site_takes_one",
        "services/test_wire_cases.py::test_a_body_arrives_whole_with_its_length",
    ),
    "F02": (
        "files/test_reading_large.py::test_f02_what_lies_beyond_4_gib_is_read_exactly",
        "services/test_local_cases.py::test_F02_a_file_beyond_4_GiB_is_counted_exactly_in_flat_memory",
    ),
    "F04": (
        "files/test_expansion.py::test_f04_unreadable_files_and_folders_are_rows_and_the_rest_goes_on",
        "files/test_reading.py::test_f04_a_file_that_is_gone",
        "cli/test_save.py::test_f04_a_broken_link_is_a_failed_row",
        "saving/test_session.py::test_a_local_file_that_is_gone_fails_its_row_and_holds_finalize",
    ),
    "H01": (
        "services/test_way_cases.py::test_H01_after_a_401_the_next_call_asks_for_the_token_anew",
        "cli/test_faults.py::test_h01_an_expired_token_is_exit_3_names_the_command_and_sends_nothing_twice",
        "saving/test_session.py::test_a_refused_token_pauses_the_queue_once_and_it_goes_on",
    ),
    "H03": (
        "invenio/test_field_cases.py::test_h03_a_pending_entry_from_an_interrupted_upload_is_used_again",
        "invenio/test_hazards.py::test_h2_other_content_that_is_not_ours_is_left_alone_and_told",
    ),
    "H04": (
        "invenio/test_field_cases.py::test_h04_a_put_that_said_200_counts_only_with_a_commit_that_agrees",
        "invenio/test_field_cases.py::test_h04_bytes_that_never_arrive_are_told_as_not_confirmed",
        "invenio/test_field_cases.py::test_h04_a_draft_that_was_deleted_meanwhile_is_one_clear_message",
        "services/test_local_cases.py::test_H04_a_200_whose_size_or_digest_is_another_is_no_confirmation",
        "saving/test_session.py::test_a_draft_that_somebody_deleted_stops_the_batch_with_one_message",
    ),
    "H06": (
        "services/test_local_cases.py::test_H06_a_409_is_decided_by_comparing_and_not_by_its_number",
        "saving/test_session.py::test_other_content_under_our_key_is_asked_about",
    ),
    "H07": (
        "invenio/test_field_cases.py::test_h07_too_large_is_final_though_the_answer_carries_retry_after",
        "invenio/test_field_cases.py::test_h07_the_sites_own_limit_is_told_as_too_large_whatever_the_status",
        "services/test_wire_cases.py::test_H07_a_413_after_100_continue_is_final_despite_retry_after",
    ),
    "H09": (
        "invenio/test_field_cases.py::test_h09_content_goes_as_octets_whatever_the_name_says",
        "invenio/test_field_cases.py::test_h09_a_415_is_not_retried",
        "services/test_local_cases.py::test_H09_the_type_goes_by_the_endpoint_and_not_by_the_name",
        "services/test_local_cases.py::test_H09_a_415_is_not_retried",
    ),
    "H12": (
        "invenio/test_field_cases.py::test_h12_a_gateway_page_after_a_publish_that_went_through",
        "services/test_local_cases.py::test_H12_a_gateway_page_at_finalize_is_settled_by_the_same_key",
        "saving/test_lost_answers.py::test_without_keys_a_publication_may_still_take_effect_while_it_is_asked_about",
    ),
    "H13": (
        "services/test_local_cases.py::test_N07_H13_a_refusal_of_one_file_is_clear_and_not_retried",
        "services/test_wire_cases.py::test_H13_no_space_is_told_at_once_and_small_files_still_go",
    ),
    "H15": (
        "services/test_wire_cases.py::test_H15_a_redirect_elsewhere_is_refused_and_named",
        "services/test_wire_cases.py::test_H15_a_redirect_within_the_origin_keeps_method_and_body",
    ),
    "H17": (
        "services/test_wire_cases.py::test_H17_resets_in_mid_body_are_retried_from_byte_0_and_the_file_is_exact",
        "services/test_wire_cases.py::test_H17_resets_without_end_are_given_up_with_a_kind",
    ),
    "H19": ("services/test_wire_cases.py::test_H19_an_answer_that_is_no_success_is_none",),
    "H20": (
        "services/test_local_cases.py::test_H20_finalize_follows_a_job_and_asks_no_faster_than_told",
        "services/test_wire_cases.py::test_H20_a_dripping_answer_ends_at_the_deadline_of_the_call",
    ),
    "H21": (
        "services/test_wire_cases.py::test_H21_a_connection_closed_on_the_next_request",
        "services/test_wire_cases.py::test_H21_a_connection_closed_while_idle_is_not_used_again",
    ),
    "H22": (
        "services/test_way_cases.py::test_H22_http_2_is_not_spoken_without_negotiation_either",
        "services/test_way_cases.py::test_H22_http_2_is_never_spoken_even_where_it_is_offered",
    ),
    "H23": (
        "services/test_way_cases.py::test_H23_a_variable_that_names_no_certificates_is_named_and_is_no_proxy_setting",
        "services/test_way_cases.py::test_H23_the_environment_is_read_and_loopback_never_goes_by_a_proxy",
        "services/test_way_cases.py::test_H23_a_bad_variable_is_named_and_its_value_is_not_quoted",
        "services/test_way_cases.py::test_H23_a_bad_environment_never_stops_the_client_from_being_built",
        "services/test_way_cases.py::test_H23_a_password_with_special_characters_is_understood",
        "services/test_way_cases.py::test_H23_a_407_asks_for_the_proxys_credentials_not_for_the_token",
        "peers/test_forward_proxies.py::test_h23_a_proxy_with_authentication_works_or_explains_itself",
        "peers/test_forward_proxies.py::test_h23_a_variable_that_is_no_proxy_is_named",
        "peers/test_forward_proxies.py::test_h23_a_stale_certificate_file_is_named",
    ),
    "H24": (
        "services/test_way_cases.py::test_H24_a_refused_connection_is_told_as_such_and_nothing_was_sent",
        "services/test_way_cases.py::test_H24_a_name_that_does_not_exist_is_told_as_such",
        "services/test_way_cases.py::test_H24_an_unknown_certificate_is_told_never_retried_and_its_authority_can_be_set",
        "services/test_way_cases.py::test_H24_an_authority_file_that_is_no_good_is_named_and_may_be_mended",
        "services/test_way_cases.py::test_H24_an_outage_is_waited_out_without_a_hot_loop_and_the_call_goes_on",
        "peers/test_forward_proxies.py::test_h24_certificate_name_and_refused_connection_are_three_different_things",
    ),
    "C01": ("ui/test_saving.py::test_three_clicks_enter_and_the_shortcut_begin_one_save",),
    "C02": (
        "invenio/test_field_cases.py::test_c02_nothing_is_published_while_a_confirmed_file_is_not_in_the_listing",
        "invenio/test_field_cases.py::test_c02_a_file_that_is_still_pending_stops_the_publish",
        "cli/test_surroundings.py::test_c02_a_record_is_not_published_empty_because_nothing_of_what_was_named_is_a_file",
        "saving/test_session.py::test_a_local_file_that_is_gone_fails_its_row_and_holds_finalize",
        "saving/test_session.py::test_a_failed_upload_keeps_finalize_from_running_and_leaves_only_the_record",
    ),
    "C03": (
        "ui/test_closing.py::test_closing_asks_once_and_stay_leaves_the_save_alone",
        "ui/test_closing.py::test_stop_and_quit_cancels_closes_the_session_and_the_window",
        "ui/test_background.py::test_the_end_of_the_session_stops_and_quits",
    ),
    "C04": (
        "services/test_tus.py::test_c04_a_lock_of_a_broken_connection_is_waited_out_by_time_and_not_by_attempts",
        "services/test_local_cases.py::test_C04_reading_the_file_again_to_compare_it_is_told_and_so_no_stall",
        "services/test_wire_cases.py::test_C04_a_half_open_connection_is_noticed_and_the_upload_goes_on_anew",
        "server/test_client_gone.py::test_c04_a_client_that_comes_back_goes_on_at_once_where_its_old_connection_hangs",
        "network/test_saves.py::test_c04_a_save_ends_right_without_a_restart",
    ),
    "C05": (
        "services/test_wire_cases.py::test_C05_a_body_that_moves_has_no_total_limit",
        "services/test_wire_cases.py::test_C05_the_answer_after_the_last_byte_has_a_limit_of_its_own",
    ),
    "C07": (
        "services/test_local_cases.py::test_C07_the_states_of_a_file_in_order",
        "services/test_wire_cases.py::test_C07_what_was_sent_never_exceeds_the_size_and_is_whole_only_at_the_end",
    ),
    "C08": (
        "files/test_reading.py::test_c08_each_attempt_reads_anew",
        "services/test_wire_cases.py::test_C08_a_retry_reads_the_file_anew",
    ),
    "C11": (
        "services/test_way_cases.py::test_C11_the_token_is_in_no_log_and_no_error",
        "services/test_way_cases.py::test_C11_a_pasted_token_is_stripped",
        "services/test_way_cases.py::test_C11_a_token_that_cannot_stand_in_a_header_is_refused_and_not_quoted",
        "peers/test_planted.py::test_c11_no_error_holds_what_a_service_says_back",
        "peers/test_planted.py::test_c11_what_a_service_says_back_is_kept_nowhere",
        "storage/test_credentials.py::test_c11_what_cannot_be_a_token_is_refused_without_quoting_it",
        "storage/test_credentials.py::test_c11_what_pasting_adds_is_stripped",
        "core/test_log.py::test_c11_a_line_that_cannot_be_logged_is_given_up_and_not_printed_unmasked",
    ),
    "C12": (
        "files/test_reading_large.py::test_c12_memory_is_flat_and_the_loop_turns_while_a_large_file_is_read",
        "files/test_reading.py::test_s02_c12_a_drive_that_hangs_stops_neither_the_loop_nor_cancel",
        "services/test_wire_cases.py::test_C12_cancelling_an_upload_stops_what_is_written",
        "services/test_way_cases.py::test_warming_up_in_a_thread_loads_what_the_first_request_needs",
    ),
    "Q01": ("ui/test_closing.py::test_the_process_ends_in_order_whatever_the_stage",),
    "Q02": (
        "ui/test_dialogs_during_a_save.py::test_the_save_goes_on_and_ends_while_a_dialog_is_open",
        "test_architecture.py::test_the_package_keeps_the_rule",
    ),
    "Q06": ("ui/test_saving.py::test_a_dialog_that_is_gone_disturbs_no_answer",),
    "Q07": (
        "ui/test_languages.py::test_a_switch_in_the_middle_keeps_what_is_live",
        "ui/test_languages.py::test_right_to_left_mirrors_the_window_and_back",
    ),
    "S01": (
        "files/test_names.py::test_s01_names_that_windows_cannot_store_are_a_warning_only",
        "cli/test_save.py::test_s01_names_that_windows_cannot_store_are_stored_as_they_are_and_told",
    ),
    "S02": (
        "files/test_expansion.py::test_s02_cancelling_does_not_wait_for_a_dead_drive",
        "files/test_reading.py::test_s02_errors_of_the_drive_are_named",
        "files/test_reading.py::test_s02_c12_a_drive_that_hangs_stops_neither_the_loop_nor_cancel",
        "services/test_wire_cases.py::test_S02_a_file_that_cannot_be_read_on_is_told_as_such",
    ),
    "S04": (
        "server/test_jobs.py::test_s04_a_clock_that_was_set_back_holds_no_job_up",
        "cli/test_surroundings.py::test_s04_a_clock_that_is_set_back_changes_nothing",
    ),
    "S05": (
        "cli/test_surroundings.py::test_s05_stopping_in_the_middle_of_reading_and_hashing_ends_in_order",
    ),
    "S06": (
        "ui/test_dialogs_during_a_save.py::test_the_save_goes_on_and_ends_while_a_dialog_is_open",
    ),
    "S07": ("test_architecture.py::test_the_package_keeps_the_rule",),
    "S08": ("ui/test_languages.py::test_sharp_screens_cut_nothing_either",),
    "S09": (
        "ui/conftest.py::running_loop",
        "ui/conftest.py::end",
    ),
    "S10": (
        "services/test_wire_cases.py::test_S10_a_lasting_500_is_tried_a_few_times_and_told_with_its_text",
        "services/test_wire_cases.py::test_S10_a_lasting_500_without_words_ends_as_soon_and_shows_no_markup",
    ),
    "S11": ("services/test_wire_cases.py::test_a_body_of_bytes_is_sent_as_it_is",),
    "S12": ("services/test_wire_cases.py::test_a_body_arrives_whole_with_its_length",),
    "S13": ("services/test_way_cases.py::test_S13_each_loopback_is_reached_by_its_names",),
    "S14": (
        "ui/test_saving.py::test_a_server_text_is_shown_letter_by_letter",
        "ui/test_files_table.py::test_names_are_shown_letter_by_letter",
    ),
}
"""Files below this folder, and functions there. S09: a UI test that leaves work behind fails."""


@cache
def functions(file: str) -> frozenset[str]:
    """Return the names of a file's functions at the outermost level; none where it is gone."""
    path = TESTS / file
    tree = ast.parse(path.read_text(encoding="utf-8") if path.is_file() else "")
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )


def is_there(file: str, name: str) -> bool:
    return name in functions(file)


_SECOND = (
    *range(1, 18), *range(20, 38), *range(41, 54), *range(60, 75), 40,
)  # fmt: skip
SECOND_IDS = frozenset(
    [f"T{number:02}" for number in _SECOND] + [f"E{number}" for number in range(1, 8)]
)


@cache
def second() -> dict[str, tuple[str, ...]]:
    """Return the second list: lines of an id and a test, in a file of its own."""
    found: dict[str, list[str]] = {}
    for line in (TESTS / "field_cases_2.txt").read_text(encoding="utf-8").splitlines():
        case, _, named = line.partition(" ")
        found.setdefault(case, []).append(named)
    return {case: tuple(named) for case, named in found.items()}


def test_each_case_is_proved_or_has_its_reason() -> None:
    assert set(PROVED_BY) | set(NOT_BUILT) == IDS
    assert not set(PROVED_BY) & set(NOT_BUILT)
    assert all(PROVED_BY.values())
    assert set(second()) == SECOND_IDS


def test_each_test_that_is_named_is_there() -> None:
    missing = [
        f"{case}: {named}"
        for case, tests in (PROVED_BY | second()).items()
        for named in tests
        if not is_there(*named.split("::"))
    ]
    assert missing == []
