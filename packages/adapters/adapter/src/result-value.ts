/** Converts an action return to what an SDK's tool returns: a value, or a text for the model. */
import type { ActionReturn, JsonValue, ResultPart } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { ExternalRun } from "./external-calls.ts";

/** The text that a model reads of a call: its observation, with JSON as JSON, and images and files as their address or type. */
export function observationText({ observation }: ActionReturn): string {
  return observation.parts.map(partText).join("\n");
}

/**
 * The value of a successful call, for SDKs that pass values on: the content of a single text or JSON part, otherwise the list of parts; `null` if the
 * result is empty.
 */
export function resultValue({ result }: ActionReturn): JsonValue {
  if (result === null || result.length === 0) return null;
  const [part] = result;
  if (result.length === 1 && part !== undefined && (part.type === "text" || part.type === "json")) return part.content;
  return result as unknown as JsonValue;
}

/** Whether the model reads more than the result of a call: notes of rules. */
export function hasNotes({ observation, result }: ActionReturn): boolean {
  return observation.parts.length !== (result?.length ?? 0);
}

/**
 * Returns the result of a call for an SDK's tool: its value, or the text that the model reads if rules have added notes.
 *
 * @throws Error with that text if the call has failed or did not run
 */
export function toolResult(actionReturn: ActionReturn): JsonValue {
  if (actionReturn.status !== "success") throw new Error(observationText(actionReturn));
  return hasNotes(actionReturn) ? observationText(actionReturn) : resultValue(actionReturn);
}

/**
 * Returns the result of a call for a guarded tool of an SDK: the tool's own result, or the text that the model reads if rules have added notes or run
 * another tool.
 *
 * @throws what the tool has thrown; Error with that text if the call did not run, or a guard withholds the result
 */
export function externalResult({ actionReturn, ...run }: ExternalRun): unknown {
  const { status } = actionReturn;
  if (status === "success") {
    return "result" in run && !hasNotes(actionReturn) ? run.result : observationText(actionReturn);
  }
  if (status === "failed" && run.error !== undefined) throw run.error;
  throw new Error(observationText(actionReturn));
}

/** Whether a value is a list of result parts, as tools with images and files return it. */
export function isPartList(value: unknown): value is readonly ResultPart[] {
  return Array.isArray(value) && value.length > 0 && value.every(isPart);
}

/** Whether a value is one part of a tool's result: a text, an image, a file. */
function isPart(value: unknown): boolean {
  if (!isObject(value) || !("content" in value)) return false;
  const { type, content } = value;
  if (type === "json") return true;
  return typeof content === "string" && (type === "text" || type === "image" || type === "audio" || type === "file");
}

/** Writes one part of a result as text. */
function partText(part: ResultPart): string {
  if (part.type === "text") return part.content;
  if (part.type === "json") return JSON.stringify(part.content);
  const { type, content, mediaType } = part;
  return `[${type}: ${content.startsWith("data:") ? (mediaType ?? content.slice(5, content.search(/[;,]/))) : content}]`;
}
