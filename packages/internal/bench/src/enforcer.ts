import { type Context, preparsePolicySet, statefulIsAuthorized } from "@cedar-policy/cedar-wasm/nodejs";
import { parseProgram } from "@helve/agentspec";
import type { Action, GuardContext } from "@helve/core";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { predicates } from "@helve/predicates";
import { Bench } from "tinybench";
import { compare } from "./compare.ts";

/** Measures decisions against those of Cedar by the same policies, among many rules, and against the analysis alone. */
export async function compareEnforcer(): Promise<void> {
  for (const tools of [10, 1]) {
    const engine = engineFor(100, tools);
    const isPermitted = cedarFor(100, tools);
    await compare(`a decision, 100 rules over ${tools === 1 ? "1 tool" : `${tools} tools`}`, [
      ["Engine.before", () => engine.before(transfer, context)],
      ["cedar-wasm, policies parsed before", () => isPermitted()],
    ]);
    await printTail(`a decision, 100 rules over ${tools}`, () => engine.before(transfer, context));
  }

  const few = engineFor(100, 10);
  const many = engineFor(10_000, 1000);
  await compare("a decision, ten rules a tool", [
    ["100 rules over 10 tools", () => few.before(transfer, context)],
    ["10,000 rules over 1,000 tools", () => many.before(transfer, context)],
  ]);

  const guarding = new Engine(
    parseProgram("rule @r trigger any.Execute check is_destructive(args.command) enforce stop end"),
    { predicates: predicates({ languages: { shell } }) },
  );
  let seen = 0;
  const next = (): string => `cd build && sudo rm -f cache-${++seen} && grep -rn "TODO" src | head -20 > todo.txt`;
  await compare("a command that was not seen before", [
    ["shell.read", () => shell.read(next())],
    ["Engine.before, one rule on it", () => guarding.before(action("Execute", { command: next() }), context)],
  ]);
}

const context: GuardContext = {
  trajectory: [],
  prompt: "",
  signal: new AbortController().signal,
  decode: async (given) => ({ ok: true, action: given, repairs: [] }),
};

const transfer = action("Bank.Transfer3", { amount: 5, to: "mum" });

function action(name: string, args: Action["args"]): Action {
  return { id: "call_1", name, args };
}

/** The same rules in both languages: of every tool, amounts that are too high. The action fits the last tool's names. */
function engineFor(rules: number, tools: number): Engine {
  const texts = Array.from({ length: rules }, (_, n) => {
    return `rule @r${n} trigger Bank.Transfer${toolOf(n, tools)} check args.amount > ${1000 + n} enforce stop end`;
  });
  return new Engine(parseProgram(texts.join("\n")), { predicates: [] });
}

function cedarFor(rules: number, tools: number): () => boolean {
  const texts = Array.from({ length: rules }, (_, n) => {
    const head = `forbid(principal, action == Action::"Bank.Transfer${toolOf(n, tools)}", resource)`;
    return `${head} when { context.amount > ${1000 + n} };`;
  });
  const name = `${rules} over ${tools}`;
  const parsed = preparsePolicySet(name, {
    staticPolicies: `permit(principal, action, resource);\n${texts.join("\n")}`,
  });
  if (parsed.type !== "success") throw new Error(`cedar does not take the policies: ${JSON.stringify(parsed.errors)}`);
  const call = {
    principal: { type: "Agent", id: "agent" },
    action: { type: "Action", id: transfer.name },
    resource: { type: "Tool", id: transfer.name },
    context: transfer.args as Context,
    entities: [],
    preparsedPolicySetId: name,
    validateRequest: false,
  };
  return () => {
    const answer = statefulIsAuthorized(call);
    if (answer.type !== "success") throw new Error(`cedar gave no answer: ${JSON.stringify(answer.errors)}`);
    return answer.response.decision === "allow";
  };
}

/** Transfer3 is among them, however many there are. */
function toolOf(rule: number, tools: number): number {
  return tools === 1 ? 3 : rule % tools;
}

async function printTail(title: string, work: () => unknown): Promise<void> {
  const bench = new Bench({ time: 500, warmupTime: 100 }).add(title, work);
  await bench.run();
  const result = bench.tasks[0]?.result;
  if (result?.state !== "completed") throw new Error(`${title}: ${result?.state}`);
  const { p50, p99 } = result.latency;
  process.stdout.write(`${title}: median ${(p50 * 1000).toFixed(1)} µs, p99 ${(p99 * 1000).toFixed(1)} µs\n`);
}
