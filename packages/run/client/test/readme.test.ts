import { testReadme } from "@helve/testing/readme";
import { afterAll, beforeAll } from "vitest";
import { events, json } from "./servers.ts";

const base = "http://localhost:9627/opentool";

const document = {
  opentool: "1.0.0",
  info: { title: "Degrees", version: "1.0.0" },
  functions: [
    {
      name: "convert",
      description: "Convert degrees Celsius to Fahrenheit.",
      parameters: [{ name: "celsius", description: "degrees Celsius", schema: { type: "number" }, required: true }],
      return: { name: "fahrenheit", schema: { type: "number" } },
    },
  ],
};

/** The server that the examples call. */
async function exampleServer(path: string, body: string): Promise<Response> {
  if (path === "/version") return json({ version: "1.0.0" });
  if (path === "/load") return json(document);
  const { params, id } = JSON.parse(body);
  if (path === "/call") return json({ jsonrpc: "2.0", result: { fahrenheit: params.celsius * 1.8 + 32 }, id });
  const tick = (celsius: number) =>
    `event:data\ndata:${JSON.stringify({ jsonrpc: "2.0", result: { celsius }, id })}\n\n`;
  return events(tick(20), tick(21), tick(22), 'event:done\ndata:{"done":"watch"}\n\n');
}

const originalFetch = globalThis.fetch;
beforeAll(() => {
  globalThis.fetch = async (input, init) => {
    const url = String(input);
    return url.startsWith(base)
      ? exampleServer(url.slice(base.length), String(init?.body))
      : originalFetch(input, init);
  };
});
afterAll(() => {
  globalThis.fetch = originalFetch;
});

testReadme(new URL("../README.md", import.meta.url));
