import { callsOf, complete, type Message, type ModelEvent, type ModelRequest, userMessage } from "@helve/agent";
import { aiSdkModel } from "@helve/agent/ai-sdk";
import { MockLanguageModelV3, MockLanguageModelV4, simulateReadableStream } from "ai/test";
import { describe, expect, it } from "vitest";

const request: ModelRequest = {
  messages: [userMessage("Add 1 and 2.")],
  tools: [{ name: "add", parameters: { type: "object", properties: {} } }],
};

const usage = {
  inputTokens: { total: 10, noCache: 4, cacheRead: 6, cacheWrite: undefined },
  outputTokens: { total: 3, text: 1, reasoning: 2 },
};
const finish = (unified: string) => ({ type: "finish", finishReason: { unified, raw: unified }, usage });

/** A model of the AI SDK's own mock, version 4, that streams these parts. */
function mock(...chunks: readonly object[]): MockLanguageModelV4 {
  // A test also sends what the types forbid.
  const stream = () =>
    simulateReadableStream<never>({ chunks: chunks as never[], initialDelayInMs: null, chunkDelayInMs: null });
  return new MockLanguageModelV4({ modelId: "mock", doStream: async () => ({ stream: stream() }) });
}

describe("aiSdkModel", () => {
  it("streams text, reasoning and arguments, and ends with the message", async () => {
    const sdk = mock(
      { type: "stream-start", warnings: [] },
      { type: "reasoning-start", id: "r" },
      { type: "reasoning-delta", id: "r", delta: "hm" },
      { type: "reasoning-end", id: "r", providerMetadata: { mock: { signature: "abc" } } },
      { type: "text-start", id: "t" },
      { type: "text-delta", id: "t", delta: "I add." },
      { type: "text-end", id: "t" },
      { type: "tool-input-start", id: "a", toolName: "add" },
      { type: "tool-input-delta", id: "a", delta: '{"x"' },
      { type: "tool-input-delta", id: "a", delta: ":1}" },
      { type: "tool-input-end", id: "a" },
      { type: "tool-call", toolCallId: "a", toolName: "add", input: '{"x":1}' },
      finish("tool-calls"),
    );
    const events: ModelEvent[] = [];
    for await (const event of aiSdkModel(sdk).generate(request)) events.push(event);
    expect(events).toEqual([
      { type: "reasoning", delta: "hm" },
      { type: "text", delta: "I add." },
      { type: "arguments", index: 0, name: "add", delta: '{"x"' },
      { type: "arguments", index: 0, name: "add", delta: ":1}" },
      {
        type: "end",
        response: {
          message: {
            role: "assistant",
            parts: [
              { type: "reasoning", content: "hm", providerData: { mock: { signature: "abc" } } },
              { type: "text", content: "I add." },
              { type: "call", id: "a", name: "add", arguments: '{"x":1}' },
            ],
          },
          stopReason: "calls",
          usage: { inputTokens: 10, outputTokens: 3, cachedInputTokens: 6, reasoningTokens: 2 },
        },
      },
    ]);
  });

  it("passes arguments on as the model wrote them, valid or not", async () => {
    const sdk = mock(
      { type: "tool-call", toolCallId: "a", toolName: "add", input: "{x: 1,}" },
      { type: "tool-input-start", id: "b", toolName: "add" },
      { type: "tool-input-delta", id: "b", delta: '{"x": "cut o' },
      { type: "tool-call", toolCallId: "c", toolName: "search", input: "{}", providerExecuted: true },
      finish("length"),
    );
    const { message, stopReason } = await complete(aiSdkModel(sdk), request);
    expect(stopReason).toBe("length");
    expect(callsOf(message)).toEqual([
      { type: "call", id: "a", name: "add", arguments: "{x: 1,}" },
      { type: "call", id: "b", name: "add", arguments: '{"x": "cut o' },
    ]);
  });

  it("sends the conversation, the tools and the tool choice", async () => {
    const sdk = mock({ type: "text-delta", id: "t", delta: "ok" }, finish("stop"));
    const messages: readonly Message[] = [
      { role: "system", content: "Be brief." },
      userMessage([{ type: "image", content: "data:image/png;base64,AAAA" }]),
      {
        role: "assistant",
        parts: [
          { type: "reasoning", content: "hm", providerData: { mock: { signature: "abc" } } },
          { type: "call", id: "a", name: "add", arguments: '{"x":1}' },
          { type: "call", id: "b", name: "add", arguments: "{broken" },
        ],
      },
      { role: "tool", callId: "a", name: "add", parts: [{ type: "json", content: 3 }] },
      { role: "tool", callId: "b", name: "add", isError: true, parts: [{ type: "text", content: "no" }] },
    ];
    const model = aiSdkModel(sdk, { callOptions: { reasoning: "low" } });
    await complete(model, { ...request, messages, toolChoice: "any", maxOutputTokens: 5, stop: ["END"] });
    expect(sdk.doStreamCalls[0]).toMatchObject({
      reasoning: "low",
      maxOutputTokens: 5,
      stopSequences: ["END"],
      toolChoice: { type: "required" },
      tools: [{ type: "function", name: "add", inputSchema: { type: "object", properties: {} } }],
      prompt: [
        { role: "system", content: "Be brief." },
        { role: "user", content: [{ type: "file", mediaType: "image/png", data: { type: "data", data: "AAAA" } }] },
        {
          role: "assistant",
          content: [
            { type: "reasoning", text: "hm", providerOptions: { mock: { signature: "abc" } } },
            { type: "tool-call", toolCallId: "a", toolName: "add", input: { x: 1 } },
            { type: "tool-call", toolCallId: "b", toolName: "add", input: { not_a_json_object: "{broken" } },
          ],
        },
        {
          role: "tool",
          content: [
            { type: "tool-result", toolCallId: "a", toolName: "add", output: { type: "text", value: "3" } },
            { type: "tool-result", toolCallId: "b", toolName: "add", output: { type: "error-text", value: "no" } },
          ],
        },
      ],
    });
  });

  it("takes models of version 3, whose files have another form", async () => {
    const stream = simulateReadableStream<never>({
      chunks: [{ type: "text-delta", id: "t", delta: "ok" }, finish("stop")] as never[],
    });
    const sdk = new MockLanguageModelV3({ doStream: async () => ({ stream }) });
    const image = { type: "image", content: "https://example.com/a.png" } as const;
    await complete(aiSdkModel(sdk), {
      messages: [
        userMessage([image]),
        { role: "assistant", parts: [{ type: "call", id: "a", name: "see", arguments: "{}" }] },
        { role: "tool", callId: "a", name: "see", parts: [image] },
      ],
    });
    const [user, , tool] = sdk.doStreamCalls[0]?.prompt ?? [];
    expect(user?.content).toEqual([{ type: "file", mediaType: "image/*", data: new URL(image.content) }]);
    expect(tool?.content).toMatchObject([
      { output: { type: "content", value: [{ type: "file-url", url: image.content, mediaType: "image/*" }] } },
    ]);
  });

  it.each([
    [{ statusCode: 429, responseHeaders: { "Retry-After": "3" }, message: "slow" }, "rate_limit", 3000],
    [{ statusCode: 400, message: "prompt is too long: 9 tokens" }, "context_length", undefined],
    [{ statusCode: 401, message: "bad key" }, "request", undefined],
    [{ isRetryable: true, message: "no connection" }, "network", undefined],
    ["odd", "response", undefined],
  ])("classifies the error %j", async (error, code, retryAfter) => {
    const thrown = typeof error === "string" ? error : Object.assign(new Error(error.message), error);
    const failing = new MockLanguageModelV4({ doStream: () => Promise.reject(thrown) });
    await expect(complete(aiSdkModel(failing), request)).rejects.toMatchObject({ code, retryAfter });
    const inStream = mock({ type: "error", error: thrown }, finish("error"));
    await expect(complete(aiSdkModel(inStream), request)).rejects.toMatchObject({ code, retryAfter });
  });

  it("refuses a stream that ends too early", async () => {
    await expect(
      complete(aiSdkModel(mock({ type: "text-delta", id: "t", delta: "It" })), request),
    ).rejects.toMatchObject({
      code: "network",
    });
  });

  it("passes the abort on, and ends with its reason", async () => {
    const controller = new AbortController();
    const sdk = new MockLanguageModelV4({
      doStream: ({ abortSignal }) =>
        new Promise((_, reject) => abortSignal?.addEventListener("abort", () => reject(new Error("aborted")))),
    });
    const answer = complete(aiSdkModel(sdk), { ...request, signal: controller.signal });
    setTimeout(() => controller.abort("enough"), 1);
    await expect(answer).rejects.toBe("enough");
  });

  it("refuses names, and models of other versions, with what it takes", () => {
    expect(() => aiSdkModel("openai/gpt-5" as never)).toThrow('(got the name "openai/gpt-5")');
    expect(() => aiSdkModel({ specificationVersion: "v2" } as never)).toThrow('(got version "v2")');
  });
});
