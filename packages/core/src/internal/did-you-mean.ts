import { closestName } from "./closest-name.ts";

/** A hint at the name that was probably meant, to stand after a wrong one; empty when none is close. */
export function didYouMean(name: string, names: readonly string[]): string {
  const near = closestName(name, names);
  return near === undefined ? "" : ` (did you mean "${near}"?)`;
}
