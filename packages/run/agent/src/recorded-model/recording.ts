/** A recording of a model's answers, which tests replay without a model. */
import { IssuesError, type JsonSchema, type JsonValue, type ReadResult } from "@helve/core";
import { schemaValidator } from "@helve/opentool";
import type { ModelResponse } from "../model.ts";

/** Requests with their answers, in the order in which they were sent. Plain JSON. */
export type ModelRecording = readonly RecordedAnswer[];

/** A request with its answer. */
export interface RecordedAnswer {
  /** SHA-256 of the canonical JSON of the request. */
  readonly fingerprint: string;
  readonly request: JsonValue;
  readonly response: ModelResponse;
}

/** A recording of a model is not one. */
export class RecordingError extends IssuesError {
  override readonly code = "invalid_recording";
}

/**
 * Parses a recording of a model.
 *
 * @throws RecordingError with all issues
 */
export function parseRecording(recording: unknown): ModelRecording {
  const { value, issues } = readRecording(recording);
  if (value === undefined) throw new RecordingError(issues);
  return value;
}

/** Reads a recording of a model, and returns the issues if it is not one. */
export function readRecording(recording: unknown): ReadResult<ModelRecording> {
  const issues = fits(recording);
  return { value: issues.length > 0 ? undefined : (recording as ModelRecording), issues };
}

const text: JsonSchema = { type: "string" };
const part: JsonSchema = {
  oneOf: [
    object({ type: { enum: ["text", "reasoning"] }, content: text }),
    object({ type: { const: "call" }, id: text, name: text, arguments: text }),
  ],
};
const message = object({ role: { const: "assistant" }, parts: { type: "array", items: part } });
const response = object({ message, stopReason: text });
const fits = schemaValidator({ type: "array", items: object({ fingerprint: text, request: {}, response }) });

/** Creates the JSON Schema of an object. */
function object(properties: Record<string, JsonSchema>): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties) };
}
