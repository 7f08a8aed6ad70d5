import type { Experimental_SandboxSession as SandboxSession } from "@ai-sdk/provider-utils";
import { type AiSandboxSession, toAiSandbox } from "@helve/sandbox/ai-sdk";
import { toInspectSandbox } from "@helve/sandbox/inspect";
import { localSandbox } from "@helve/sandbox/node";
import { describe, expect, expectTypeOf, it } from "vitest";

describe("toAiSandbox", () => {
  it("has the type that the AI SDK publishes", () => {
    expectTypeOf<AiSandboxSession>().toExtend<SandboxSession>();
    expectTypeOf<SandboxSession>().toExtend<AiSandboxSession>();
  });

  it("runs commands and handles files as the AI SDK describes", async () => {
    await using sandbox = await localSandbox();
    const session: SandboxSession = toAiSandbox(sandbox);
    await session.writeTextFile({ path: "dir/a.txt", content: "one\ntwo\nthree\n" });
    expect(await session.readTextFile({ path: "dir/a.txt", startLine: 2, endLine: 9 })).toBe("two\nthree\n");
    expect(await session.readTextFile({ path: "dir/a.txt", startLine: 2, endLine: 2 })).toBe("two\n");
    expect(await new Response(await session.readFile({ path: "dir/a.txt" })).text()).toBe("one\ntwo\nthree\n");
    await session.writeFile({ path: "b", content: new Blob(["x"]).stream() });
    await session.writeBinaryFile({ path: "c", content: new Uint8Array([0, 255]) });
    expect(await session.readBinaryFile({ path: "c" })).toEqual(new Uint8Array([0, 255]));
    expect(await session.stat({ path: "dir" })).toMatchObject({ type: "directory" });
    expect((await session.listDirectory({ path: "." }))?.map(({ name }) => name)).toEqual(["b", "c", "dir"]);
    expect(
      await session.run({ command: "echo $A; pwd >&2; exit 3", workingDirectory: "dir", env: { A: "1" } }),
    ).toEqual({ exitCode: 3, stdout: "1\n", stderr: `${sandbox.workingDirectory}/dir\n` });
    for (const missing of [session.readFile, session.readBinaryFile, session.readTextFile, session.stat])
      expect(await missing({ path: "missing" })).toBeNull();
    expect(await session.listDirectory({ path: "missing" })).toBeNull();
    expect(await session.deleteFile({ path: "b" })).toBe(true);
    expect(await session.deleteFile({ path: "b" })).toBe(false);
    await expect(session.deleteFile({ path: "dir" })).rejects.toMatchObject({ code: "is_directory" });
  });

  it("spawns processes with an open standard input", async () => {
    await using sandbox = await localSandbox();
    const session: SandboxSession = toAiSandbox(sandbox);
    const process = await session.spawn({ command: "cat", stdin: true });
    const writer = process.stdin.getWriter();
    await writer.write(new TextEncoder().encode("hello"));
    await writer.close();
    expect(await new Response(process.stdout).text()).toBe("hello");
    expect((await process.wait()).exitCode).toBe(0);
  });
});

describe("toInspectSandbox", () => {
  it("refuses an option that does not exist", async () => {
    await using sandbox = await localSandbox();
    const inspect = toInspectSandbox(sandbox);
    await expect(inspect.exec(["true"], { time_out: 1 } as never)).rejects.toMatchObject({
      code: "invalid_argument",
      message: '"time_out" is not an option of exec (did you mean "timeout"?)',
    });
    await expect(inspect.exec(["true"], null as never)).rejects.toThrow("The options must be an object");
    await expect(inspect.connection({ usr: "bob" } as never)).rejects.toThrow('(did you mean "user"?)');
  });

  it("has seconds, returncode and text by a flag", async () => {
    await using sandbox = await localSandbox();
    const inspect = toInspectSandbox(sandbox);
    await inspect.write_file("a", "hello");
    expect(await inspect.read_file("a")).toBe("hello");
    expect(await inspect.read_file("a", false)).toEqual(new TextEncoder().encode("hello"));
    expect(await inspect.exec(["sh", "-c", "cat; exit 2"], { input: "x" })).toEqual({
      ...{ success: false, returncode: 2, stdout: "x", stderr: "" },
    });
    await expect(inspect.exec(["sleep", "9"], { timeout: 0.05 })).rejects.toMatchObject({ code: "timeout" });
    expect((await inspect.connection()).argv[0]).toBe("sh");
  });
});
