import { callsOf, complete, type ModelRequest, openAiModel, textOf, userMessage, withRetries } from "@helve/agent";
import { describe, expect, it } from "vitest";
import { delta, sendJson, sendStream, serve } from "./server.ts";

const request: ModelRequest = { messages: [userMessage("Hi")] };
const piece = (value: object) => delta({ tool_calls: [value] });
const failing = (url: string) => complete(openAiModel({ url, model: "m" }), request).catch((error: unknown) => error);

/** The answer to chunks of a stream. */
async function streamed(chunks: readonly unknown[], end?: string) {
  const { url } = await serve((response) => sendStream(response, chunks, end));
  return complete(openAiModel({ url, model: "m" }), request);
}

describe("a server that sends garbage", () => {
  it.each<[string, string, string, string]>([
    ["a stream that is cut in a chunk", "text/event-stream", 'data: {"choices": [{"delta": {"cont', "network"],
    [
      "a stream that ends without its end",
      "text/event-stream",
      `data: ${JSON.stringify(delta({ content: "a" }))}\n\n`,
      "network",
    ],
    ["a chunk that is not JSON", "text/event-stream", "data: {nope}\n\ndata: [DONE]\n\n", "response"],
    ["a stream without an answer", "text/event-stream", "data: [DONE]\n\n", "response"],
    [
      "a stream of empty objects",
      "text/event-stream",
      "data: {}\n\ndata: [1]\n\ndata: null\n\ndata: [DONE]\n\n",
      "response",
    ],
    ["an empty stream", "text/event-stream", "", "network"],
    ["HTML", "text/html", "<html>Bad gateway</html>", "response"],
    ["HTML as a stream", "text/event-stream", "<html>\n\n</html>", "network"],
    ["nothing", "application/json", "", "response"],
    ["an error as a text", "text/event-stream", 'data: {"error": "overloaded"}\n\n', "server"],
    ["an error as an object", "text/event-stream", 'data: {"error": {"message": "busy", "code": 503}}\n\n', "server"],
    ["an error of the type error", "text/event-stream", 'data: {"object": "error", "message": "busy"}\n\n', "server"],
    [
      "an error with a status",
      "text/event-stream",
      'data: {"error": {"message": "slow down", "code": 429}}\n\n',
      "rate_limit",
    ],
    ["a bad request", "text/event-stream", 'data: {"object": "error", "message": "no", "code": 400}\n\n', "request"],
    ["an error in an answer", "application/json", '{"object": "error", "message": "busy", "code": 500}', "server"],
    [
      "a long conversation",
      "application/json",
      '{"error": {"message": "maximum context length is 5", "code": 400}}',
      "context_length",
    ],
  ])("is understood: %s", async (_what, type, body, code) => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "content-type": type });
      response.end(body);
    });
    expect(await failing(url)).toMatchObject({ name: "ModelError", code });
  });

  it("is read if it declares JSON as a stream", async () => {
    const { url } = await serve((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end('{\n"choices": [\n\n{"message": {"content": "Hi"}}]}');
    });
    const answer = await complete(openAiModel({ url, model: "m" }), request);
    expect(textOf(answer.message)).toBe("Hi");
  });

  it("is read without a finish reason, and byte by byte", async () => {
    const text = `: comment\n\ndata: ${JSON.stringify(delta({ content: "größer" }))}\r\n\r\ndata: [DONE]\n\n`;
    const { url } = await serve(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of new TextEncoder().encode(text)) {
        await new Promise<unknown>((resolve) => response.write(Uint8Array.of(byte), resolve));
      }
      response.end();
    });
    const answer = await complete(openAiModel({ url, model: "m" }), request);
    expect([textOf(answer.message), answer.stopReason]).toEqual(["größer", "stop"]);
  });

  it("is read if the pieces of calls alternate, with and without an index", async () => {
    const names = { a: { name: "f", arguments: "{" }, b: { name: "g", arguments: "[" } };
    const byId = await streamed([
      piece({ id: "a", function: names.a }),
      piece({ id: "b", function: names.b }),
      piece({ id: "a", function: { arguments: "}" } }),
      piece({ id: "b", function: { arguments: "]" } }),
    ]);
    const byIndex = await streamed([
      piece({ index: 1, id: "b", function: names.b }),
      piece({ index: 0, id: "a", function: names.a }),
      piece({ index: 1, function: { arguments: "]" } }),
      piece({ index: 0, function: { arguments: "}" } }),
    ]);
    const read = ({ message }: typeof byId) => callsOf(message).map(({ name, arguments: raw }) => `${name} ${raw}`);
    expect(read(byId)).toEqual(["f {}", "g []"]);
    expect(read(byIndex)).toEqual(["g []", "f {}"]);
  });

  it("can't make the calls and texts of an answer members of a prototype", async () => {
    const { message } = await streamed([
      '{"choices": [{"__proto__": {"x": 1}, "delta": {"__proto__": {"content": "no"}, "tool_calls": [{"__proto__": {"id": "x"}, "function": {"__proto__": {"name": "x"}, "name": "__proto__", "arguments": "{}"}}]}}]}',
    ]);
    expect(message.parts).toEqual([{ type: "call", id: "call_1", name: "__proto__", arguments: "{}" }]);
    expect(Object.hasOwn(Object.prototype, "x")).toBe(false);
  });

  it("can't fill the memory", async () => {
    const megabyte = new Uint8Array(2 ** 20).fill(97);
    let sent = 0;
    const { url } = await serve(async (response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write("data: ");
      while (!response.destroyed && sent < 200) {
        sent++;
        await new Promise<unknown>((resolve) => response.write(megabyte, resolve));
      }
      response.destroy();
    });
    expect(await failing(url)).toMatchObject({
      code: "response",
      message: "m: the answer is longer than 67108864 bytes",
    });
    expect(sent).toBeLessThan(200);
  });

  it("can't take long with thousands of calls", async () => {
    const pieces = Array.from({ length: 50_000 }, (_, index) => ({
      index,
      id: `c${index}`,
      function: { name: "f", arguments: "{}" },
    }));
    const { message } = await streamed([delta({ tool_calls: pieces })]);
    expect(callsOf(message)).toHaveLength(50_000);
  });

  it("is waited for as long as it asks, but not if it sends nonsense", async () => {
    const waits: number[] = [];
    for (const headers of [
      { "retry-after": "0.02" },
      { "retry-after-ms": "30", "retry-after": "60" },
      { "retry-after-ms": "", "retry-after": "-5" },
      { "retry-after": "soon" },
    ]) {
      let count = 0;
      const { url } = await serve((response) => {
        if (count++ === 0) sendJson(response, { error: { message: "slow down" } }, 429, headers);
        else sendJson(response, { choices: [{ message: { content: "ok" } }] });
      });
      const model = withRetries(openAiModel({ url, model: "m" }), { delay: 4, random: () => 0 });
      for await (const event of model.generate(request)) if (event.type === "retry") waits.push(event.delay);
    }
    expect(waits).toEqual([20, 30, 4, 4]);
  });

  it("does not get the keys of another one by a redirect", async () => {
    const other = await serve((response) => sendJson(response, {}));
    const { url } = await serve((response) => {
      response.writeHead(307, { location: `${other.url}/chat/completions` });
      response.end();
    });
    const model = openAiModel({ url, model: "m", headers: { "x-api-key": "secret" } });
    await expect(complete(model, request)).rejects.toMatchObject({
      code: "request",
      message: `m: the server redirects to ${other.url}/chat/completions: use that address`,
    });
    expect(other.received).toEqual([]);
  });
});
