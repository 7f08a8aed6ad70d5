/** The goldens of Lagent's calls, executors and parsers that are not compared, and why. */
export const lagentReasons: Readonly<Record<string, string>> = {
  "call-echo-tuple-set-bytes": "JavaScript has no tuples and no bytes; a Set is an error that says what to return",
  "call-echo-nested-repr-quotes": "Python's repr of lists; values are JSON",
  "call-echo-dict-unserialisable": "Lagent crashes; a value that JSON can't represent is a failed call",
  "call-echo-dict-nan": "JSON has no NaN: a failed call that says what to return",
  "call-sysexit": "JavaScript has no SystemExit",
  "call-action-return-defaults": "an action return is plain data that the executor creates, not a class",
  "exec-info": "the descriptions are compared in packages/tools/lagent/test",
  "exec-names": "`names` lists tools, not toolkits; those that are not enabled are no tools",
  "exec-valid": "`has` is about tools, not toolkits",
  "exec-single-action": "an executor takes a list; one tool is an error that says so",
  "exec-bad-action": "an error of our own, see packages/tools/executor/test/validate-options.test.ts",
  "exec-same-name-last-wins": "two tools with the same name are an error",
  "exec-info-is-shallow-copy": "descriptions are made anew for each caller",
  "main-description": "the descriptions are compared in packages/tools/lagent/test",
  "main-keys": "`names` lists tools, not toolkits",
  "main-setitem": "`add` and `remove` take tools",
  "main-delitem-unknown": "`remove` returns false for a name that there is not",
  "main-preproc-error": "the observation says which tool failed",
  "main-preproc-flat-dict": "Lagent crashes on a message of another form",
  "main-internlm-missing-keys": "Lagent crashes on a message of another form",
  "main-async-description": "asynchronous tools are described like others",
  "main-async-boom": "an asynchronous error is compared as call-boom",
  "main-tp-plugin-none": "InternLM's text protocol: packages/tools/arguments/test/formats.test.ts has its calls",
  "main-tp-plugin-not-object": "InternLM's text protocol",
  "main-tp-plugin-end-without-newline": "InternLM's text protocol; the end needs no line end here",
  "main-tp-plugin-two-calls": "InternLM's text protocol",
  "main-tp-plugin-format-wrong-type": "InternLM's text protocol",
  "main-tp-plugin-instruction": "InternLM's text protocol",
  "main-tp-interp-ok": "InternLM's text protocol",
  "main-tp-tool-validate-fail": "InternLM's text protocol",
  "main-tp-template-missing-field": "InternLM's text protocol; prompts are functions here",
  "main-tp-mixed-interp": "InternLM's text protocol",
  "main-tp-mixed-no-parsers": "InternLM's text protocol",
  "main-tp-mixed-format": "InternLM's text protocol",
  "json-069": "packages/tools/arguments/test/lagent-json.test.ts refuses such a number",
  "json-070": "packages/tools/arguments/test/lagent-json.test.ts refuses such a depth",
  "base-001": "there is no base parser that takes any text for the only argument: JsonParser reads a text for one",
  "base-005": "there is no base parser",
};

/** The groups of Inspect's goldens that are not compared, and why. */
export const groupReasons: Readonly<Record<string, string>> = {
  "inspect approval_pattern_match":
    "rules have triggers of tools and conditions on arguments; there is no glob over a call that is written as text",
  "inspect format_function_call": "calls are shown as JSON, not as calls of Python",
};

/** The goldens of Inspect that are not compared, and why, by group. */
export const inspectReasons = {
  dispatch: {
    tool_source: "an executor takes tools, not a function that gives them: `add` and `remove` change the tools",
    tool_source_in_list: "an executor takes tools, not a function that gives them: `add` and `remove` change the tools",
    escalate_alone: "guards form a conjunction: all of them must allow a call, and none passes it on",
    escalate_then_approve: "guards form a conjunction: all of them must allow a call, and none passes it on",
    no_matching_policy: "the header `default deny` of rules says it; without it, what no rule forbids is allowed",
    modify_function_ignored_tool_already_resolved:
      "a guard that changes the tool changes the tool: Inspect runs the old tool with the new arguments",
    modify_without_modified: "a verdict always has the action that it allows",
  },
  react: {
    truncation_custom_filter: "compaction is by tokens (`compact`), not a filter of messages after an overflow",
  },
  store: {
    set_invalid_raises: "the commit refuses an invalid value, not the assignment",
    set_coercible_string_not_coerced: 'a text is no number: Inspect keeps "7", Helve refuses it',
    nested_store_model_rejected: "a model is described by a schema, which can't contain a model",
  },
  subprocess: {
    shell_string_goes_through_shell: "a command is a list; a text is run by `Terminal`",
    invalid_utf8_replaced: 'not_utf8 unless the call says `invalidUtf8: "replace"`, as Inspect does in sandboxes',
    missing_executable: "a result with 127, as in a shell, in every environment",
    null_byte: "an error of the arguments, see packages/tools/executor/test/errors.test.ts",
    capture_false: "the output is always captured, and limited",
  },
} as const;
