// TanStack AI: Helve tools in chat(), with a person's answer to an interrupt.
import { ActionExecutor } from "@helve/executor";
import { chatTools } from "@helve/tanstack-ai";
import {
  type AnyTextAdapter,
  chat,
  genericInterruptContinuationFromDescriptor,
  wrapGenericInterruptContinuation,
} from "@tanstack/ai";
import { openaiText } from "@tanstack/ai-openai";
import { bankGuard, contacts, pay, request, script } from "./bank.ts";

const executor = new ActionExecutor([pay, contacts], { guards: [bankGuard()] });
const helve = chatTools(executor, { prompt: request }); // once for each run
const adapter = process.argv.includes("--mock") ? scriptedModel() : openaiText("gpt-5.5");

type Options = Parameters<typeof run>[0];
let waiting = await run({ messages: [{ role: "user", content: request }] });
while (waiting !== undefined) waiting = await run(waiting);

/** Runs the chat until it ends, or until calls wait for a person. Returns what continues it, with the person's answers. */
async function run(options: {
  messages: { role: "user"; content: string }[];
  resume?: { interruptId: string; status: "resolved"; payload: unknown; metadata: Record<string, unknown> }[];
  parentRunId?: string;
}): Promise<typeof options | undefined> {
  let messages: Options["messages"] = [];
  for await (const chunk of chat({ adapter, threadId: "thread", ...options, ...helve })) {
    if (chunk.type === "TOOL_CALL_RESULT") console.log(`the model reads: ${chunk.content}`);
    if (chunk.type === "TEXT_MESSAGE_CONTENT") console.log(chunk.delta);
    if (chunk.type === "MESSAGES_SNAPSHOT") messages = chunk.messages as Options["messages"];
    if (chunk.type !== "RUN_FINISHED" || chunk.outcome?.type !== "interrupt") continue;
    const resume = chunk.outcome.interrupts.flatMap((interrupt) => {
      const continuation = genericInterruptContinuationFromDescriptor(interrupt);
      if (continuation === undefined) return [];
      console.log(`${continuation.message} (yes)`.replaceAll("\n", "\n  "));
      const metadata = wrapGenericInterruptContinuation(continuation);
      return [{ interruptId: interrupt.id, status: "resolved" as const, payload: { decision: "approve" }, metadata }];
    });
    return { messages, resume, parentRunId: chunk.runId };
  }
  return undefined;
}

/** A model that makes the calls of the script, one in each reply. */
function scriptedModel(): AnyTextAdapter {
  const adapter = {
    kind: "text",
    name: "scripted",
    model: "script",
    async *chatStream({ messages, runId = "run" }: { messages: { role: string }[]; runId?: string }) {
      const call = script[messages.filter(({ role }) => role === "assistant").length];
      const ids = { runId, threadId: "thread", timestamp: Date.now() };
      yield { type: "RUN_STARTED", ...ids };
      if (call === undefined) yield { type: "TEXT_MESSAGE_CONTENT", messageId: "last", delta: "Done.", ...ids };
      else {
        yield { type: "TOOL_CALL_START", toolCallId: call.id, toolCallName: call.name, ...ids };
        yield { type: "TOOL_CALL_ARGS", toolCallId: call.id, delta: call.arguments, ...ids };
        yield { type: "TOOL_CALL_END", toolCallId: call.id, ...ids };
      }
      yield { type: "RUN_FINISHED", finishReason: call === undefined ? "stop" : "tool_calls", ...ids };
    },
  };
  return adapter as unknown as AnyTextAdapter;
}

/* prints with --mock:
  the bank pays 20 to Ann
the model reads: paid 20 to Ann
May pay run with {"amount":80,"to":"Bob"}?
  @ask_above_50: args.amount is 80
  a payment above 50 euros (yes)
  the bank pays 80 to Bob
the model reads: paid 80 to Bob
the model reads: {"error":"pay was stopped: pay only to people who are in the contacts (rule @known_receivers (line 8): args.to in [\"Ann\", \"Bob\"] is false: args.to is \"Mallory\")"}
Done.
*/
