import { diagnose, type Program, parseProgram } from "@helve/agentspec";
import { formatIssue, type Issue } from "@helve/core";
import { loadFile, parseScript, printEvent, runAgent, withFileName } from "@helve/demo-agent";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { mailFixes } from "./fixes.ts";
import { Gmail } from "./gmail.ts";
import { inspector } from "./inspector.ts";
import { mailPolicy } from "./mail-policy.ts";
import { makeMailbox, stateOf } from "./mailbox.ts";
import type { Options } from "./options.ts";
import { summary, traceOf } from "./trace.ts";

/** What the user asks for. */
const prompt = "Please answer my mail.";

/**
 * Lets the assistant answer the mail of a mailbox under the rules, and shows each step.
 *
 * @throws UsageError when the rules or the script can't be used; nothing has run then
 */
export async function demo(options: Options, signal: AbortSignal): Promise<void> {
  const mailbox = makeMailbox();
  const known = predicates(mailPolicy(mailbox));
  const fixes = mailFixes(mailbox, known);
  const program = await loadFile(options.rules, parseProgram);
  const engine = withFileName(options.rules, () => {
    const inspect = inspector(options.person, program, Object.keys(fixes));
    return new Engine(program, { predicates: known, inspect, fixes });
  });
  const turns = await loadFile(options.script, parseScript);
  const gmail = new Gmail(mailbox);
  const executor = new ActionExecutor([gmail], { guards: [engine] });
  for (const issue of doubtsAbout(program, gmail)) process.stderr.write(`${formatIssue(issue, options.rules)}\n`);

  if (!options.json) process.stdout.write(`${mailbox.owner.name}: “${prompt}”\n`);
  const state = () => stateOf(mailbox);
  for await (const event of runAgent(turns, { prompt, signal, executor, guard: engine, state })) {
    printEvent(event, options.json, traceOf);
  }
  process.stdout.write(options.json ? `${JSON.stringify({ summary: state() })}\n` : summary(mailbox));
}

/** What looks like a slip in rules that can be enforced: one for a misspelt tool would guard nothing. */
function doubtsAbout(program: Program, { name: toolkit, tools }: Gmail): readonly Issue[] {
  return diagnose(program, {
    tools: tools.map(({ name, parameters }) => ({ name: `${toolkit}.${name}`, parameters })),
  });
}
