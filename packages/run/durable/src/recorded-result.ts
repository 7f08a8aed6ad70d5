import { jsonCopy } from "@helve/core/internal";
import type { RunResult } from "@helve/executor";

/** The part of a run's result that JSON can represent: of what the tool returned its result parts, of an error what the call's record says. */
export function recordedResult(result: RunResult): RunResult {
  const { record, settle } = result;
  const kept = result.ok
    ? { ok: true, parts: result.parts, record, settle }
    : { ok: false, failure: result.failure, record, settle };
  return readResult(jsonCopy(kept) ?? kept);
}

/** Reads a result that was recorded. Its value is the value of a single text or JSON part, or else the parts. */
export function readResult(recorded: unknown): RunResult {
  const result = recorded as RunResult;
  if (!result.ok) return { ...result, error: undefined };
  const [part, ...more] = result.parts;
  const isValue = more.length === 0 && (part?.type === "text" || part?.type === "json");
  return { ...result, value: isValue ? part.content : part && result.parts };
}
