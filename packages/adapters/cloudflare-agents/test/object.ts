import { parseProgram } from "@helve/agentspec";
import {
  guardThink,
  repairedModel,
  type ThinkGuard,
  type ThinkGuardOptions,
  toThinkTools,
} from "@helve/cloudflare-agents";
import { type NodeDurableObject, nodeDurableObject, scriptedModel, startThink } from "@helve/cloudflare-agents/node";
import { Engine, inspectLater } from "@helve/enforcer";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import type { ThinkHarness, ThinkHarnessOptions, ThinkSession } from "agents/harness/think";
import { tool as aiTool } from "ai";
import { z } from "zod";

/** A call as the model writes it. */
export type Call = readonly [id: string, args: string];

/** An object with a harness that runs `pay`. */
export interface TestObject {
  readonly harness: ThinkHarness;
  readonly helve: ThinkGuard;
  readonly session: ThinkSession;
  readonly ctx: NodeDurableObject;
  /** The amounts that were paid, also by earlier starts of the object. */
  readonly paid: number[];
  /** The calls in the transcript, in order. */
  parts(): Promise<readonly Part[]>;
  /** Approves all questions. */
  approve(): Promise<void>;
}

interface Part {
  readonly toolCallId: string;
  readonly state: string;
  readonly output?: unknown;
  readonly errorText?: string;
}

export interface ObjectOptions {
  readonly kind?: "tools" | "guard";
  readonly rules?: string;
  readonly turns?: readonly (string | readonly Call[])[];
  /** The object before an eviction. */
  readonly evicted?: TestObject;
  readonly engine?: Partial<ConstructorParameters<typeof Engine>[1]>;
  readonly helve?: Partial<ThinkGuardOptions>;
  readonly harness?: Partial<ThinkHarnessOptions>;
  /** Runs in the tool. */
  readonly onPay?: (amount: number) => unknown;
}

export const askAbove50 = "rule @ask trigger pay check args.amount > 50 enforce user_inspection end";

export async function startObject(options: ObjectOptions = {}): Promise<TestObject> {
  const { kind = "tools", rules = askAbove50, turns = [], evicted, onPay = (amount) => `paid ${amount}` } = options;
  const ctx = nodeDurableObject(evicted?.ctx);
  const paid: number[] = evicted?.paid ?? [];
  const execute = ({ amount }: { readonly amount: number }): unknown => {
    paid.push(amount);
    return onPay(amount);
  };
  const parameters = z.object({ amount: z.number().describe("in euros") });
  const engine = new Engine(parseProgram(rules), {
    predicates: [],
    inspect: inspectLater(),
    lateAnswers: { key: "0123456789abcdef0123456789abcdef" },
    ...options.engine,
  });
  const guardOptions = { storage: ctx.storage, ...options.helve };
  const pay = tool({ name: "pay", description: "Pay an amount.", parameters, execute });
  const own = { pay: aiTool({ description: "Pay an amount.", inputSchema: parameters, execute }) };
  const helve: ThinkGuard =
    kind === "tools"
      ? toThinkTools(new ActionExecutor([pay], { guards: [engine] }), guardOptions)
      : guardThink({ guards: [engine], ...guardOptions });
  const script = turns.map((turn) =>
    typeof turn === "string" ? turn : turn.map(([id, args]) => ({ id, name: "pay", arguments: args })),
  );
  const harness = await startThink(ctx, {
    model: repairedModel(scriptedModel([...script, "done"])),
    ...(kind === "guard" && { tools: own }),
    ...(helve as object),
    ...options.harness,
  });
  const session = harness.session();
  return {
    harness,
    helve,
    session,
    ctx,
    paid,
    parts: async () =>
      (await session.messages()).flatMap(({ parts }) =>
        parts.filter((part) => "toolCallId" in part),
      ) as readonly Part[],
    approve: async () => {
      for (const question of await helve.questions(await session.messages())) {
        await session.prompt(await helve.respond(question, { decision: "approve" }));
      }
    },
  };
}
