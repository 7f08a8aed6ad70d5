import {
  errorJson,
  type Issue,
  type JsonSchema,
  type ResultPart,
  type SettleRecord,
  type Truncation,
} from "@helve/core";
import { compileSchema } from "@helve/opentool";
import type { Tool } from "@helve/tool";
import { type StageResult, unexpectedFailure } from "../failure.ts";
import { truncateForRecord } from "../truncate-text.ts";
import { resultJson } from "./settle/result-json.ts";

/**
 * The settle stage: converts the value that a tool returned to result parts, and validates it by the tool's return schema.
 * A string becomes a text part, bytes are decoded as UTF-8, `undefined` becomes no part, a part or a list of parts is copied,
 * anything else becomes a JSON part. What JSON can't represent fails: a `Map`, `NaN`, an object of a class without `toJSON`.
 *
 * A schema describes a single text or JSON part, or no part (`null`); other results are not validated.
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
  const issues = compileSchema(returns, { assertFormats: true })(part === undefined ? null : part.content);
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
 * Converts the value that a tool returned to result parts.
 *
 * @param issues - an issue is added for each part of the value that JSON can't represent
 */
function toParts(value: unknown, issues: Issue[]): readonly ResultPart[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ type: "text", content: value }];
  if (isPart(value)) return [copyPart(value, issues, [])];
  if (Array.isArray(value) && value.length > 0 && value.every(isPart)) {
    return value.map((part, index) => copyPart(part, issues, [index]));
  }
  return [{ type: "json", content: resultJson(value, issues) }];
}

/** Returns whether a value is a result part: an object with a known `type` and its `content`. */
function isPart(value: unknown): value is ResultPart {
  if (typeof value !== "object" || value === null || !("type" in value) || !("content" in value)) return false;
  if (value.type === "json") return true;
  return typeof value.content === "string" && ["text", "image", "audio", "file"].some((type) => type === value.type);
}

/** Copies a part without unknown properties, so that a tool can't change the record by changing its value later. */
function copyPart(part: ResultPart, issues: Issue[], path: readonly number[]): ResultPart {
  switch (part.type) {
    case "json":
      return { type: "json", content: resultJson(part.content, issues, [...path, "content"]) };
    case "text":
      return isTruncation(part.truncated)
        ? { type: "text", content: part.content, truncated: { bytes: part.truncated.bytes, from: part.truncated.from } }
        : { type: "text", content: part.content };
    default: {
      const { type, content, mediaType } = part;
      return typeof mediaType === "string" ? { type, content, mediaType } : { type, content };
    }
  }
}

function isTruncation(value: Truncation | undefined): value is Truncation {
  return Number.isFinite(value?.bytes) && Number.isFinite(value?.from);
}
