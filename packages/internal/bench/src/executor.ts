import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { z } from "zod";
import { libraryContenders } from "./executor/libraries.ts";
import { compareRules } from "./executor/rules.ts";
import { type ToolCase, toolCases } from "./executor/tool-cases.ts";
import { compare } from "./interleave.ts";

/**
 * Measures calls through the executor: against other libraries for several kinds of tools, with rules, among many tools, and
 * how much memory a million calls keep.
 */
export async function compareExecutor(): Promise<void> {
  for (const toolCase of toolCases) await compareLibraries(toolCase);
  await compareRules();
  await compareExecutors();
  await measureHeap();
}

/** Measures one call through several libraries, from the arguments' text to the text that the model reads. */
async function compareLibraries(toolCase: ToolCase): Promise<void> {
  const { title, parameters, args, execute } = toolCase;
  const text = JSON.stringify(args);
  const executor = new ActionExecutor([tool({ name: "Execute", description: title, parameters, execute })]);
  const call = { id: "call_1", name: "Execute", arguments: text };
  await compare(title, [
    ["executor", async () => textOf((await executor.execute(call)).result?.[0]?.content)],
    ["JSON.parse, zod parse, call", async () => textOf(await execute(parameters.parse(JSON.parse(text))))],
    ...libraryContenders(toolCase, textOf),
  ]);
}

/** Writes a tool's result as text. */
function textOf(result: unknown): string {
  return typeof result === "string" ? result : JSON.stringify(result);
}

const parameters = z.object({ command: z.string().describe("the command line") });
const execute = tool({ name: "Execute", description: "Do nothing.", parameters, execute: ({ command }) => command });
const call = { id: "call_1", name: "Execute", arguments: '{"command":"ls -la"}' };

/** Prints how much a middleware and an observer add to the time of a call. */
async function compareExecutors(): Promise<void> {
  const plain = new ActionExecutor([execute]);
  const watched = new ActionExecutor([execute]).use((_action, next) => next());
  watched.on("action:end", () => undefined);
  await compare("one call, what is around it", [
    ["executor", () => plain.execute(call)],
    ["a middleware and an observer", () => watched.execute(call)],
  ]);
  const many = Array.from({ length: 10_000 }, (_, n) => ({ ...execute, name: n === 5000 ? "Execute" : `tool_${n}` }));
  const crowded = new ActionExecutor(many);
  await compare("one call among tools", [
    ["1 tool", () => plain.execute(call)],
    ["10,000 tools", () => crowded.execute(call)],
  ]);
}

/** Measures the heap growth after a million calls. */
async function measureHeap(): Promise<void> {
  const executor = new ActionExecutor([execute]);
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
