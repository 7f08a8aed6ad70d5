import { errorJson, type JsonValue, type ResultPart, type SettleRecord } from "@helve/core";
import type { Tool } from "@helve/tool";
import { type Staged, unexpected } from "../failure.ts";

/**
 * The tool's value to result parts: text as it is, nothing as no part, a part or a list of parts as they are, anything
 * else as JSON.
 */
export function settle(value: unknown, tool: Tool): Staged<SettleRecord, readonly ResultPart[]> {
  try {
    return { ok: true, record: { ok: true, issues: [] }, made: parts(value) };
  } catch (error) {
    const issue = {
      code: "not_json",
      message: `${tool.name} gave back what JSON can't say: ${errorJson(error).message}`,
    };
    const failure = unexpected("failed", `${tool.name} gave back something that can't be read`, error);
    return { ok: false, record: { ok: false, issues: [issue] }, failure };
  }
}

function parts(value: unknown): readonly ResultPart[] {
  if (value === undefined) return [];
  if (typeof value === "string") return [{ type: "text", content: value }];
  if (Array.isArray(value) && value.length > 0 && value.every(isPart)) return value.map(copyOf);
  return isPart(value) ? [copyOf(value)] : [{ type: "json", content: plain(value) }];
}

function isPart(value: unknown): value is ResultPart {
  if (typeof value !== "object" || value === null || !("type" in value) || !("content" in value)) return false;
  if (value.type === "json") return true;
  return typeof value.content === "string" && ["text", "image", "audio", "file"].includes(String(value.type));
}

/** The part and nothing else, so that what the tool does with its value later changes no record. */
function copyOf(part: ResultPart): ResultPart {
  switch (part.type) {
    case "json":
      return { type: "json", content: plain(part.content) };
    case "text":
      return { type: "text", content: part.content };
    default: {
      const { type, content, mediaType } = part;
      return mediaType === undefined ? { type, content } : { type, content, mediaType: String(mediaType) };
    }
  }
}

/** As `JSON.stringify` says it. */
function plain(value: unknown): JsonValue {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError(`a ${typeof value}`);
  return JSON.parse(text);
}
