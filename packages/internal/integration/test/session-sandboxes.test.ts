import { ActionExecutor } from "@helve/executor";
import { sandboxEnvironments } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";

describe("context.sandbox", () => {
  const run = tool({
    name: "run",
    description: "Run a command.",
    parameters: z.object({
      command: z.string().describe("the command"),
      where: z.string().optional().describe("the environment"),
    }),
    async execute({ command, where }, { sandbox, signal }) {
      const { stdout } = await (await sandbox(where)).exec(["sh", "-c", command], { signal });
      return stdout;
    },
  });

  it("is the same sandbox for all calls of a session", async () => {
    await using environments = sandboxEnvironments({
      main: { create: () => memorySandbox() },
      other: { create: () => memorySandbox({ files: { own: "1" } }) },
    });
    await using sandboxes = environments.session();
    const session = new ActionExecutor([run]).session({ sandboxes });
    const outputOf = async (args: object) =>
      (await session.execute({ id: "1", name: "run", arguments: JSON.stringify(args) })).result;
    await outputOf({ command: "echo hello > a" });
    expect(await outputOf({ command: "cat a" })).toEqual([{ type: "text", content: "hello\n" }]);
    expect(await outputOf({ command: "ls", where: "other" })).toEqual([{ type: "text", content: "own\n" }]);
  });
});
