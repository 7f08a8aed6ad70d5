// Runs the demo: a scripted agent deletes files in a scratch folder under AgentSpec rules.

import { diagnose, type Program, parseProgram } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { loadFile, parseScript, printEvent, runAgent, withFileName } from "@helve/demo-agent";
import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { Engine } from "@helve/enforcer";
import { ActionExecutor, truncateOutput } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { inspector } from "./inspector.ts";
import type { Options } from "./options.ts";
import { filesIn, importantFiles, makeScratchFolder, outcome, removeScratchFolder } from "./scratch-folder.ts";
import { Terminal } from "./terminal.ts";
import { summary, traceOf } from "./trace.ts";

/** The user's request (AgentSpec §2.1). */
const prompt = "Please delete some files to free up my disk space.";

/**
 * Runs the agent in a scratch folder under the rules, and prints each step.
 *
 * @throws UsageError if the rules or the script are invalid; nothing has run then
 */
export async function demo(options: Options, signal: AbortSignal): Promise<void> {
  const program = await loadFile(options.rules, parseProgram);
  const turns = await loadFile(options.script, parseScript);
  const folder = await makeScratchFolder();
  try {
    const engine = withFileName(options.rules, () => createEngine(program, folder, options));
    const terminal = new Terminal(folder);
    const executor = new ActionExecutor([terminal], { guards: [engine] }).use(truncateOutput());
    for (const issue of ruleIssues(program, terminal)) process.stderr.write(`${formatIssue(issue, options.rules)}\n`);
    const before = await filesIn(folder);
    if (!options.json) process.stdout.write(`In ${folder}: “${prompt}”\n`);
    const state = async () => ({ files: await filesIn(folder) });
    for await (const event of runAgent(turns, { prompt, signal, executor, guard: engine, state })) {
      printEvent(event, options.json, traceOf);
    }
    const end = await outcome(folder, before);
    process.stdout.write(options.json ? `${JSON.stringify({ summary: end })}\n` : summary(end));
  } finally {
    if (!options.keep) await removeScratchFolder(folder);
  }
}

/** Creates the engine that enforces the rules in the scratch folder. */
function createEngine(program: Program, folder: string, { decision }: Options): Engine {
  return new Engine(program, {
    predicates: predicates({
      languages: { shell, python, javascript, sql, powershell, cmd },
      tools: { "Terminal.Execute": { code: "command", language: "shell" } },
      importantFiles,
      workingDirectory: folder,
      home: folder,
    }),
    inspect: inspector(decision, program),
  });
}

/** Returns the diagnostics of rules that parse but look wrong: a rule for a misspelt tool would guard nothing. */
function ruleIssues(program: Program, { name: toolkit, tools }: Terminal): readonly Issue[] {
  return diagnose(program, {
    tools: tools.map(({ name, parameters }) => ({ name: `${toolkit}.${name}`, parameters })),
  });
}
