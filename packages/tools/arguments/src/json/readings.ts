import { canonicalJson, type JsonSchema } from "@helve/core";
import type { ResolvedOptions } from "../decode-options.ts";
import { char, isQuote } from "./characters.ts";
import type { JsonReading } from "./expected-parameters.ts";
import { contentStart } from "./find-arguments.ts";
import { nextObjectStart } from "./object-start.ts";
import { textIssue } from "./reader.ts";
import { nextStates } from "./readings/next-states.ts";
import { memberNameAt, skipBetween } from "./readings/scan.ts";
import { shapeOf } from "./readings/shape.ts";
import { newSource } from "./readings/source.ts";
import { opened, repaired, repairsOf, rootValue, type State } from "./readings/state.ts";
import { surroundingRepairs } from "./surrounding-text.ts";

/** What the readings of a damaged text amount to: one, several that differ, or none that is found within the bounds. */
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
  const start = startState(text, schema);
  if (start === undefined) return { type: "none" };
  const levels: State[][] = Array.from({ length: maxCost + 1 }, () => []);
  levels[start.cost]?.push(start);
  const source = newSource(text, options);
  let work = Math.min(workPerCharacter * text.length + minimumWork, maximumWork);
  const found = new Map<string, { readonly state: State; readonly isValid: boolean }>();
  for (const level of levels) {
    for (let state = level.pop(); state !== undefined; state = level.pop()) {
      if (isComplete(state, text)) {
        const value = rootValue(state);
        const args = accept(value);
        const isValid = args !== undefined;
        const isAmbiguous = state.isAmbiguous || mayBeCutOff(state, text, start.at);
        const key = `${isValid} ${canonicalJson(isValid ? args : value)}`;
        const earlier = found.get(key)?.state;
        if (earlier === undefined || state.isTruncated) found.set(key, { state, isValid });
        if (isValid && (isAmbiguous || [...found.values()].filter((reading) => reading.isValid).length > 1))
          return { type: "several", reading: severalReadings(text, found.values().next().value?.state, state) };
        continue;
      }
      const following = nextStates(state, source);
      // A string without quotes that fails has been read to the end of the text.
      if (following.length === 0 && state.expected.type === "unquoted") work -= text.length - state.at;
      for (const next of following) {
        work -= 1 + Math.max(0, offsetOf(next) - state.at);
        levels[next.cost]?.push(next);
      }
      if (work < 0) return { type: "none" };
    }
    if (found.size > 0) break;
  }
  return onlyReading(text, start.at, [...found.values()]);
}

/** The most errors of the model that a reading assumes. */
const maxCost = 2;

/** How many characters the search reads for each character of the text, and at least and at most. */
const workPerCharacter = 4;
const minimumWork = 200_000;
const maximumWork = 4_000_000;

/** How far a state has read. */
function offsetOf({ at, expected }: State): number {
  return "from" in expected ? expected.from : at;
}

/** The state at the start of the outermost object, also if its bracket is missing; `undefined` if there is no object. */
function startState(text: string, schema: JsonSchema): State | undefined {
  const content = contentStart(text);
  const base: State = {
    at: content,
    expected: { type: "end" },
    frame: undefined,
    root: undefined,
    cost: 0,
    hasSingleError: false,
    systematic: new Set(),
    isTruncated: false,
    isAmbiguous: false,
    repairs: undefined,
  };
  const shape = shapeOf(schema);
  if (text.charCodeAt(content) === char.curlyOpen) return opened(base, "object", shape, content + 1);
  if (isQuote(text.charCodeAt(content)) && memberNameAt(text, content) !== undefined)
    return opened(repaired(base, "missing_bracket", content, "", "{"), "object", shape, content);
  const start = nextObjectStart(text, content);
  if (start < 0 || /[{}[\]]|":/.test(text.slice(content, start))) return undefined;
  return opened({ ...base, at: start }, "object", shape, start + 1);
}

/** Whether a state has read the outermost object, and nothing that may belong to it follows. */
function isComplete({ expected, at }: State, text: string): boolean {
  if (expected.type !== "end") return false;
  const rest = text.slice(at);
  return !/[{}[\]]|":|^\s*[,:"']|<(?:parameter|arg_)/.test(rest);
}

/**
 * Whether text follows an object in which a string without a clear end was read: the text may then be one long string that
 * was cut off, and the bracket that seems to end the object a part of it.
 */
function mayBeCutOff(state: State, text: string, start: number): boolean {
  if (state.isTruncated || !endsStringByChoice(state)) return false;
  let { at } = skipBetween(text, state.at);
  while (text.charCodeAt(at) === char.semicolon) ({ at } = skipBetween(text, at + 1));
  if (text.startsWith("```", at) && text.lastIndexOf("```", start) >= 0) ({ at } = skipBetween(text, at + 3));
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
