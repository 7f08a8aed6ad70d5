import { parseProgram } from "@helve/agentspec";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";
import { type Tool, tool } from "@helve/tool";
import { AIMessage, type BaseMessage } from "@langchain/core/messages";
import { MemorySaver } from "@langchain/langgraph";
import { fakeModel } from "langchain";
import { z } from "zod";
import type { ApprovalRequest } from "../src/index.ts";

/** A tool that pays, and what it paid. */
export function bank(): { readonly pay: Tool; readonly paid: string[] } {
  const paid: string[] = [];
  const pay = tool({
    name: "pay",
    description: "Pay somebody.",
    parameters: z.object({ amount: z.number().describe("in euros"), to: z.string().describe("who gets it") }),
    parallel: true,
    execute: ({ amount, to }) => {
      paid.push(`${amount} to ${to}`);
      return `paid ${amount} to ${to}`;
    },
  });
  return { pay, paid };
}

/** An engine whose questions wait for a person. */
export function engineOf(rules: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine(parseProgram(rules), {
    predicates: [],
    inspect: inspectLater(),
    lateAnswers: { key: "0123456789abcdef0123456789abcdef" },
    warn: () => undefined,
    ...options,
  });
}

/** A person decides about payments above 50. */
export const askAbove50 = "rule @ask_above_50 trigger pay check args.amount > 50 enforce user_inspection end";

/** One payment only. */
export const once = 'rule @once trigger pay check count(pay) >= 1 enforce stop("one payment only") end';

/** A call as LangChain parses it. */
export function payCall(id: string, amount: number, to = "Ann"): CalledTool {
  return { type: "tool_call", id, name: "pay", args: { amount, to } };
}

/** A model that makes the calls of each list in one turn, and then says `done`. */
export function modelOf(...turns: readonly (readonly CalledTool[])[]): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  for (const calls of turns) model.respond(new AIMessage({ content: "", tool_calls: [...calls] }));
  return model.respond(new AIMessage("done"));
}

interface CalledTool {
  readonly type: "tool_call";
  readonly id: string;
  readonly name: string;
  readonly args: Record<string, unknown>;
}

/** The question that a run waits for. */
export function questionOf(result: unknown): ApprovalRequest {
  const [interrupt] =
    (result as { readonly __interrupt__?: readonly { readonly value: unknown }[] }).__interrupt__ ?? [];
  if (interrupt === undefined) throw new Error("nothing waits");
  return interrupt.value as ApprovalRequest;
}

/** The text that the model read of each call. */
export function readOf({ messages }: { readonly messages: readonly BaseMessage[] }): Readonly<Record<string, string>> {
  const results = messages.filter((message) => message.getType() === "tool");
  return Object.fromEntries(
    results.map((message) => [(message as { tool_call_id?: string }).tool_call_id, message.text]),
  );
}

/** The checkpoints as another process reads them. */
export function copyOf({ storage, writes }: MemorySaver): MemorySaver {
  const text = JSON.stringify({ storage, writes }, (_, value) =>
    value instanceof Uint8Array ? { base64: Buffer.from(value).toString("base64") } : value,
  );
  const read = JSON.parse(text, (_, value) =>
    typeof value?.base64 === "string" ? new Uint8Array(Buffer.from(value.base64, "base64")) : value,
  );
  return Object.assign(new MemorySaver(), read);
}
