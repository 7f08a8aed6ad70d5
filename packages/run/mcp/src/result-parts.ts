import { canonicalJson, type JsonValue, type ResultPart } from "@helve/core";
import { base64Of, dataUrl } from "@helve/core/internal";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";

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
      return media(block.type, block.data, block.mimeType);
    case "resource_link":
      return { type: "file", content: block.uri, mediaType: block.mimeType };
    case "resource": {
      const { resource } = block;
      const isText = "text" in resource;
      const data = isText ? base64Of(resource.text) : resource.blob;
      return media("file", data, resource.mimeType ?? (isText ? "text/plain" : anyType));
    }
  }
}

/** A part with data. A media type that a `data:` URL can't have is replaced. */
function media(type: "image" | "audio" | "file", base64: string, mimeType: string): ResultPart {
  const mediaType = /^[\w.+-]+\/[\w.+-]+(?:; ?[\w.+-]+=[\w.+-]+)*$/.test(mimeType) ? mimeType : anyType;
  return { type, content: dataUrl(base64, mediaType), mediaType };
}

const anyType = "application/octet-stream";

/** Whether a text is a value as JSON. */
function isJsonOf(text: string, value: JsonValue): boolean {
  try {
    return canonicalJson(JSON.parse(text)) === canonicalJson(value);
  } catch {
    return false;
  }
}
