import { callsOf, complete, type ModelEvent, type ModelRequest, openAiModel, textOf, userMessage } from "@helve/agent";
import { describe, expect, it } from "vitest";
import { delta, sendJson, sendStream, serve } from "./server.ts";

const request: ModelRequest = {
  messages: [{ role: "system", content: "Be brief." }, userMessage("Add 1 and 2.")],
  tools: [{ name: "add", description: "Add two numbers.", parameters: { type: "object", properties: {} } }],
};

const call = (value: object) => delta({ tool_calls: [value] });

/** The message of a model whose server sends these chunks. */
async function streamed(...chunks: readonly unknown[]) {
  const { url } = await serve((response) => sendStream(response, chunks));
  return complete(openAiModel({ url, model: "m" }), request);
}

/** The message of a model whose server sends this message without a stream. */
async function answered(message: object, more: object = {}) {
  const { url } = await serve((response) => sendJson(response, { choices: [{ message, ...more }] }));
  return complete(openAiModel({ url, model: "m", stream: false }), request);
}

describe("openAiModel", () => {
  it("streams deltas, and ends with the message and its usage", async () => {
    const { url, received } = await serve((response) =>
      sendStream(response, [
        delta({ role: "assistant", content: "" }),
        delta({ content: "It is " }),
        delta({ content: "3." }, "stop"),
        {
          choices: [],
          usage: { prompt_tokens: 12, completion_tokens: 4, prompt_tokens_details: { cached_tokens: 8 } },
        },
      ]),
    );
    const events: ModelEvent[] = [];
    for await (const event of openAiModel({ url: `${url}/`, model: "m", apiKey: "key" }).generate(request))
      events.push(event);
    expect(events).toEqual([
      { type: "text", delta: "It is " },
      { type: "text", delta: "3." },
      {
        type: "end",
        response: {
          message: { role: "assistant", parts: [{ type: "text", content: "It is 3." }] },
          stopReason: "stop",
          usage: { inputTokens: 12, outputTokens: 4, cachedInputTokens: 8 },
        },
      },
    ]);
    expect(received[0]?.path).toBe("/v1/chat/completions");
    expect(received[0]?.headers.authorization).toBe("Bearer key");
    expect(received[0]?.body).toEqual({
      model: "m",
      messages: [
        { role: "system", content: "Be brief." },
        { role: "user", content: "Add 1 and 2." },
      ],
      tools: [
        {
          type: "function",
          function: { name: "add", description: "Add two numbers.", parameters: { type: "object", properties: {} } },
        },
      ],
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  it("joins the pieces of parallel calls, and keeps arguments that are not JSON as they are", async () => {
    const { message, stopReason } = await streamed(
      call({ index: 0, id: "a", type: "function", function: { name: "add", arguments: "" } }),
      call({ index: 0, function: { arguments: '{"x": 1,' } }),
      call({ index: 1, id: "b", type: "function", function: { name: "add", arguments: "{x:" } }),
      call({ index: 0, function: { arguments: " }" } }),
      call({ index: 1, function: { arguments: "2" } }),
      delta({}, "tool_calls"),
    );
    expect(stopReason).toBe("calls");
    expect(callsOf(message)).toEqual([
      { type: "call", id: "a", name: "add", arguments: '{"x": 1, }' },
      { type: "call", id: "b", name: "add", arguments: "{x:2" },
    ]);
  });

  it("reads calls without an index, without an id, and with arguments that are objects", async () => {
    const { message } = await streamed(
      call({ function: { name: "add", arguments: { x: 1 } } }),
      call({ function: { name: "add", arguments: { x: 2 } } }),
      delta({}, "stop"),
    );
    expect(callsOf(message)).toEqual([
      { type: "call", id: "call_1", name: "add", arguments: '{"x":1}' },
      { type: "call", id: "call_2", name: "add", arguments: '{"x":2}' },
    ]);
  });

  it("joins the pieces of a call without an index", async () => {
    const { message } = await streamed(
      call({ id: "a", function: { name: "add", arguments: '{"x"' } }),
      call({ function: { arguments: ": 1" } }),
      call({ id: "a", function: { arguments: "}" } }),
      delta({}, "tool_calls"),
    );
    expect(callsOf(message)).toEqual([{ type: "call", id: "a", name: "add", arguments: '{"x": 1}' }]);
  });

  it("tells calls apart that a server gives the same index", async () => {
    const { message } = await streamed(
      call({ index: 0, id: "a", function: { name: "add", arguments: "{}" } }),
      call({ index: 0, id: "b", function: { name: "add", arguments: "{}" } }),
      delta({}, "tool_calls"),
    );
    expect(callsOf(message).map(({ id }) => id)).toEqual(["a", "b"]);
  });

  it.each([
    ["without ids", { index: 0, name: "v" }, { index: 0, name: "w" }],
    ["without ids, of one tool", { index: 0, name: "v" }, { index: 0, name: "v" }],
    ["with the same id", { index: 0, id: "x", name: "v" }, { index: 0, id: "x", name: "v" }],
  ])("tells calls apart that a server gives the same index, %s", async (_, ...both) => {
    const pieces = both as readonly { readonly name: string }[];
    const chunks = pieces.map(({ name, ...others }, n) =>
      call({ ...others, function: { name, arguments: `{"n":${n}}` } } as never),
    );
    const { message } = await streamed(...chunks, delta({}, "tool_calls"));
    const expected = pieces.map(({ name }, n) => [name, `{"n":${n}}`]);
    expect(callsOf(message).map(({ name, arguments: args }) => [name, args])).toEqual(expected);
  });

  it("reads a call once that a server begins with empty arguments, or sends again as a whole", async () => {
    const whole = call({ index: 0, id: "x", function: { name: "w", arguments: '{"n":1}' } });
    const begun = call({ index: 0, id: "x", function: { name: "w", arguments: "{}" } });
    const rest = call({ index: 0, function: { arguments: '{"n":1}' } } as never);
    for (const chunks of [
      [begun, rest],
      [whole, whole],
    ]) {
      const { message } = await streamed(...chunks, delta({}, "tool_calls"));
      expect(callsOf(message)).toMatchObject([{ id: "x", name: "w", arguments: '{"n":1}' }]);
    }
  });

  it("replaces an id that an earlier call of the conversation has", async () => {
    const { url } = await serve((response) =>
      sendStream(response, [
        call({ index: 0, id: "call_0", function: { name: "add", arguments: "{}" } }),
        delta({}, "stop"),
      ]),
    );
    const model = openAiModel({ url, model: "m" });
    const first = await complete(model, request);
    const second = await complete(model, { messages: [...request.messages, first.message] });
    expect(callsOf(second.message).map(({ id }) => id)).toEqual(["call_2"]);
  });

  it.each([
    ["stop", "calls", true],
    [null, "calls", true],
    ["length", "length", true],
    ["tool_calls", "stop", false],
    ["function_call", "stop", false],
    ["eos_token", "stop", false],
    ["content_filter", "filter", false],
    ["something", "other", false],
  ])("understands the finish reason %s as %s", async (finishReason, stopReason, hasCalls) => {
    const message = {
      content: "text",
      ...(hasCalls && { tool_calls: [{ id: "a", function: { name: "add", arguments: "{}" } }] }),
    };
    expect((await answered(message, { finish_reason: finishReason })).stopReason).toBe(stopReason);
  });

  it("reads an answer that is not streamed, also if a stream was requested", async () => {
    const { url } = await serve((response) =>
      sendJson(response, {
        choices: [
          { message: { reasoning_content: "hm", content: [{ type: "text", text: "3" }] }, finish_reason: "stop" },
        ],
        usage: { prompt_tokens: 1, completion_tokens: 2, completion_tokens_details: { reasoning_tokens: 1 } },
      }),
    );
    const response = await complete(openAiModel({ url, model: "m" }), request);
    expect(response.message.parts).toEqual([
      { type: "reasoning", content: "hm" },
      { type: "text", content: "3" },
    ]);
    expect(response.usage).toEqual({ inputTokens: 1, outputTokens: 2, reasoningTokens: 1 });
  });

  it("reads the older form with one function call", async () => {
    const { message } = await answered({ content: null, function_call: { name: "add", arguments: "{}" } });
    expect(callsOf(message)).toEqual([{ type: "call", id: "call_1", name: "add", arguments: "{}" }]);
  });

  it("sends results, images of results after them, and arguments that every server can read", async () => {
    const { url, received } = await serve((response) => sendStream(response, [delta({ content: "ok" }, "stop")]));
    await complete(openAiModel({ url, model: "m", body: { reasoning_effort: "low" } }), {
      messages: [
        userMessage([
          { type: "text", content: "Look" },
          { type: "image", content: "data:image/png;base64,AA==" },
        ]),
        {
          role: "assistant",
          parts: [
            { type: "reasoning", content: "private" },
            { type: "call", id: "a", name: "see", arguments: '{"big": 12345678901234567890}' },
            { type: "call", id: "b", name: "see", arguments: "{broken" },
          ],
        },
        { role: "tool", callId: "a", name: "see", parts: [{ type: "image", content: "https://example.com/a.png" }] },
        { role: "tool", callId: "b", name: "see", isError: true, parts: [{ type: "json", content: { no: 1 } }] },
      ],
      toolChoice: { tool: "see" },
      tools: [{ name: "see", parameters: {} }],
      stop: ["END"],
      temperature: 0,
    });
    expect(received[0]?.body).toMatchObject({
      reasoning_effort: "low",
      temperature: 0,
      stop: ["END"],
      tool_choice: { type: "function", function: { name: "see" } },
      messages: [
        {
          role: "user",
          content: [
            { type: "text", text: "Look" },
            { type: "image_url", image_url: { url: "data:image/png;base64,AA==" } },
          ],
        },
        {
          role: "assistant",
          content: null,
          tool_calls: [
            { id: "a", function: { name: "see", arguments: '{"big": 12345678901234567890}' } },
            { id: "b", function: { name: "see", arguments: '{"not_a_json_object":"{broken"}' } },
          ],
        },
        { role: "tool", tool_call_id: "a", content: "[image]" },
        { role: "tool", tool_call_id: "b", content: 'Error: {"no":1}' },
        { role: "user", content: [{ type: "image_url", image_url: { url: "https://example.com/a.png" } }] },
      ],
    });
  });

  it.each([
    ["none", undefined, false],
    ["any", "required", true],
    ["auto", "auto", true],
  ] as const)("sends the tool choice %s", async (toolChoice, sent, hasTools) => {
    const { url, received } = await serve((response) => sendStream(response, [delta({ content: "ok" }, "stop")]));
    await complete(openAiModel({ url, model: "m" }), { ...request, toolChoice });
    expect(received[0]?.body.tool_choice).toBe(sent);
    expect(received[0]?.body.tools !== undefined).toBe(hasTools);
  });

  it.each([
    [429, { error: { message: "slow down" } }, "rate_limit", "m: the server answered 429: slow down"],
    [500, { error: "broken" }, "server", "m: the server answered 500: broken"],
    [503, "<html>", "server", "m: the server answered 503: <html>"],
    [400, { detail: [{ loc: ["body"] }] }, "request", 'm: the server answered 400: [{"loc":["body"]}]'],
    [401, { message: "bad key" }, "request", "m: the server answered 401: bad key"],
    [
      400,
      { error: { message: "maximum context length is 10" } },
      "context_length",
      "m: the server answered 400: maximum context length is 10",
    ],
  ])("explains an answer with the status %s", async (status, body, code, message) => {
    const { url } = await serve((response) => sendJson(response, body, status, { "retry-after": "2" }));
    await expect(complete(openAiModel({ url, model: "m", apiKey: "secret" }), request)).rejects.toMatchObject({
      code,
      message,
      status,
      retryAfter: 2000,
    });
  });

  it.each([
    "Input token count (1200000) exceeds the maximum number of tokens allowed (1048576).",
    "prompt is too long: 213000 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 190000 + 20000 > 200000",
    "Please reduce the length of the messages or completion.",
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 8192. Given: 9000 `inputs` tokens",
    "ValidationException: Input is too long for requested model.",
    "Input tokens exceed the configured limit of 272000 tokens. Your messages resulted in 300000 tokens.",
    "Your input exceeds the context window of this model. Please adjust your input and try again.",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens.",
    "Invalid request: Your request exceeded model token limit: 131072",
    "Prompt exceeds max length",
    "<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]",
    "Unable to submit request because the input token count is 40000 but model only supports up to 32768.",
    "The decoder prompt (length 40000) is longer than the maximum model length of 32768.",
    "the prompt tokens too long",
    "too many tokens: size limit exceeded by 11326 tokens.",
  ])("knows that a conversation is too long: %s", async (message) => {
    const { url } = await serve((response) => sendJson(response, { error: { message } }, 400));
    const asked = complete(openAiModel({ url, model: "m" }), request);
    await expect(asked).rejects.toMatchObject({ code: "context_length" });
  });

  it.each([
    [["not json"], "", "response", "a chunk is not JSON"],
    [[{ error: { message: "overloaded" } }], "", "server", "m: overloaded"],
    [[delta({ content: "It i" })], "", "network", "ended before the answer was complete"],
  ])("refuses a stream that is broken", async (chunks, end, code, message) => {
    const { url } = await serve((response) => sendStream(response, chunks, end));
    await expect(complete(openAiModel({ url, model: "m" }), request)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(message),
    });
  });

  it.each([["[]"], ["no"], ["{}"], ['{"choices": [3]}'], ['{"choices": "x"}']])(
    "refuses an answer that is %s",
    async (body) => {
      const { url } = await serve((response) => sendJson(response, body));
      await expect(complete(openAiModel({ url, model: "m" }), request)).rejects.toMatchObject({ code: "response" });
    },
  );

  it("asks a model again without what it does not support", async () => {
    const { url, received } = await serve((response, { body }) => {
      const refuse = (message: string) => sendJson(response, { error: { message, code: "unsupported" } }, 400);
      if (body.temperature !== undefined) {
        return refuse("Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) is.");
      }
      if (body.max_tokens !== undefined) {
        return refuse("Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead.");
      }
      return sendJson(response, { choices: [{ message: { content: "3" } }] });
    });
    const model = openAiModel({ url, model: "m" });
    const ask = async () => textOf((await complete(model, { ...request, temperature: 0, maxOutputTokens: 9 })).message);
    expect(await ask()).toBe("3");
    expect(received).toHaveLength(3);
    expect(await ask()).toBe("3");
    expect(received).toHaveLength(4);
    expect(received[3]?.body).toMatchObject({ max_completion_tokens: 9 });
  });

  it("asks once where a server refuses a temperature for another reason", async () => {
    const { url, received } = await serve((response) =>
      sendJson(response, { error: { message: "temperature must be below 2" } }, 400),
    );
    await expect(complete(openAiModel({ url, model: "m" }), { ...request, temperature: 3 })).rejects.toThrow("below 2");
    expect(received).toHaveLength(1);
  });

  it("ignores members of unexpected types", async () => {
    const { message, usage } = await streamed(
      delta({ content: 5, tool_calls: "x", reasoning: null }),
      { choices: null, usage: { prompt_tokens: "many" } },
      "null",
      delta({ content: "ok", tool_calls: [3, { function: { name: 7, arguments: null } }] }, "stop"),
    );
    expect(textOf(message)).toBe("ok");
    expect(callsOf(message)).toEqual([{ type: "call", id: "call_1", name: "", arguments: "" }]);
    expect(usage).toBeUndefined();
  });

  it("reads a stream that the server does not declare as one", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "content-type": "text/plain" });
      response.end(`: hello\n\ndata: ${JSON.stringify(delta({ content: "ok" }, "stop"))}\n\ndata: [DONE]\n\n`);
    });
    expect(textOf((await complete(openAiModel({ url, model: "m" }), request)).message)).toBe("ok");
  });

  it("refuses to be created without an address and a name", () => {
    expect(() => openAiModel({ url: "localhost", model: "" })).toThrow(
      'url must be an http address without a user, such as https://api.openai.com/v1 (got "localhost")\nmodel must be the name of a model (got "")',
    );
  });

  it("explains that no server answers", async () => {
    const model = openAiModel({ url: "http://127.0.0.1:9/v1", model: "m" });
    await expect(complete(model, request)).rejects.toMatchObject({
      code: "network",
      message: expect.stringContaining("m: no answer from http://127.0.0.1:9/v1"),
    });
  });

  it("ends at once with the reason when it is aborted, and closes the connection", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((response) => {
      response.on("close", closed.resolve);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta({ content: "It" }))}\n\n`);
    });
    const controller = new AbortController();
    const reason = new Error("enough");
    const events = openAiModel({ url, model: "m" }).generate({ ...request, signal: controller.signal });
    const reading = (async () => {
      for await (const _ of events) controller.abort(reason);
    })();
    await expect(reading).rejects.toBe(reason);
    await closed.promise;
  });

  it("closes the connection when its reader leaves", async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await serve((response) => {
      response.on("close", closed.resolve);
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(`data: ${JSON.stringify(delta({ content: "It" }))}\n\n`);
    });
    for await (const _ of openAiModel({ url, model: "m" }).generate(request)) break;
    await closed.promise;
  });
});
