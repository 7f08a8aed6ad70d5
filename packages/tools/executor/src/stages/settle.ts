import {
  errorJson,
  type Issue,
  type JsonSchema,
  type ResultPart,
  type SettleRecord,
  type Truncation,
} from "@helve/core";
import { markFrozenJson } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import type { Tool } from "@helve/tool";
import { type StageResult, unexpectedFailure } from "../failure.ts";
import { truncateForRecord } from "../truncate-text.ts";
import { maxOutputValues, OutputLimitError } from "./output-limit.ts";
import { resultJson } from "./settle/result-json.ts";

/**
 * The settle stage: converts the value that a tool returned to result parts, and validates it by the tool's return schema.
 * A string becomes a text part, bytes are decoded as UTF-8, `undefined` becomes no part, a part or a list of parts is copied,
 * anything else becomes a JSON part. What JSON can't represent fails: a `Map`, `NaN`, an object of a class without `toJSON`.
 *
 * A schema describes a single text or JSON part, or no part (`null`); other results are not validated.
 *
 * @throws OutputLimitError if a JSON part is larger than the limits
 */
export function settle(value: unknown, tool: Tool): StageResult<SettleRecord, readonly ResultPart[]> {
  try {
    const lost: Issue[] = [];
    const parts = toParts(value, lost);
    if (lost.length > 0) return invalidResult(tool, "that JSON can't represent", lost);
    const issues = tool.returns === undefined ? [] : schemaIssues(parts, tool.returns);
    return issues.length > 0
      ? invalidResult(tool, "that does not fit its return schema", issues)
      : { ok: true, record: { ok: true, issues }, value: parts };
  } catch (error) {
    if (error instanceof OutputLimitError) throw error;
    const issue = {
      code: "not_json",
      message: `${tool.name} returned a value that can't be read: ${errorJson(error).message}`,
    };
    const failure = unexpectedFailure("failed", `${tool.name} returned a value that can't be read`, error);
    return { ok: false, record: { ok: false, issues: [issue] }, failure };
  }
}

/**
 * Returns the issues of a result with the tool's return schema; only a single text or JSON part or no part is
 * validated.
 */
function schemaIssues([part, ...more]: readonly ResultPart[], returns: JsonSchema): readonly Issue[] {
  if (more.length > 0 || (part !== undefined && part.type !== "text" && part.type !== "json")) return [];
  const issues = schemaValidator(returns, { assertFormats: true })(part === undefined ? null : part.content);
  if (part !== undefined || issues.length === 0) return issues;
  return [{ code: "missing", message: "a value is required (got nothing)" }];
}

/**
 * Returns the failure for an invalid result.
 *
 * @param problem - what is wrong with it, as the end of "returned a value …"
 */
function invalidResult(tool: Tool, problem: string, issues: readonly Issue[]): StageResult<SettleRecord, never> {
  const what = `${tool.name} returned a value ${problem}`;
  const message = truncateForRecord(`${what}: ${issues.map((issue) => issue.message).join("; ")}`);
  const error = { code: "invalid_result", message, issues };
  return {
    ok: false,
    record: { ok: false, issues },
    failure: { status: "failed", error, recoverable: "caller", observation: `${what}.` },
  };
}

/**
 * Converts the value that a tool returned to result parts, which are frozen: all records of the call share them.
 *
 * @param issues - an issue is added for each part of the value that JSON can't represent
 */
function toParts(value: unknown, issues: Issue[]): readonly ResultPart[] {
  if (value === undefined) return noParts;
  if (typeof value === "string") return markFrozenJson([Object.freeze({ type: "text", content: value })]);
  const part = readPart(value);
  if (part !== undefined) return markFrozenJson([convertPart(part, issues, [])]);
  const parts = Array.isArray(value) ? readParts(value) : [];
  if (parts.length > 0) return markFrozenJson(parts.map((read, index) => convertPart(read, issues, [index])));
  return markFrozenJson([Object.freeze({ type: "json", content: resultJson(value, issues) })]);
}

const noParts: readonly ResultPart[] = markFrozenJson([]);

/** Returns the result parts that a list consists of; none if one of its items, or an empty place, is not a part. */
function readParts(list: readonly unknown[]): readonly UnknownPart[] {
  const parts: UnknownPart[] = [];
  for (const item of list) {
    const part = readPart(item);
    if (part === undefined) return [];
    if (parts.push(part) > maxOutputValues) throw new OutputLimitError("a million values");
  }
  return parts;
}

/** A result part whose JSON content was not converted yet. */
type UnknownPart = Exclude<ResultPart, { type: "json" }> | { readonly type: "json"; readonly content: unknown };

/**
 * Returns a copy of a result part without unknown properties: an object with a known `type` and its `content`. Each property is
 * read once, so that the copy is what was tested, and the tool can't change it later. Returns `undefined` for anything else.
 */
function readPart(value: unknown): UnknownPart | undefined {
  if (typeof value !== "object" || value === null || !("type" in value) || !("content" in value)) return undefined;
  const { type, content } = value;
  if (type === "json") return { type, content };
  if (typeof content !== "string") return undefined;
  if (type === "text") {
    const truncated = "truncated" in value ? readTruncation(value.truncated) : undefined;
    return truncated === undefined ? { type, content } : { type, content, truncated };
  }
  if (type !== "image" && type !== "audio" && type !== "file") return undefined;
  const mediaType = "mediaType" in value ? value.mediaType : undefined;
  return typeof mediaType === "string" ? { type, content, mediaType } : { type, content };
}

/** Copies the truncation data of a text part; `undefined` if it is invalid. */
function readTruncation(value: unknown): Truncation | undefined {
  if (typeof value !== "object" || value === null || !("bytes" in value) || !("from" in value)) return undefined;
  const { bytes, from } = value;
  return isByteCount(bytes) && isByteCount(from) && bytes <= from ? { bytes, from } : undefined;
}

function isByteCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

/** Converts the content of a JSON part. */
function convertPart(part: UnknownPart, issues: Issue[], path: readonly number[]): ResultPart {
  if (part.type !== "json") return Object.freeze(part);
  return Object.freeze({ type: "json", content: resultJson(part.content, issues, [...path, "content"]) });
}
