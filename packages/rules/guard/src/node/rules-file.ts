import { readProgram } from "@helve/agentspec";
import type { Program } from "@helve/core/program";
import { GuardError } from "../guard-error.ts";
import { textOfFile } from "./text-of-file.ts";

/**
 * Reads rules from a file.
 *
 * @param path - absolute, or from the current directory
 * @throws GuardError if the file can't be read, or with every mistake of its rules
 * @example
 * guard({ rules: ["coding-agent", rulesFile("helve/rules.agentspec")] });
 */
export function rulesFile(path: string): Program {
  const { value, issues } = readProgram(textOfFile(path));
  if (value === undefined)
    throw new GuardError(issues.map((issue) => ({ ...issue, message: `${path}: ${issue.message}` })));
  return value;
}
