import { defaultIn } from "../default-value.ts";
import type { DocstringParameter } from "../docstring.ts";
import { type Line, textOf } from "../lines.ts";
import { type TypeNotes, typeNotes } from "../type-text.ts";
import { type Entry, entriesIn } from "./entries.ts";
import { type Head, headAt } from "./head.ts";

/**
 * Reads the lines under `Args:`.
 *
 * @returns the parameters, and the text before the first of them
 */
export function parametersIn(lines: readonly Line[]): {
  readonly parameters: readonly DocstringParameter[];
  readonly preamble: string;
} {
  const entries = entriesIn(lines, headAt);
  const preamble = entries.find((entry) => entry.head === undefined);
  return { parameters: entries.flatMap(parametersOf), preamble: textOf(preamble?.body ?? []) };
}

/** One parameter for each name in an entry's head. */
function parametersOf({ head, body }: Entry<Head>): readonly DocstringParameter[] {
  if (head === undefined) return [];
  const description = textOf(body, head.rest);
  const notes = { ...notesIn(description), ...(head.type !== undefined && typeNotes(head.type)) };
  return head.names.map(({ name, stars, optional = notes.optional }) => ({
    name,
    ...(stars !== undefined && { stars }),
    ...(notes.type !== undefined && { type: notes.type }),
    description,
    ...(optional !== undefined && { optional }),
    ...(notes.default !== undefined && { default: notes.default }),
  }));
}

/** What a description says beside its type: `Optional. … Defaults to 3.` */
function notesIn(description: string): TypeNotes {
  const isOptional = /^[(（]?(?:optional|可选)(?:[.,:;)]|[，。：；）])/i.test(description);
  const value = defaultIn(description);
  return { ...(isOptional && { optional: true }), ...(value !== undefined && { default: value }) };
}
