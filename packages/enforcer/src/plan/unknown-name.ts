import { closestName } from "@helve/core/internal";

/** Says that there is nothing of a name, and what was probably meant. */
export function unknownName(kind: string, name: string, known: Iterable<string>): string {
  const meant = closestName(name, known);
  return `there is no ${kind} "${name}"${meant === undefined ? "" : `; did you mean "${meant}"?`}`;
}
