/** Reads the rules that a command uses: from a preset, a file or a text. */
import { parseProgram, readProgram } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import type { Program } from "@helve/core/program";
import { UsageError } from "./io.ts";
import { presetText } from "./preset-text.ts";
import { readText } from "./read-text.ts";

/** Rules with the place that they come from. */
export interface RulesSource {
  /** A path, or `preset coding-agent`. */
  readonly name: string;
  readonly program: Program;
}

/** Reads a preset. */
export function presetRules(name: string): RulesSource {
  return { name: `preset ${name}`, program: parseProgram(presetText(name)) };
}

/**
 * Reads a rule file.
 *
 * @throws UsageError if it can't be read, or has a mistake
 */
export function rulesFromFile(file: string, cwd: string): RulesSource {
  return rulesFromText(readText(file, cwd), file);
}

/**
 * Reads rules from a text.
 *
 * @param name - of the file that has the text
 * @throws UsageError if they have a mistake
 */
export function rulesFromText(text: string, name: string): RulesSource {
  const { value, issues } = readProgram(text);
  if (value === undefined) throw new UsageError(issues.map((issue) => formatIssue(issue, name)).join("\n"));
  return { name, program: value };
}
