import { type Model, plainText, type ScriptedModelOptions, scriptedModel } from "@helve/agent";
import type { ToolContext } from "@helve/core";
import {
  type DurableAgent,
  type DurableAgentOptions,
  type DurableBackend,
  durableAgent,
  type MemoryBackend,
} from "@helve/durable";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor, type ExecutorOptions } from "@helve/executor";
import { type ToolOptions, tool } from "@helve/tool";
import { z } from "zod";

/** A call of `pay` in a script of a model. */
export interface PayCall {
  readonly function: { readonly name: string; readonly arguments: string };
}

/** Creates a call of `pay`. */
export function payCall(to: string, amount: number): PayCall {
  return { function: { name: "pay", arguments: JSON.stringify({ to, amount }) } };
}

export type Turn = string | { readonly tool_calls: readonly PayCall[] };

/** A model that answers by how many messages it has written, so that each process can have one. */
function modelOf(turns: readonly Turn[], options: ScriptedModelOptions = {}): Model {
  return {
    name: "script",
    async *generate(request) {
      const written = request.messages.filter(({ role }) => role === "assistant").length;
      const turn = turns[written];
      if (turn === undefined) throw new TypeError(`the script has no turn ${written}`);
      yield* scriptedModel([turn], options).generate(request);
    },
  };
}

/** A model that answers with the turns that the user wrote as JSON, so that one agent serves many tests. */
export const dictatedModel: Model = {
  name: "dictated",
  generate(request) {
    const first = request.messages.find(({ role }) => role === "user");
    const text = first?.role === "user" ? plainText(first.parts) : "";
    return modelOf(JSON.parse(text) as readonly Turn[]).generate(request);
  },
};

/** The payments, recorded outside of all processes. */
export class Bank {
  readonly paid: { readonly key: string; readonly to: string; readonly amount: number }[] = [];

  get names(): readonly string[] {
    return this.paid.map(({ to }) => to);
  }
}

/** The parts of a process. */
export interface ProcessOptions {
  readonly backend: DurableBackend;
  readonly bank: Bank;
  readonly turns: readonly Turn[];
  /** Whether the user dictates the turns instead. */
  readonly dictated?: boolean | undefined;
  readonly assign?: DurableAgentOptions["assign"];
  readonly rules?: string | undefined;
  /** The state for the rules. */
  readonly state?: ((bank: Bank) => unknown) | undefined;
  readonly tool?: ToolOptions;
  readonly executor?: ExecutorOptions;
  /** Callbacks of the tool, before and after it pays. */
  readonly before?: (to: string, context: ToolContext) => unknown;
  readonly after?: (to: string) => unknown;
}

/** Creates the agent of one process. */
export function payingAgent({
  backend,
  bank,
  turns,
  rules,
  state,
  before,
  after,
  dictated = false,
  assign,
  ...more
}: ProcessOptions): DurableAgent {
  const pay = tool({
    name: "pay",
    description: "Pay somebody.",
    parameters: z.object({ to: z.string().describe("to whom"), amount: z.number().describe("how much") }),
    ...more.tool,
    async execute({ to, amount }, context) {
      const { idempotencyKey = "" } = context;
      await before?.(to, context);
      bank.paid.push({ key: idempotencyKey, to, amount });
      await after?.(to);
      return `paid ${amount} to ${to}`;
    },
  });
  const lateAnswers = { key: "at least 32 bytes that nobody can guess", ledger: backend.answers };
  const guards = rules === undefined ? [] : [new Engine(rules, { inspect: inspectLater(), lateAnswers })];
  const executor = new ActionExecutor([pay], { ...more.executor, guards });
  const session = () => ({ state: state && (() => state(bank)) });
  const model = dictated ? dictatedModel : modelOf(turns);
  return durableAgent({ name: "payments", model, executor, backend, session, assign });
}

/** The process ends while the function waits for ever. */
export function endOfProcess(backend: MemoryBackend): Promise<never> {
  backend.restart();
  return new Promise(() => undefined);
}
