/** Searches the possible readings of a damaged JSON text, with the fewest repairs first. */
import { canonicalJson, type JsonSchema } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { char, isQuote } from "./characters.ts";
import type { JsonReading } from "./json-reading.ts";
import { contentStart, nextObjectStart } from "./object-start.ts";
import { certainReading } from "./readings/certain-reading.ts";
import { open, rootValue } from "./readings/frames.ts";
import { advance } from "./readings/next-states.ts";
import { gapEnd, memberNameAt } from "./readings/scan.ts";
import { shapeOf } from "./readings/shape.ts";
import { newSource, type Source } from "./readings/source.ts";
import { maxCost, newState, repair, repairsOf, type State } from "./readings/state.ts";
import { surroundingRepairs } from "./surrounding-text.ts";
import { textIssue } from "./text-issue.ts";

/** The result of the search for readings of a damaged text: one, several that differ, or none within the bounds. */
export type Readings =
  | { readonly type: "one"; readonly reading: JsonReading }
  | { readonly type: "several"; readonly reading: JsonReading }
  | { readonly type: "none" };

/**
 * Enumerates the readings of a damaged text that fit a schema, with the fewest errors of the model that explain the text:
 * a missing comma, colon, quote or bracket, a bracket too many, strings or keys without quotes, unescaped quotes, a text that
 * was cut off. An error that a model makes everywhere (no commas, no quotes) counts once. Only if exactly one such reading is
 * valid, the text has one meaning.
 *
 * The search takes time linear in the length of the text: it ends at a bound, and then there is no reading.
 *
 * @param accept - the arguments if a value is valid, `undefined` otherwise
 */
export function readingsOf(
  text: string,
  schema: JsonSchema,
  options: ResolvedOptions,
  accept: (value: unknown) => unknown,
): Readings {
  const source = newSource(text, options, { comparesReadings: true });
  const start = startState(source, schema);
  if (start === undefined) return { type: "none" };
  const { at: startOffset } = start;
  const levels: State[][] = Array.from({ length: maxCost + 1 }, () => []);
  levels[start.cost]?.push(start);
  let work = Math.min(workPerCharacter * text.length + minimumWork, maximumWork);
  const found = new Map<string, { readonly state: State; readonly isValid: boolean }>();
  for (const [cost, level] of levels.entries()) {
    for (let state = level.pop(); state !== undefined; state = level.pop()) {
      while (state.cost === cost && !hasFailed(state) && !isComplete(state, text)) {
        // The end of a string is searched again from its start.
        const { at: from, expected } = state;
        advance(state, source);
        for (const next of [state, ...source.forks.splice(0)]) {
          work -= 1 + Math.max(0, offsetOf(next) - from);
          if (next !== state && !hasFailed(next)) levels[next.cost]?.push(next);
        }
        // A string without quotes that fails has been read to the end of the text.
        if (hasFailed(state) && expected === "unquoted") work -= text.length - from;
        if (work < 0) return { type: "none" };
      }
      if (hasFailed(state) || (isComplete(state, text) && readsContainerAsText(state, options))) continue;
      if (state.cost > cost) {
        levels[state.cost]?.push(state);
        continue;
      }
      // Its value is built, validated and compared.
      if (found.size > 0) work -= text.length;
      const value = rootValue(state);
      const args = accept(value);
      const isValid = args !== undefined;
      const isAmbiguous = state.isAmbiguous || mayBeCutOff(state, text, startOffset);
      const key = `${isValid} ${canonicalJson(isValid ? args : value)}`;
      const earlier = found.get(key)?.state;
      if (earlier === undefined || state.isTruncated) found.set(key, { state, isValid });
      if (isValid && (isAmbiguous || [...found.values()].filter((reading) => reading.isValid).length > 1))
        return { type: "several", reading: severalReadings(text, found.values().next().value?.state, state) };
    }
    if (found.size > 0) break;
  }
  return onlyReading(text, startOffset, [...found.values()]);
}

/** How many characters the search reads for each character of the text, and at least and at most. */
const workPerCharacter = 4;
const minimumWork = 200_000;
const maximumWork = 4_000_000;

/** Whether a reading has failed. */
function hasFailed({ expected }: State): boolean {
  return expected === "failed";
}

/** How far a state has read. */
function offsetOf({ at, expected, string }: State): number {
  const isInString = expected === "string" || expected === "unquoted" || expected === "unclosed";
  return isInString && string !== undefined ? string.from : at;
}

/** The state at the start of the outermost object, also if its bracket is missing; `undefined` if there is no object. */
function startState(source: Source, schema: JsonSchema): State | undefined {
  const { text } = source;
  const content = contentStart(text);
  const state = newState(content, shapeOf(schema));
  if (text.charCodeAt(content) === char.curlyOpen) open(state, source, "object", content + 1);
  else if (isQuote(text.charCodeAt(content)) && memberNameAt(text, content) !== undefined) {
    repair(state, "missing_bracket", [content, "", "{"]);
    open(state, source, "object", content);
  } else {
    state.at = nextObjectStart(text, content);
    if (state.at < 0 || /[{}[\]]|":/.test(text.slice(content, state.at))) return undefined;
    open(state, source, "object", state.at + 1);
  }
  return state;
}

/** Whether a state has read the outermost object, and nothing that may belong to it follows. */
function isComplete({ expected, at }: State, text: string): boolean {
  if (expected !== "end") return false;
  const rest = text.slice(at);
  return !/[{}[\]]|":|^\s*(?:,(?!\s*$)|[:"'])|<(?:parameter|arg_)/.test(rest);
}

/** Whether a list or an object was read as a string without quotes although every other string has them. */
function readsContainerAsText({ repairs }: State, options: ResolvedOptions): boolean {
  const texts: string[] = [];
  for (let link = repairs; link !== undefined; link = link.before)
    if (link.repair.kind === "unquoted_string") texts.push(String(link.repair.after));
  return texts.length > 0 && texts.every((raw) => beginsContainer(raw, options));
}

/** Whether a text is a list or an object, or begins with one before a comma or a bracket. */
function beginsContainer(raw: string, options: ResolvedOptions): boolean {
  if (!/^[{[]/.test(raw)) return false;
  const { issues, end } = certainReading(raw, 0, options);
  return issues.length === 0 && /^\s*(?:[,}\]]|$)/.test(raw.slice(end));
}

/**
 * Whether text follows an object in which a string without a clear end was read: the text may then be one long string that
 * was cut off, and the bracket that seems to end the object a part of it.
 */
function mayBeCutOff(state: State, text: string, start: number): boolean {
  if (state.isTruncated || !endsStringByChoice(state)) return false;
  let at = gapEnd(text, state.at);
  while (text.charCodeAt(at) === char.semicolon || text.charCodeAt(at) === char.comma) at = gapEnd(text, at + 1);
  if (text.startsWith("```", at) && text.lastIndexOf("```", start) >= 0) at = gapEnd(text, at + 3);
  return at < text.length;
}

/** Whether a reading chose where a string ends. */
function endsStringByChoice(state: State): boolean {
  for (let link = state.repairs; link !== undefined; link = link.before)
    if (endChoices.has(link.repair.kind)) return true;
  return false;
}

const endChoices: ReadonlySet<string> = new Set(["missing_quote", "unquoted_string", "unescaped_quote"]);

/** The result of the search: the only valid reading, or the only one, whose problems validation reports. */
function onlyReading(
  text: string,
  start: number,
  found: readonly { readonly state: State; readonly isValid: boolean }[],
): Readings {
  const valid = found.filter(({ isValid }) => isValid);
  const [only, ...others] = valid.length > 0 ? valid : found;
  if (only === undefined) return { type: "none" };
  if (others.length > 0) return { type: "several", reading: severalReadings(text, only.state, others[0]?.state) };
  const { state } = only;
  const around = surroundingRepairs(text, Math.max(0, start - 1), state.at);
  return { type: "one", reading: { value: rootValue(state), issues: [], repairs: [...around, ...repairsOf(state)] } };
}

/** The failed reading of a text with several meanings; the issue is where they begin to differ. */
function severalReadings(text: string, first: State | undefined, second: State | undefined): JsonReading {
  const [repairs, others] = [first, second].map((state) => (state === undefined ? [] : repairsOf(state)));
  const index = repairs?.findIndex((repair, place) => JSON.stringify(repair) !== JSON.stringify(others?.[place])) ?? -1;
  const offset = (repairs?.[index] ?? others?.at(-1))?.offset ?? 0;
  const at = Math.min(offset, Math.max(0, text.length - 1));
  const issue = textIssue(text, {
    code: "json",
    message:
      'not JSON, and can be read in more than one way: write valid JSON, every string in double quotes with \\" for a quote in it',
    start: at,
    end: Math.min(text.length, at + 1),
    expected: "valid JSON",
  });
  return { value: undefined, issues: [issue], repairs: [] };
}
