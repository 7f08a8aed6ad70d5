import { scriptedModel } from "@helve/ai-sdk/testing";
import { tool as langchainTool } from "@langchain/core/tools";
import { tool as openAiTool, RunContext } from "@openai/agents";
import { tool as aiTool, generateText } from "ai";
import { parseToolCall } from "ai/internal";
import type { Work } from "../interleave.ts";
import type { ToolCase } from "./tool-cases.ts";

/** The contenders: one call of the same tool through other libraries, by their published APIs. */
export function libraryContenders(toolCase: ToolCase, textOf: (result: unknown) => string): readonly Work[] {
  const { title: description, parameters, args, execute } = toolCase;
  const text = JSON.stringify(args);
  const runContext = new RunContext(undefined);
  const ofOpenAi = openAiTool({ name: "Execute", description, parameters, execute: (input) => execute(input) });
  const fields = { name: "Execute", description, schema: parameters };
  const ofLangchain = langchainTool((input) => execute(input as typeof args), fields);
  return [
    ["@openai/agents, tool().invoke", async () => textOf(await ofOpenAi.invoke(runContext, text))],
    ["@langchain/core, tool().invoke, arguments parsed", async () => textOf(await ofLangchain.invoke(args))],
    ...aiContenders(toolCase, text, textOf),
  ];
}

/**
 * The contenders of the AI SDK, which runs tools only inside `generateText`: with a model that calls the tool, with a model that doesn't, and
 * the two functions that `generateText` calls for a tool, alone.
 */
function aiContenders(
  { title: description, parameters, execute }: ToolCase,
  text: string,
  textOf: (result: unknown) => string,
): readonly Work[] {
  const tools = { Execute: aiTool({ description, inputSchema: parameters, execute: (input) => execute(input) }) };
  const calling = scriptedModel([[{ id: "call_1", name: "Execute", arguments: text }]]);
  const answering = scriptedModel(["Hello."]);
  const toolCall = { type: "tool-call", toolCallId: "call_1", toolName: "Execute", input: text } as const;
  const options = { repairToolCall: undefined, refineToolInput: undefined, messages: [], instructions: undefined };
  return [
    [
      "ai, parseToolCall and execute",
      async () => {
        const { input } = await parseToolCall({ ...options, tools, toolCall });
        const executed = tools.Execute.execute?.(input as never, { toolCallId: "call_1", messages: [], context: {} });
        return textOf(await executed);
      },
    ],
    [
      "ai, generateText that calls the tool",
      async () => textOf((await generateText({ model: calling, tools, prompt: "Hi." })).toolResults[0]?.output),
    ],
    [
      "ai, generateText without a call",
      async () => (await generateText({ model: answering, tools, prompt: "Hi." })).text,
    ],
  ];
}
