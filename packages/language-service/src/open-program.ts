import { type Catalogue, type ProgramReadResult, readProgram } from "@helve/agentspec";
import {
  type CatalogueIndex,
  diagnoseReadResult,
  indexCatalogue,
  maxTextLength,
  nameSuggester,
  tokenize,
} from "@helve/agentspec/internal";
import type { Issue, TextRange } from "@helve/core";
import { type SourceText, sourceText } from "@helve/core/internal";

import type { IToken } from "chevrotain";

/** A text of rules that is open in an editor, and what the host has. What services find out about it is kept with it. */
export interface OpenProgram {
  readonly text: string;
  /** Looked at once: where the host changes, it takes another one. */
  readonly catalogue: Catalogue;
}

/**
 * A text of rules for the services of an editor. It is read when a service first needs that, and once; after each change
 * of the text a new one is made.
 *
 * @param catalogue - what the host has; the same one for many texts is indexed once
 *
 * @example
 * const program = openProgram("rule @a trigger Gm", { tools: toolsFromDocuments([gmail]) });
 * completionsAt(program, 18).map(({ label }) => label); // ["Gmail.SendEmail", "Gmail.any", "after_action", …]
 */
export function openProgram(text: string, catalogue: Catalogue = {}): OpenProgram {
  return { text, catalogue };
}

/** What came of reading the text. */
export const readingOf: (program: OpenProgram) => ProgramReadResult = kept(({ text }) => readProgram(text));

const knownOfCatalogue = kept(indexCatalogue);

/** The catalogue by names. */
export const knownIn: (program: OpenProgram) => CatalogueIndex = kept(({ catalogue }) => ({
  ...knownOfCatalogue(catalogue),
  suggest: nameSuggester(),
}));

/**
 * Everything that is wrong with the text or looks like a slip, as `diagnose` has it; without reading the text again.
 *
 * @example
 * issuesIn(openProgram(text, catalogue)).map((issue) => formatIssue(issue));
 */
export const issuesIn: (program: OpenProgram) => readonly Issue[] = kept((program) =>
  diagnoseReadResult(readingOf(program), program.text, knownIn(program)),
);

/** The words and signs of a text, and its comments, each in order. */
export interface Lexed {
  readonly source: SourceText;
  readonly tokens: readonly IToken[];
  /** A block comment that is not closed is one too. */
  readonly comments: readonly Stretch[];
}

/** From an offset up to another one. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** The text cut into tokens; none when it is too long to be read. */
export const lexedOf: (program: OpenProgram) => Lexed = kept(({ text }) => {
  const source = sourceText(text);
  if (text.length > maxTextLength) return { source, tokens: [], comments: [] };
  const { tokens, comments, issues } = tokenize(source);
  const open = issues.find(({ code }) => code === "unterminated_comment")?.range;
  const stretches = comments.map(stretchOf);
  return {
    source,
    tokens,
    comments: open === undefined ? stretches : [...stretches, { start: open.start.offset, end: text.length }],
  };
});

/** Where a token stands. */
export function stretchOf({ startOffset, image }: IToken): Stretch {
  return { start: startOffset, end: startOffset + image.length };
}

/** Where a token stands, by line and column too. */
export function rangeOfToken(token: IToken, { source }: Lexed): TextRange {
  const { start, end } = stretchOf(token);
  return source.range(start, end);
}

/** A function whose answers are kept with what it is asked about. */
function kept<K extends object, V>(make: (about: K) => V): (about: K) => V {
  const answers = new WeakMap<K, V>();
  return (about) => {
    const known = answers.get(about);
    if (known !== undefined) return known;
    const answer = make(about);
    answers.set(about, answer);
    return answer;
  };
}
