import { fromAiTools } from "@helve/ai-sdk";
import { ActionExecutor } from "@helve/executor";
import { tool } from "ai";
import * as sdk6 from "ai-6";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { engine } from "./bank.ts";

describe("fromAiTools", () => {
  it("runs tools of the SDK under rules, with their defaults, progress and signals", async () => {
    const count = tool({
      description: "Count.",
      inputSchema: z.object({ to: z.number(), from: z.number().default(1) }),
      execute: async function* ({ from, to }, { toolCallId, abortSignal }) {
        for (let number = from; number <= to; number++) yield number;
        yield `${toolCallId} ${abortSignal?.aborted}`;
      },
    });
    const guards = [engine('rule @small trigger count check args.to > 10 enforce stop("too far") end')];
    const executor = new ActionExecutor(await fromAiTools({ count }), { guards });
    const updates: unknown[] = [];
    const onProgress = (update: unknown) => updates.push(update);
    const { result } = await executor.execute({ id: "a", name: "count", arguments: "{to: '2'}" }, { onProgress });
    expect(result).toEqual([{ type: "text", content: "a false" }]);
    expect(updates).toEqual([1, 2, "a false"]);
    expect((await executor.execute({ id: "b", name: "count", arguments: { to: 20 } })).errmsg).toContain("too far");
  });

  it("converts what a tool gives to the model", async () => {
    const photo = sdk6.tool({
      inputSchema: z.object({}),
      execute: () => "AAAA",
      toModelOutput: ({ output }) => ({
        type: "content",
        value: [{ type: "image-data", data: output, mediaType: "image/png" }],
      }),
    });
    const executor = new ActionExecutor(await fromAiTools({ photo } as never));
    const { result } = await executor.execute({ id: "a", name: "photo", arguments: "{}" });
    expect(result).toEqual([{ type: "image", content: "data:image/png;base64,AAAA", mediaType: "image/png" }]);
  });

  it("does not lose an approval silently", async () => {
    const pay = tool({ inputSchema: z.object({}), needsApproval: true, execute: () => "paid" });
    await expect(fromAiTools({ pay })).rejects.toThrow('asks for approvals by "needsApproval"');
    expect(await fromAiTools({ pay }, { approvals: "rules" })).toHaveLength(1);
    const confirm = tool({ inputSchema: z.object({}), outputSchema: z.string() });
    await expect(fromAiTools({ confirm })).rejects.toThrow('confirm has no "execute"');
  });
});
