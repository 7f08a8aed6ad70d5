import type { DocstringParameter } from "../docstring.ts";
import { entriesIn } from "../entries.ts";
import { type Line, textOf } from "../lines.ts";
import { parameterOf } from "../parameter.ts";
import { headAt } from "./head.ts";

/**
 * Reads the lines under `Args:`.
 *
 * @returns the parameters, one for each name in an entry's head, and the text before the first of them
 */
export function parametersIn(lines: readonly Line[]): {
  readonly parameters: readonly DocstringParameter[];
  readonly preamble: readonly Line[];
} {
  const entries = entriesIn(lines, headAt);
  const preamble = entries.find((entry) => entry.head === undefined);
  const parameters = entries.flatMap(({ head, body, place }) => {
    if (head === undefined) return [];
    const { type, typeRange } = head;
    const about = { type, typeRange, description: textOf(body, head.rest), ...place };
    return head.names.map((name) => parameterOf(name, about));
  });
  return { parameters, preamble: preamble?.body ?? [] };
}
