import type { DocstringParameter, DocstringRaise, DocstringRange } from "./docstring.ts";
import { entriesIn } from "./entries.ts";
import { type Line, textOf } from "./lines.ts";
import type { Name } from "./names.ts";
import { parameterOf } from "./parameter.ts";

/** Reads how an entry begins, at `lines[at]`; undefined for a line that goes on with the entry before. */
export type HeadReader<Head> = (lines: readonly Line[], at: number) => Head | undefined;

/** How an entry begins. */
interface EntryHead {
  /** Where on its line it begins, behind the bullet. */
  readonly from: number;
  /** What follows on its last line. */
  readonly rest: Line;
  /** How many lines it takes: more than one when its type does. */
  readonly lines: number;
}

/** How a parameter begins: names, and a type as written. */
export interface ParameterHead extends EntryHead {
  readonly names: readonly Name[];
  readonly type?: string | undefined;
  readonly typeRange?: DocstringRange | undefined;
}

/** How a return begins. */
export interface ReturnHead extends EntryHead {
  readonly name?: string;
  readonly type?: string;
}

/** How an error begins: with its type. */
export interface RaiseHead extends EntryHead {
  readonly type: string;
}

/**
 * Reads the lines under `Args:`.
 *
 * @returns the parameters, one for each name in an entry's head, and the text before the first of them
 */
export function parametersIn(
  lines: readonly Line[],
  headAt: HeadReader<ParameterHead>,
): { readonly parameters: readonly DocstringParameter[]; readonly preamble: readonly Line[] } {
  const entries = entriesIn(lines, headAt);
  const preamble = entries.find((entry) => entry.head === undefined);
  const parameters = entries.flatMap(({ head, body, place }) => {
    if (head === undefined) return [];
    const { names, type, typeRange, rest } = head;
    const about = { type, typeRange, description: textOf(body, rest), ...place };
    return names.map((name) => parameterOf(name, about));
  });
  return { parameters, preamble: preamble?.body ?? [] };
}

/** Reads the lines under `Raises:`. */
export function raisesIn(lines: readonly Line[], headAt: HeadReader<RaiseHead>): readonly DocstringRaise[] {
  return entriesIn(lines, headAt).flatMap(({ head, body, place }) => {
    const [type, description] = [head?.type ?? "", textOf(body, head?.rest)];
    return type === "" && description === "" ? [] : [{ type, description, ...place }];
  });
}
