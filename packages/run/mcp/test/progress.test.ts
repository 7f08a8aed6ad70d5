import type { ServerContext } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { progressSender } from "../src/progress.ts";

it("leaves out updates of a tool that floods its client, and goes on later", () => {
  const sent: unknown[] = [];
  const notify = async ({ params }: { readonly params: { readonly message: string } }) =>
    void sent.push(params.message);
  let time = 0;
  const context = { mcpReq: { _meta: { progressToken: 1 }, notify } } as unknown as ServerContext;
  const send = progressSender(context, () => time);
  for (let count = 0; count < 20_000; count++) send?.(`first ${count}`);
  expect(sent).toHaveLength(50);
  time = 1000;
  for (let count = 0; count < 20_000; count++) send?.("second");
  expect(sent).toHaveLength(70);
  time = 3_600_000;
  for (let count = 0; count < 20_000; count++) send?.("third");
  expect(sent).toHaveLength(120);
});
