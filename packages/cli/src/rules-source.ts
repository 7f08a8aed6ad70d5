// Finds the rules and the policy by which a command judges: named ones, those of the project, or ready ones.

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseProgram, readProgram } from "@helve/agentspec";
import { formatIssue } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { Policy } from "@helve/predicates";
import { UsageError } from "./io.ts";
import { languages } from "./languages.ts";

/** The ready rule files of `@helve/predicates`. */
export const presetNames: readonly string[] = [
  ...["coding-agent", "strict", "relaxed", "personal-assistant", "assistant-provenance"],
];

/** Rules with the place that they come from. */
export interface RulesSource {
  /** A path, or `preset coding-agent`. */
  readonly name: string;
  readonly program: Program;
}

/** Reads ready rules. */
export function presetRules(name: string): RulesSource {
  const url = new URL(import.meta.resolve(`@helve/predicates/rules/${name}.agentspec`));
  return { name: `preset ${name}`, program: parseProgram(readFileSync(url, "utf8")) };
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

/** The path of a file of the project: in the nearest `helve` folder, from a directory upwards. */
export function projectFile(name: string, cwd: string): string | undefined {
  for (let folder = resolve(cwd); ; folder = dirname(folder)) {
    const path = join(folder, "helve", name);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}

/**
 * Reads a policy: a JSON object with the members of a `Policy` that JSON can hold. All languages are readable.
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
  return { ...policy, languages };
}

/**
 * Reads a text file.
 *
 * @throws UsageError if it can't be read
 */
export function readText(file: string, cwd: string): string {
  try {
    return readFileSync(resolve(cwd, file), "utf8");
  } catch (error) {
    throw new UsageError(`${file} can't be read: ${(error as Error).message}`);
  }
}
