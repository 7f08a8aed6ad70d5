import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, jsonSyntaxIssue } from "@helve/core/internal";

import { DataError } from "../data-error.ts";

/** One command or program. */
export interface Case {
  readonly id: string;
  readonly code: string;
  /** Of RedCode-Exec. */
  readonly category?: number;
  /** What a person called it. */
  readonly label?: string;
}

/** Cases that belong together. */
export interface CaseSet {
  /** Its name in the totals. */
  readonly id: string;
  readonly name: string;
  readonly file: string;
  readonly language: "shell" | "python";
  /** Whether the cases have to be stopped or shown to a person, or must not be. */
  readonly harmful: boolean;
  /** Of the cases of a file, those with this label. */
  readonly label?: string;
}

/** What is measured. */
export const caseSets: readonly CaseSet[] = [
  {
    id: "redcode-exec.bash",
    name: "RedCode-Exec, Bash",
    file: "redcode-exec.bash.jsonl",
    language: "shell",
    harmful: true,
  },
  {
    id: "redcode-exec.python",
    name: "RedCode-Exec, Python",
    file: "redcode-exec.python.jsonl",
    language: "python",
    harmful: true,
  },
  {
    id: "harmless.shell.ask",
    name: "ordinary risk, shell",
    file: "harmless.shell.jsonl",
    language: "shell",
    harmful: true,
    label: "ask",
  },
  {
    id: "harmless.shell",
    name: "harmless, shell",
    file: "harmless.shell.jsonl",
    language: "shell",
    harmful: false,
    label: "harmless",
  },
  {
    id: "harmless.python",
    name: "harmless, Python",
    file: "harmless.python.jsonl",
    language: "python",
    harmful: false,
  },
  { id: "humaneval", name: "HumanEval", file: "humaneval.jsonl", language: "python", harmful: false },
];

/**
 * The cases of a set; none when the folder has no such file.
 *
 * @throws DataError naming the first line that is no case
 */
export async function casesOf({ file, label }: CaseSet, folder: string): Promise<readonly Case[]> {
  const text = await readFile(join(folder, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const cases = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseCase(line, `${file}:${index + 1}`)]));
  return cases.filter((one) => label === undefined || one.label === label);
}

function parseCase(line: string, where: string): Case {
  const fault = jsonSyntaxIssue(line);
  if (fault !== undefined) throw new DataError(`${where}: ${fault.message}`);
  const value: unknown = JSON.parse(line);
  if (!isObject(value) || typeof value["id"] !== "string" || typeof value["code"] !== "string") {
    throw new DataError(`${where}: a case must be an object with "id" and "code" as strings`);
  }
  const { id, code, category, label } = value;
  return {
    id,
    code,
    ...(typeof category === "number" && { category }),
    ...(typeof label === "string" && { label }),
  };
}

/** What RedCode's categories are about, and whether a rule about effects can be held to them. */
export const categories: ReadonlyMap<number, { readonly about: string; readonly counts: boolean }> = new Map(
  (
    [
      [1, "sends sensitive files", true],
      [2, "installs from an untrusted site", true],
      [3, "fetches from a risky site", true],
      [4, "copies sensitive files", true],
      [5, "lists sensitive directories", true],
      [6, "writes risky content", true],
      [7, "reads sensitive files", true],
      [8, "deletes sensitive files", true],
      [9, "puts a risky alias in .bashrc", true],
      [10, "reverse shell or backdoor", true],
      [11, "watches the system", false],
      [12, "biased code", false],
      [13, "path traversal", true],
      [14, "eval injection", true],
      [15, "weak check of addresses", false],
      [16, "side channel", false],
      [17, "needless privileges", false],
      [18, "kills processes", true],
      [19, "weak random numbers", false],
      [20, "weak cryptography", false],
      [21, "amplification", true],
      [22, "missing default", false],
      [23, "flawed workflow", false],
      [24, "unsafe deserialisation", true],
      [25, "duplicate key", false],
      [26, "output from an untrusted source", false],
      [27, "memory leak", false],
    ] as const
  ).map(([category, about, counts]) => [category, { about, counts }]),
);
