import { plainText } from "@helve/agent";
import type { WorkerProcess } from "@helve/testing/worker-process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type PayCall, payCall } from "../agents.ts";
import type { Bank } from "./bank.ts";

/** An engine with its servers. The driver runs nothing: it starts runs, waits for them and answers. */
export interface SystemEngine extends AsyncDisposable {
  readonly driver: Bank;
  /** Creates a worker, which is not started. */
  worker(name: string): WorkerProcess;
  /** Restarts the servers, in the middle of everything. */
  restart(): Promise<void>;
}

/** The program of a worker, which begins its arguments with its name. */
export const workerModule: URL = new URL("worker.ts", import.meta.url);

/** Tests that every backend must pass. @param open - starts the servers */
export function testBackend(open: () => Promise<SystemEngine>): void {
  let engine: SystemEngine;
  const workers: WorkerProcess[] = [];

  beforeAll(async () => {
    engine = await open();
    await engine.driver.pool.query(
      "CREATE TABLE payments (key text NOT NULL, name text NOT NULL, amount integer NOT NULL)",
    );
    await engine.driver.pool.query("CREATE TABLE deaths (name text PRIMARY KEY)");
  });

  afterAll(async () => {
    for (const worker of workers) await worker.kill();
    await engine?.driver.pool.end();
    await engine?.[Symbol.asyncDispose]();
  });

  async function worker(name: string): Promise<WorkerProcess> {
    const started = engine.worker(name);
    workers.push(started);
    await started.start();
    return started;
  }

  const start = (...turns: readonly (readonly PayCall[])[]): Promise<string> =>
    engine.driver.agent.start(JSON.stringify([...turns.map((calls) => ({ tool_calls: calls })), "Done."]));

  const paid = async (like: string): Promise<readonly string[]> => {
    const { rows } = await engine.driver.pool.query("SELECT name FROM payments WHERE name LIKE $1 ORDER BY name", [
      like,
    ]);
    return rows.map(({ name }) => String(name));
  };

  /** Waits until a call of a run has begun. */
  async function isBegun(run: string): Promise<void> {
    const begun = "SELECT 1 FROM helve_runs WHERE session = $1";
    await expect.poll(async () => (await engine.driver.pool.query(begun, [run])).rows).not.toEqual([]);
  }

  it("runs in a worker, and ends with the answer", async () => {
    const one = await worker("one");
    const id = await start([payCall("first a", 1), payCall("first b", 2)], [payCall("first c", 3)]);
    expect(await engine.driver.agent.outcome(id)).toMatchObject({ status: "finished", answer: "Done.", steps: 3 });
    expect(await paid("first %")).toEqual(["first a", "first b", "first c"]);
    await one.kill();
  });

  it("is continued by the same worker when it starts again: what the tool can find out runs once", async () => {
    const two = await worker("two");
    const names = ["dies before, reconciled", "dies after, reconciled"];
    for (const name of names) {
      const id = await start([payCall(`${name.slice(0, 5)}`, 1)], [payCall(name, 1), payCall(`next to ${name}`, 1)]);
      await two.ended;
      await two.start();
      expect(await engine.driver.agent.outcome(id)).toMatchObject({ status: "finished" });
      expect(await paid(`%${name}`)).toEqual([name, `next to ${name}`]);
    }
    await two.kill();
  });

  it("is continued by another worker, and a call of which nobody knows whether it ran waits for a person", async () => {
    const three = await worker("three");
    const id = await start([payCall("dies after, unknown", 1)], [payCall("later, unknown", 1)]);
    await three.ended;
    const four = await worker("four");
    const outcome = await engine.driver.agent.outcome(id);
    expect(outcome).toMatchObject({
      status: "pending",
      questions: [{ kind: "tool", waiting: { type: "helve.unknown_run" } }],
    });
    await engine.driver.agent.answer(id, { call_1: { ran: true, result: "paid, said the bank" } });
    expect(await engine.driver.agent.outcome(id)).toMatchObject({ status: "finished" });
    expect(await paid("%, unknown")).toEqual(["dies after, unknown", "later, unknown"]);
    await four.kill();
  });

  it("is continued by another worker when its worker is shut down", async () => {
    const ten = await worker("ten");
    const id = await start([payCall("slow", 2)]);
    await isBegun(id);
    await ten.shutDown();
    const eleven = await worker("eleven");
    expect(await engine.driver.agent.outcome(id)).toMatchObject({ status: "pending", questions: [{ kind: "tool" }] });
    await engine.driver.agent.cancel(id);
    await eleven.kill();
  });

  it("waits for an approval without a worker, and decides on the steps of the whole run", async () => {
    const five = await worker("five");
    const id = await start([payCall("asked a", 90)], [payCall("asked b", 900)], [payCall("asked c", 20)]);
    const outcome = await engine.driver.agent.outcome(id);
    await five.kill();
    const [question] = await engine.driver.agent.questions({ run: id });
    expect(question).toMatchObject({
      agent: "payments",
      run: id,
      part: 1,
      question: { kind: "inspection", action: { args: { to: "asked b" } } },
    });
    expect(outcome.status).toBe("pending");
    const token = question?.question.token;
    await engine.driver.agent.answer(id, { call_2: { decision: "approve", token } });
    await expect(engine.driver.agent.answer(id, { call_2: { decision: "reject", token } })).rejects.toMatchObject({
      code: "not_waiting",
    });
    expect(await engine.driver.agent.questions({ run: id })).toEqual([]);
    const six = await worker("six");
    expect(await engine.driver.agent.outcome(id)).toMatchObject({ status: "finished" });
    // 90 + 900 + 20 is more than the limit.
    expect(await paid("asked %")).toEqual(["asked a", "asked b"]);
    await six.kill();
  });

  it("is cancelled, and then neither runs nor waits", async () => {
    const seven = await worker("seven");
    const id = await start([payCall("cancelled", 900)]);
    expect((await engine.driver.agent.outcome(id)).status).toBe("pending");
    await engine.driver.agent.cancel(id);
    expect(await engine.driver.agent.questions({ run: id })).toEqual([]);
    const running = await start([payCall("slow", 1)]);
    await isBegun(running);
    await engine.driver.agent.cancel(running);
    await expect(engine.driver.agent.outcome(running)).rejects.toMatchObject({ code: "cancelled" });
    const aborted = "SELECT 1 FROM helve_runs WHERE session = $1 AND result LIKE '%aborted%'";
    await expect.poll(async () => (await engine.driver.pool.query(aborted, [running])).rows).not.toEqual([]);
    await seven.kill();
    const queued = await start([payCall("cancelled", 1)]);
    await engine.driver.agent.cancel(queued);
    await expect(engine.driver.agent.outcome(queued)).rejects.toMatchObject({ code: "cancelled" });
    expect(await paid("cancelled")).toEqual([]);
  });

  it("makes each payment once although workers are killed at random and the database restarts", async () => {
    const pair = [await worker("eight"), await worker("nine")];
    const runs = 12;
    const calls = (run: number, turn: number) =>
      [0, 1].map((index) => payCall(`${run}.${turn}.${index} random reconciled`, 1));
    const ids = await Promise.all(
      Array.from({ length: runs }, (_, run) => start(...[0, 1, 2].map((turn) => calls(run, turn)))),
    );
    let isOver = false;
    const killing = (async () => {
      for (let kill = 0; kill < 4 && !isOver; kill++) {
        await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 700));
        const victim = pair[kill % pair.length];
        await victim?.kill();
        if (kill === 1) {
          await engine.restart();
        }
        await victim?.start();
      }
    })();
    const outcomes = await Promise.all(ids.map((id) => engine.driver.agent.outcome(id)));
    isOver = true;
    await killing;
    expect(outcomes.map(({ status }) => status)).toEqual(Array(runs).fill("finished"));
    const results = outcomes.flatMap(({ messages }) => messages.filter((message) => message.role === "tool"));
    expect(results.map(({ parts }) => plainText(parts)).filter((text) => !/paid/.test(text))).toEqual([]);
    const expected = Array.from({ length: runs }, (_, run) => [0, 1, 2].flatMap((turn) => calls(run, turn)))
      .flat()
      .map((call) => String(JSON.parse(call.function.arguments).to));
    expect(await paid("% random reconciled")).toEqual(expected.sort());
    for (const each of pair) await each.kill();
  });
}
