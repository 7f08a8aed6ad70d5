import { parseProgram } from "@helve/agentspec";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { tool } from "@helve/tool";
import { compare, type Work } from "../interleave.ts";

/** Measures how much longer a call takes with rules than without. */
export async function compareRules(): Promise<void> {
  const contenders: Work[] = [contender("no rules", "ls -la")];
  for (const [name, command, rules] of programs) contenders.push(contender(name, command, rules));
  await compare("rules on a call", contenders, { difference: true });
}

type RuleProgram = readonly [name: string, command: string, rules: readonly string[]];

const programs: readonly RuleProgram[] = [
  ["1 rule on another tool", "ls -la", [comparing("Other", 0)]],
  ["1 rule, a comparison that is false", "ls -la", [comparing("Execute", 0)]],
  ["1 rule, a shell predicate that is false", "ls -la", [inspecting(0)]],
  ["1 rule, a shell predicate that is true, approved", "rm -rf cache", [inspecting(0)]],
  ["100 rules, 1 on this tool", "ls -la", hundred((n) => comparing(n === 50 ? "Execute" : `Other${n}`, n))],
  ["100 rules, 10 on this tool", "ls -la", hundred((n) => comparing(n % 10 === 0 ? "Execute" : `Other${n}`, n))],
  ["100 rules, all on this tool", "ls -la", hundred((n) => comparing("Execute", n))],
  ["100 rules, a shell predicate that is false", "ls -la", hundred(inspecting)],
  ["100 rules, a shell predicate that is true, approved", "rm -rf cache", hundred(inspecting)],
];

function contender(name: string, command: string, rules?: readonly string[]): Work {
  const engine =
    rules &&
    new Engine(parseProgram(rules.join("\n")), {
      predicates: predicates({ languages: { shell } }),
      inspect: () => ({ decision: "approve" }),
    });
  const executor = new ActionExecutor([execute], { guards: engine ? [engine] : [] });
  const call = { id: "call_1", name: "Execute", arguments: JSON.stringify({ command }) };
  return [name, () => executor.execute(call)];
}

const execute = tool({
  name: "Execute",
  description: "Do nothing.",
  parameters: {
    type: "object",
    properties: { command: { type: "string", description: "the command line" } },
    required: ["command"],
  },
  execute: ({ command }) => command,
});

function comparing(name: string, n: number): string {
  return `rule @r${n} trigger any.${name} check args.command contains "shutdown ${n}" enforce stop end`;
}

function inspecting(n: number): string {
  return `rule @r${n} trigger any.Execute check is_destructive(args.command) enforce user_inspection end`;
}

function hundred(rule: (n: number) => string): readonly string[] {
  return Array.from({ length: 100 }, (_, n) => rule(n));
}
