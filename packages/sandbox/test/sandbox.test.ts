import { createSandbox, type ExecOptions, type SandboxDriver, SandboxError } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { describe, expect, it } from "vitest";

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
    const driver: SandboxDriver = {
      ...{ kind: "test", description: "", workingDirectory: "/" },
      capabilities: { isolation: "none", users: false, background: false, snapshots: false, connection: false },
      start: () => Promise.reject(new Error("unused")),
      files: {} as SandboxDriver["files"],
      close: async () => void closed++,
    };
    const sandbox = createSandbox(driver);
    await expect(sandbox.snapshot()).rejects.toMatchObject({ code: "unsupported" });
    await Promise.all([sandbox.close(), sandbox.close()]);
    expect(closed).toBe(1);
    for (const refused of [sandbox.exec(["a"]), sandbox.spawn(["a"]), sandbox.readFile("a"), sandbox.snapshot()])
      await expect(refused).rejects.toMatchObject({ code: "unavailable", message: "The test sandbox is closed" });
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
});
