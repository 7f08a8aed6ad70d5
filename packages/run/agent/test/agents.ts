import type { AgentEvent, AgentRun, ScriptedTurn } from "@helve/agent";
import { parseProgram } from "@helve/agentspec";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";
import type { ToolGroup } from "@helve/executor";
import { type Tool, tool } from "@helve/tool";
import { z } from "zod";

/** A turn of a scripted model with calls; the arguments are text, or values that become JSON. */
export function calls(...list: readonly (readonly [name: string, args: unknown, id?: string])[]): ScriptedTurn {
  return {
    tool_calls: list.map(([name, args, id]) => ({
      ...(id !== undefined && { id }),
      function: { name, arguments: typeof args === "string" ? args : JSON.stringify(args) },
    })),
  };
}

/** All events of a run. */
export async function eventsOf(run: AgentRun): Promise<readonly AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of run) events.push(event);
  return events;
}

export const add: Tool = tool({
  name: "add",
  description: "Add two numbers.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  execute: ({ x, y }) => x + y,
});

/** A toolkit with a tool that pays, and the payments that it made. */
export function bank(parallel = false): { readonly pay: ToolGroup; readonly payments: readonly string[] } {
  const payments: string[] = [];
  const pay = tool({
    name: "Pay",
    description: "Pay.",
    parameters: z.object({ to: z.string().describe("to whom"), amount: z.number().describe("how much") }),
    parallel,
    execute: ({ to, amount }) => {
      payments.push(`${to} ${amount}`);
      return `paid ${amount} to ${to}`;
    },
  });
  return { pay: { name: "Bank", tools: [pay] }, payments };
}

/** An engine with these rules. */
export function engine(rules: string, options: Partial<EngineOptions> = {}): Engine {
  return new Engine(parseProgram(rules), { predicates: [], warn: () => undefined, ...options });
}

/** Options of an engine whose questions are answered later. */
export function later(): Pick<EngineOptions, "inspect" | "lateAnswers"> {
  return { inspect: inspectLater(), lateAnswers: { key: "at least 32 bytes that nobody can guess" } };
}
