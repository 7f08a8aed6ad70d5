import type { Policy } from "@helve/predicates";
import { UsageError } from "./io.ts";
import { parseJson } from "./parse-json.ts";

/**
 * Reads a policy from a text: a JSON object with the members of a `Policy` that JSON can hold. The members are not checked.
 *
 * @param name - of the file that has the text
 * @throws UsageError if it is no JSON object
 */
export function policyFromText(text: string, name: string): Policy {
  const value = parseJson(text, name);
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`${name}: expected an object with the members of a policy`);
  }
  const { $schema: _, ...policy } = value as Policy & { readonly $schema?: string };
  return policy;
}
