import { complete, namedModel, textOf, userMessage } from "@helve/agent";
import { describe, expect, it } from "vitest";
import { sendJson, serve } from "./server.ts";

async function askThrough(
  name: (url: string) => string,
  environment: (url: string) => Record<string, string>,
  keyVariable?: string,
) {
  const { url, received } = await serve((response) =>
    sendJson(response, { choices: [{ message: { content: "Hi." } }] }),
  );
  const model = namedModel(name(url), { environment: environment(url), keyVariable });
  const { message } = await complete(model, { messages: [userMessage("Hello")] });
  return { model, text: textOf(message), authorization: received[0]?.headers.authorization };
}

describe("namedModel", () => {
  it("is a model of OpenAI with the key and the address of the environment", async () => {
    const { model, text, authorization } = await askThrough(
      () => "openai:gpt-5",
      (url) => ({ OPENAI_API_KEY: "secret", OPENAI_BASE_URL: url }),
    );
    expect([model.name, text, authorization]).toEqual(["gpt-5", "Hi.", "Bearer secret"]);
  });

  it("is a model at an address, without a key unless its variable is named", async () => {
    const environment = () => ({ OPENAI_API_KEY: "not for others", MY_KEY: "mine" });
    const without = await askThrough((url) => `${url}#library/qwen3:8b`, environment);
    expect([without.model.name, without.authorization]).toEqual(["library/qwen3:8b", undefined]);
    const withKey = await askThrough((url) => `${url}#qwen3`, environment, "MY_KEY");
    expect(withKey.authorization).toBe("Bearer mine");
  });

  it("sends the key for addresses to an address", async () => {
    const { authorization } = await askThrough(
      (url) => `${url}#qwen3`,
      () => ({ HELVE_API_KEY: "own" }),
    );
    expect(authorization).toBe("Bearer own");
  });

  it.each([
    ["gpt-5", {}, 'model must be written as openai:gpt-5 or http://localhost:11434/v1#qwen3 (got "gpt-5")'],
    ["http://localhost:11434/v1", {}, "model must be written as"],
    ["http://#qwen3", {}, "model must be written as"],
    ["ftp://localhost#qwen3", {}, "model must be written as"],
    ["openai:", { OPENAI_API_KEY: "k" }, "model must be written as"],
    ["openai:gpt-5", {}, 'environment must have OPENAI_API_KEY, the key of "openai:gpt-5"'],
    ["openai:gpt-5", { OPENAI_API_KEY: "" }, "environment must have OPENAI_API_KEY"],
  ])("refuses %s", (name, environment, message) => {
    expect(() => namedModel(name, { environment })).toThrow(message);
  });

  it("refuses an address whose key is missing", () => {
    const name = "http://localhost:11434/v1#qwen3";
    expect(() => namedModel(name, { environment: {}, keyVariable: "MY_KEY" })).toThrow("environment must have MY_KEY");
  });
});
