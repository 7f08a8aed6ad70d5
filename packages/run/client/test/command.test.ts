import { expect, it, onTestFinished, vi } from "vitest";
import { inspectCommand } from "../src/command.ts";
import { answers, json, noConnection } from "./servers.ts";

const url = "http://localhost:9627/opentool";
const parameters = [{ name: "name", schema: { type: "string" }, required: true }];
const document = {
  opentool: "1.0.0",
  info: { title: "Greetings", version: "1" },
  functions: [{ name: "greet", description: "Greet.", parameters }],
};

/** Inspects a server that answers in turn, and returns what was printed to standard error. */
async function inspected(
  responses: readonly (Response | Error)[],
  options: object,
  lines: readonly string[] = [],
): Promise<string> {
  vi.stubGlobal("fetch", answers(...responses).options.fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  let err = "";
  const left = [...lines];
  const interrupt = new AbortController();
  const io = {
    out: (text: string) => {
      if (text.includes("description")) interrupt.abort(new Error("interrupted"));
    },
    err: (text: string) => {
      err += text;
    },
    ask: async () => left.shift(),
    signal: interrupt.signal,
  };
  const inspecting = inspectCommand(url, options, io).catch((error: Error) => error.message);
  if ("watch" in options) await vi.advanceTimersByTimeAsync(60_000);
  await inspecting;
  return err;
}

it("reports once that a watched server is gone, and that it is back", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const gone = Array.from({ length: 9 }, () => noConnection());
  const changed = { ...document, functions: [{ name: "greet", description: "Greet politely.", parameters }] };
  const err = await inspected([json(document), ...gone, json(document), json(changed)], { watch: true });
  expect(err).toBe(
    `${url} can't be reached: check that the OpenTool server is running (ECONNREFUSED)\nthe server answers again\n`,
  );
});

it("names the option of the key if a watched server needs another one", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const changed = { ...document, functions: [{ name: "greet", description: "Greet politely.", parameters }] };
  const refusal = () => json({ error: "The API key is wrong." }, 401);
  const err = await inspected([json(document), refusal(), refusal(), json(changed)], { watch: true, key: "old" });
  expect(err).toBe("the server refuses the key: check --key, or HELVE_TOOL_KEY\nthe server answers again\n");
});

it("lets a person go on after wrong input and after a failure", async () => {
  const lines = ["gret", "greet {name: 1}", 'greet {"name": "Bo"}', 'greet {"name": "Bo"}', ""];
  const responses = [json(document), noConnection(), json({ jsonrpc: "2.0", error: { code: 500, message: "no" } })];
  expect(await inspected(responses, { try: true }, lines)).toBe(
    [
      'there is no function gret (did you mean "greet"?)',
      'the arguments must be a JSON object, such as greet {"name": …}',
      `${url} can't be reached: check that the OpenTool server is running (ECONNREFUSED)`,
      "no",
      "",
    ].join("\n"),
  );
});
