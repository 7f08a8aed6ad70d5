import type { Guard } from "@helve/core";
import { ActionExecutor, memoryRunLedger, parseActionReturn } from "@helve/executor";
import { PendingError, type Tool, toolWith } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { callOf, saying } from "./one-tool.ts";

const decision = { passes: [] };

function executorWith(options: { readonly guards?: readonly Guard[]; readonly ledger?: boolean } = {}) {
  const ran: string[] = [];
  const sign = saying(
    "sign",
    (what): string => {
      ran.push(`asked for ${what}`);
      throw new PendingError(`sign ${what}`, { what });
    },
    {
      resume: ({ waiting, answer }) => {
        if (answer === "not yet") throw new PendingError("still", waiting);
        ran.push(`resumed ${JSON.stringify(waiting)}`);
        return `signed by ${String(answer)}`;
      },
    },
  );
  const say = saying("say", (what) => ran.push(what));
  const executor = new ActionExecutor([sign, say, toolWith(sign, { name: "copy" })], {
    guards: options.guards ?? [],
    ...(options.ledger === true && { ledger: memoryRunLedger() }),
  });
  return { executor, ran };
}

describe("a tool that waits for an answer", () => {
  it.each([false, true])("continues in another process, and its step is recorded once (ledger: %s)", async (ledger) => {
    const { executor, ran } = executorWith({ ledger });
    const session = executor.session();
    const pending = await session.execute(callOf("sign", "it", "a"));
    expect(pending).toMatchObject({
      status: "pending",
      errmsg: "sign waits for an answer: sign it",
      stages: { run: { outcome: "pending", waiting: { what: "it" } } },
    });
    expect(session.trajectory).toEqual([]);

    const other = executor.session({ id: session.id, trajectory: session.trajectory });
    const still = await other.resume(parseActionReturn(JSON.stringify(pending)), "not yet");
    expect(still.status).toBe("pending");
    const ended = await other.resume(parseActionReturn(JSON.stringify(still)), "Ann");
    expect(ended).toMatchObject({ id: "a", status: "success", result: [{ content: "signed by Ann" }] });
    expect(ran).toEqual(["asked for it", 'resumed {"what":"it"}']);
    expect(other.trajectory.map(({ action, ran }) => [action.id, ran])).toEqual([["a", true]]);
    await expect(other.resume(ended, "Ann")).rejects.toThrow("does not wait for an answer");
  });

  it("is decided once, and its result is reviewed", async () => {
    const seen: string[] = [];
    const guard: Guard = {
      before: async (action) => {
        seen.push(`before ${action.id}`);
        return { kind: "allow", action, decision };
      },
      after: async ({ observation }) => {
        seen.push(`after ${JSON.stringify(observation.parts)}`);
        return { kind: "stop", reason: "no names", decision };
      },
    };
    const { executor } = executorWith({ guards: [guard] });
    const pending = await executor.execute(callOf("copy", "it", "a"));
    expect(seen).toEqual(["before a"]);
    const ended = await executor.resume(pending, "Ann");
    expect(ended).toMatchObject({ status: "stopped", errmsg: expect.stringContaining("no names") });
    expect(seen).toEqual(["before a", 'after [{"type":"text","content":"signed by Ann"}]']);
  });

  it.each([
    ["the caller aborts", {}, { status: "failed", error: { code: "aborted" } }],
    ["its time is over", { timeout: 1 }, { status: "failed", errmsg: expect.stringContaining("can't continue") }],
  ])("does not wait for its own schema when %s", async (_what, options, expected) => {
    const slow = saying("slow", () => {
      throw new PendingError("ask", "it");
    });
    let validated = 0;
    const validate: Tool["validate"] = (args) =>
      ++validated === 1 ? { ok: true, value: args } : new Promise(() => undefined);
    const executor = new ActionExecutor([{ ...slow, validate, resume: () => "done" }]);
    const pending = await executor.execute(callOf("slow", "it", "a"));
    const controller = new AbortController();
    const ended = executor.resume(pending, "Ann", { ...options, signal: controller.signal });
    if (!("timeout" in options)) controller.abort();
    expect(await ended).toMatchObject(expected);
    expect(validated).toBe(2);
  });

  it("is the only kind of tool that a changed record can continue", async () => {
    const stops: Guard = { before: async () => ({ kind: "stop", reason: "never", decision }) };
    const { executor, ran } = executorWith({ guards: [stops] });
    const refused = await executor.execute(callOf("say", "hi", "a"));
    const { guard, ...stages } = refused.stages;
    const action = { id: "a", name: "say", args: { what: "hi" } };
    const run = { outcome: "pending" as const, waiting: null, duration: 0, attempts: 1 };
    const forged = {
      ...refused,
      status: "pending" as const,
      stages: { ...stages, guard: { verdicts: [], after: [], action }, run },
    };
    expect(await executor.resume(forged, "yes")).toMatchObject({
      status: "failed",
      errmsg: "say can't continue: the tool takes no answers",
    });
    expect(ran).toEqual([]);
    expect(guard?.action).toBeNull();
  });

  it("fails if it can't continue, or what it needs is not JSON", async () => {
    const bare = saying("bare", () => {
      throw new PendingError("never");
    });
    const odd = saying(
      "odd",
      () => {
        throw new PendingError("odd", Number.NaN);
      },
      { resume: () => "ok" },
    );
    const executor = new ActionExecutor([bare, odd]);
    expect((await executor.execute(callOf("bare"))).error?.code).toBe("unexpected");
    expect((await executor.execute(callOf("odd"))).error?.code).toBe("unexpected");
  });
});
