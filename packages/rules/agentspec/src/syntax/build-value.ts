/** Builds literals and references from tokens, and reports mistakes that the grammar can't detect. */
import type { TextRange } from "@helve/core";
import type { Entry, Literal, Reference } from "@helve/core/program";
import type { IToken } from "chevrotain";
import {
  type LocalName,
  type ParserState,
  type PlacedToken,
  quoteShort,
  recordAlternativeForm,
  reportIssue,
  reportWrongCase,
  tokenRange,
} from "./parser-state.ts";
import { closedStringLiteral, decodeStringLiteral } from "./string-literal.ts";
import { SingleQuoted, WronglyQuoted } from "./tokens.ts";
import { decodeOtherQuotes, replacementFix } from "./unsupported-syntax.ts";
import { isValueWord, literalsByWord, referenceRoots, rootsByWord } from "./vocabulary.ts";

type Path = readonly (string | number)[];

/** Whether a word is a value in the current rule: a literal, a root such as `args`, or a local name. */
export function isValueName(word: string, state: ParserState): boolean {
  return isValueWord(word) || state.localNames.has(word);
}

/** Builds the literal or the reference of a word and the path after it, such as `args.items[0]`. */
export function buildWordValue(
  word: PlacedToken,
  path: Path,
  range: TextRange,
  state: ParserState,
): Literal | Reference {
  const { image } = word;
  const literal = literalsByWord.get(image);
  if (literal !== undefined && path.length === 0) return { type: "literal", value: literal, range };
  const local = state.localNames.get(image);
  const root = rootsByWord.get(image);
  if (local !== undefined) {
    recordMissingRoot(local, word, state);
    return { type: "reference", root: local.root, path: [local.name, ...path], range };
  }
  if (image === "user") return reportUser(word, path, range, state);
  if (root !== undefined) {
    if (root === "step" && !state.hasStep) reportMisplacedStep(word, state);
    if (root !== image) recordAlternativeForm(state, tokenRange(state, word), root);
    return { type: "reference", root, path, range };
  }
  if (path.length === 0 && reportWrongCase(word, literalsByWord.keys(), state)) {
    return { type: "literal", value: null, range };
  }
  if (literal === undefined && state.bareNamesAreArguments) {
    recordMissingRoot({ root: "args", name: image }, word, state);
    return { type: "reference", root: "args", path: [image, ...path], range };
  }
  reportInvalidValue(word, literal === undefined && path.length === 0, state);
  return { type: "reference", root: "args", path, range };
}

/** Records that a reference to an argument is written without its root. */
function recordMissingRoot({ root, name }: LocalName, word: PlacedToken, state: ParserState): void {
  if (root === "args") recordAlternativeForm(state, tokenRange(state, word), `args${pathStepText(name)}`);
}

/** A key of a path as text: `.name`, or `["two words"]`. */
function pathStepText(name: string): string {
  return /^[\p{L}_][\p{L}\p{Nd}_-]*$/u.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** Reports the name `user`, which could mean the prompt, an argument or a person. */
function reportUser(word: PlacedToken, path: Path, range: TextRange, state: ParserState): Reference {
  const at = tokenRange(state, word);
  const expected = "prompt, args.user or state.user";
  reportIssue(state, "invalid_value", {
    message: `user alone has no meaning: expected ${expected}`,
    range: at,
    expected,
    quickFix: { title: "Write args.user", range: at, text: "args.user" },
  });
  return { type: "reference", root: "args", path: ["user", ...path], range };
}

/** Reports `step` outside of a condition on earlier steps. */
function reportMisplacedStep(word: PlacedToken, state: ParserState): void {
  const expected = "step only in where and sum, as in once(Web.Read where step.args.url == args.url)";
  const message = `step is the earlier step for which a condition is evaluated: expected ${expected}`;
  reportIssue(state, "misplaced_name", { message, range: tokenRange(state, word), expected });
}

/** Reports a `?` after a literal, which is never absent. */
export function reportNeedlessQuestion(question: IToken, state: ParserState): void {
  const range = tokenRange(state, question);
  const message = "? follows a part of the action or its context that may be absent, as in args.cc?";
  reportIssue(state, "unexpected_token", {
    message,
    range,
    expected: "no ? after a literal",
    quickFix: replacementFix(range, "?", ""),
  });
}

const expectedValue = `a value: a string in "double quotes", a number, true, false, null, a list, an object or a part of ${referenceRoots.slice(0, -1).join(", ")} or ${referenceRoots.at(-1)}`;

/** Reports a word that is not a value. */
function reportInvalidValue(word: PlacedToken, mayBeText: boolean, state: ParserState): void {
  const range = tokenRange(state, word);
  const text = JSON.stringify(word.image);
  reportIssue(state, "invalid_value", {
    message: `expected ${expectedValue} (got ${quoteShort(word.image)})`,
    range,
    expected: expectedValue,
    quickFix: mayBeText ? { title: `Write ${quoteShort(text)}`, range, text } : undefined,
  });
}

/** The canonical text of a reference. */
export function referenceText({ root, path, optional }: Pick<Reference, "root" | "path" | "optional">): string {
  const [name, ...rest] = root === "let" ? path : [root, ...path];
  return `${name}${pathText(rest)}${optional === true ? "?" : ""}`;
}

/** Keys and indices as text: `.items[0]`. */
export function pathText(path: Path): string {
  return path.map((step) => (typeof step === "number" ? `[${step}]` : pathStepText(step))).join("");
}

/** The value of a string token; reports invalid escapes. */
export function stringValue(token: IToken, state: ParserState): string {
  if (token.tokenType === WronglyQuoted) return decodeOtherQuotes(token.image);
  if (token.tokenType === SingleQuoted) {
    const text = decodeOtherQuotes(token.image);
    recordAlternativeForm(state, tokenRange(state, token), JSON.stringify(text));
    return text;
  }
  const { value, invalidEscapes } = decodeStringLiteral(closedStringLiteral(token));
  for (const { text, offset } of invalidEscapes) {
    const start = token.startOffset + offset;
    const range = state.source.range(start, start + text.length);
    const expected = String.raw`one of \" \\ \/ \b \f \n \r \t \u0000`;
    reportIssue(state, "invalid_escape", { message: `expected ${expected} (got ${text})`, range, expected });
  }
  return value;
}

/** The value of a number token; reports numbers that are too large. */
export function numberValue(token: IToken, state: ParserState): number {
  const value = Number(token.image);
  if (!Number.isFinite(value)) {
    const expected = "a number up to 1.7976931348623157e308";
    const message = `expected ${expected} (got ${quoteShort(token.image)})`;
    reportIssue(state, "invalid_number", { message, range: tokenRange(state, token), expected });
  }
  // JSON has no -0.
  return value === 0 ? 0 : value;
}

/** The list index of a number token; reports anything but a whole number of at least 0. */
export function listIndex(token: IToken, state: ParserState): number {
  const value = Number(token.image);
  if (/^\d+$/.test(token.image) && Number.isSafeInteger(value)) return value;
  const expected = "a whole number of at least 0";
  reportIssue(state, "invalid_index", {
    message: `expected ${expected} (got ${quoteShort(token.image)})`,
    range: tokenRange(state, token),
    expected,
  });
  return 0;
}

/** Reports duplicate keys of an object. */
export function reportDuplicateKeys(entries: readonly Entry[], state: ParserState): void {
  const seen = new Map<string, TextRange>();
  for (const { key, range } of entries) {
    const { line, column } = seen.get(key)?.start ?? {};
    if (line === undefined) seen.set(key, range);
    else {
      const message = `the key ${quoteShort(key)} is already used at ${line}:${column}: remove one of them`;
      reportIssue(state, "duplicate_key", { message, range, expected: "another key" });
    }
  }
}
