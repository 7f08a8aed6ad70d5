import { canonicalJson, type JsonValue } from "@helve/core";
import { freezeCopy, sha256 } from "@helve/core/internal";
import type { Model, ModelEvent, ModelRequest, ModelResponse } from "./model.ts";
import { ModelError } from "./model-error.ts";
import { firstDifference } from "./recorded-model/first-difference.ts";
import { type ModelRecording, parseRecording } from "./recorded-model/recording.ts";

/**
 * A model that answers from a recording, in tests without a provider. A request is found by its fingerprint, the SHA-256 of
 * its canonical JSON; the second equal request gets the second recorded answer.
 *
 * With `record`, requests that are not on the recording are sent to that model and recorded. Without it they fail, with an
 * error that says where the request first differs from the most similar one of the recording.
 *
 * @throws RecordingError if the recording is not one
 *
 * @example
 * const recorder = recordedModel([], { record: openAiModel({ url, model: "gpt-5" }) });
 * // … use it, and store JSON.stringify(recorder.recording())
 * const model = recordedModel(JSON.parse(text));
 */
export function recordedModel(recording: ModelRecording, options: RecordedModelOptions = {}): RecordedModel {
  const entries = [...parseRecording(recording)];
  const replayed = new Map<string, number>();
  const { record } = options;
  const name = record?.name ?? "recorded";

  /** Yields the recorded answer to a request. */
  async function* generate(request: ModelRequest): AsyncGenerator<ModelEvent> {
    request.signal?.throwIfAborted();
    const key = requestKey(request);
    const fingerprint = await sha256(canonicalJson(key));
    request.signal?.throwIfAborted();
    const count = replayed.get(fingerprint) ?? 0;
    replayed.set(fingerprint, count + 1);
    const equal = entries.filter((entry) => entry.fingerprint === fingerprint);
    const entry = equal[count];
    if (entry !== undefined) yield* eventsOf(entry.response);
    else if (record === undefined) throw notRecorded(key, equal.length, entries);
    else {
      for await (const event of record.generate(request)) {
        if (event.type === "end") entries.push({ fingerprint, request: key, response: event.response });
        yield event;
      }
    }
  }

  return { name, prices: record?.prices, generate, recording: () => structuredClone(entries) };
}

/** A model that answers from a recording. */
export interface RecordedModel extends Model {
  /** Returns the recording with what was recorded since, as JSON. It contains the whole conversations. */
  recording(): ModelRecording;
}

/** Options of {@link recordedModel}. */
export interface RecordedModelOptions {
  /** Answers requests that are not on the recording; none by default. */
  readonly record?: Model | undefined;
}

/** The key of a recorded request: the whole request without its signal. */
function requestKey({ signal: _, ...request }: ModelRequest): JsonValue {
  return JSON.parse(canonicalJson(request));
}

/** Converts a recorded answer to events. */
function* eventsOf(recorded: ModelResponse): Generator<ModelEvent> {
  const response = freezeCopy(recorded) as unknown as ModelResponse;
  let index = 0;
  for (const part of response.message.parts) {
    if (part.type === "call") yield { type: "arguments", index: index++, name: part.name, delta: part.arguments };
    else yield { type: part.type, delta: part.content };
  }
  yield { type: "end", response };
}

/** Returns the error for a request that is not on the recording. */
function notRecorded(request: JsonValue, equal: number, entries: ModelRecording): ModelError {
  const error = (message: string): ModelError => new ModelError("not_recorded", message);
  if (equal > 0) return error(`the recording has this request ${equal} times, and it was sent once more`);
  const differences = entries.map((entry, index) => ({ index, ...firstDifference(entry.request, request) }));
  const closest = differences.toSorted((left, right) => right.order - left.order)[0];
  if (closest === undefined) return error("the request is not on the recording: the recording is empty");
  const { index, path, before, after } = closest;
  const where = `it differs from request ${index + 1} first at ${path || "its root"}`;
  return error(`the request is not on the recording: ${where}: recorded was ${before}, now it is ${after}`);
}
