import { ToolError } from "@helve/tool";
import type { HttpResponse } from "../http.ts";
import { decodeText } from "./decode-text.ts";
import { htmlPage, type PageText } from "./html-page.ts";

/**
 * The text of an answer: a page as Markdown, and texts and JSON as they are.
 *
 * @throws ToolError for other types
 */
export function pageText(response: HttpResponse): PageText {
  const contentType = contentTypeOf(response);
  refuseOtherTypes(response, response.bytes.length);
  const text = decodeText(response.bytes, contentType);
  const kind = kindOf(contentType) ?? sniffedKind(text);
  if (kind === undefined) throw otherType("data of an unknown type", response.bytes.length);
  return kind === "html" ? htmlPage(text, response.url) : { title: "", text };
}

/**
 * Refuses an answer by its header, before its body is read.
 *
 * @param size - the size of the body; `Content-Length` by default
 * @throws ToolError for types other than pages, texts and JSON
 */
export function refuseOtherTypes(
  { headers }: Pick<HttpResponse, "headers">,
  size: number = Number(headers.get("content-length") ?? Number.NaN),
): void {
  const contentType = contentTypeOf({ headers });
  if (contentType !== "" && kindOf(contentType) === undefined && mediaType(contentType) !== bytesOfAnyType)
    throw otherType(mediaType(contentType), size);
}

/** The type of a body whose content tells what it is. */
const bytesOfAnyType = "application/octet-stream";

function otherType(type: string, size: number): ToolError {
  const bytes = Number.isNaN(size) ? "" : ` (${size} bytes)`;
  return new ToolError(`The address has ${type}${bytes}: only pages, texts and JSON can be read`);
}

function contentTypeOf({ headers }: Pick<HttpResponse, "headers">): string {
  return headers.get("content-type") ?? "";
}

function mediaType(contentType: string): string {
  return (contentType.split(";")[0] ?? "").trim().toLowerCase().slice(0, 100);
}

/** Returns the kind of a media type: page, text or JSON. @returns `undefined` for a type that can't be read, and without a type */
function kindOf(contentType: string): "html" | "text" | undefined {
  const type = mediaType(contentType);
  if (type === "text/html" || type === "application/xhtml+xml") return "html";
  return type.startsWith("text/") || /[/+](?:json|xml|yaml)$/.test(type) || textTypes.has(type) ? "text" : undefined;
}

const textTypes: ReadonlySet<string> = new Set(
  "csv ecmascript javascript jsonl ld+json ndjson sql toml typescript x-javascript x-jsonlines x-ndjson x-sh x-yaml yaml"
    .split(" ")
    .map((name) => `application/${name}`),
);

/** Guesses the kind of a body without a type. */
function sniffedKind(text: string): "html" | "text" | undefined {
  if (text.includes("\0") || text.includes("\ufffd")) return undefined;
  return /^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html|head|body)\b/i.test(text.slice(0, 1000)) ? "html" : "text";
}
