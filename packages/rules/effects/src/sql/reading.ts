/** The state of reading one SQL text: the effects so far, and the objects that the text defines. */
import type { Certainty, DatabaseEffect, Effect, EffectBase } from "../effects.ts";
import type { EffectContext } from "../languages.ts";
import { isTestDatabase } from "../test-databases.ts";
import { type Token, unknownCharacter } from "./tokens.ts";

/** The reading of one SQL text: what was found so far, and what the text defines. */
export interface Reading {
  /** The SQL text, to which the positions of tokens refer. */
  readonly text: string;
  readonly context: EffectContext;
  readonly effects: Effect[];
  /** Where a token's span is in the outermost text. */
  readonly place: (start: number, end: number) => { readonly start: number; readonly end: number };
  /** Whether the text certainly runs, or only on some paths: the body of a procedure. */
  readonly certainty: Certainty;
  /** How many SQL texts surround this one. */
  readonly depth: number;
  /** The temporary tables that the text creates, in upper case. */
  readonly temporary: Set<string>;
  /** The texts of variables, by their names in upper case. */
  readonly variables: Map<string, string>;
}

/** A text inside an SQL text: the body of a function, a statement that is computed, a command. */
export interface InnerText {
  readonly text: string;
  /** The token that contains it, or the tokens that compute it. */
  readonly token: Token;
  /** Where it begins, if the outer text contains it unchanged. */
  readonly content?: number | undefined;
  readonly certainty: Certainty;
}

/** An effect without the members that `emit` adds. Without a certainty, it is as certain as the text. */
type EffectDetails = Effect extends infer Each
  ? Each extends Effect
    ? Omit<Each, keyof EffectBase> & { readonly certainty?: Certainty }
    : never
  : never;

/** The first token of an effect, and the last. */
export type Span = readonly [Token, (Token | undefined)?];

/** The most effects of one text. */
const maxEffects = 500;

/**
 * Adds an effect.
 *
 * @param by - the verb: `DROP TABLE`
 * @param at - the first and the last token that cause it
 */
export function emit(reading: Reading, details: EffectDetails, by: string, at: Span): void {
  const [first, last = first] = at;
  const place = reading.place(first.start, Math.max(first.end, last.end));
  if (isFull(reading)) {
    if (reading.effects.length === maxEffects) reading.effects.push({ ...tooMany, ...place });
    return;
  }
  const own = reading.certainty === "certain" ? (details.certainty ?? "certain") : reading.certainty;
  reading.effects.push({ ...details, certainty: own, by, ...place });
}

/** Whether a text has so many effects that no more are listed; the next one is unknown. */
export function isFull({ effects }: Reading): boolean {
  return effects.length >= maxEffects;
}

/** Whether the text was found to have more effects than are listed, so that the rest need not be read. */
export function isOverfull({ effects }: Reading): boolean {
  return effects.length > maxEffects;
}

const tooMany = {
  kind: "anything",
  certainty: "unknown",
  by: "",
  reason: `the SQL text has more than ${maxEffects} effects`,
} as const;

/** A change of a database. */
interface DatabaseChange extends Pick<DatabaseEffect, "change" | "what" | "all"> {
  readonly certainty?: Certainty;
}

/** Adds an effect on a database. */
export function emitChange(
  reading: Reading,
  { change, what, all, certainty }: DatabaseChange,
  by: string,
  at: Span,
): void {
  const [, database = ""] = /^the database (.+)$/.exec(what ?? "") ?? [];
  const forTests = isTestDatabase(database) || undefined;
  emit(reading, { kind: "database", change, what, all, forTests, certainty }, by, at);
}

/** Adds that it is unknown what happens. */
export function emitUnknown(reading: Reading, reason: string, by: string, at: Span): void {
  emit(reading, { kind: "anything", reason, certainty: "unknown" }, by, at);
}

/** Whether a token is one of the words, in upper case. */
export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text);
}

/** Whether a token is a symbol. */
export function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === "symbol" && token.text === text;
}

/** A name with its schema: `public.users`. */
export interface ObjectName {
  /** As written, without quotes; `null` if a part is unknown. */
  readonly text: string | null;
  /** In upper case, for comparisons. */
  readonly key: string;
  /** The index after the name. */
  readonly next: number;
}

/** The name that begins at a token; `undefined` if none does. */
export function nameAt(tokens: readonly Token[], at: number, { text }: Reading): ObjectName | undefined {
  const parts: string[] = [];
  let next = at;
  for (;;) {
    const token = tokens[next];
    if (token === undefined || (token.kind !== "word" && token.kind !== "name" && !isSymbol(token, "*"))) break;
    parts.push(token.kind === "word" ? text.slice(token.start, token.end) : token.text);
    next++;
    if (!isSymbol(tokens[next], ".")) break;
    while (isSymbol(tokens[next], ".")) next++;
  }
  if (parts.length === 0) return;
  const name = parts.join(".");
  const isUnknown = unknownCharacter.test(name) || name.startsWith("@");
  return { text: isUnknown ? null : name, key: name.toUpperCase(), next };
}

/** The index of the next token at the same depth or outside that ends the statement which begins at `from`. */
export function statementEnd(tokens: readonly Token[], from: number): number {
  const depth = tokens[from]?.depth ?? 0;
  for (let at = from; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.kind === "end" || token.kind === "command" || token.depth < depth) return at;
  }
  return tokens.length;
}
