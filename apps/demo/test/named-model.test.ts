import { describe, expect, it } from "vitest";
import { namedModel } from "../src/named-model.ts";

describe("--model", () => {
  it("names a model of OpenAI, or of any server with the same API", () => {
    expect(namedModel("openai:gpt-5", "key").name).toBe("gpt-5");
    expect(namedModel("http://localhost:11434/v1#qwen3:8b").name).toBe("qwen3:8b");
  });

  it.each([
    "qwen3",
    "http://localhost:11434/v1",
    "http://localhost:11434/v1#",
    "http://#qwen3",
    "file:///etc/passwd#x",
    "openai:",
    "",
  ])("refuses %j", (text) => {
    const message = "--model must be openai:NAME or URL#NAME, such as http://localhost:11434/v1#qwen3";
    expect(() => namedModel(text, "key")).toThrow(message);
  });

  it("needs a key for OpenAI", () => {
    expect(() => namedModel("openai:gpt-5", "")).toThrow("OPENAI_API_KEY");
  });
});
