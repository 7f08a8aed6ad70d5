import { quote } from "@helve/core/internal";
import { optionIssue, throwIssues } from "./agent-error.ts";
import type { Model } from "./model.ts";
import { openAiModel } from "./openai-model.ts";
import type { Prices } from "./usage.ts";

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
  const { environment, keyVariable, prices } = options;
  const isOpenAi = name.startsWith("openai:");
  const [url = "", model = ""] = isOpenAi
    ? [environment["OPENAI_BASE_URL"] || "https://api.openai.com/v1", name.slice("openai:".length)]
    : splitAt(name, "#");
  const forms = "openai:gpt-5 or http://localhost:11434/v1#qwen3";
  const isNamed = /^https?:\/\//.test(url) && URL.canParse(url) && model !== "";
  const variable = keyVariable ?? (isOpenAi ? "OPENAI_API_KEY" : undefined);
  const apiKey = environment[variable ?? "HELVE_API_KEY"] || undefined;
  throwIssues([
    ...(isNamed ? [] : [optionIssue("model", `must be written as ${forms} (got ${quote(name)})`)]),
    ...(isNamed && variable !== undefined && apiKey === undefined
      ? [optionIssue("environment", `must have ${variable}, the key of ${quote(name)}`)]
      : []),
  ]);
  return openAiModel({ url, model, apiKey, prices });
}

/** Options of {@link namedModel}. */
export interface NamedModelOptions {
  /** The variables with keys and addresses, `process.env` in Node: `OPENAI_API_KEY`, `OPENAI_BASE_URL`, `HELVE_API_KEY`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The variable that must have the key. By default `OPENAI_API_KEY` for OpenAI; for an address `HELVE_API_KEY`, which may be absent. */
  readonly keyVariable?: string | undefined;
  readonly prices?: Prices | undefined;
}

/** Splits a text at the first separator. */
function splitAt(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator);
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}
