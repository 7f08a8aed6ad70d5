import { quote } from "@helve/core/internal";
import { optionIssue, throwIssues } from "./agent-error.ts";
import type { Model } from "./model.ts";
import { openAiModel } from "./openai-model.ts";

/**
 * The model that a person names in a command line or a configuration.
 *
 * @param name - `openai:gpt-5` for OpenAI, or the address of an API like OpenAI's with the model after `#`:
 *   `http://localhost:11434/v1#qwen3`
 * @throws AgentError if the name has neither form, or OpenAI's key is missing
 *
 * @example
 * const model = namedModel("http://localhost:11434/v1#qwen3", { environment: process.env });
 */
export function namedModel(name: string, options: NamedModelOptions): Model {
  const { environment, keyVariable } = options;
  if (name.startsWith("openai:")) {
    const variable = keyVariable ?? "OPENAI_API_KEY";
    const apiKey = environment[variable];
    const model = name.slice("openai:".length);
    throwIssues([
      ...(model === "" ? [optionIssue("model", `must name a model, as openai:gpt-5 does (got ${quote(name)})`)] : []),
      ...(apiKey ? [] : [optionIssue("environment", `must have ${variable}, the key of ${quote(name)}`)]),
    ]);
    return openAiModel({ url: environment["OPENAI_BASE_URL"] || "https://api.openai.com/v1", model, apiKey });
  }
  const [url = "", model = ""] = splitAtLast(name, "#");
  if (!/^https?:\/\//.test(url) || !URL.canParse(url) || model === "") {
    const forms = "openai:gpt-5 or http://localhost:11434/v1#qwen3";
    throwIssues([optionIssue("model", `must be written as ${forms} (got ${quote(name)})`)]);
  }
  const apiKey = keyVariable === undefined ? undefined : environment[keyVariable];
  if (keyVariable !== undefined && !apiKey) {
    throwIssues([optionIssue("environment", `must have ${keyVariable}, the key of ${quote(name)}`)]);
  }
  return openAiModel({ url, model, apiKey });
}

/** Options of {@link namedModel}. */
export interface NamedModelOptions {
  /** The variables with keys and addresses, `process.env` in Node: `OPENAI_API_KEY`, `OPENAI_BASE_URL`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variable with the key: `OPENAI_API_KEY` by default for OpenAI, none by default for an address. */
  readonly keyVariable?: string | undefined;
}

function splitAtLast(text: string, separator: string): readonly string[] {
  const at = text.lastIndexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
