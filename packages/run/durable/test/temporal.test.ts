import { memoryBackend } from "@helve/durable";
import { toolActivities } from "@helve/durable/temporal";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { asyncLocalStorage, Context } from "@temporalio/activity";
import { describe, expect, it } from "vitest";

/** What Temporal does with an activity: it has a context, in which it is cancelled in the reply to a heartbeat. */
function inContext<Result>(
  activity: () => Promise<Result>,
  { runId = "run 1", activityId = "1", onHeartbeat = (_cancel: () => void): void => undefined } = {},
): Promise<Result> {
  const controller = new AbortController();
  const cancelled = new Promise<never>((_, reject) => {
    controller.signal.addEventListener("abort", () => reject(new Error("cancelled by Temporal")));
  });
  cancelled.catch(() => undefined);
  const info = { activityId, workflowExecution: { workflowId: "july", runId }, heartbeatTimeoutMs: 3 };
  type Rest = ConstructorParameters<typeof Context>;
  const context = new Context(
    info as Rest[0],
    cancelled,
    controller.signal,
    () => onHeartbeat(() => controller.abort()),
    ...([undefined, undefined, undefined, undefined] as unknown as [Rest[4], Rest[5], Rest[6], Rest[7]]),
  );
  return asyncLocalStorage.run(context, activity);
}

function payments(execute: (signal: AbortSignal) => Promise<void> = async () => undefined) {
  const paid: string[] = [];
  const pay = tool({
    name: "pay",
    description: "Pay somebody.",
    parameters: { type: "object", properties: { to: { type: "string", description: "to whom" } }, required: ["to"] },
    async execute({ to }, { signal }) {
      await execute(signal);
      paid.push(String(to));
      return "paid";
    },
  });
  return { paid, activities: toolActivities({ executor: new ActionExecutor([pay]), ledger: memoryBackend().ledger }) };
}

const call = { name: "pay", arguments: { to: "mum" } };

describe("toolActivities", () => {
  it("runs a call once that Temporal repeats, and again in another activity or run", async () => {
    const { paid, activities } = payments();
    for (const _ of [1, 2]) {
      expect(await inContext(() => activities.executeCall(call))).toMatchObject({ id: "1", status: "success" });
    }
    expect(paid).toEqual(["mum"]);
    await inContext(() => activities.executeCall(call), { activityId: "2" });
    await inContext(() => activities.executeCall(call), { runId: "run 2" });
    expect(paid).toEqual(["mum", "mum", "mum"]);
  });

  it("aborts the tool when the activity is cancelled, and fails as Temporal expects", async () => {
    let isAborted = false;
    const { activities } = payments(
      (signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => {
            isAborted = true;
            reject(signal.reason);
          });
        }),
    );
    const running = inContext(() => activities.executeCall(call), { onHeartbeat: (cancel) => cancel() });
    await expect(running).rejects.toThrow("cancelled by Temporal");
    expect(isAborted).toBe(true);
  });
});
