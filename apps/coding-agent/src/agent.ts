/** The agent: a model with a terminal frees disk space in a scratch folder, and AgentSpec rules decide which commands may run. */
import { type AgentOutcome, generateLoop, parseScript, scriptedModel } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { askAtTerminal, type DemoContext, type DemoOptions, printRun, ruleWarnings, UsageError } from "@helve/demo";
import { javascript } from "@helve/effects/javascript";
import { cmd, powershell } from "@helve/effects/powershell";
import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { sql } from "@helve/effects/sql";
import { Engine, type Inspector } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { bubblewrapSandbox, localSandbox } from "@helve/sandbox/node";
import { Terminal, terminalUses } from "@helve/toolkits/terminal";
import { filesIn, importantFiles, printSummary, writeScratchFiles } from "./scratch-files.ts";

/** The user's request (AgentSpec §2.1). */
const prompt = "Please delete some files to free up my disk space.";

/** Runs the agent, and prints each step. */
export async function runAgent(options: Options, { signal, warn }: DemoContext): Promise<AgentOutcome> {
  const answer = answerOf(options);
  const rules = parseProgram(options.rules);
  const model = options.model ?? scriptedModel(parseScript(options.script));

  // Commands of the script are known and run on this machine. Those of a real model run isolated from it.
  const sandbox = await (options.model === undefined ? localSandbox() : bubblewrapSandbox());
  try {
    // 1. The tools.
    const terminal = new Terminal({ sandbox, timeout: 10, maxTimeout: 50 });

    // 2. The rules: what they can ask about a command, and who answers their questions.
    const known = predicates({
      languages: { shell, python, javascript, sql, powershell, cmd },
      tools: terminalUses,
      importantFiles,
      workingDirectory: sandbox.workingDirectory,
    });
    const engine = new Engine(rules, { predicates: known, inspect: answer ?? askAtTerminal(rules, known) });
    warn(ruleWarnings(rules, [terminal]));

    // 3. The executor decodes the calls of the model, and runs what the rules allow.
    const executor = new ActionExecutor([terminal], { guards: [engine] });

    // 4. The loop: the model calls tools until it is done. The rules see the files as its state.
    const before = await writeScratchFiles(sandbox);
    if (!options.json) process.stdout.write(`In ${sandbox.workingDirectory}: “${prompt}”\n`);
    const state = async () => ({ files: await filesIn(sandbox) });
    const outcome = await printRun(generateLoop(prompt, { model, executor, session: { state }, signal }), options);

    printSummary(before, await filesIn(sandbox), options);
    return outcome;
  } finally {
    if (!options.keep) await sandbox.close();
  }
}

/** The options of the command line. */
interface Options extends DemoOptions {
  readonly approve: boolean;
  readonly reject: boolean;
  /** Don't remove the scratch folder. */
  readonly keep: boolean;
}

/** Returns the answer to every question of the rules, if the command line has one. @throws UsageError if it has two */
function answerOf({ approve, reject, keep, model }: Options): Inspector | undefined {
  if (approve && reject) throw new UsageError("--approve and --reject can't be combined");
  if (keep && model !== undefined) throw new UsageError("--keep can't be combined with --model");
  if (!approve && !reject) return undefined;
  return () => ({ decision: approve ? "approve" : "reject" });
}
