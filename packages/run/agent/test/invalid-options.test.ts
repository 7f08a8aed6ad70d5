import { askUser, generateLoop, handoff, openAiModel, react, resume, scriptedModel, withRetries } from "@helve/agent";
import { ActionExecutor } from "@helve/executor";
import { describe, expect, it } from "vitest";
import { add } from "./agents.ts";

const model = scriptedModel([]);
const executor = new ActionExecutor([add]);
// biome-ignore lint/suspicious/noExplicitAny: these are the options that TypeScript refuses
const wrong = (value: unknown): any => value;
const loop = (options: object) => generateLoop("Hi", wrong({ model, executor, ...options }));
const reacting = (options: object) => react("Hi", wrong({ model, executor, ...options }));

describe("invalid options", () => {
  it.each<[string, () => unknown, string]>([
    ["no options", () => generateLoop("Hi", wrong(undefined)), "the options must be an object (got undefined)"],
    ["no options of react", () => react("Hi", wrong(undefined)), "the options must be an object (got undefined)"],
    ["no model", () => loop({ model: undefined }), "model must be a model, with a name and generate (got undefined)"],
    [
      "a name as the model",
      () => loop({ model: "gpt-5" }),
      'model must be a model, with a name and generate (got "gpt-5")',
    ],
    ["a list of tools", () => loop({ executor: [add] }), "executor must be an ActionExecutor (got a list)"],
    [
      "OpenAI's tool choice",
      () => loop({ toolChoice: "required" }),
      'toolChoice must be "auto", "any", "none" or { tool } (got "required")',
    ],
    [
      "a tool that does not exist",
      () => loop({ toolChoice: { tool: "ad" } }),
      'toolChoice names no tool: "ad" (did you mean "add"?)',
    ],
    [
      "a name of the prototype",
      () => loop({ toolChoice: { tool: "constructor" } }),
      'toolChoice names no tool: "constructor"; the tools are: add',
    ],
    ["a text for a switch", () => loop({ forceAlways: "yes" }), 'forceAlways must be true or false (got "yes")'],
    ["limits that are a number", () => loop({ limits: 5 }), "limits must be an object (got 5)"],
    [
      "limits that are no numbers",
      () => loop({ limits: { steps: "5", calls: 0, time: Number.NaN } }),
      'limits.steps must be a number above 0 (got "5")\nlimits.time must be a number above 0 (got NaN)\nlimits.calls must be a number above 0 (got 0)',
    ],
    ["a misspelled limit", () => loop({ limits: { step: 5 } }), 'limits.step is not an option (did you mean "steps"?)'],
    [
      "a compactor that is none",
      () => loop({ compaction: { tokens: 5, compact: "trim" } }),
      'compaction.compact must be a function (got "trim")',
    ],
    [
      "a compaction without a size",
      () => loop({ compaction: {} }),
      "compaction.tokens must be a number above 0 (got undefined)",
    ],
    [
      "a misspelled request",
      () => loop({ request: { maxTokens: 5, stop: "x" } }),
      'request.maxTokens is not an option\nrequest.stop must be a list of texts (got "x")',
    ],
    [
      "a controller as the signal",
      () => loop({ signal: new AbortController() }),
      "signal must be an AbortSignal (got an object)",
    ],
    ["a short key", () => loop({ signingKey: "x" }), "signingKey must be at least 32 bytes, as a text or a Uint8Array"],
    [
      "an input that is none",
      () => generateLoop(wrong({ role: "user" }), { model, executor }),
      "the input must be a text or a list of messages (got an object)",
    ],
    [
      "messages of a chat API",
      () => generateLoop(wrong([{ role: "user", content: "Hi" }]), { model, executor }),
      'the input: message 1: a user message needs parts, as userMessage("…") creates them',
    ],
    [
      "messages with unknown roles and without their members",
      () =>
        generateLoop(wrong([{ role: "human" }, { role: "assistant", parts: [{ type: "call" }] }, 5]), {
          model,
          executor,
        }),
      'message 1: its role must be "system", "user", "assistant" or "tool" (got "human")',
    ],
    [
      "a call without its result",
      () =>
        generateLoop([{ role: "assistant", parts: [{ type: "call", id: "a", name: "add", arguments: "" }] }], {
          model,
          executor,
        }),
      'the input: the call "a" of "add" has no result: add a tool message',
    ],
    ["an option of react", () => loop({ onContinue: "Go on." }), "onContinue is not an option"],
    [
      "submit: true",
      () => reacting({ submit: true }),
      "submit must be false, or { name, description } with a name of letters, digits, _ and - (got true)",
    ],
    [
      "a submission with spaces",
      () => reacting({ submit: { name: "hand in" } }),
      "submit must be false, or { name, description }",
    ],
    [
      "attempts that are a number",
      () => reacting({ attempts: 3 }),
      "attempts must be an object with most and score (got 3)",
    ],
    [
      "attempts without a score",
      () => reacting({ attempts: { most: 3 } }),
      "attempts.score must be a function (got undefined)",
    ],
    ["onContinue: true", () => reacting({ onContinue: true }), "onContinue must be a text or a function (got true)"],
    ["an unknown language", () => reacting({ locale: "fr" }), 'locale must be "en" or "zh" (got "fr")'],
    [
      "a hand-off without a name",
      () => handoff(wrong({ model, executor, description: "x" })),
      "name must be a text (got undefined)",
    ],
    [
      "a hand-off in French",
      () => handoff(wrong({ name: "a", description: "x", model, executor, locale: "fr" })),
      'locale must be "en" or "zh" (got "fr")',
    ],
    [
      "a question in French",
      () => askUser(undefined, wrong({ locale: "fr" })),
      'locale must be "en" or "zh" (got "fr")',
    ],
    ["a question to nobody", () => askUser(wrong("me")), 'ask must be a function (got "me")'],
    ["one turn", () => scriptedModel("Hi"), "the turns must be a list"],
    [
      "a misspelled key",
      () => openAiModel(wrong({ url: "http://x", model: "m", apikey: "secret" })),
      'apikey is not an option (did you mean "apiKey"?)',
    ],
    [
      "a key with a line end",
      () => openAiModel({ url: "http://x", model: "m", apiKey: "secret\n" }),
      "apiKey must be a text without line ends",
    ],
    [
      "another protocol",
      () => openAiModel({ url: "file:///x", model: "m" }),
      "url must be an http address without a user",
    ],
    [
      "a password in the address",
      () => openAiModel({ url: "http://me:secret@x", model: "m" }),
      "url must be an http address without a user",
    ],
    [
      "prices that are texts",
      () => openAiModel({ url: "http://x", model: "m", prices: wrong({ input: "3" }) }),
      "prices must be { input, output } with numbers (got an object)",
    ],
    [
      "a misspelled retry",
      () => withRetries(model, wrong({ attempt: 3 })),
      'attempt is not an option (did you mean "attempts"?)',
    ],
  ])("get a clear error: %s", (_what, create, message) => {
    expect(create).toThrow(
      expect.objectContaining({ code: "invalid_agent", message: expect.stringContaining(message) }),
    );
  });

  it("are all reported at once", () => {
    expect(() => loop({ model: 1, executor: 2, limit: {}, signal: 3 })).toThrow(
      [
        'limit is not an option (did you mean "limits"?)',
        "model must be a model, with a name and generate (got 1)",
        "executor must be an ActionExecutor (got 2)",
        "signal must be an AbortSignal (got 3)",
      ].join("\n"),
    );
  });

  it("don't show secrets", () => {
    const create = () =>
      openAiModel({ url: "http://me:hunter2@x", model: "m", apiKey: "hunter2\n", headers: { "x-key": "hunter2\n" } });
    expect(create).toThrow("//…@x");
    expect(create).not.toThrow("hunter2");
    expect(() => loop({ signingKey: "hunter2" })).not.toThrow("hunter2");
  });

  it("of resume get a clear error, too", () => {
    const run = {
      ...{
        version: 1,
        id: "a",
        session: "s",
        kind: "loop",
        messages: [{ role: "user", parts: [] }],
        notes: [],
        turn: [],
        prompt: "",
      },
      ...{ trajectory: [], toolChoice: "auto", usage: { inputTokens: 0, outputTokens: 0 } },
      ...{ cost: 0, steps: 0, calls: 0, attempts: 0, elapsed: 0 },
    };
    const options = { model, executor };
    expect(() => resume(wrong(run), wrong(null), options)).toThrow("answers: must be an object");
    expect(() => resume(wrong(run), {}, wrong(undefined))).toThrow("model must be a model");
    expect(() => resume(wrong(run), {}, wrong({ ...options, ledger: {} }))).toThrow(
      "ledger must be an object with the method use",
    );
    expect(() => resume(wrong(run), {}, wrong({ ...options, onContinue: "x" }))).toThrow("onContinue is not an option");
    expect(() => resume(wrong({ ...run, turn: 5 }), {}, options)).toThrow("turn");
  });
});
