// Random interleavings of calls, time limits and aborts: no limit is exceeded, no call is lost, and none runs twice.

import { ActionExecutor, memoryRunLedger } from "@helve/executor";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { saying } from "./one-tool.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const option = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const time = fc.integer({ min: 1, max: 60 });
const tools = fc.array(
  fc.record({
    parallel: fc.boolean(),
    idempotent: fc.boolean(),
    concurrency: option(fc.integer({ min: 1, max: 2 })),
    resource: option(fc.constantFrom("db", "disk")),
    timeout: time,
    obeys: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
);
const call = fc.record({ tool: fc.nat(2), duration: time, fails: fc.boolean(), id: fc.nat(9) });
const batches = fc.array(
  fc.record({ at: time, abortAt: option(time), calls: fc.array(call, { minLength: 1, maxLength: 4 }) }),
  { minLength: 1, maxLength: 4 },
);
const settings = fc.record({
  concurrency: option(fc.integer({ min: 1, max: 3 })),
  db: fc.integer({ min: 1, max: 2 }),
  hasLedger: fc.boolean(),
  tools,
  batches,
});

it("hold all limits and answer each call once", async () => {
  await fc.assert(
    fc.asyncProperty(settings, async ({ concurrency, db, hasLedger, tools, batches }) => {
      const active: { readonly tool: number; readonly key: string; readonly batch: number; readonly index: number }[] =
        [];
      const started = new Map<string, number>();
      const wrong: string[] = [];
      const check = (): void => {
        const most = (of: typeof active, limit: number | undefined, what: string): void => {
          if (limit !== undefined && of.length > limit) wrong.push(what);
        };
        most(active, concurrency, "all");
        for (const [n, { concurrency }] of tools.entries()) {
          const own = active.filter(({ tool }) => tool === n);
          most(own, concurrency, `tool ${n}`);
        }
        for (const [name, limit] of [
          ["db", db],
          ["disk", 1],
        ] as const) {
          most(
            active.filter(({ tool }) => tools[tool]?.resource === name),
            limit,
            name,
          );
        }
        for (const { key } of active)
          most(
            active.filter((run) => run.key === key),
            1,
            `${key} overlaps itself`,
          );
      };
      const executor = new ActionExecutor(
        tools.map(({ obeys, timeout, ...options }, tool) =>
          saying(
            `t${tool}`,
            async (what, { signal }) => {
              const { key, batch, index, duration, fails } = JSON.parse(what);
              const run = { tool, key, batch, index };
              const earlier = active.filter((other) => other.batch === batch && other.index < index);
              if (!tools[tool]?.parallel && earlier.length > 0) wrong.push("starts before an earlier call has ended");
              if (earlier.some((other) => !tools[other.tool]?.parallel)) wrong.push("overtakes a call that runs alone");
              active.push(run);
              started.set(key, (started.get(key) ?? 0) + 1);
              check();
              await new Promise<void>((resolve) => {
                setTimeout(resolve, duration);
                if (obeys) signal.addEventListener("abort", () => resolve());
              });
              active.splice(active.indexOf(run), 1);
              if (fails) throw new Error("failed");
              return what;
            },
            { ...options, timeout },
          ),
        ),
        {
          concurrency,
          resources: { db },
          ledger: hasLedger ? memoryRunLedger() : undefined,
          retry: { times: 2, delay: 3 },
        },
      );
      const results = batches.map(async ({ at, abortAt, calls }, batch) => {
        await new Promise((resolve) => setTimeout(resolve, at));
        const controller = new AbortController();
        if (abortAt !== undefined) setTimeout(() => controller.abort(), abortAt);
        const sent = calls.map(({ tool, id, ...work }, index) => {
          const n = tool % tools.length;
          const key = hasLedger ? `${id}` : `${batch}.${index}`;
          // A call of the ledger is the same if its id, tool and arguments are.
          const what = hasLedger ? { duration: 20, fails: id % 2 === 1 } : work;
          const position = hasLedger ? { key: `${key} ${n}`, batch: 0, index: 0 } : { key, batch, index };
          return { id: key, name: `t${n}`, arguments: { what: JSON.stringify({ ...position, ...what }) } };
        });
        const returns = await executor.executeAll(sent, { signal: controller.signal });
        expect(returns.map(({ id }) => id)).toEqual(sent.map(({ id }) => id));
        for (const { status, error, stages } of returns) {
          if (status === "success" || stages.run !== undefined) continue;
          if (!["aborted", "blocked", "timeout"].includes(error?.code ?? "")) wrong.push(`${status} ${error?.code}`);
        }
      });
      await vi.runAllTimersAsync();
      await Promise.all(results);
      for (const [key, times] of started) {
        const mayRepeat = tools.some(({ idempotent }) => idempotent);
        if (times > (mayRepeat ? 3 : 1)) wrong.push(`${key} ran ${times} times`);
      }
      expect([...new Set(wrong)]).toEqual([]);
      expect(active).toEqual([]);
      // Nobody holds a place any more.
      const last = tools.map((_, n) =>
        executor.execute({
          id: `last ${n}`,
          name: `t${n}`,
          arguments: { what: JSON.stringify({ key: `last ${n}`, batch: n, index: 0, duration: 0, fails: false }) },
        }),
      );
      await vi.runAllTimersAsync();
      expect((await Promise.all(last)).map(({ status }) => status)).toEqual(tools.map(() => "success"));
    }),
    { numRuns: runs(150, 10_000) },
  );
});
