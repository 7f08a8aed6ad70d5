/** The interface of a language model, with its requests and answers. */
import type { JsonSchema } from "@helve/core";
import type { AssistantMessage, Message } from "./message.ts";
import { ModelError } from "./model-error.ts";
import type { Prices, Usage } from "./usage.ts";

/**
 * A language model.
 *
 * @example
 * const echo: Model = {
 *   name: "echo",
 *   async *generate({ messages }) {
 *     const content = `I read ${messages.length} messages.`;
 *     yield { type: "text", delta: content };
 *     yield { type: "end", response: { message: { role: "assistant", parts: [{ type: "text", content }] }, stopReason: "stop" } };
 *   },
 * };
 */
export interface Model {
  /** For messages and records: the name that the provider uses. */
  readonly name: string;
  /** The model's prices; without them, its cost is not counted. */
  readonly prices?: Prices | undefined;
  /**
   * Generates the next message. Nothing happens before the first event is read, and leaving the loop over the events cancels
   * the request. The last event has the type `end`.
   *
   * @throws ModelError if there is no answer; the reason of the signal if it is aborted
   */
  generate(request: ModelRequest): AsyncIterable<ModelEvent>;
}

/** A request to a model. Plain JSON, except for the signal. */
export interface ModelRequest {
  readonly messages: readonly Message[];
  readonly tools?: readonly ModelTool[] | undefined;
  /** `auto` by default. Without tools it has no effect. */
  readonly toolChoice?: ToolChoice | undefined;
  readonly temperature?: number | undefined;
  readonly maxOutputTokens?: number | undefined;
  /** The model stops before it would write one of these texts. */
  readonly stop?: readonly string[] | undefined;
  readonly seed?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A tool as a model sees it; `modelTools` lists those of an executor. */
export interface ModelTool {
  /** Without dots: the wire name. */
  readonly name: string;
  readonly description?: string | undefined;
  readonly parameters: JsonSchema;
}

/** Which tools the model uses: as it likes, at least one, none, or this one. */
export type ToolChoice = "auto" | "any" | "none" | { readonly tool: string };

/** An event while a model generates a message. */
export type ModelEvent =
  | { readonly type: "text"; readonly delta: string }
  | { readonly type: "reasoning"; readonly delta: string }
  /** More of the arguments of a call; `index` counts the calls of the message. */
  | { readonly type: "arguments"; readonly index: number; readonly name: string; readonly delta: string }
  /** The request failed and will be sent again: the deltas so far are void. */
  | { readonly type: "retry"; readonly attempt: number; readonly delay: number; readonly error: ModelError }
  /** The last event. */
  | { readonly type: "end"; readonly response: ModelResponse };

/** The answer of a model. Plain JSON. */
export interface ModelResponse {
  readonly message: AssistantMessage;
  readonly stopReason: StopReason;
  /** Absent if the provider does not count. */
  readonly usage?: Usage | undefined;
}

/** Why a model ended its message: it was done, it wants to use tools, it was cut off, it was censored. */
export type StopReason = "stop" | "calls" | "length" | "filter" | "other";

/**
 * Waits for the answer of a model.
 *
 * @throws ModelError if not found; the reason of the signal if it is aborted
 *
 * @example
 * const { message } = await complete(model, { messages: [userMessage("Hello!")] });
 */
export async function complete(model: Model, request: ModelRequest): Promise<ModelResponse> {
  for await (const event of model.generate(request)) if (event.type === "end") return event.response;
  throw new ModelError("response", `${model.name}: the events ended without an answer`);
}
