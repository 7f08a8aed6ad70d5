import { parseProgram } from "@helve/agentspec";
import type { Guard } from "@helve/core";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { shellPredicates } from "@helve/predicates";
import { tool } from "@helve/tool";
import { z } from "zod";
import { compare } from "./compare.ts";
import { compareOpenTool } from "./opentool.ts";

const parameters = z.object({ command: z.string().describe("the command line") });
const execute = tool({ name: "Execute", description: "Do nothing.", parameters, execute: ({ command }) => command });
const text = '{"command": "rm -rf cache"}';
const call = { id: "call_1", name: "Execute", arguments: text };

/** Measures Helve against doing the same by hand, and prints the tables. */
export async function runComparisons(): Promise<void> {
  const plain = new ActionExecutor([execute]);
  const guarded = new ActionExecutor([execute], { guards: [guardedBy(1)] });
  const closelyGuarded = new ActionExecutor([execute], { guards: [guardedBy(100)] });

  await compare("one call of a tool that does nothing", [
    ["JSON.parse, zod parse, call", () => parameters.parse(JSON.parse(text)).command],
    ["executor", () => plain.execute(call)],
    ["executor with one rule on the command", () => guarded.execute(call)],
    ["executor with 100 rules on the command", () => closelyGuarded.execute(call)],
  ]);

  const [one, hundred, thousand] = [program(1), program(100), program(1000)];
  await compare("reading rules", [
    ["1 rule", () => parseProgram(one)],
    ["100 rules", () => parseProgram(hundred)],
    ["1000 rules", () => parseProgram(thousand)],
  ]);

  await compareOpenTool();
}

function program(rules: number) {
  const rule = (n: number) =>
    `rule @r${n} trigger any.Execute check is_destructive(args.command) enforce user_inspection end`;
  return Array.from({ length: rules }, (_, n) => rule(n)).join("\n");
}

function guardedBy(rules: number): Guard {
  const predicates = shellPredicates({ commandArguments: {} });
  return new Engine(parseProgram(program(rules)), { predicates, inspect: () => ({ decision: "approve" }) });
}
