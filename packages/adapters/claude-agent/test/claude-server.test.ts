import { toClaudeServer } from "@helve/claude-agent";
import { ActionExecutor } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { engine } from "./events.ts";

interface Message {
  readonly id?: number;
  readonly result?: unknown;
}

/** Connects to a server as the SDK does, and returns what it answers to a request. */
async function request(server: ReturnType<typeof toClaudeServer>, method: string, params: object): Promise<unknown> {
  const answers = [1, 2].map(() => Promise.withResolvers<unknown>());
  const transport = {
    onmessage: undefined as ((message: object) => void) | undefined,
    start: async () => undefined,
    close: async () => undefined,
    send: async ({ id, result }: Message) => answers[(id ?? 0) - 1]?.resolve(result),
  };
  await server.instance.connect(transport as never);
  const send = (message: object) => transport.onmessage?.({ jsonrpc: "2.0", ...message });
  const clientInfo = { name: "claude-code", version: "1" };
  send({ id: 1, method: "initialize", params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo } });
  await answers[0]?.promise;
  send({ method: "notifications/initialized" });
  send({ id: 2, method, params });
  return answers[1]?.promise;
}

describe("toClaudeServer", () => {
  const pay = tool({
    name: "pay",
    description: "Pay.",
    parameters: z.object({ amount: z.number().describe("in euros") }),
    execute: ({ amount }) => `paid ${amount}`,
  });
  const server = toClaudeServer(
    new ActionExecutor([pay], { guards: [engine("rule @large trigger pay check args.amount > 50 enforce stop end")] }),
    { name: "bank", timeout: 5000 },
  );

  it("is a server of the SDK, whose calls are decoded and guarded", async () => {
    expect(server).toMatchObject({ type: "sdk", name: "bank", timeout: 5000 });
    const call = (amount: unknown) => request(server, "tools/call", { name: "pay", arguments: { amount } });
    expect(await call("5")).toMatchObject({ content: [{ text: "paid 5" }] });
    expect(await call(80)).toMatchObject({ isError: true });
  });

  it("says what is wrong with its arguments", () => {
    expect(() => toClaudeServer([pay] as never)).toThrow("must be an ActionExecutor");
    expect(() => toClaudeServer(new ActionExecutor([pay]), { nam: "bank" } as never)).toThrow('did you mean "name"');
  });
});
