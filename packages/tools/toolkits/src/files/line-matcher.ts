/** Searches lines for a text or a regular expression, in linear time. */
import { linearPattern } from "@helve/core/internal";
import { ToolError } from "@helve/tool";

/** Finds lines. */
export interface LineMatcher {
  /** Whether a text may have a line that matches. */
  mayMatch(text: string): boolean;
  /** Where a line matches, or undefined. */
  find(line: string): number | undefined;
}

/** Options for searching lines. */
export interface LineMatcherOptions {
  readonly isLiteral: boolean;
  readonly ignoreCase: boolean;
}

/**
 * A search for a text or a regular expression of JavaScript. Its time is proportional to the length of the text, for any pattern.
 *
 * @throws ToolError if the pattern is invalid
 */
export function lineMatcher(pattern: string, { isLiteral, ignoreCase }: LineMatcherOptions): LineMatcher {
  if (pattern === "") throw new ToolError('Files.Search: "pattern" must not be empty');
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  if (isLiteral) {
    const searched = fold(pattern);
    const find = (line: string): number | undefined => {
      const at = fold(line).indexOf(searched);
      return at === -1 ? undefined : at;
    };
    return { mayMatch: (text) => find(text) !== undefined, find };
  }
  const compiled = linearPattern(pattern, { ignoreCase });
  if ("problem" in compiled) {
    throw new ToolError(
      `Files.Search: "pattern" ${compiled.problem}. Set "literal" to search for ${JSON.stringify(pattern)} as it is.`,
    );
  }
  const needed = ignoreCase ? "" : requiredText(pattern);
  return { mayMatch: (text) => text.includes(needed), find: (line) => compiled.find(line)?.[0] };
}

/** A text that each match of a pattern has: the longest run of plain characters outside of groups, or `""`. */
function requiredText(pattern: string): string {
  if (/[|(]/.test(pattern)) return "";
  // A class or an escape is no plain text, and the character before a quantifier may be missing.
  const runs = pattern
    .replace(/\[(?:\\.|[^\]])*\]|\\(?:u\{[^}]*\}|u.{4}|x..|c.|[pP]\{[^}]*\}|k<[^>]*>|.)/gs, "\0")
    .replace(/[\s\S](?:[*?]|\{[^}]*\})/g, "\0");
  const plain = runs.match(/[\w \-="'/:;,<>@#%&!~`]+/g) ?? [];
  return plain.reduce((longest, run) => (run.length > longest.length ? run : longest), "");
}
