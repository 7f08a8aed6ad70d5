import { generateLoop, type Model, outcomeOf } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { Engine } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import * as agents from "@openai/agents";
import * as ai from "ai";
import { z } from "zod";

// Agents of three libraries with the same turns: as many calls of one asynchronous tool, then an answer.

const description = "Adds two numbers.";
const parameters = z.object({ x: z.number().describe("first"), y: z.number().describe("second") });
const add = async ({ x, y }: z.infer<typeof parameters>): Promise<number> => x + y;

/** What one turn of the model is: the arguments of a call, or `undefined` for the answer. */
function argumentsOf(turn: number, calls: number): string | undefined {
  return turn < calls ? `{"x":${turn},"y":1}` : undefined;
}

/** An agent, ready to run. */
export type Loop = (calls: number) => Promise<string>;

/** Our loop. Tokens are estimated, for a conversation that is never too long. @param onStep - called before each turn of the model */
export function helveLoop(rules = 0, onStep?: (turn: number) => void): Loop {
  const execute = tool({ name: "add", description, parameters, execute: add });
  const guards = rules === 0 ? [] : [new Engine(parseProgram(ruleTexts(rules)), { predicates: [] })];
  const executor = new ActionExecutor([execute], { guards });
  return async (calls) => {
    const limits = { steps: Number.POSITIVE_INFINITY };
    const options = { model: helveModel(calls, onStep), executor, limits, compaction: { tokens: 1e9 } };
    const outcome = await outcomeOf(generateLoop("Add.", options));
    if (outcome.status !== "finished") throw new Error(`the run ended: ${outcome.status}`);
    return outcome.answer;
  };
}

function helveModel(calls: number, onStep: ((turn: number) => void) | undefined): Model {
  let turn = 0;
  return {
    name: "mock",
    async *generate() {
      onStep?.(turn);
      const raw = argumentsOf(turn, calls);
      const id = `call_${++turn}`;
      const message =
        raw === undefined
          ? ({ role: "assistant", parts: [{ type: "text", content: "Done." }] } as const)
          : ({ role: "assistant", parts: [{ type: "call", id, name: "add", arguments: raw }] } as const);
      yield { type: "end", response: { message, stopReason: raw === undefined ? "stop" : "calls" } };
    },
  };
}

function ruleTexts(count: number): string {
  return Array.from(
    { length: count },
    (_, n) => `rule @r${n} trigger any.any check args.x < -${n + 1} enforce stop end`,
  ).join("\n");
}

/** The AI SDK's `generateText`. */
export function aiSdkLoop(): Loop {
  const tools = { add: ai.tool({ description, inputSchema: parameters, execute: add }) };
  return async (calls) => {
    const stopWhen = ai.isStepCount(calls + 1);
    return (await ai.generateText({ model: aiSdkModel(calls), tools, prompt: "Add.", stopWhen })).text;
  };
}

function aiSdkModel(calls: number): ai.LanguageModel {
  let turn = 0;
  const tokens = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0, text: 1, reasoning: 0 };
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "mock",
    supportedUrls: {},
    doGenerate: async () => {
      const input = argumentsOf(turn, calls);
      const toolCallId = `call_${++turn}`;
      const reason = input === undefined ? "stop" : "tool-calls";
      return {
        content: [
          input === undefined
            ? { type: "text", text: "Done." }
            : { type: "tool-call", toolCallId, toolName: "add", input },
        ],
        finishReason: { unified: reason, raw: reason },
        usage: { inputTokens: tokens, outputTokens: tokens },
        warnings: [],
      };
    },
    doStream: () => Promise.reject(new Error("not used")),
  } as unknown as Exclude<ai.LanguageModel, string>;
}

/** OpenAI's Agents SDK. */
export function openAiAgentsLoop(): Loop {
  const tools = [agents.tool({ name: "add", description, parameters, execute: add })];
  const runner = new agents.Runner({ tracingDisabled: true });
  return async (calls) => {
    const agent = new agents.Agent({ name: "bench", model: openAiAgentsModel(calls), tools });
    return String((await runner.run(agent, "Add.", { maxTurns: calls + 1 })).finalOutput);
  };
}

function openAiAgentsModel(calls: number): agents.Model {
  let turn = 0;
  return {
    getResponse: async () => {
      const raw = argumentsOf(turn, calls);
      const callId = `call_${++turn}`;
      const usage = new agents.Usage({ inputTokens: 1, outputTokens: 1, totalTokens: 2, requests: 1 });
      return {
        usage,
        output: [
          raw === undefined
            ? {
                type: "message",
                role: "assistant",
                status: "completed",
                content: [{ type: "output_text", text: "Done." }],
              }
            : { type: "function_call", callId, name: "add", status: "completed", arguments: raw },
        ],
      };
    },
    getStreamedResponse: () => {
      throw new Error("not used");
    },
  };
}
