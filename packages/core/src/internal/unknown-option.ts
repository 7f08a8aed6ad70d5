import type { Issue } from "../issue.ts";
import { didYouMean } from "./did-you-mean.ts";

/** The issue of an option that does not exist. @param what - what it would be an option of, with its article: `an executor` */
export function unknownOption(name: string, what: string, names: readonly string[]): Issue {
  const message = `"${name}" is not an option of ${what}${didYouMean(name, names)}`;
  return { code: "unknown_option", message, path: `/${name}` };
}
