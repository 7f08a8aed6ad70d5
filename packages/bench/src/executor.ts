import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { parseProgram } from "@helve/agentspec";
import type { Guard } from "@helve/core";
import { shell } from "@helve/effects/shell";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { predicates } from "@helve/predicates";
import { tool } from "@helve/tool";
import { tool as langchainTool } from "@langchain/core/tools";
import { tool as openAiTool, RunContext } from "@openai/agents";
import { tool as aiTool } from "ai";
import { parseToolCall } from "ai/internal";
import { z } from "zod";
import { compare } from "./compare.ts";

const description = "Do nothing.";
const parameters = z.object({ command: z.string().describe("the command line") });
const execute = tool({ name: "Execute", description, parameters, execute: ({ command }) => command });
const args = { command: "rm -rf cache" };
const text = JSON.stringify(args);
const call = { id: "call_1", name: "Execute", arguments: text };

/** Measures one call through the executor against doing the same by hand and against other libraries. */
export async function compareExecutor(): Promise<void> {
  const plain = new ActionExecutor([execute]);
  const asynchronous = new ActionExecutor([{ ...execute, execute: async () => "done" }]);
  const watched = new ActionExecutor([execute]).use((_action, next) => next());
  watched.on("action:end", () => undefined);
  const guarded = new ActionExecutor([execute], { guards: [guardedBy(1)] });
  const closelyGuarded = new ActionExecutor([execute], { guards: [guardedBy(100)] });

  const ofLangchain = langchainTool(({ command }) => command, { name: "Execute", description, schema: parameters });
  const ofOpenAi = openAiTool({ name: "Execute", description, parameters, execute: ({ command }) => command });
  const runContext = new RunContext(undefined);

  await compare("one call of a tool that does nothing", [
    ["JSON.parse, zod parse, call", () => parameters.parse(JSON.parse(text)).command],
    ["executor", () => plain.execute(call)],
    ["executor, a tool that is async", () => asynchronous.execute(call)],
    ["executor, a middleware and an observer", () => watched.execute(call)],
    ["executor, one rule on the command", () => guarded.execute(call)],
    ["executor, 100 rules on the command", () => closelyGuarded.execute(call)],
    ["@langchain/core, tool().invoke, arguments parsed", () => ofLangchain.invoke(args)],
    ["@openai/agents, tool().invoke", () => ofOpenAi.invoke(runContext, text)],
    ["ai, reading of the call and execute, without what it does around", readAndExecute],
  ]);

  const many = Array.from({ length: 10_000 }, (_, n) => ({ ...execute, name: n === 5000 ? "Execute" : `tool_${n}` }));
  const crowded = new ActionExecutor(many);
  await compare("one call among tools", [
    ["1 tool", () => plain.execute(call)],
    ["10,000 tools", () => crowded.execute(call)],
  ]);

  await measureHeap(plain);
}

const ofAi = { Execute: aiTool({ description, inputSchema: parameters, execute: ({ command }) => command }) };

async function readAndExecute() {
  const toolCall = { type: "tool-call", toolCallId: "call_1", toolName: "Execute", input: text } as const;
  const options = { repairToolCall: undefined, refineToolInput: undefined, messages: [], instructions: undefined };
  const { input } = await parseToolCall({ ...options, tools: ofAi, toolCall });
  return ofAi.Execute.execute?.(input as typeof args, { toolCallId: "call_1", messages: [], context: {} });
}

/** How much more of the heap is in use after a million calls than before, both times after a collection. */
async function measureHeap(executor: ActionExecutor): Promise<void> {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  const used = (): number => {
    for (let round = 0; round < 5; round++) collect();
    return process.memoryUsage().heapUsed;
  };
  const run = async (calls: number): Promise<void> => {
    for (let n = 0; n < calls; n++) await executor.execute({ ...call, id: `call_${n}` });
  };
  await run(10_000);
  const before = used();
  await run(1_000_000);
  const more = (used() - before) / 2 ** 20;
  process.stdout.write(`after a million calls, ${more.toFixed(3)} MB more of the heap are in use than before\n`);
}

function guardedBy(rules: number): Guard {
  const inspect = () => ({ decision: "approve" }) as const;
  return new Engine(parseProgram(program(rules)), { predicates: predicates({ languages: { shell } }), inspect });
}

/** A program of so many rules, all on one tool. */
function program(rules: number): string {
  const rule = (n: number) =>
    `rule @r${n} trigger any.Execute check is_destructive(args.command) enforce user_inspection end`;
  return Array.from({ length: rules }, (_, n) => rule(n)).join("\n");
}
