import { ActionExecutor } from "@helve/executor";
import { SandboxError } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { localSandbox } from "@helve/sandbox/node";
import { limitAfter } from "@helve/testing/limit-after";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

/** The error of a call whose tool does something in a sandbox. */
async function errorOf(run: () => Promise<unknown>) {
  const parameters = { type: "object", properties: {} } as const;
  const used = tool({
    name: "use",
    description: "Use the sandbox.",
    parameters,
    execute: async () => void (await run()),
  });
  const { error, recoverable } = await new ActionExecutor([used]).execute({ id: "1", name: "use", arguments: "{}" });
  return { code: error?.code, message: error?.message, recoverable };
}

describe("what a model reads of an error of a sandbox", () => {
  it.each([
    ["not_found", "file_not_found"],
    ["permission", "permission"],
    ["is_directory", "is_a_directory"],
    ["not_directory", "not_a_directory"],
    ["not_utf8", "unicode_decode"],
    ["output_limit", "limit"],
    ["denied", "approval"],
    ["unavailable", "sandbox_unavailable"],
    ["unsupported", "unsupported"],
    ["invalid_argument", "invalid_arguments"],
    ["failed", "tool_error"],
  ] as const)("%s is %s", async (kind, code) => {
    const run = () => Promise.reject(new SandboxError(kind, "a.txt: what happened", { path: "a.txt" }));
    expect(await errorOf(run)).toEqual({ code, message: "a.txt: what happened", recoverable: "model" });
  });

  it("an error of another system with such a code is unexpected", async () => {
    const run = () => Promise.reject(Object.assign(new Error("HTTP 404"), { code: "not_found" }));
    expect(await errorOf(run)).toMatchObject({ code: "unexpected", recoverable: "caller" });
  });

  it("a file that is missing", async () => {
    await using sandbox = await memorySandbox();
    expect(await errorOf(() => sandbox.readFile("a.txt"))).toMatchObject({
      ...{ code: "file_not_found", message: "a.txt: No such file or directory" },
    });
  });

  it("a command that does not end, with what it printed", async () => {
    await using sandbox = await localSandbox();
    const argv = ["sh", "-c", "echo building; echo a warning >&2; sleep 60"];
    const onOutput = limitAfter(1000, "building", "a warning");
    expect((await errorOf(() => sandbox.exec(argv, { timeout: 1000, onOutput }))).message).toBe(
      "Command timed out before completing.\n\nOutput before that:\nbuilding\n\na warning\n",
    );
  });
});
