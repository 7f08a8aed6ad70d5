// Mastra: Helve tools in an agent, with a person's answer to a call that is suspended.
import { ActionExecutor } from "@helve/executor";
import { agentTools } from "@helve/mastra";
import { Mastra } from "@mastra/core";
import { Agent } from "@mastra/core/agent";
import { InMemoryStore } from "@mastra/core/storage";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const helve = agentTools(executor, { prompt: request }); // once for each run
const model = process.argv.includes("--mock") ? (scriptedModel() as never) : "openai/gpt-5.5";
const agent = new Agent({ id: "bank", name: "bank", instructions: "Pay what the user asks.", model });
new Mastra({ agents: { bank: agent }, storage: new InMemoryStore(), logger: false });

let stream = await agent.stream(request, { ...helve, maxSteps: 10 });
for (;;) {
  let toolCallId: string | undefined;
  for await (const chunk of stream.fullStream) {
    if (chunk.type === "tool-result") console.log(`the model reads: ${chunk.payload.result}`);
    if (chunk.type === "tool-error")
      console.log(`the model reads: ${(chunk.payload.error as Error).cause ?? chunk.payload.error}`);
    if (chunk.type === "text-delta") console.log(chunk.payload.text);
    if (chunk.type !== "tool-call-suspended") continue;
    console.log(`${chunk.payload.suspendPayload.question} (yes)`.replaceAll("\n", "\n  "));
    toolCallId = chunk.payload.toolCallId;
  }
  if (toolCallId === undefined) break;
  const { runId } = stream;
  stream = await agent.resumeStream({ decision: "approve" }, { ...helve, runId, toolCallId, maxSteps: 10 });
}

/** A model that makes the calls of the script, one in each reply. */
function scriptedModel(): object {
  return {
    specificationVersion: "v2",
    provider: "scripted",
    modelId: "script",
    supportedUrls: {},
    async doStream({ prompt }: { prompt: readonly { role: string }[] }) {
      const call = script[prompt.filter(({ role }) => role === "assistant").length];
      const parts =
        call === undefined
          ? [
              { type: "text-start", id: "last" },
              { type: "text-delta", id: "last", delta: "Done." },
              { type: "text-end", id: "last" },
            ]
          : [
              { type: "tool-input-start", id: call.id, toolName: call.name },
              { type: "tool-input-delta", id: call.id, delta: call.arguments },
              { type: "tool-input-end", id: call.id },
              { type: "tool-call", toolCallId: call.id, toolName: call.name, input: call.arguments },
            ];
      const finishReason = call === undefined ? "stop" : "tool-calls";
      const finish = { type: "finish", finishReason, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 } };
      return { stream: streamOf([...parts, finish]) };
    },
  };
}

function streamOf(parts: readonly object[]): ReadableStream {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
}

/* prints with --mock:
  the bank pays 20 to Ann
the model reads: paid 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
the model reads: paid 80 to Bob
the model reads: Error: pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in ["Ann", "Bob"] is false: args.to is "Mallory")
Done.
*/
