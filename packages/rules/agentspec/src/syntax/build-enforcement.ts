/** Builds enforcements from tokens, and reports mistakes that the grammar can't detect. */
import type { TextRange } from "@helve/core";
import { closestName } from "@helve/core/internal";
import type { DomainEnforcement, InvokeAction, Literal, ObjectValue, Value } from "@helve/core/program";
import type { IToken } from "chevrotain";
import { type ParserState, quoteShort, recordAlternativeForm, reportIssue, tokenRange } from "./parser-state.ts";
import { enforcementNames } from "./vocabulary.ts";

/** Records an enforcement that is written with another name than its canonical one. */
export function recordCanonicalName(token: IToken, name: string, state: ParserState): void {
  if (token.image !== name) recordAlternativeForm(state, tokenRange(state, token), name);
}

/** Records a message without parentheses, such as `warn: "careful"`. */
export function recordMessageForm(range: TextRange, text: IToken, state: ParserState): void {
  recordAlternativeForm(state, range, `(${text.image})`);
}

/** Reports a second message in a `user_inspection`. */
export function reportSecondMessage(text: IToken, state: ParserState): void {
  const expected = "one message";
  const range = tokenRange(state, text);
  reportIssue(state, "invalid_enforcement", {
    message: "there is already a message: remove one of them",
    range,
    expected,
  });
}

/** The tool of an `invoke_action` that is written as a string. */
export function buildInvokedTool({ value, range }: Literal, state: ParserState): InvokedTool {
  const expected = "the name of a tool";
  if (value === "") reportIssue(state, "invalid_tool", { message: `expected ${expected} (got "")`, range, expected });
  return { isText: true, name: String(value) };
}

/** Builds an `invoke_action`. In a string without arguments, the text after the first space is the tool's argument. */
export function buildInvokeAction(
  { isText, name }: InvokedTool,
  args: ObjectValue | Literal | undefined,
  range: TextRange,
  state: ParserState,
): InvokeAction {
  if (args !== undefined) return { type: "invoke_action", tool: name, args, range };
  const [, tool = name, given = ""] = isText ? (/^(\S+)\s+(\S.*)$/s.exec(name.trim()) ?? []) : [];
  recordAlternativeForm(
    state,
    range,
    `invoke_action(${toolNameText(tool)}, ${given === "" ? "{}" : JSON.stringify(given)})`,
  );
  if (given === "") return { type: "invoke_action", tool, args: { type: "object", entries: [], range }, range };
  return { type: "invoke_action", tool, args: { type: "literal", value: given, range }, range };
}

/** The name of a tool as it is written in `invoke_action`, in quotes if necessary. */
function toolNameText(tool: string): string {
  return /^[\p{L}_][\p{L}\p{Nd}_]*(?:\.[\p{L}_][\p{L}\p{Nd}_]*)?$/u.test(tool) ? tool : JSON.stringify(tool);
}

/**
 * Builds a domain enforcement. It is distinguished from a misspelled enforcement by its form: a name with namespaces, an
 * assignment, or a call with numbers.
 */
export function buildDomainEnforcement(
  { names, isAssigned }: { readonly names: readonly string[]; readonly isAssigned: boolean },
  args: readonly Value[] | undefined,
  range: TextRange,
): DomainEnforcement | undefined {
  const [name = ""] = names;
  const values = args?.filter((value) => value.type === "literal") ?? [];
  if (args === undefined || values.length === 0 || values.length < args.length) return undefined;
  if (names.length === 1 && !isAssigned) {
    const areNumbers = values.every(({ value }) => typeof value === "number");
    if (!areNumbers || closestName(name, enforcementNames) !== undefined) return undefined;
  }
  return { type: "domain", name: names.join(":"), arguments: values, range };
}

/** Reports an unknown enforcement. */
export function reportUnknownEnforcement(name: IToken, state: ParserState): void {
  const range = tokenRange(state, name);
  const meant =
    synonyms.get(name.image.toLowerCase()) ?? closestName(name.image, [...enforcementNames, "llm_self_examine"]);
  const expected = `one of ${enforcementNames.join(", ")}`;
  const hint = meant === undefined ? "" : `: did you mean "${meant}"?`;
  reportIssue(state, "unknown_enforcement", {
    message: `expected ${expected} (got ${quoteShort(name.image)})${hint}`,
    range,
    expected,
    quickFix: meant === undefined ? undefined : { title: `Write "${meant}"`, range, text: meant },
  });
}

/** Words of other rule languages with the meaning of an enforcement. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ...["deny", "block", "reject", "refuse", "forbid", "abort"].map((word) => [word, "stop"] as const),
  ...["ask", "confirm", "approve", "approval", "require_approval"].map((word) => [word, "user_inspection"] as const),
  ...["permit", "accept"].map((word) => [word, "allow"] as const),
  ...["notify", "alert"].map((word) => [word, "warn"] as const),
]);

/** Reports arguments of an enforcement that takes none. */
export function reportNeedlessArguments(name: IToken, range: TextRange, state: ParserState): void {
  const message = `${name.image} takes no arguments: write it without arguments`;
  reportIssue(state, "invalid_enforcement", {
    message,
    range,
    expected: `${name.image} without arguments`,
    quickFix: { title: "Leave the arguments out", range, text: "" },
  });
}

/** The tool of an `invoke_action`, and whether it is written as a string. */
export interface InvokedTool {
  readonly isText: boolean;
  readonly name: string;
}
