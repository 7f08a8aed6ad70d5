import { nearest } from "@helve/core";

/** Says that there is nothing of a name, and what was probably meant. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const meant = nearest(name, known);
  return `there is no ${kind} "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}
