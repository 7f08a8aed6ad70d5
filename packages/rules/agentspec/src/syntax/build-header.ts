import type { Issue } from "@helve/core";
import type { SourceText } from "@helve/core/internal";
import { withoutUndefined } from "@helve/core/internal";
import type * as tree from "@helve/core/program";
import { reportDuplicatePart } from "./build-rule.ts";
import { addUnknownPolicy, type UnknownPoliciesBefore } from "./build-unknown.ts";
import { chooseWord } from "./choose-word.ts";
import {
  newParserState,
  type ParserState,
  ParsingStopped,
  type PlacedToken,
  quoteShort,
  reportIssue,
  textInRange,
} from "./parser-state.ts";
import type { HeaderLine, PlacedWord } from "./program-parts.ts";
import { defaultDecisions, unknownPolicies } from "./vocabulary.ts";

/**
 * Builds the header from its lines, and reports those that are invalid.
 *
 * @returns the header; `undefined` if there are no lines
 */
export function buildHeader(
  lines: readonly HeaderLine[],
  firstRule: tree.Rule | undefined,
  source: SourceText,
): { readonly header: tree.Header | undefined; readonly issues: readonly Issue[] } {
  const state = newParserState(source);
  let header: tree.Header | undefined;
  try {
    header = headerOf(lines, firstRule, state);
  } catch (error) {
    if (!(error instanceof ParsingStopped)) throw error;
  }
  return { header, issues: state.issues };
}

/** Builds the node of a file's header from its lines, such as `default deny`; undefined without lines. */
function headerOf(
  lines: readonly HeaderLine[],
  firstRule: tree.Rule | undefined,
  state: ParserState,
): tree.Header | undefined {
  const [first] = lines;
  const last = lines.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const said: UnknownPoliciesBefore & { default?: "allow" | "deny"; onError?: tree.UnknownPolicy } = {};
  const trust: tree.Source[] = [];
  const untrusted: tree.Source[] = [];
  for (const line of lines) {
    if ("sources" in line) {
      addSources(line, { trust, untrusted }, state);
      continue;
    }
    const { subject, about, value } = line;
    if (subject === undefined) continue;
    const key = headerKeys.get(subject.text);
    if (key === undefined) choose(subject, ["unknown", "error"], state);
    else if (key === "onUnknown" && value !== undefined) {
      const words = { subject: about && tokenOf(about), policy: tokenOf(value) };
      addUnknownPolicy(said, words, "invalid_header", state);
    } else if (about !== undefined) choose(about, unknownPolicies, state);
    else if (said[key] !== undefined) reportDuplicatePart(tokenOf(subject), subject.text, state);
    else if (key === "default") said.default = choose(value, defaultDecisions, state) ?? "deny";
    else said[key] = choose(value, unknownPolicies, state) ?? "violated";
  }
  if (firstRule !== undefined && last.range.end.offset > firstRule.range.start.offset) {
    const expected = "this before the first rule";
    reportIssue(state, "misplaced_header", { message: `expected ${expected}`, range: last.range, expected });
  }
  return withoutUndefined({
    type: "header",
    ...said,
    trust: trust.length > 0 ? trust : undefined,
    untrusted: untrusted.length > 0 ? untrusted : undefined,
    range: { start: first.range.start, end: last.range.end },
  });
}

const headerKeys = new Map([
  ["default", "default"],
  ["unknown", "onUnknown"],
  ["error", "onError"],
] as const) as ReadonlyMap<string, "default" | "onUnknown" | "onError">;

/** The word if it is one of the allowed words; others are reported. The parser has reported an absent one. */
function choose<T extends string>(word: PlacedWord | undefined, words: readonly T[], state: ParserState) {
  return word && chooseWord(tokenOf(word), words, "invalid_header", state);
}

/** Makes a token of a word with its place. */
function tokenOf({ text, range }: PlacedWord): PlacedToken {
  return { image: text, startOffset: range.start.offset };
}

/** Adds the sources of a line to those that are trusted or not; reports one that is both or is no source of its own. */
function addSources(
  { subject, sources }: Extract<HeaderLine, { readonly sources: unknown }>,
  { trust, untrusted }: { readonly trust: tree.Source[]; readonly untrusted: tree.Source[] },
  state: ParserState,
): void {
  const [list, other] = subject.text === "trust" ? [trust, untrusted] : [untrusted, trust];
  for (const source of sources) {
    if (source === undefined) continue; // after a syntax error
    const text = textInRange(state, source.range);
    if (source.type === "named_source" && source.name !== "prompt") {
      const expected = "prompt or a tool, such as Contacts.any";
      reportIssue(state, "invalid_source", {
        message: `expected ${expected} (got ${quoteShort(text)})`,
        range: source.range,
        expected,
      });
    } else if (other.some((one) => sourceKey(one) === sourceKey(source))) {
      const message = `${text} is both in trust and in untrusted: remove it from one of them`;
      reportIssue(state, "contradicting_trust", { message, range: source.range, expected: "each source once" });
    }
    list.push(source);
  }
}

function sourceKey(source: tree.Source): string {
  return source.type === "named_source" ? source.name : `${source.toolkit}.${source.tool}`;
}
