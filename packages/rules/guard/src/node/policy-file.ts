import { errorJson } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Policy } from "@helve/predicates";
import { GuardError } from "../guard-error.ts";
import { textOfFile } from "./text-of-file.ts";

/**
 * Reads a policy from a JSON file. `guard` checks its members.
 *
 * @param path - absolute, or from the current directory
 * @throws GuardError if the file can't be read, or is not a JSON object
 * @example
 * guard({ rules: "coding-agent", policy: policyFile("helve/policy.json") });
 */
export function policyFile(path: string): Policy {
  const value = parse(textOfFile(path), path);
  if (!isObject(value)) throw invalid(`${path} must be a JSON object with the members of a policy`);
  const { $schema: _, ...policy } = value;
  return policy;
}

/** Parses JSON from a file. */
function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch (error) {
    throw invalid(`${path} is not valid JSON: ${errorJson(error).message}`);
  }
}

/** Creates the error of an invalid policy. */
function invalid(message: string): GuardError {
  return new GuardError([{ code: "invalid_policy", message }]);
}
