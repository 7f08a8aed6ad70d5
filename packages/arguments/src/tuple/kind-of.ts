import type { Literal } from "./literal.ts";

/** What a literal is, in a word with its article. */
export function kindOf(literal: Literal): string {
  switch (literal.type) {
    case "text":
      return "a string";
    case "word":
      return literal.name;
    case "refused":
      return "no value";
    case "bytes":
      return "bytes";
    default:
      return `a ${literal.type}`;
  }
}
