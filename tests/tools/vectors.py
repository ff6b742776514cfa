#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Recorded outputs of real implementations, as C tables for tests/test_vectors.c.

Reads tests/vectors/*.json and tests/vectors/MANIFEST and writes tests/vectors/vectors.h. With
`--check` it writes nothing, and fails if the header is not what it would write. Either way it fails
if a recorded output is not listed in MANIFEST, or a listed one was not recorded.

A line of MANIFEST is `file name disposition [reason]`:
  emit      we write the same bytes
  read      we understand it, or judge it alike
  differs   we write or judge otherwise; the test fails should that cease to be true
  boundary  it comes with the tool boundary, the audit or the log, which are not tested here
"""
import argparse
import json
import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parent.parent / "vectors"
DISPOSITIONS = ("emit", "read", "differs", "boundary")
NEED_REASON = ("differs", "boundary")


class Refused(Exception):
    pass


# ---- C ---------------------------------------------------------------------------------------------


def c_string(text: str) -> str:
    pieces = []
    for byte in text.encode("utf-8"):
        char = chr(byte)
        if char in '"\\?':
            pieces.append("\\" + char)
        elif 0x20 <= byte < 0x7F:
            pieces.append(char)
        else:
            pieces.append(f"\\{byte:03o}")
    return '"' + "".join(pieces) + '"'


class Raw(str):
    """C that is no string."""


def c_value(value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "{" + ", ".join(c_value(item) for item in value) + "}"
    return str(value) if isinstance(value, (Raw, int)) else c_string(value)


def row(table: str, **members) -> tuple:
    """A row of a table; members that are None are left out, and zero in C."""
    return table, {key: value for key, value in members.items() if value is not None}


def text_row(dialect: str, check: str, text: str, code=None, message=None) -> tuple:
    return row("text", dialect=Raw("&mcperr_" + dialect), check=Raw("VECTOR_" + check.upper()), text=text, code=code,
               message=message)


def verdict_row(dialect: str, text: str, valid: bool) -> tuple:
    return text_row(dialect, "valid" if valid else "invalid", text)


def compact(value) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def slug(text) -> str:
    return re.sub(r"[^a-z0-9.]+", "_", str(text).lower()).strip("_")


# ---- what each file has recorded --------------------------------------------------------------------
# Each function yields (name, {disposition: row to test it by, or None}) for every recorded output.

AT_BOUNDARY = {"boundary": None}


def without_javascript(value):
    """What JSON.stringify makes of values that only JavaScript has."""
    if not isinstance(value, dict):
        return value
    if "$number" in value:
        return None
    return {key: without_javascript(item) for key, item in value.items()
            if not (isinstance(item, dict) and ("$undefined" in item or "$function" in item))}


def kaiza_cause(cause) -> dict:
    """The members of a row that say what was thrown."""
    if isinstance(cause, dict) and "$Error" in cause:
        error = cause["$Error"]
        code = error.get("code")
        return {"cause_message": error["message"], "cause_name": error["name"],
                "cause_code": code if isinstance(code, str) else None,
                "cause_number": compact(code) if isinstance(code, int) else None}
    if cause is None or isinstance(cause, dict) and "$undefined" in cause:
        return {}
    if isinstance(cause, dict) and ("$number" in cause or "$bigint" in cause):
        return {"cause_text": cause.get("$number") or cause.get("$bigint")}
    if isinstance(cause, (dict, list)):
        return {"cause_json": compact(without_javascript(cause))}
    return {"cause_text": str(cause)}


def kaiza_row(vector: dict, differs: bool = False) -> tuple:
    args = list(vector["args"])
    factory = vector["factory"]
    first = args.pop(0)
    context = without_javascript(args.pop(0)) if args else {}
    made = {"fromUnknown": "unknown", "invariantViolation": "invariant", "toolFailure": "tool",
            "startupFailure": "startup", "new": "new"}[factory]
    thrown = context.pop("cause", None)
    members = {}
    if made == "unknown":
        thrown = first
    elif made == "invariant":
        members["invariant"] = first
    elif made == "new":
        context = first
    else:
        context["error_code"] = first
    expected = vector.get("expected_json")
    if "expected_keys" in vector:
        stack = vector["stack_trace_first_line"]
        known = {"error_code": first, "human_message": context["human_message"], "tool_name": context["tool_name"],
                 "timestamp": "2026-01-19T15:32:10.123Z", "stack_trace": stack}
        members["stack"] = stack
        expected = compact({key: known.get(key) for key in vector["expected_keys"]})
    for member, key in (("code", "error_code"), ("message", "human_message"), ("tool", "tool_name"),
                        ("role", "role"), ("session", "session_id"), ("workspace", "workspace_root"),
                        ("phase", "phase_id"), ("plan", "plan_hash"), ("invariant", "invariant_id")):
        members.setdefault(member, context.get(key))
    return row("kaiza", factory=Raw("VECTOR_" + made.upper()), **members, **kaiza_cause(thrown),
               differs=differs or None, expected=expected)


def kaiza_envelope(data):
    yield "registered_codes", {"emit": row("kaiza_codes", codes=data.pop("registered_codes"))}
    for index, vector in enumerate(data.pop("vectors")):
        name = vector["name"]
        if "expected_has_stack_trace" in vector:
            yield f"debug_stack_off.{index + 1}", AT_BOUNDARY
            continue
        if "$SystemError" in str(vector["args"][0]):
            yield name, {"emit": text_row("kaiza", "same", vector["expected_json"])}
        elif "throws" in vector:
            yield name, {"read": kaiza_row(vector)}
        else:
            yield name, {"emit": kaiza_row(vector), "differs": kaiza_row(vector, differs=True)}
        if "error_message" in vector:
            code, message = vector["error_message"][1:].split("] ", 1)
            yield name + ".error_message", {"read": text_row("kaiza", "legacy", vector["error_message"], code, message)}


def kaiza_wraphandler(data):
    for vector in data.pop("vectors"):
        name = vector["name"]
        if "isLocked" in vector:
            yield name, AT_BOUNDARY
            continue
        envelope = vector["thrown_envelope"]
        yield name + ".thrown_envelope", {"read": text_row("kaiza", "same", compact(envelope)), **AT_BOUNDARY}
        if "client_receives" in vector:
            text = vector["client_receives"]["content"][0]["text"]
            yield name + ".client_receives", {
                "read": text_row("kaiza", "legacy", text, envelope["error_code"], envelope["human_message"])}


def kaiza_audit_log(data):
    for key in ("audit_log_jsonl_lines", "audit_system_lines"):
        for index in range(len(data.pop(key))):
            yield f"{key}.{index + 1}", AT_BOUNDARY
    for key in ("audit_log_jsonl_rule", "audit_system_rule", "pre_session_append_result"):
        data.pop(key)
        yield key, AT_BOUNDARY
    for index, vector in enumerate(data.pop("redaction")):
        members = {"input": compact(vector["input"]),
                   "output": compact(vector["output"]).replace("[REDACTED]", "[redacted]")}
        yield f"redaction.{index + 1}", {"read": row("redaction", **members),
                                         "differs": row("redaction", **members, differs=True)}


# A condition, as a handler on a device would report it.
CONDITIONS = {
    "budget_0": "invalid_budget",
    "cache_name_contains_..": "MCPERR_NOT_FOUND",
    "cache_name_starts_with_or": "MCPERR_NOT_FOUND",
    "cache_path_does_not_exist_not_a_directory_symlink_escapes_root": "MCPERR_NOT_FOUND",
    "cache_root_itself_not_accessible_canonicalize_fails": "MCPERR_IO",
    "manifest.json_missing_in_an_existing_cache_dir_resolve": "MCPERR_CORRUPT",
    "manifest.json_open_fails_otherwise_permission": "MCPERR_FORBIDDEN",
    "manifest.json_not_valid_json_resolve": "MCPERR_CORRUPT",
    "selection_failed_serialization_failed_task_join_error_timeout": "MCPERR_TIMEOUT",
    "list_caches_root_missing": "MCPERR_NOT_FOUND",
    "list_caches_read_dir_error": "MCPERR_IO",
}


def condition_row(name: str, code: str) -> tuple:
    reported = CONDITIONS[name]
    by_kind = reported.startswith("MCPERR_")
    return row("condition", kind=Raw(reported) if by_kind else None, code=None if by_kind else reported, expected=code)


def context_error_v0(data):
    for vector in data.pop("produce"):
        code, message = vector["code"], vector["canonical_message"]
        yield code, {"emit": row("context", code=code, expected=vector["expected_json"])}
        yield code + ".tool_result_text", {"read": text_row("context", "exact", vector["tool_result_text"], code, message)}
        for key in ("tool_result_json", "jsonrpc_response_id1", "json_rpc_code"):
            yield f"{code}.{key}", AT_BOUNDARY
        yield code + ".cli_exit_code", {"differs": None}
    for vector in data.pop("golden_files"):
        yield "golden." + vector["name"], AT_BOUNDARY
    for vector in data.pop("validate"):
        yield "validate." + vector["name"], {"read": verdict_row("context", vector["text"], vector["valid"])}
    for vector in data.pop("classification"):
        name = slug(vector["condition"])
        yield "classification." + name, ({"read": condition_row(name, vector["code"])} if name in CONDITIONS
                                         else AT_BOUNDARY)


def codeintel_envelope(data):
    for tool, result in data.pop("empty_results").items():
        yield "empty_results." + tool, {"emit": row("tool", tool=tool, result=compact(result))}
    for tool, operation in data.pop("operations").items():
        yield "operations." + tool, {"emit": row("tool", tool=tool, operation=operation)}
    for vector in data.pop("vectors"):
        for implementation in ("spec_impl", "head_impl"):
            output = vector[implementation]
            envelope = output["envelope"]
            code, message = envelope["problem"]["code"], envelope["error"]
            name = f"{vector['name']}.{implementation}."
            yield name + "envelope", {"read": text_row("codeintel", "alias", compact(envelope), code, message)}
            yield name + "render_problem", {
                "read": text_row("problem", "alias", output["render_problem"], code, message)}
            yield name + "logs", AT_BOUNDARY
    for index, envelope in enumerate(data.pop("seed_examples")):
        name = f"example.{index + 1}"
        if "problem" in envelope:
            yield name, {"emit": text_row("codeintel", "same", compact(envelope))}
        else:
            yield name, {"read": verdict_row("codeintel", compact(envelope), False)}


def codeintel_problem_schema(data):
    for vector in data.pop("vectors"):
        yield vector["name"], {"read": verdict_row("problem", compact(vector["problem"]), vector["valid"])}


def codeintel_seed_profile(data):
    for vector in data.pop("vectors"):
        expected = json.loads(vector["expected_json"])
        extensions = expected["problem"].get("extensions", {})
        exception = vector["exception"].split()[0]
        members = {"exception": exception, "message": expected["error"],
                   "context": compact(extensions) if extensions else None}
        if exception == "Unknown":
            members = {"exception": extensions["exception_type"], "message": "a text that must not leave"}
        yield slug(vector["exception"]), {
            "emit": row("exception", operation=vector["operation"], **members, expected=vector["expected_json"])}


RETRIED_AFTER_MS = {"no_retry": None, "delay 30 s": 30000, "capped exponential backoff": 1000,
                    "retry at once (proposal)": 0}


def owlclaw(data):
    for vector in data.pop("matrix"):
        code = vector["code"]
        statuses = vector["api_status"]
        yield code, {"emit": row(
            "matrix", code=code, category=vector["category"], retryable=vector["retryable"],
            status=vector["api_status_default"], other_status=statuses[1] if len(statuses) > 1 else None,
            alert=Raw("MCPERR_" + vector["alert"].upper()), expected=vector["mcp_json_minimal"])}
        yield code + ".mcp_surface", AT_BOUNDARY
    for vector in data.pop("examples"):
        dialect = "owlclaw_api" if "api" in vector["name"] else "owlclaw"
        yield slug(vector["name"]), {"emit": text_row(dialect, "same", vector["expected_json"])}
    for index, vector in enumerate(data.pop("retry")):
        delay = RETRIED_AFTER_MS[vector["action"]]
        members = {"retryable": vector["retryable"], "has_retry_after": vector["retry_after"] is not None,
                   "retry_after": vector["retry_after"], "retried": delay is not None, "delay_ms": delay}
        yield f"retry.{index + 1}", {"read": row("retry", **members), "differs": row("retry", **members, differs=True)}
    for vector in data.pop("alerting_seconds"):
        yield "alerting." + vector["name"], {"read": row(
            "alerting", count=len(vector["events"]), events=vector["events"],
            alerts=Raw(" | ".join(f"1u << {index - 1}" for index in vector["expected_alerts"]) or "0"))}
    for vector in data.pop("invalid"):
        yield "invalid." + vector["name"], {"read": verdict_row("owlclaw", vector["text"], vector["valid"])}
    for meaning in data.pop("real_server_jsonrpc_codes"):
        yield "jsonrpc." + slug(meaning), AT_BOUNDARY


def toolerror_row(vector: dict, key: str, differs=None) -> tuple:
    flag = {None: None, False: Raw("MCPERR_NO"), True: Raw("MCPERR_YES")}[vector["with_recoverable"]]
    return row("toolerror", type=vector["type"], message=vector["message"], recoverable=flag,
               data=compact(vector["data"]) if vector["data"] else None, differs=differs, expected=vector[key])


def toolerror(data):
    for vector in data.pop("vectors"):
        name = vector["name"]
        for key in ("python_json", "go_json"):
            yield f"{name}.{key}", {"emit": toolerror_row(vector, key), "differs": toolerror_row(vector, key, True)}
        yield name + ".str", {"read": text_row("toolerror", "legacy", vector["str"], vector["type"], vector["message"])}
    for index, vector in enumerate(data.pop("wrap")):
        if "expected_json" in vector:
            made = {"emit": row("toolerror", message=vector["input_error"], expected=vector["expected_json"])}
        else:
            made = AT_BOUNDARY
        yield f"wrap.{index + 1}", made
    for vector in data.pop("http_mapping"):
        words = "|".join(re.findall("[A-Z_]{4,}", vector["doc"]))
        for key, types in (("doc", words), ("interlock_code", vector["interlock_code"])):
            members = {"status": vector["status"], "types": types}
            yield f"http.{vector['status']}.{key}", {"read": row("http", **members),
                                                    "differs": row("http", **members, differs=True)}
    for index, vector in enumerate(data.pop("validate")):
        yield f"validate.{index + 1}", {"read": verdict_row("toolerror", vector["text"], vector["valid"])}


FILES = (kaiza_envelope, kaiza_wraphandler, kaiza_audit_log, context_error_v0, codeintel_envelope,
         codeintel_problem_schema, codeintel_seed_profile, owlclaw, toolerror)
ABOUT = ("contract", "source", "provenance", "note")


def recorded() -> dict:
    """Every recorded output: (file, name) to the dispositions that it can have."""
    readers = {reader.__name__ + ".json": reader for reader in FILES}
    found = {path.name for path in FOLDER.glob("*.json")}
    if found != set(readers):
        raise Refused(f"files without a reader, or readers without a file: {sorted(found ^ set(readers))}")
    outputs = {}
    for file, reader in readers.items():
        data = json.loads((FOLDER / file).read_text(encoding="utf-8"))
        for key in ABOUT:
            data.pop(key, None)
        for name, choices in reader(data):
            name = slug(name)
            if (file, name) in outputs:
                raise Refused(f"{file} {name}: recorded twice")
            outputs[file, name] = choices
        if data:
            raise Refused(f"{file}: nobody reads {sorted(data)}")
    return outputs


def listed() -> dict:
    """MANIFEST: (file, name) to the disposition."""
    lines = {}
    for number, line in enumerate((FOLDER / "MANIFEST").read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        file, name, disposition, *reason = line.split(maxsplit=3)
        if disposition not in DISPOSITIONS:
            raise Refused(f"MANIFEST:{number}: {disposition} is no disposition")
        if disposition in NEED_REASON and not reason:
            raise Refused(f"MANIFEST:{number}: {disposition} needs a reason")
        if (file, name) in lines:
            raise Refused(f"MANIFEST:{number}: {file} {name} is listed twice")
        lines[file, name] = disposition
    return lines


def header() -> str:
    outputs, lines = recorded(), listed()
    wrong = [f"{file} {name}: recorded, but not in MANIFEST" for file, name in outputs if (file, name) not in lines]
    wrong += [f"{file} {name}: in MANIFEST, but not recorded" for file, name in lines if (file, name) not in outputs]
    tables: dict = {}
    for (file, name), choices in outputs.items():
        disposition = lines.get((file, name))
        if disposition is None:
            continue
        if disposition not in choices:
            wrong.append(f"{file} {name}: cannot be {disposition}")
        elif choices[disposition] is not None:
            table, members = choices[disposition]
            tables.setdefault(table, []).append({"name": file.split(".")[0] + " " + name, **members})
    if wrong:
        raise Refused("\n".join(wrong))
    text = ["/* SPDX-License-Identifier: MIT */",
            "/* Made by tests/tools/vectors.py of the files beside this one. */",
            "/* clang-format off */"]
    for table, rows in tables.items():
        text.append(f"\nstatic const vector_{table} {table}_vectors[] = {{")
        for members in rows:
            text.append("    {" + ",\n     ".join(f".{key} = {c_value(value)}" for key, value in members.items()) + "},")
        text.append("};")
    return "\n".join(text) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with the header instead of writing it")
    check = parser.parse_args().check
    path = FOLDER / "vectors.h"
    try:
        text = header()
        if check and path.read_text(encoding="utf-8") != text:
            raise Refused(f"{path.name} is stale: run tests/tools/vectors.py")
    except Refused as why:
        print(why)
        print("0 passed, 1 failed")
        return 1
    if check:
        print("1 passed, 0 failed")
    else:
        path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
