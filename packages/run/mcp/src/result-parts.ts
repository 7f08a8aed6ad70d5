import { canonicalJson, type JsonValue, type ResultPart } from "@helve/core";
import { base64Of, dataUrl, isObject, parseReadableJson, readableNumbers, roundedNumbers } from "@helve/core/internal";
import { schemaValidator } from "@helve/opentool";
import type { CallToolResult, ContentBlock } from "@modelcontextprotocol/client";

/**
 * Converts the result of `tools/call` to result parts (MCP 2025-06-18 §Tool Result): images, sounds and embedded files become `data:` URLs,
 * links to resources become files. Structured content is the first part, as JSON; a text that repeats it is left out. A number that JavaScript
 * can't hold becomes the text of its digits.
 */
export function resultParts({ content, structuredContent }: CallToolResult): readonly ResultPart[] {
  // Without a part, the list itself would be the result.
  if (structuredContent === undefined && content.length === 0) return [{ type: "text", content: "" }];
  if (structuredContent === undefined) return content.map(partOf);
  const structured = readableNumbers(structuredContent);
  const others = content.filter((block) => !(block.type === "text" && isJsonOf(block.text, structured)));
  return [{ type: "json", content: structured }, ...others.map(partOf)];
}

/**
 * Returns why a result is a failure: the server says so, or it does not fit the output schema.
 *
 * @returns at most 4000 characters; `undefined` for a success
 */
export function failureOf(
  { content, structuredContent, isError }: CallToolResult,
  name: string,
  outputSchema: unknown,
): string | undefined {
  const texts = content.flatMap((block) =>
    block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  if (isError === true) return (texts.join("\n") || `${name} failed without a message.`).slice(0, maxLength);
  if (!isObject(outputSchema)) return undefined;
  const issues =
    structuredContent === undefined ? [] : schemaValidator(outputSchema)(roundedNumbers(structuredContent));
  if (issues.length === 0) return undefined;
  const problem = issues
    .map(({ message }) => message)
    .join("; ")
    .slice(0, 500);
  return `${name} has run, but its result does not fit its output schema (${problem}): ${texts.join("\n")}`.slice(
    0,
    maxLength,
  );
}

/** In UTF-16 units. */
const maxLength = 4000;

/** Converts a content block of MCP to a part of a tool's result. */
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
    default:
      // A block of a later version of the protocol.
      return { type: "json", content: readableNumbers(block) };
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
    return canonicalJson(parseReadableJson(text)) === canonicalJson(value);
  } catch {
    return false;
  }
}
