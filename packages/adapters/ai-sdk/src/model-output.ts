import { isPartList } from "@helve/adapter";
import type { ResultPart } from "@helve/core";
import { readDataUrl } from "@helve/core/internal";
import type { Tool } from "ai";

/** The result of a tool as the SDK passes it to the model. */
export type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

/**
 * Converts the value of a tool to what the model reads: a list of parts is recognized, so that images stay images.
 *
 * @param options - `hasFiles`: true for version 7 of the SDK, which has one form for all files; it warns of those that version 6 knows
 */
export function valueOutput(value: unknown, { hasFiles }: { readonly hasFiles: boolean }): ModelOutput {
  if (typeof value === "string") return { type: "text", value };
  if (isPartList(value)) return partsOutput(value, hasFiles);
  return { type: "json", value: (value ?? null) as JsonOutput };
}

/** Converts a result of several parts to the form of the AI SDK: text if all are text or JSON, otherwise content. */
function partsOutput(parts: readonly ResultPart[], hasFiles: boolean): ModelOutput {
  if (parts.every(({ type }) => type === "text" || type === "json")) {
    return { type: "text", value: parts.map(partText).join("\n") };
  }
  return { type: "content", value: parts.map(hasFiles ? filePart : contentPart) };
}

type ContentPart = (ModelOutput & { type: "content" })["value"][number];

/** Converts a part of a result to the form of the AI SDK's `file` parts; text stays text. */
function filePart(part: ResultPart): ContentPart {
  const converted = contentPart(part);
  switch (converted.type) {
    case "image-data":
    case "file-data":
      return { type: "file", data: { type: "data", data: converted.data }, mediaType: converted.mediaType };
    case "image-url":
      return { type: "file", data: { type: "url", url: new URL(converted.url) }, mediaType: "image" };
    case "file-url": {
      const mediaType = converted.mediaType ?? (part.type === "audio" ? "audio" : "application/octet-stream");
      return { type: "file", data: { type: "url", url: new URL(converted.url) }, mediaType };
    }
    default:
      return converted;
  }
}

/** Converts a result part to content that both SDK versions know. */
function contentPart(part: ResultPart): ContentPart {
  if (part.type === "text" || part.type === "json") return { type: "text", text: partText(part) };
  const data = readDataUrl(part.content);
  if (data === undefined && !URL.canParse(part.content)) return { type: "text", text: part.content };
  if (data === undefined) {
    return part.type === "image"
      ? { type: "image-url", url: part.content }
      : { type: "file-url", url: part.content, mediaType: part.mediaType };
  }
  const mediaType = part.mediaType ?? data.mediaType;
  return { type: part.type === "image" ? "image-data" : "file-data", data: data.base64, mediaType };
}

/** Writes a part of a result that is text or JSON as text. */
function partText(part: ResultPart): string {
  return part.type === "json" ? JSON.stringify(part.content) : part.content;
}

type JsonOutput = (ModelOutput & { type: "json" })["value"];
