import { type Sandbox, sandboxEnvironments } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { describe, expect, it } from "vitest";

/** Creates memory sandboxes and counts those that were created and closed. */
function counting() {
  const count = { created: 0, closed: 0 };
  const create = async (): Promise<Sandbox> => {
    count.created++;
    const sandbox = await memorySandbox();
    const { close } = sandbox;
    return Object.assign(sandbox, {
      close: async () => {
        count.closed++;
        await close.call(sandbox);
      },
    });
  };
  return { count, create };
}

describe("sandboxEnvironments", () => {
  it("gives each session sandboxes of its own, the first environment by default", async () => {
    const { count, create } = counting();
    await using environments = sandboxEnvironments({ main: { create, files: { a: "1" } }, other: { create } });
    expect(environments.names).toEqual(["main", "other"]);
    const [one, two] = [environments.session(), environments.session()];
    const sandbox = await one.sandbox();
    expect(await one.sandbox("main")).toBe(sandbox);
    expect(await two.sandbox()).not.toBe(sandbox);
    expect(await sandbox.readFile("a")).toBe("1");
    await expect((await one.sandbox("other")).readFile("a")).rejects.toMatchObject({ code: "not_found" });
    expect(count).toEqual({ created: 3, closed: 0 });
    await one.close();
    expect(count.closed).toBe(2);
    await expect(one.sandbox()).rejects.toMatchObject({ code: "unavailable" });
    await environments.close();
    expect(count.closed).toBe(3);
    expect(() => environments.session()).toThrow("closed");
  });

  it("runs the setup script after the files are there, and closes what could not be set up", async () => {
    const { count, create } = counting();
    await using environments = sandboxEnvironments({
      good: { create, files: { "in.txt": "a" }, setup: "cp in.txt out.txt\ntest -f out.txt" },
      bad: { create, setup: "echo problem >&2; exit 3" },
    });
    await using session = environments.session();
    expect(await (await session.sandbox()).readFile("out.txt")).toBe("a");
    for (const attempt of [1, 2]) {
      await expect(session.sandbox("bad")).rejects.toMatchObject({
        code: "failed",
        message: "The setup of the environment bad ended with the exit code 3: problem",
      });
      expect(count).toEqual({ created: 1 + attempt, closed: attempt });
    }
  });

  it("keeps sandboxes ready, and uses none twice", async () => {
    const { count, create } = counting();
    const environments = sandboxEnvironments({ main: { create, warm: 2 } });
    await environments.warmUp();
    expect(count.created).toBe(2);
    const sandboxes = await Promise.all([1, 2, 3].map(() => environments.session().sandbox()));
    expect(new Set(sandboxes).size).toBe(3);
    await environments.close();
    expect(count.closed).toBe(count.created);
  });

  it("refuses unknown names and no environments", async () => {
    const { create } = counting();
    await using environments = sandboxEnvironments({ main: { create } });
    await expect(environments.session().sandbox("constructor")).rejects.toMatchObject({
      code: "invalid_argument",
      message: 'There is no environment "constructor" (known: main)',
    });
    expect(() => sandboxEnvironments({})).toThrow("at least one environment");
  });

  it("hands out nothing after it was closed during the start", async () => {
    const { count, create } = counting();
    const environments = sandboxEnvironments({ main: { create } });
    const starting = environments.session().sandbox();
    await environments.close();
    await starting.catch(() => {});
    expect(count.closed).toBe(count.created);
  });

  it("is closed when the sandboxes of sessions that were already closing are", async () => {
    const closing = Promise.withResolvers<void>();
    let isClosed = false;
    const create = async (): Promise<Sandbox> =>
      Object.assign(await memorySandbox(), {
        async close() {
          await closing.promise;
          isClosed = true;
        },
      });
    const environments = sandboxEnvironments({ main: { create } });
    const session = environments.session();
    await session.sandbox();
    void session.close();
    const closed = environments.close().then(() => isClosed);
    setTimeout(closing.resolve, 20);
    expect(await closed).toBe(true);
  });
});
