import { type Model, openAiModel } from "@helve/agent";
import { UsageError } from "./usage-error.ts";

/**
 * Returns the model that `--model` names: `openai:NAME` at OpenAI, or `URL#NAME` at any server with the same API. Only OpenAI gets the key.
 *
 * @param key - the key for OpenAI
 * @throws UsageError if the text names no model, or the key is missing
 */
export function namedModel(text: string, key: string | undefined = process.env["OPENAI_API_KEY"]): Model {
  const [, openAi, url, name] = /^(?:openai:(.+)|(https?:.+)#(.+))$/.exec(text) ?? [];
  if (openAi !== undefined) {
    if (key === undefined || key === "") throw new UsageError("--model openai:… needs a key in OPENAI_API_KEY");
    return openAiModel({ url: "https://api.openai.com/v1", model: openAi, apiKey: key });
  }
  if (url === undefined || name === undefined || !URL.canParse(url)) {
    const expected = "must be openai:NAME or URL#NAME, such as http://localhost:11434/v1#qwen3";
    throw new UsageError(`--model ${expected} (got ${JSON.stringify(text)})`);
  }
  return openAiModel({ url, model: name });
}
