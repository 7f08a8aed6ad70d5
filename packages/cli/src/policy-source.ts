import type { Policy } from "@helve/predicates";
import { UsageError } from "./io.ts";
import { readText } from "./read-text.ts";

/**
 * Reads a policy: a JSON object with the members of a `Policy` that JSON can hold.
 *
 * @throws UsageError if it can't be read, or is no object
 */
export function policyFromFile(file: string, cwd: string): Policy {
  return policyFromText(readText(file, cwd), file);
}

/**
 * Reads a policy from a text.
 *
 * @param name - of the file that has the text
 * @throws UsageError if it is no JSON object
 */
export function policyFromText(text: string, name: string): Policy {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name}: expected JSON (${(error as Error).message})`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new UsageError(`${name}: expected an object with the members of a policy`);
  }
  const { $schema: _, ...policy } = value as Policy & { readonly $schema?: string };
  return policy;
}
