import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { z } from "zod";
import { engineOf } from "../decisions.ts";

/** An SDK with and without Helve. Both run an agent whose model is a script: as many calls of `add`, one after the other, then an answer. */
export interface AdapterBench {
  /** The package: `@helve/ai-sdk`. */
  readonly name: string;
  readonly bare: (calls: number) => Promise<unknown>;
  readonly guarded: (calls: number) => Promise<unknown>;
  /** The same extension points of the SDK as Helve uses, with functions that do nothing: what the SDK itself takes for them. */
  readonly empty?: (calls: number) => Promise<unknown>;
}

/** The definition that the bare tool and Helve's tool share. */
export const addition = {
  name: "add",
  description: "Adds two numbers.",
  parameters: z.object({ x: z.number().describe("first"), y: z.number().describe("second") }),
  execute: async ({ x, y }: { readonly x: number; readonly y: number }): Promise<number> => x + y,
} as const;

/** The arguments of the script's call at an index, as the model writes them. */
export function argumentsOf(index: number): string {
  return `{"x":${index},"y":1}`;
}

/** An executor with Helve's tool, guarded by ten rules that never fire. */
export function guardedExecutor(): ActionExecutor {
  const rule = (n: number) => `rule @r${n} trigger any.any check args.x < -${n + 1} enforce stop end`;
  const rules = Array.from({ length: 10 }, (_, n) => rule(n)).join("\n");
  return new ActionExecutor([tool(addition)], { guards: [engineOf(rules)] });
}
