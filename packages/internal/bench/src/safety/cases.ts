import { join } from "node:path";
import { isObject } from "@helve/core/internal";
import { DataError } from "../data-error.ts";
import { readJsonLines } from "../json-lines.ts";

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
  setOf("redcode-exec.bash", "RedCode-Exec, Bash", true),
  setOf("redcode-exec.python", "RedCode-Exec, Python", true, { language: "python" }),
  setOf("harmful.bash", "other harm, Bash", true),
  setOf("harmful.python", "other harm, Python", true, { language: "python" }),
  ...["probes", "surfaces", "sequences"].flatMap((name) => [
    setOf(name, `${name}, harmful`, true, { mixed: true }),
    setOf(`${name}.harmless`, `${name}, harmless`, false, { mixed: true, file: `${name}.jsonl` }),
  ]),
  setOf("ask.bash", "ordinary risk, Bash", true),
  setOf("harmless.shell.ask", "ordinary risk, shell", true, { label: "ask", file: "harmless.shell.jsonl" }),
  setOf("harmless.shell", "harmless, shell", false, { label: "harmless" }),
  setOf("harmless.bash", "harmless, Bash", false),
  setOf("harmless.python", "harmless, Python", false, { language: "python" }),
  setOf("harmless.js", "harmless, JavaScript", false, { language: "javascript" }),
  setOf("humaneval", "HumanEval", false, { language: "python" }),
];

/** A set of shell commands in a file of its own, unless `more` has it otherwise. */
function setOf(id: string, name: string, harmful: boolean, more: Partial<CaseSet> = {}): CaseSet {
  return { id, name, file: `${id}.jsonl`, language: "shell", harmful, ...more };
}

/**
 * The cases of a set; none when the folder has no such file.
 *
 * @throws DataError naming the first line that is no case
 */
export async function casesOf(set: CaseSet, folder: string): Promise<readonly Case[]> {
  const { file, label, mixed, harmful } = set;
  const cases = await readJsonLines(join(folder, file), (value, where) => caseOf(value, set, where));
  return cases.filter((each) => {
    return (label === undefined || each.label === label) && (mixed === undefined || each.harmful === harmful);
  });
}

function caseOf(value: unknown, set: CaseSet, where: string): Case {
  const calls = isObject(value) ? callsOf(value, set) : undefined;
  if (!isObject(value) || typeof value["id"] !== "string" || calls === undefined) {
    throw new DataError(
      `${where}: a case must be an object with "id" and "code" as strings, or with "tool" and "args", or with "steps"`,
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
