import { HelveError, type Issue } from "@helve/core";
import { isObject, jsonSyntaxIssue } from "@helve/core/internal";
import { type Policy, predicates } from "@helve/predicates";
import { withRanges } from "./issue-ranges.ts";

/**
 * Finds the problems of a policy as JSON, with their places in the text. Never throws.
 *
 * @param languages - the languages that the policy may name, with their readers; by default the languages of `@helve/effects`
 *
 * @example
 * policyIssues('{ "trustedHost": [] }').map(({ message }) => message);
 */
export function policyIssues(text: string, languages: Policy["languages"] = knownLanguages): readonly Issue[] {
  // A space instead of a byte order mark keeps all places.
  const json = text.replace(/^\uFEFF/, " ");
  const syntaxIssue = jsonSyntaxIssue(json);
  if (syntaxIssue !== undefined) return [syntaxIssue];
  const value = parsed(json);
  if (value === undefined) return [{ ...nestedTooDeeply, severity: "error", path: "" }];
  if (!isObject(value) || Array.isArray(value)) {
    const message = 'expected an object: a policy, or an OpenTool document with the member "opentool"';
    return withRanges([{ code: "type", message, severity: "error", path: "" }], json);
  }
  const { $schema: _, ...policy } = value as { readonly $schema?: unknown };
  try {
    predicates({ ...policy, languages });
    return [];
  } catch (error) {
    if (!HelveError.is(error) || error.code !== "invalid_policy") throw error;
    return withRanges((error as HelveError & { readonly issues: readonly Issue[] }).issues, json);
  }
}

const nestedTooDeeply = { code: "depth", message: "it is nested too deeply" } as const;

/** The value of valid JSON; `undefined` if it is nested too deeply. */
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Readers that only have the names of the readers of `@helve/effects`: nothing is read to check a policy. */
const knownLanguages = Object.fromEntries(
  ["shell", "python", "javascript", "sql", "powershell", "cmd"].map((name) => [name, { name, read: unread }]),
) as NonNullable<Policy["languages"]>;

/** Fails: the reader stands for a language that is only named. */
function unread(): never {
  throw new Error("this reader only has a name");
}
