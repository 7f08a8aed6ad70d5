import type { Action, Guard, GuardContext, Step, Verdict } from "@helve/core";
import { guarded } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { describe, expect, it } from "vitest";

const decision = { passes: [] };

/** A guard that decides by a function, and records what it is asked. */
function guardBy(verdictOf: (action: Action, context: GuardContext) => Verdict | undefined, after?: Guard["after"]) {
  const asked: Action[] = [];
  const guard: Guard = {
    async before(action, context) {
      asked.push(action);
      return verdictOf(action, context) ?? { kind: "allow", action, decision };
    },
    ...(after && { after }),
  };
  return { guard, asked };
}

const stop = (reason: string): Verdict => ({ kind: "stop", reason, decision });

describe("guarded", () => {
  it("asks the guard about each operation, as a call of a tool", async () => {
    const { guard, asked } = guardBy(() => undefined);
    await using sandbox = guarded(await memorySandbox(), guard);
    await sandbox.writeFile("a b.txt", "hello");
    await sandbox.exec(["cat", "a b.txt"], { env: { A: "1" }, input: "it's" });
    await sandbox.exec(["pwd"], { cwd: "/tmp" });
    await sandbox.exec(["pwd"], { env: { "f%%": "() { x; }" } }).catch(() => {}); // no variable of the memory environment
    await sandbox.readFile("a b.txt");
    await sandbox.readBytes("a b.txt");
    await sandbox.list(".");
    await sandbox.remove("a b.txt");
    await sandbox.stat(".");
    expect(asked.map(({ name, args }) => [name, args])).toEqual([
      ["Files.Write", { path: "a b.txt", content: "hello" }],
      ["Terminal.Execute", { command: "printf %s 'it'\\''s' | A=1 cat 'a b.txt'" }],
      ["Terminal.Execute", { command: "cd /tmp && pwd" }],
      ["Terminal.Execute", { command: "env 'f%%=() { x; }' pwd" }],
      ["Files.Read", { path: "a b.txt" }],
      ["Files.Read", { path: "a b.txt" }],
      ["Files.List", { path: "." }],
      ["Files.Delete", { path: "a b.txt" }],
    ]);
  });

  it("does nothing that the guard stops, or that a person would have to allow", async () => {
    const request = { action: { id: "1", name: "x", args: {} }, messages: ["Really?"], rules: [], fixes: [] };
    const { guard } = guardBy(({ name }) =>
      name === "Files.Delete" ? { kind: "pending", request, decision } : stop("rule @no: never"),
    );
    await using inner = await memorySandbox({ files: { a: "1" } });
    const sandbox = guarded(inner, guard);
    await expect(sandbox.exec(["rm", "a"])).rejects.toMatchObject({ code: "denied", message: "rule @no: never" });
    await expect(sandbox.spawn(["rm", "a"])).rejects.toMatchObject({ code: "denied" });
    await expect(sandbox.writeFile("a", "2")).rejects.toMatchObject({ code: "denied" });
    await expect(sandbox.remove("a")).rejects.toMatchObject({
      ...{ code: "denied", message: "A person would have to allow this: Really?" },
    });
    expect(await inner.readFile("a")).toBe("1");
  });

  it("does nothing if the guard fails", async () => {
    const { guard } = guardBy(() => {
      throw new Error("broken");
    });
    await using inner = await memorySandbox({ files: { a: "1" } });
    await expect(guarded(inner, guard).remove("a")).rejects.toThrow("broken");
    expect(await inner.readFile("a")).toBe("1");
  });

  it("does what the guard puts in place of an operation, and nothing under another name", async () => {
    const { guard } = guardBy((action) => {
      const { name, args } = action;
      if (name === "Terminal.Execute")
        return { kind: "allow", action: { ...action, args: { command: "echo instead" } }, decision };
      if (args["path"] === "a") return { kind: "allow", action: { ...action, args: { path: "b" } }, decision };
      return { kind: "allow", action: { ...action, name: "Other.Tool" }, decision };
    });
    await using inner = await memorySandbox({ files: { a: "1", b: "2" } });
    const sandbox = guarded(inner, guard);
    expect((await sandbox.exec(["rm", "a"], { cwd: "/nowhere" })).stdout).toBe("instead\n");
    expect(await sandbox.readFile("a")).toBe("2");
    await expect(sandbox.readFile("b")).rejects.toMatchObject({ code: "denied" });
  });

  it("shows the guard the steps so far, one decision after the other", async () => {
    const seen: string[] = [];
    const { guard } = guardBy((action, { trajectory, prompt, now }) => {
      const steps = trajectory.map(({ status, inFlight }) => (inFlight ? "in flight" : status));
      seen.push(`${action.args["command"]} after ${steps.join(", ") || "nothing"} at ${now}: ${prompt}`);
      return action.args["command"] === "rm x" ? stop("no") : undefined;
    });
    await using sandbox = guarded(await memorySandbox(), guard, { prompt: "tidy up", now: () => 5 });
    await sandbox.exec(["true"]);
    await sandbox.exec(["false"]);
    await sandbox.exec(["rm", "x"]).catch(() => {});
    await Promise.all([sandbox.exec(["echo", "1"]), sandbox.exec(["echo", "2"])]);
    expect(seen).toEqual([
      "true after nothing at 5: tidy up",
      "false after success at 5: tidy up",
      "rm x after success, failed at 5: tidy up",
      "echo 1 after success, failed, stopped at 5: tidy up",
      "echo 2 after success, failed, stopped, in flight at 5: tidy up",
    ]);
  });

  it("withholds a result that the guard does not let through", async () => {
    const after = async (step: Step): Promise<Verdict> =>
      JSON.stringify(step.observation).includes("secret")
        ? stop("rule @secret: it has a secret")
        : { kind: "allow", action: step.action, decision };
    const { guard } = guardBy(() => undefined, after);
    await using sandbox = guarded(await memorySandbox({ files: { a: "secret", b: "fine" } }), guard);
    await expect(sandbox.readFile("a")).rejects.toMatchObject({
      code: "denied",
      message: "rule @secret: it has a secret",
    });
    await expect(sandbox.exec(["cat", "a"])).rejects.toMatchObject({ code: "denied" });
    expect(await sandbox.readFile("b")).toBe("fine");
  });

  it("asks about the user of a command and about directories with what they contain, and does as the guard says", async () => {
    const { guard, asked } = guardBy((action) => {
      const { recursive: _, user: __, ...args } = action.args;
      return { kind: "allow", action: { ...action, args }, decision };
    });
    await using sandbox = guarded(await memorySandbox({ files: { "d/a": "1" } }), guard);
    expect((await sandbox.exec(["echo", "1"], { user: "root", cwd: "." })).stdout).toBe("1\n"); // there are no users
    await expect(sandbox.remove("d", { recursive: true })).rejects.toMatchObject({ code: "is_directory" });
    expect(asked.map(({ args }) => args)).toEqual([
      { command: "cd . && echo 1", user: "root" },
      { path: "d", recursive: true },
    ]);
  });

  it("runs what the guard has decided on, also if the caller changes it meanwhile", async () => {
    const { guard } = guardBy(() => undefined);
    await using inner = await memorySandbox();
    const sandbox = guarded(inner, guard);
    const argv = ["echo", "one"];
    const env = { A: "1" };
    const bytes = new TextEncoder().encode("one");
    const done = Promise.all([
      sandbox.exec(argv),
      sandbox.exec(["printenv", "A"], { env }),
      sandbox.exec(["cat"], { input: bytes }),
      sandbox.writeFile("a", bytes),
    ]);
    argv[1] = "two";
    env.A = "2";
    bytes.fill(120);
    const [first, second, third] = await done;
    expect([first.stdout, second.stdout, third.stdout]).toEqual(["one\n", "1\n", "one"]);
    expect(await inner.readFile("a")).toBe("one");
  });

  it("rejects what is no command before it asks", async () => {
    const { guard, asked } = guardBy(() => undefined);
    await using sandbox = guarded(await memorySandbox(), guard);
    await expect(sandbox.exec("ls" as never)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(sandbox.writeFile("a", 5 as never)).rejects.toMatchObject({ code: "invalid_argument" });
    expect(asked).toEqual([]);
  });

  it("keeps the errors of the sandbox", async () => {
    const { guard } = guardBy(() => undefined);
    await using sandbox = guarded(await memorySandbox(), guard);
    await expect(sandbox.readFile("missing")).rejects.toMatchObject({ code: "not_found" });
    await expect(sandbox.exec(["sleep", "5"], { timeout: 20 })).rejects.toMatchObject({ code: "timeout" });
  });
});
