import type { Model, Prices } from "@helve/agent";
import { type Io, UsageError } from "../../io.ts";
import { userModule } from "../../user-module.ts";
import type { ChatPackages } from "./chat-packages.ts";

/**
 * The model that `--model` names: `openai:gpt-5`, `http://localhost:11434/v1#qwen3` or `./model.js#name`.
 *
 * @throws UsageError if it names none, or its key is missing
 */
export async function chatModel(options: ModelOptions, { agent }: Pick<ChatPackages, "agent">, io: Io): Promise<Model> {
  const { model: named, keyEnv } = options;
  if (named === undefined) throw new UsageError(`--model is missing: ${forms}`);
  const prices = parsePrices(options.prices);
  if (/^(?:openai:|https?:)/.test(named)) {
    try {
      const { environment } = io;
      return patient(agent.namedModel(named, { environment, keyVariable: keyEnv, prices }));
    } catch (error) {
      throw new UsageError(`--model ${named}: ${(error as Error).message}`);
    }
  }
  if (!named.includes("#")) throw new UsageError(`--model ${named}: ${forms}`);
  if (keyEnv !== undefined) throw new UsageError("--key-env is for openai: and addresses only");
  const exported = await userModule("--model", named, io.cwd);
  const model: unknown = typeof exported === "function" ? await exported() : exported;
  if (!isModel(model)) {
    throw new UsageError(
      `--model ${named}: the export must be a model of @helve/agent, or a function that returns one`,
    );
  }
  return prices === undefined ? model : { ...model, generate: (request) => model.generate(request), prices };

  /** Retries failed requests of a model. */
  function patient(model: Model): Model {
    return agent.withRetries(model, { attempts: 3, delay: 500 });
  }
}

/** The options that say which model answers. */
export interface ModelOptions {
  readonly model?: string;
  readonly keyEnv?: string;
  readonly prices?: string;
}

const forms =
  "expected openai:NAME, the address of an API with the name of a model (http://localhost:11434/v1#qwen3), or a module with an export (./model.js#model)";

function isModel(value: unknown): value is Model {
  return (
    typeof value === "object" &&
    value !== null &&
    "generate" in value &&
    typeof value.generate === "function" &&
    "name" in value &&
    typeof value.name === "string"
  );
}

function parsePrices(text: string | undefined): Prices | undefined {
  if (text === undefined) return undefined;
  const [input, output, cachedInput, ...rest] = text
    .split(",")
    .map((part) => (part.trim() === "" ? Number.NaN : Number(part)));
  const numbers = [input, output, cachedInput ?? 0];
  if (rest.length > 0 || !numbers.every((number) => number !== undefined && Number.isFinite(number) && number >= 0)) {
    throw new UsageError(`--prices must be prices per million tokens, such as 2.5,10 or 2.5,10,0.25 (got ${text})`);
  }
  return { input, output, cachedInput } as Prices;
}
