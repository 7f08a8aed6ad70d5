import {
  errorJson,
  type Issue,
  type JsonSchema,
  type ResultPart,
  type SettleRecord,
  type Truncation,
} from "@helve/core";
import { stringifiedJson } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import type { Tool } from "@helve/tool";
import { type Staged, unexpected } from "../failure.ts";

/**
 * The tool's value to result parts: text as it is, nothing as no part, a part or a list of parts as they are, anything
 * else as JSON. Then it is held against the tool's return schema, if there is one: the value as JSON says it, or the
 * content of a single text or JSON part. Other parts are no value that a schema describes.
 */
export function settle(value: unknown, tool: Tool): Staged<SettleRecord, readonly ResultPart[]> {
  try {
    const made = parts(value);
    const issues = tool.returns === undefined ? [] : misfits(made, tool.returns);
    return issues.length > 0 ? unfit(tool, issues) : { ok: true, record: { ok: true, issues }, made };
  } catch (error) {
    const issue = {
      code: "not_json",
      message: `${tool.name} gave back what JSON can't say: ${errorJson(error).message}`,
    };
    const failure = unexpected("failed", `${tool.name} gave back something that can't be read`, error);
    return { ok: false, record: { ok: false, issues: [issue] }, failure };
  }
}

function misfits([part, ...others]: readonly ResultPart[], returns: JsonSchema): readonly Issue[] {
  if (others.length > 0 || (part !== undefined && part.type !== "text" && part.type !== "json")) return [];
  const issues = schemaValidator(returns)(part === undefined ? null : part.content);
  if (part !== undefined || issues.length === 0) return issues;
  return [{ code: "missing", message: "there has to be a value (got nothing)" }];
}

function unfit(tool: Tool, issues: readonly Issue[]): Staged<SettleRecord, never> {
  const what = `${tool.name} gave back something other than its return type promises`;
  const message = `${what}: ${issues.map((issue) => issue.message).join("; ")}`;
  const error = { code: "invalid_result", message, issues };
  return {
    ok: false,
    record: { ok: false, issues },
    failure: { status: "failed", error, recoverable: "caller", observation: `${what}.` },
  };
}

function parts(value: unknown): readonly ResultPart[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ type: "text", content: value }];
  if (Array.isArray(value) && value.length > 0 && value.every(isPart)) return value.map(copyOf);
  return isPart(value) ? [copyOf(value)] : [{ type: "json", content: stringifiedJson(value) }];
}

function isPart(value: unknown): value is ResultPart {
  if (typeof value !== "object" || value === null || !("type" in value) || !("content" in value)) return false;
  if (value.type === "json") return true;
  return typeof value.content === "string" && ["text", "image", "audio", "file"].some((type) => type === value.type);
}

/** The part and nothing else, so that what the tool does with its value later changes no record. */
function copyOf(part: ResultPart): ResultPart {
  switch (part.type) {
    case "json":
      return { type: "json", content: stringifiedJson(part.content) };
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
