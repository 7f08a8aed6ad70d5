import type { ThinkHarness, ThinkHarnessOptions } from "agents/harness/think";
import type { ToolSet } from "ai";
import type { NodeDurableObject } from "./node-durable-object.ts";

/**
 * Starts a `ThinkHarness` in the context of an object in Node, as the constructor of an object does in a Worker.
 *
 * @example
 * const ctx = nodeDurableObject();
 * const helve = toThinkTools(executor, { storage: ctx.storage });
 * const harness = await startThink(ctx, { model, ...helve });
 */
export async function startThink<Tools extends ToolSet>(
  ctx: NodeDurableObject,
  options: ThinkHarnessOptions<Tools>,
): Promise<ThinkHarness<Tools>> {
  // After the names of `cloudflare:workers` are known.
  const { ThinkHarness } = await import("agents/harness/think");
  const { Lifecycle } = await import("agents/lifecycle");
  const harness = new ThinkHarness(options);
  const object = { ctx, env: {} } as unknown as Parameters<typeof Lifecycle.install>[0];
  Lifecycle.install(object).use(harness);
  return harness;
}
