import { canonicalJson, type JsonValue, type ResultPart } from "@helve/core";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";
import { base64Of, dataUrl } from "./data-url.ts";

/**
 * Converts the result of `tools/call` to result parts (MCP 2025-06-18 §Tool Result): images, sounds and embedded files become `data:` URLs,
 * links to resources become files. Structured content is the first part, as JSON; a text that repeats it is left out.
 */
export function resultParts({ content, structuredContent }: CallToolResult): readonly ResultPart[] {
  if (structuredContent === undefined) return content.map(partOf);
  const structured = structuredContent as JsonValue;
  const others = content.filter((block) => !(block.type === "text" && isJsonOf(block.text, structured)));
  return [{ type: "json", content: structured }, ...others.map(partOf)];
}

function partOf(block: ContentBlock): ResultPart {
  switch (block.type) {
    case "text":
      return { type: "text", content: block.text };
    case "image":
    case "audio":
      return { type: block.type, content: dataUrl(block.data, block.mimeType), mediaType: block.mimeType };
    case "resource_link":
      return { type: "file", content: block.uri, ...(block.mimeType !== undefined && { mediaType: block.mimeType }) };
    case "resource": {
      const { resource } = block;
      const isText = "text" in resource;
      const mediaType = resource.mimeType ?? (isText ? "text/plain" : "application/octet-stream");
      const data = isText ? base64Of(resource.text) : resource.blob;
      return { type: "file", content: dataUrl(data, mediaType), mediaType };
    }
  }
}

/** Whether a text is a value as JSON. */
function isJsonOf(text: string, value: JsonValue): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(value);
  } catch {
    return false;
  }
}
