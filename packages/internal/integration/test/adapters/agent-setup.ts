import { parseProgram } from "@helve/agentspec";
import { Engine, type EngineOptions, inspectLater } from "@helve/enforcer";
import { type Tool, ToolError, tool } from "@helve/tool";
import { z } from "zod";
import type { AgentSetup, ModelTurn, ScriptedCall } from "./adapter.ts";

/** An agent with a script and rules. Calls of one list are one reply of the model; the last reply is the text `done`. */
export function agentSetup(bank: World, { rules, turns, engine = {}, guards, ...setup }: SetupOptions): AgentSetup {
  return {
    prompt: "Pay my debts.",
    approvals: new Map(),
    ...setup,
    tools: bank.tools,
    guards: guards ?? (rules === undefined ? [] : [newEngine(rules, engine)]),
    turns: [...turns.map((calls): ModelTurn => ({ calls })), { text: "done" }],
  };
}

/** An engine whose questions wait for a person. */
function newEngine(rules: string, options: Partial<EngineOptions>): Engine {
  return new Engine(parseProgram(rules), {
    predicates: [],
    inspect: inspectLater(),
    lateAnswers: { key: answerKey },
    warn: () => undefined,
    ...options,
  });
}

/** The key that signs questions. */
export const answerKey = "0123456789abcdef0123456789abcdef";

/** Options of `agentSetup`. */
export interface SetupOptions extends Partial<Omit<AgentSetup, "turns" | "tools">> {
  readonly rules?: string;
  readonly turns: readonly (readonly ScriptedCall[])[];
  readonly engine?: Partial<EngineOptions>;
}

/** Tools, with what they did. */
export interface World {
  readonly tools: readonly Tool[];
  /** The runs of the tools, in order: `pay {"amount":5,"to":"Ann"}`. */
  readonly ran: string[];
  /** The reasons by which runs of `wait` were aborted. */
  readonly aborted: unknown[];
  /** Fulfilled when `wait` has started. */
  readonly waitStarted: Promise<void>;
}

/** Creates the tools of the scenarios. */
export function world(): World {
  const ran: string[] = [];
  const aborted: unknown[] = [];
  const started = Promise.withResolvers<void>();
  const record = (name: string, args: unknown): void => {
    ran.push(`${name} ${JSON.stringify(args)}`);
  };
  const pay = tool({
    name: "pay",
    description: "Pay somebody.",
    parameters: z.object({ amount: z.number().describe("in euros"), to: z.string().describe("who gets it") }),
    parallel: true,
    execute: ({ amount, to }) => {
      record("pay", { amount, to });
      return `paid ${amount} to ${to}`;
    },
  });
  const balance = tool({
    name: "balance",
    description: "Get the balance.",
    parameters: z.object({}),
    execute: () => {
      record("balance", {});
      return { euros: 100 };
    },
  });
  const fail = tool({
    name: "fail",
    description: "Always fails.",
    parameters: z.object({}),
    execute: () => {
      record("fail", {});
      throw new ToolError("the bank is closed");
    },
  });
  const wait = tool({
    name: "wait",
    description: "Waits until it is aborted.",
    parameters: z.object({}),
    execute: (_, { signal }) => {
      record("wait", {});
      started.resolve();
      return new Promise((_resolve, reject) => {
        const abort = (): void => {
          aborted.push(signal.reason);
          reject(signal.reason);
        };
        if (signal.aborted) abort();
        else signal.addEventListener("abort", abort, { once: true });
      });
    },
  });
  const report = tool({
    name: "report",
    description: "Get a long report.",
    parameters: z.object({}),
    execute: () => `begin${"x".repeat(1_000_000)}end`,
  });
  const count = tool({
    name: "count",
    description: "Counts to three.",
    parameters: z.object({}),
    execute: (_, { progress }) => {
      for (const number of [1, 2, 3]) progress({ number });
      return "three";
    },
  });
  return { tools: [pay, balance, fail, wait, report, count], ran, aborted, waitStarted: started.promise };
}

/** A call of `pay`, with arguments as the model writes them. */
export function pay(id: string, args: string | { readonly amount: unknown; readonly to?: unknown }): ScriptedCall {
  const text = typeof args === "string" ? args : JSON.stringify({ to: "Ann", ...args });
  return { id, name: "pay", arguments: text };
}

/** A call without arguments. */
export function callOf(id: string, name: string): ScriptedCall {
  return { id, name, arguments: "{}" };
}

/** Rules: a person decides about payments above 50. */
export const askAbove50 = `
  rule @ask_above_50 trigger pay check args.amount > 50 enforce user_inspection end
`;
