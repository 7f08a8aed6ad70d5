import { closestName } from "./closest-name.ts";

/** The hint ` (did you mean "…"?)` for an error message about an unknown name; empty if no known name is close. */
export function didYouMean(name: string, names: readonly string[]): string {
  const near = closestName(name, names);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}
