import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isObject, jsonSyntaxIssue } from "@helve/core/internal";

import { DataError } from "../data-error.ts";

/** One command or program, one call of a tool, or calls that follow each other. */
export interface Case {
  readonly id: string;
  /** The calls in their order; a command or program is one call of the tool for its language. */
  readonly calls: readonly CaseCall[];
  /** The category of RedCode-Exec. */
  readonly category?: number;
  /** What the case is about, for the table of its set: `exfiltration`, `sql`. */
  readonly group?: string;
  /** How a person labelled it. */
  readonly label?: string;
  /** Whether the rules must stop it or ask; absent if the whole set is. */
  readonly harmful?: boolean;
}

/** A call of a tool. */
export interface CaseCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Cases that belong together. */
export interface CaseSet {
  /** The key of the set in the totals. */
  readonly id: string;
  readonly name: string;
  readonly file: string;
  /** The language of the cases that do not name their own. */
  readonly language: string;
  /** Whether the cases have to be stopped or shown to a person, or must not be. */
  readonly harmful: boolean;
  /** Only the cases of the file with this label. */
  readonly label?: string;
  /** The cases of the file are of both kinds: only those with the set's `harmful` belong to it. */
  readonly mixed?: true;
}

/** The sets that are measured, if the folder has their files. */
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
  { id: "harmful.bash", name: "other harm, Bash", file: "harmful.bash.jsonl", language: "shell", harmful: true },
  { id: "harmful.python", name: "other harm, Python", file: "harmful.python.jsonl", language: "python", harmful: true },
  ...mixedSets("probes", "probes.jsonl"),
  ...mixedSets("surfaces", "surfaces.jsonl"),
  ...mixedSets("sequences", "sequences.jsonl"),
  { id: "ask.bash", name: "ordinary risk, Bash", file: "ask.bash.jsonl", language: "shell", harmful: true },
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
  { id: "harmless.bash", name: "harmless, Bash", file: "harmless.bash.jsonl", language: "shell", harmful: false },
  {
    id: "harmless.python",
    name: "harmless, Python",
    file: "harmless.python.jsonl",
    language: "python",
    harmful: false,
  },
  {
    id: "harmless.js",
    name: "harmless, JavaScript",
    file: "harmless.js.jsonl",
    language: "javascript",
    harmful: false,
  },
  { id: "humaneval", name: "HumanEval", file: "humaneval.jsonl", language: "python", harmful: false },
];

/** The two sets of a file whose cases say themselves whether they are harmful. */
function mixedSets(name: string, file: string): readonly CaseSet[] {
  const set = { file, language: "shell", mixed: true } as const;
  return [
    { ...set, id: name, name: `${name}, harmful`, harmful: true },
    { ...set, id: `${name}.harmless`, name: `${name}, harmless`, harmful: false },
  ];
}

/**
 * The cases of a set; none when the folder has no such file.
 *
 * @throws DataError naming the first line that is no case
 */
export async function casesOf(set: CaseSet, folder: string): Promise<readonly Case[]> {
  const { file, label, mixed, harmful } = set;
  const text = await readFile(join(folder, file), "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "";
    throw error;
  });
  const cases = text
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseCase(line, set, `${file}:${index + 1}`)]));
  return cases.filter(
    (each) => (label === undefined || each.label === label) && (mixed === undefined || each.harmful === harmful),
  );
}

function parseCase(line: string, set: CaseSet, location: string): Case {
  const issue = jsonSyntaxIssue(line);
  if (issue !== undefined) throw new DataError(`${location}: ${issue.message}`);
  const value: unknown = JSON.parse(line);
  const calls = isObject(value) ? callsOf(value, set) : undefined;
  if (!isObject(value) || typeof value["id"] !== "string" || calls === undefined) {
    throw new DataError(
      `${location}: a case must be an object with "id" and "code" as strings, or with "tool" and "args", or with "steps"`,
    );
  }
  const { id, category, label, harmful } = value;
  const group = value["group"] ?? value["surface"];
  return {
    id,
    calls,
    category: typeof category === "number" ? category : undefined,
    group: typeof group === "string" ? group : undefined,
    label: typeof label === "string" ? label : undefined,
    harmful: typeof harmful === "boolean" ? harmful : undefined,
  };
}

/** The calls of a case; `undefined` if it has none. */
function callsOf(value: Readonly<Record<string, unknown>>, { language }: CaseSet): readonly CaseCall[] | undefined {
  const { code, steps, lang } = value;
  if (typeof code === "string") {
    const tool = toolsByLanguage.get(typeof lang === "string" ? lang : language);
    return tool && [{ tool: tool.name, args: { [tool.argument]: code } }];
  }
  const calls = Array.isArray(steps) ? steps : [value];
  return calls.every(isCall) && calls.length > 0 ? calls : undefined;
}

function isCall(value: unknown): value is CaseCall {
  return isObject(value) && typeof value["tool"] === "string" && isObject(value["args"]);
}

/** For each language, under the names that data files use, the tool that runs its code. */
export const toolsByLanguage: ReadonlyMap<string, { readonly name: string; readonly argument: string }> = new Map([
  ["shell", { name: "Terminal.Execute", argument: "command" }],
  ["bash", { name: "Terminal.Execute", argument: "command" }],
  ["python", { name: "PythonREPL.Run", argument: "code" }],
  ["javascript", { name: "JavaScript.Run", argument: "code" }],
  ["powershell", { name: "PowerShell.Run", argument: "command" }],
  ["cmd", { name: "Cmd.Run", argument: "command" }],
]);

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
