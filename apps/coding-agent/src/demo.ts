import { readFile } from "node:fs/promises";
import { type Program, parseProgram } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { Engine } from "@helve/enforcer";
import { ActionExecutor, truncateOutput } from "@helve/executor";
import { shellPredicates } from "@helve/predicates";
import { type AgentEvent, runAgent } from "./agent.ts";
import { inspector } from "./inspector.ts";
import type { Options } from "./options.ts";
import { filesIn, importantFiles, makeScratchFolder, outcome, removeScratchFolder } from "./scratch-folder.ts";
import { parseScript } from "./scripted-model.ts";
import { Terminal } from "./terminal.ts";
import { summary, traceOf } from "./trace.ts";
import { UsageError } from "./usage-error.ts";

/** What the user asks for (AgentSpec §2.1). */
const prompt = "Please delete some files to free up my disk space.";

/**
 * Lets the agent work in a scratch folder under the rules, and shows each step.
 *
 * @throws UsageError when the rules or the script can't be used; nothing has run then
 */
export async function demo(options: Options, signal: AbortSignal): Promise<void> {
  const program = inFile(options.rules, await read(options.rules), parseProgram);
  const turns = parseScript(await read(options.script), options.script);
  const folder = await makeScratchFolder();
  try {
    const engine = inFile(options.rules, program, (rules) => engineFor(rules, folder, options));
    const executor = new ActionExecutor([new Terminal(folder)], { guards: [engine] }).use(truncateOutput());
    const before = await filesIn(folder);
    if (!options.json) process.stdout.write(`In ${folder}: “${prompt}”\n`);
    for await (const event of runAgent(turns, executor, { prompt, signal })) show(event, options);
    const end = await outcome(folder, before);
    process.stdout.write(options.json ? `${JSON.stringify({ summary: end })}\n` : summary(end));
  } finally {
    if (!options.keep) await removeScratchFolder(folder);
  }
}

function engineFor(program: Program, folder: string, { decision }: Options): Engine {
  const predicates = shellPredicates({
    commandArguments: { "Terminal.Execute": "command" },
    importantFiles,
    workingDirectory: folder,
    home: folder,
  });
  return new Engine(program, { predicates, inspect: inspector(decision) });
}

function show(event: AgentEvent, { json }: Options): void {
  if (!json) process.stdout.write(traceOf(event));
  else if (event.type === "returned") process.stdout.write(`${JSON.stringify(event.actionReturn)}\n`);
}

async function read(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    throw new UsageError(`${file}:1:1: can't be read: ${error instanceof Error ? error.message : error}`);
  }
}

/** Tells what is wrong in a file with the file's name, a line for each problem. */
function inFile<Given, Made>(file: string, given: Given, make: (given: Given) => Made): Made {
  try {
    return make(given);
  } catch (error) {
    const issues: readonly Issue[] = (error as { issues?: readonly Issue[] }).issues ?? [];
    if (issues.length === 0) throw error;
    throw new UsageError(issues.map((issue) => formatIssue(issue, file)).join("\n"), { cause: error });
  }
}
