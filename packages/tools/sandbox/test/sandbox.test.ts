import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createSandbox, type ExecOptions, type SandboxDriver, SandboxError } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { describe, expect, it } from "vitest";
import { bubblewrap, local, memory } from "./environments.ts";

/** How long programs sleep that must be ended: no other test run on this machine has such a program. */
const seconds = `6${process.pid}.7`;
/** The commands of all processes. */
const running = (): string => spawnSync("ps", ["-eo", "args"]).stdout.toString();

const environments = [local, bubblewrap, memory].filter(({ missing }) => missing === undefined);

describe("bad arguments", () => {
  it.each<readonly [unknown, string]>([
    [[], "A command must be an array"],
    ["ls -l", "A command must be an array"],
    [[""], "must not be empty"],
    [["a", "b\0c"], "must not contain a null byte"],
    [["a", 1], "argument 1 of the command must be a string"],
  ])("a command %j is refused", async (argv, message) => {
    await using sandbox = await memorySandbox();
    const refused = sandbox.exec(argv as string[]);
    await expect(refused).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [{ timeout: 0 }, '"timeout" must be a number of milliseconds greater than 0'],
    [{ timeout: Number.NaN }, '"timeout"'],
    [{ outputLimit: -1 }, '"outputLimit"'],
    [{ env: { "A=B": "c" } }, "can't be the name of an environment variable"],
    [{ env: { A: "b\0" } }, "must not contain a null byte"],
    [{ cwd: "" }, "A path must not be empty"],
    [null, "The options must be an object"],
    [{ input: 5 }, '"input" must be a string or a Uint8Array (got 5)'],
    [{ overflow: "cut" }, '"overflow" must be one of error, head, tail, middle, file (got "cut")'],
    [{ invalidUtf8: "ignore" }, '"invalidUtf8" must be one of error, replace'],
  ])("the options %j are refused", async (options, message) => {
    await using sandbox = await memorySandbox();
    await expect(sandbox.exec(["true"], options as ExecOptions)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    });
  });

  it("no variable becomes code of the memory environment", async () => {
    await using sandbox = await memorySandbox();
    const env = { "X; touch injected;": "1" };
    await expect(sandbox.exec(["true"], { env })).rejects.toMatchObject({ code: "unsupported" });
    expect(await sandbox.list(".")).toEqual([]);
    expect((await sandbox.exec(["printenv", "A"], { env: { A: "'; touch injected; '" } })).stdout).toBe(
      "'; touch injected; '\n",
    );
  });
});

describe("a closed sandbox", () => {
  it("refuses everything, and closes only once", async () => {
    let closed = 0;
    const sandbox = createSandbox(driverWith({ close: async () => void closed++ }));
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: "unsupported" });
    await Promise.all([sandbox.close(), sandbox.close()]);
    expect(closed).toBe(1);
    for (const refused of [sandbox.exec(["a"]), sandbox.spawn(["a"]), sandbox.readFile("a"), sandbox.snapshot()])
      await expect(refused).rejects.toMatchObject({ code: "unavailable", message: "The test sandbox is closed" });
  });

  it("has ended what ran in it", async () => {
    let end = (): void => {};
    const exit = new Promise<{ readonly exitCode: number }>((resolve) => {
      end = () => resolve({ exitCode: 137 });
    });
    const sandbox = createSandbox(driverWith({ start: async () => ({ exit, kill: async () => end() }) }));
    const process = await sandbox.spawn(["serve"]);
    await sandbox.close();
    expect(await exit).toEqual({ exitCode: 137 });
    await expect(process.wait()).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe.each(environments)("operations that run in the $name environment", ({ create }) => {
  it("end when the sandbox is closed", async () => {
    const sandbox = await create();
    const command = expect(sandbox.exec(["sleep", seconds])).rejects.toMatchObject({
      code: "unavailable",
      message: `The ${sandbox.kind} sandbox is closed`,
    });
    const program = await sandbox.spawn(["sleep", seconds]);
    const waiting = expect(program.wait()).rejects.toMatchObject({ code: "unavailable" });
    await sandbox.close();
    await Promise.all([command, waiting]);
    await expect.poll(running).not.toContain(`sleep ${seconds}`);
  });

  it("end when the files are restored, and commands can run after that", async () => {
    await using sandbox = await create();
    const snapshot = await sandbox.snapshot();
    const command = expect(sandbox.exec(["sleep", "60"])).rejects.toMatchObject({ code: "unavailable" });
    await sandbox.restore(snapshot);
    await command;
    expect((await sandbox.exec(["true"])).success).toBe(true);
  });

  it("write a file one after the other, so that no contents mix", async () => {
    await using sandbox = await create();
    const contents = Array.from({ length: 10 }, (_, index) => String(index).repeat(2000 - 150 * index));
    await Promise.all(contents.map((text) => sandbox.writeFile("a", text)));
    expect(await sandbox.readFile("a")).toBe(contents.at(-1));
  });

  it("have no time limit if it is longer than a timer can be", async () => {
    await using sandbox = await create();
    for (const timeout of [Infinity, 2 ** 31])
      expect((await sandbox.exec(["sleep", "0.1"], { timeout })).success).toBe(true);
  });

  it("keep a character whole that begins in one half of the output and ends in the other", async () => {
    await using sandbox = await create();
    const { stdout } = await sandbox.exec(["echo", "aaaa€bb"], { overflow: "middle", outputLimit: 10 });
    expect(stdout).toBe("aaaa€bb\n");
  });
});

describe.each(environments.filter(({ name }) => name !== "memory"))(
  "named pipes in the $name environment",
  ({ create }) => {
    it("are no files to write to, and no obstacle to snapshots", async () => {
      await using sandbox = await create();
      await sandbox.exec(["mkfifo", "pipe"]);
      await sandbox.writeFile("a", "1");
      await expect(sandbox.writeFile("pipe", "x")).rejects.toMatchObject({ message: "pipe: Not a regular file" });
      const snapshot = await sandbox.snapshot();
      await sandbox.writeFile("a", "2");
      await sandbox.restore(snapshot);
      expect(await sandbox.readFile("a")).toBe("1");
    });
  },
);

describe("a named pipe of the local environment", () => {
  it("is not waited for if it takes the place of a file while that is read", async () => {
    await using sandbox = await localSandbox();
    await sandbox.writeFile("file", "1");
    const script = "mkfifo pipe; for i in $(seq 300); do ln -sf file x; ln -sf pipe x; done";
    let isSwapping = true;
    const swapping = sandbox.exec(["sh", "-c", script]).finally(() => {
      isSwapping = false;
    });
    const texts = new Set<string>();
    while (isSwapping) {
      const text = sandbox.readFile("x").catch((error: Error) => error.message);
      texts.add(await text);
    }
    await swapping;
    expect([...texts].filter((text) => text !== "1" && !/Not a regular file|No such file/.test(text))).toEqual([]);
  });
});

describe("errors", () => {
  it("name the path that the caller wrote", async () => {
    await using sandbox = await localSandbox();
    const error = await sandbox.readFile("missing/file").catch((thrown: unknown) => thrown);
    expect(SandboxError.is(error)).toBe(true);
    expect(error).toMatchObject({ code: "not_found", path: "missing/file" });
    expect((error as Error).message).not.toContain(sandbox.workingDirectory);
  });

  it("have the reason of an aborted signal", async () => {
    await using sandbox = await localSandbox();
    const controller = new AbortController();
    const reason = new Error("the user left");
    const run = sandbox.exec(["sleep", "30"], { signal: controller.signal });
    controller.abort(reason);
    await expect(run).rejects.toBe(reason);
    await expect(sandbox.readFile("a", { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe("the local environment", () => {
  it("passes on what a program prints that ends at once", async () => {
    await using sandbox = await localSandbox();
    const process = await sandbox.spawn(["helve-no-such-program"]);
    expect(await new Response(process.stderr).text()).toBe("helve-no-such-program: not found\n");
    expect(await process.wait()).toEqual({ exitCode: 127 });
  });

  it("says that a directory is a file, and that a command is too long", async () => {
    await using sandbox = await localSandbox();
    await sandbox.writeFile("file", "");
    await expect(sandbox.exec(["true"], { cwd: "file" })).rejects.toMatchObject({
      code: "not_directory",
      path: "file",
    });
    await expect(sandbox.exec(["true", "x".repeat(3_000_000)])).rejects.toMatchObject({ code: "failed" });
    await expect(sandbox.writeFile("a", undefined as never)).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("ends a process whose output nobody reads", async () => {
    await using sandbox = await localSandbox();
    const process = await sandbox.spawn(["sh", "-c", "yes | head -c 50000000"]);
    await process.kill();
    expect((await process.wait()).exitCode).not.toBe(0);
    const aborted = new AbortController();
    const other = await sandbox.spawn(["yes"], { signal: aborted.signal });
    aborted.abort(new Error("enough"));
    await expect(other.wait()).rejects.toThrow("enough");
  });

  it("leaves no files behind, also if a program has taken the rights to them away", async () => {
    const sandbox = await localSandbox();
    await sandbox.exec(["sh", "-c", "mkdir -p a/b && echo 1 > a/b/c && chmod 000 a/b a"]);
    await sandbox.close();
    expect(existsSync(sandbox.workingDirectory)).toBe(false);
  });

  it("says how a process ended, also if its signal is aborted after that", async () => {
    await using sandbox = await localSandbox();
    const controller = new AbortController();
    const process = await sandbox.spawn(["true"], { signal: controller.signal });
    await process.wait();
    controller.abort();
    expect(await process.wait()).toEqual({ exitCode: 0 });
  });

  it("does not hand the environment of this process to commands", async () => {
    process.env["HELVE_TEST_SECRET"] = "s3cret";
    try {
      await using sandbox = await localSandbox({ env: { OWN: "1" } });
      const { stdout } = await sandbox.exec(["env"]);
      expect(stdout).toContain("OWN=1");
      expect(stdout).not.toContain("s3cret");
    } finally {
      delete process.env["HELVE_TEST_SECRET"];
    }
  });

  it("does not wait for a program in the background that writes without a pause", async () => {
    await using sandbox = await localSandbox();
    const command = "while :; do echo again; sleep 0.02; done & echo $! > pid; echo first";
    const { stdout } = await sandbox.exec(["sh", "-c", command]);
    expect(stdout).toContain("first");
    expect(await sandbox.exec(["sh", "-c", 'kill -0 "$(cat pid)"'])).toMatchObject({ success: true });
  });

  it("ends programs in the background with the sandbox, whatever their variables are", async () => {
    const sandbox = await localSandbox();
    await sandbox.exec(["sh", "-c", `sleep ${seconds} & exit`], { env: { HELVE_SANDBOX_ID: "x" } });
    await sandbox.close();
    await expect.poll(running).not.toContain(`sleep ${seconds}`);
  });
});

/** A driver that can do nothing but what is given. */
function driverWith(operations: Partial<SandboxDriver>): SandboxDriver {
  return {
    ...{ kind: "test", description: "", workingDirectory: "/" },
    capabilities: { isolation: "none", users: false, background: false, snapshots: false, connection: false },
    start: () => Promise.reject(new Error("unused")),
    files: {} as SandboxDriver["files"],
    close: async () => {},
    ...operations,
  };
}
