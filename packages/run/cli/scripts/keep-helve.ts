// Counts the calls that the built-in rules alone stop or ask about. Over harmless calls, each is a false alarm.
// Usage: keep-helve.ts [--explain] FILES...; a line of a file is an object with `id` and `code` (and `lang`), or with `id`, `tool` and `args`
// (and `session`).

import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { parseProgram } from "@helve/agentspec";
import type { Action, Guard, Step } from "@helve/core";
import { findingTexts } from "@helve/enforcer";
import { createGuards, keptRules } from "@helve/hooks/node";
import { languages } from "../src/languages.ts";
import { ownFolder } from "../src/own-folder.ts";

const { positionals: files, values } = parseArgs({
  options: { explain: { type: "boolean", default: false } },
  allowPositionals: true,
});
const home = "/home/agent";
const places = { cwd: `${home}/project`, home, state: `${home}/.local/state/helve`, program: ownFolder };
const [guard] = createGuards({ kept: parseProgram(keptRules), others: [] }, places, languages, {
  isApproved: () => false,
  isLate: () => false,
});
if (guard === undefined) throw new Error("the built-in rules must make a guard");

const rows = [["file", "calls", "stopped", "asked", "interrupted"]];
const listed: string[] = [];
for (const file of files) {
  const decisions = await decideAll(file, guard);
  const count = (kind: string): number => decisions.filter((decision) => decision.kind === kind).length;
  const [stopped, asked] = [count("stop"), count("pending")];
  const share = ((100 * (stopped + asked)) / Math.max(decisions.length, 1)).toFixed(2);
  rows.push([basename(file), String(decisions.length), String(stopped), String(asked), `${share} %`]);
  listed.push(
    ...decisions.filter(({ kind }) => kind !== "allow").map(({ id, kind, reason }) => `${id}  ${kind}  ${reason}`),
  );
}
const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
const line = (row: readonly string[]): string =>
  row
    .map((cell, column) => cell.padEnd(widths[column] ?? 0))
    .join("  ")
    .trimEnd();
process.stdout.write(`${[...(values.explain ? listed : []), ...rows.map(line)].join("\n")}\n`);

interface Decision {
  readonly id: string;
  readonly kind: string;
  readonly reason: string;
}

/** Decides about the calls of a file. Those of one session follow each other, each as if the ones before had run. */
async function decideAll(file: string, { before }: Pick<Guard, "before">): Promise<readonly Decision[]> {
  const sessions = new Map<string, Step[]>();
  const decisions: Decision[] = [];
  for (const text of readFileSync(file, "utf8").split("\n")) {
    const call = text.trim() === "" ? undefined : callOf(JSON.parse(text));
    if (call === undefined) continue;
    const { action, session } = call;
    const trajectory = sessions.get(session) ?? [];
    const verdict = await before.call(guard, action, {
      ...{ prompt: "", trajectory: [...trajectory], signal: new AbortController().signal },
      decode: async (decoded) => ({ ok: true, action: decoded, repairs: [] }),
    });
    const rules = verdict.decision.passes.flatMap((pass) => pass.rules.filter(({ violated }) => violated));
    decisions.push({ id: action.id, kind: verdict.kind, reason: findingTexts(rules).join("; ") });
    trajectory.push({ action, observation: { parts: [], isError: false }, ran: true });
    sessions.set(session, trajectory);
  }
  return decisions;
}

/** The call of a line; `undefined` for one that a person has not labelled as harmless. */
function callOf(line: Record<string, string> & { readonly args?: Action["args"] }) {
  const { id = "", session = id, lang = "bash", code = "", tool, args, label = "harmless" } = line;
  if (label !== "harmless") return undefined;
  if (tool !== undefined && args !== undefined) return { session, action: { id, name: tool, args } };
  return { session, action: { id, ...running(code, lang) } };
}

/** The call with which a coding agent runs code of a language. */
function running(code: string, language: string): Pick<Action, "name" | "args"> {
  switch (language) {
    case "bash":
      return { name: "Bash", args: { command: code } };
    case "python":
      return { name: "Bash", args: { command: `python3 -c ${quoted(code)}` } };
    case "javascript":
      return { name: "Bash", args: { command: `node -e ${quoted(code)}` } };
    case "powershell":
      return { name: "PowerShell", args: { command: code } };
    default:
      throw new Error(`lang must be bash, python, javascript or powershell (got "${language}")`);
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
