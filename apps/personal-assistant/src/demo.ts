// Runs the demo: a scripted assistant answers mail in a world in memory under AgentSpec rules.

import { diagnose, type Program, parseProgram } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { loadFile, parseScript, printEvent, runAgent, withFileName } from "@helve/demo-agent";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { mailFixes } from "./fixes.ts";
import { createInspector } from "./inspector.ts";
import type { Options } from "./options.ts";
import { formatEvent, formatSummary } from "./trace.ts";
import { createWorld, mailPolicy, worldState, worldToolkits } from "./world.ts";

/** The user's request. */
const prompt = "Please answer my mail.";

/**
 * Runs the scripted assistant on the demo's mailbox under the rules, and prints each step.
 *
 * @throws UsageError if the rules or the script are invalid; no tool has run then
 */
export async function demo(options: Options, signal: AbortSignal): Promise<void> {
  const world = createWorld();
  const { mailbox } = world;
  const mailPredicates = predicates(mailPolicy(mailbox));
  const fixes = mailFixes(mailbox, mailPredicates);
  const program = await loadFile(options.rules, parseProgram);
  const engine = withFileName(options.rules, () => {
    const inspect = createInspector(options.answers, program, Object.keys(fixes));
    return new Engine(program, { predicates: mailPredicates, inspect, fixes });
  });
  const turns = await loadFile(options.script, parseScript);
  const toolkits = worldToolkits(world);
  const executor = new ActionExecutor([...toolkits], { guards: [engine] });
  for (const issue of ruleWarnings(program, toolkits)) process.stderr.write(`${formatIssue(issue, options.rules)}\n`);

  if (!options.json) process.stdout.write(`${mailbox.owner.name}: “${prompt}”\n`);
  const state = () => worldState(world);
  for await (const event of runAgent(turns, { prompt, signal, executor, guard: engine, state })) {
    printEvent(event, options.json, formatEvent);
  }
  process.stdout.write(options.json ? `${JSON.stringify({ summary: state() })}\n` : formatSummary(world));
}

/** Likely mistakes in valid rules, such as a misspelled tool, whose rule would never apply. */
function ruleWarnings(program: Program, toolkits: ReturnType<typeof worldToolkits>): readonly Issue[] {
  return diagnose(program, {
    tools: toolkits.flatMap(({ name: toolkit, tools }) =>
      tools.map(({ name, parameters }) => ({ name: `${toolkit}.${name}`, parameters })),
    ),
  });
}
