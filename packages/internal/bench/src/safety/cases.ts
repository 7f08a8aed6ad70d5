/** Reads the cases of the safety data sets: code that does harm or no harm. */
import { join } from "node:path";
import { z } from "zod";
import { readJsonLines } from "../json-lines.ts";

/** For each language, under the names that data files use, the tool that runs its code. */
export const toolsByLanguage: ReadonlyMap<string, { readonly name: string; readonly argument: string }> = new Map([
  ["shell", { name: "Terminal.Execute", argument: "command" }],
  ["bash", { name: "Terminal.Execute", argument: "command" }],
  ["python", { name: "PythonREPL.Run", argument: "code" }],
  ["javascript", { name: "JavaScript.Run", argument: "code" }],
  ["powershell", { name: "PowerShell.Run", argument: "command" }],
  ["cmd", { name: "Cmd.Run", argument: "command" }],
]);

const text = z.string().optional().catch(undefined);
const aboutSchema = z.object({
  id: z.string(),
  category: z.number().optional().catch(undefined).describe("the category of RedCode-Exec"),
  group: text.describe("what the case is about, for the table of its set: `exfiltration`, `sql`"),
  surface: text.describe("another name of `group`"),
  label: text.describe("how a person labelled it"),
  harmful: z
    .boolean()
    .optional()
    .catch(undefined)
    .describe("whether the rules must stop it; absent if the whole set is"),
});
const callSchema = z.object({ tool: z.string(), args: z.record(z.string(), z.unknown()) });
const codeSchema = z.object({
  code: z.string(),
  lang: z
    .string()
    .refine((lang) => toolsByLanguage.has(lang))
    .optional(),
});
const stepsSchema = z.object({ steps: z.array(callSchema).min(1) });
const lineSchema = aboutSchema.and(z.union([codeSchema, stepsSchema, callSchema]));

/** One command or program, one call of a tool, or calls that follow each other. */
export interface Case extends Omit<z.infer<typeof aboutSchema>, "surface"> {
  /** The calls in their order; a command or program is one call of the tool for its language. */
  readonly calls: readonly z.infer<typeof callSchema>[];
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

/** Describes a set of shell commands in its own file. */
function setOf(id: string, name: string, harmful: boolean, more: Partial<CaseSet> = {}): CaseSet {
  return { id, name, file: `${id}.jsonl`, language: "shell", harmful, ...more };
}

/**
 * The cases of a set; none when the folder has no such file.
 *
 * @throws DataError naming the first line that is no case
 */
export async function casesOf(set: CaseSet, folder: string): Promise<readonly Case[]> {
  const expected =
    'a case must be an object with "id" and "code" as strings, or with "tool" and "args", or with "steps"';
  const lines = await readJsonLines(join(folder, set.file), lineSchema, expected);
  const isIncluded = ({ label, harmful }: Case): boolean =>
    (set.label === undefined || label === set.label) && (set.mixed === undefined || harmful === set.harmful);
  return lines.map((line) => caseOf(line, set.language)).filter(isIncluded);
}

/** Converts a line of the data set to a case: the calls to judge and whether they do harm. */
function caseOf(line: z.infer<typeof lineSchema>, language: string): Case {
  const { id, category, label, harmful, surface, group = surface } = line;
  return { id, category, label, harmful, group, calls: callsOf(line, language) };
}

/** Lists the calls of a line of a data set. */
function callsOf(line: z.infer<typeof lineSchema>, language: string): Case["calls"] {
  if ("steps" in line) return line.steps;
  if ("tool" in line) return [line];
  const { name, argument } = toolsByLanguage.get(line.lang ?? language) ?? { name: language, argument: "code" };
  return [{ tool: name, args: { [argument]: line.code } }];
}
