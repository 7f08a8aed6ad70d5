import { shell } from "@helve/effects/shell";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { tool } from "@helve/tool";
import { engineOf } from "../decisions.ts";
import { compare, type Work } from "../interleave.ts";

/** Measures how much longer a call takes with rules than without. */
export async function compareRules(): Promise<void> {
  await compare("rules on a call", [contender("no rules", "ls -la"), ...guarded], { difference: true });
}

const guarded: readonly Work[] = [
  contender("1 rule on another tool", "ls -la", comparing("Other", 0)),
  contender("1 rule, a comparison that is false", "ls -la", comparing("Execute", 0)),
  contender("1 rule, a shell predicate that is false", "ls -la", inspecting(0)),
  contender("1 rule, a shell predicate that is true, approved", "rm -rf cache", inspecting(0)),
  contender(
    "100 rules, 1 on this tool",
    "ls -la",
    hundred((n) => comparing(n === 50 ? "Execute" : `Other${n}`, n)),
  ),
  contender(
    "100 rules, 10 on this tool",
    "ls -la",
    hundred((n) => comparing(n % 10 ? `Other${n}` : "Execute", n)),
  ),
  contender(
    "100 rules, all on this tool",
    "ls -la",
    hundred((n) => comparing("Execute", n)),
  ),
  contender("100 rules, a shell predicate that is false", "ls -la", hundred(inspecting)),
  contender("100 rules, a shell predicate that is true, approved", "rm -rf cache", hundred(inspecting)),
];

/** Creates a contender: calls of one tool under rules. */
function contender(name: string, command: string, rules?: string): Work {
  const options = {
    predicates: predicates({ languages: { shell } }),
    inspect: () => ({ decision: "approve" as const }),
  };
  const guards = rules === undefined ? [] : [engineOf(rules, options)];
  const executor = new ActionExecutor([execute()], { guards });
  const call = { id: "call_1", name: "Execute", arguments: JSON.stringify({ command }) };
  return [name, () => executor.execute(call)];
}

function execute() {
  return tool({
    name: "Execute",
    description: "Do nothing.",
    parameters: {
      type: "object",
      properties: { command: { type: "string", description: "the command line" } },
      required: ["command"],
    },
    execute: ({ command }) => command,
  });
}

/** Writes a rule that compares an argument with a text. */
function comparing(name: string, n: number): string {
  return `rule @r${n} trigger any.${name} check args.command contains "shutdown ${n}" enforce stop end`;
}

/** Writes a rule that asks about destructive commands. */
function inspecting(n: number): string {
  return `rule @r${n} trigger any.Execute check is_destructive(args.command) enforce user_inspection end`;
}

/** Writes a hundred rules. */
function hundred(rule: (n: number) => string): string {
  return Array.from({ length: 100 }, (_, n) => rule(n)).join("\n");
}
