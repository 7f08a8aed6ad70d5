import type { Catalogue, ProgramReadResult } from "@helve/agentspec";
import {
  type CatalogueIndex,
  diagnoseReadResult,
  type EarlierReading,
  indexCatalogue,
  maxTextLength,
  nameSuggester,
  rereadProgram,
  tokenize,
} from "@helve/agentspec/internal";
import type { Issue, TextRange } from "@helve/core";
import { type SourceText, sourceText } from "@helve/core/internal";
import type { IToken } from "chevrotain";

/**
 * Combines a rule text with a catalogue. The result is the first argument of the other functions of this package; it parses the text once,
 * when a function first needs the syntax tree. Create a new `OpenProgram` after each change of the text.
 *
 * @param catalogue - the tools, predicates and enforcements of the host; the same object for many texts is indexed once
 *
 * @example
 * const program = openProgram("rule @a trigger Gm", { tools: toolsFromDocuments([gmail]) });
 * completionsAt(program, 18).map(({ label }) => label); // ["Gmail.SendEmail", "Gmail.any", "after_action", …]
 */
export function openProgram(text: string, catalogue: Catalogue = {}): OpenProgram {
  return { text, catalogue };
}

/**
 * Opens a new version of a text. The results are those of `openProgram`, but in a long text only the changed rules are parsed
 * again.
 *
 * @param previous - the text as it was; it remains usable
 *
 * @example
 * const changed = updateProgram(program, text);
 */
export function updateProgram(
  previous: OpenProgram,
  text: string,
  catalogue: Catalogue = previous.catalogue,
): OpenProgram {
  const program = openProgram(text, catalogue);
  // Not the program itself: it would keep all earlier ones.
  earlierReadings.set(program, earlierReadings.get(previous) ?? []);
  return program;
}

/** The readings from which a later version of a text is read: its last one, and an earlier one with rules that a comment hides since. */
const earlierReadings = new WeakMap<OpenProgram, readonly EarlierReading[]>();

/** So many rules are parsed again at once. */
const fewRules = 10;

function countRules({ partialProgram: { rules, tests = [] } }: ProgramReadResult): number {
  return rules.length + tests.length;
}

/** A rule text that is open in an editor, with a catalogue. Results of the language service are cached per object. */
export interface OpenProgram {
  readonly text: string;
  /** The index of a catalogue object is cached: pass a new object when its contents change. */
  readonly catalogue: Catalogue;
}

/** Parses the text; the result has the valid rules and the issues. */
export const programReading: Memoized<OpenProgram, ProgramReadResult> = memoized((program) => {
  const { text } = program;
  const earlier = earlierReadings.get(program) ?? [];
  const reading = rereadProgram(earlier, text);
  const hidden = earlier.findLast((one) => countRules(one.reading) > countRules(reading) + fewRules);
  earlierReadings.set(program, [...(hidden === undefined ? [] : [hidden]), { text, reading }]);
  return reading;
});

const indexOfCatalogue = memoized(indexCatalogue);

/** Indexes the catalogue by the names of its tools, predicates and enforcements. */
export const catalogueIndex: (program: OpenProgram) => CatalogueIndex = memoized(({ catalogue }) => ({
  ...indexOfCatalogue(catalogue),
  suggestName: nameSuggester(),
}));

/**
 * Finds the issues of the text, the same as `diagnose` does, without parsing the text again.
 *
 * @example
 * issuesIn(openProgram(text, catalogue)).map((issue) => formatIssue(issue));
 */
export const issuesIn: (program: OpenProgram) => readonly Issue[] = memoized((program) =>
  diagnoseReadResult(programReading(program), program.text, catalogueIndex(program)),
);

/** The tokens and comments of a text, each in order. */
export interface LexedText {
  readonly source: SourceText;
  readonly tokens: readonly IToken[];
  /** Including an unclosed block comment. */
  readonly comments: readonly Span[];
}

/** A half-open range of offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Splits the text into tokens and comments; both are empty if the text is too long to be parsed. */
export const lexedText: (program: OpenProgram) => LexedText = memoized(({ text }) => {
  const source = sourceText(text);
  if (text.length > maxTextLength) return { source, tokens: [], comments: [] };
  const { tokens, comments, issues } = tokenize(source);
  const open = issues.find(({ code }) => code === "unterminated_comment")?.range;
  const spans = comments.map(tokenSpan);
  return {
    source,
    tokens,
    comments: open === undefined ? spans : [...spans, { start: open.start.offset, end: text.length }],
  };
});

/** The offsets of a token. */
export function tokenSpan({ startOffset, image }: IToken): Span {
  return { start: startOffset, end: startOffset + image.length };
}

/** The range of a token, with lines and columns. */
export function tokenRange(token: IToken, { source }: LexedText): TextRange {
  const { start, end } = tokenSpan(token);
  return source.range(start, end);
}

/** A function whose results are cached by its argument. */
interface Memoized<K extends object, V> {
  (key: K): V;
  /** The cached result; `undefined` if not found. */
  known(key: K): V | undefined;
}

/** Caches the results of a function by its argument. */
function memoized<K extends object, V>(compute: (key: K) => V): Memoized<K, V> {
  const cache = new WeakMap<K, V>();
  const cached = (key: K): V => {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const value = compute(key);
    cache.set(key, value);
    return value;
  };
  return Object.assign(cached, { known: (key: K) => cache.get(key) });
}
