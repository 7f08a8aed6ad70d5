/** Converts the result of a call to the output of a `ThinkHarness` tool, with the notes of rules. */
import { isPartList } from "@helve/adapter";
import { type ActionReturn, canonicalJson, type ResultPart } from "@helve/core";
import { readDataUrl } from "@helve/core/internal";
import type { Tool } from "ai";

/** The notes that rules add to the result of a successful call, before and after it; `undefined` if not found. */
export function notesOf({ observation: { parts }, result }: ActionReturn): ToolNotes | undefined {
  const count = result?.length ?? 0;
  const isResult = (start: number): boolean =>
    canonicalJson(parts.slice(start, start + count)) === canonicalJson(result ?? []);
  const start = parts.findIndex((_, index) => isResult(index));
  if (parts.length === count || start < 0) return undefined;
  return { before: parts.slice(0, start).map(partText), after: parts.slice(start + count).map(partText) };
}

/** Texts that the model reads besides a result. */
export interface ToolNotes {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Adds notes to what the model reads. */
export function withNotes(output: ModelOutput, { before, after }: ToolNotes): ModelOutput {
  if (output.type === "content") {
    const textPart = (text: string) => ({ type: "text", text }) as const;
    return { ...output, value: [...before.map(textPart), ...output.value, ...after.map(textPart)] };
  }
  const value = "value" in output ? output.value : null;
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return { type: "text", value: [...before, text, ...after].join("\n") };
}

/** Converts an output, which the harness stores as JSON, for the model. A list of parts is recognized, so that images stay images. */
export function modelOutput(output: unknown): ModelOutput {
  if (typeof output === "string") return { type: "text", value: output };
  if (!isPartList(output)) return { type: "json", value: (output ?? null) as JsonOutput };
  if (output.every(({ type }) => type === "text" || type === "json")) {
    return { type: "text", value: output.map(partText).join("\n") };
  }
  return { type: "content", value: output.map(contentPart) };
}

type ModelOutput = Awaited<ReturnType<NonNullable<Tool["toModelOutput"]>>>;

type JsonOutput = (ModelOutput & { type: "json" })["value"];

type ContentPart = (ModelOutput & { type: "content" })["value"][number];

/** Converts a part of a tool's result to what the model reads. */
function contentPart(part: ResultPart): ContentPart {
  if (part.type === "text" || part.type === "json") return { type: "text", text: partText(part) };
  const { content, type } = part;
  const data = readDataUrl(content);
  if (data !== undefined) {
    return { type: "file", data: { type: "data", data: data.base64 }, mediaType: part.mediaType ?? data.mediaType };
  }
  if (!URL.canParse(content)) return { type: "text", text: content };
  const mediaType = part.mediaType ?? (type === "file" ? "application/octet-stream" : type);
  return { type: "file", data: { type: "url", url: new URL(content) }, mediaType };
}

/** Writes a part of a result that is text or JSON as text. */
function partText(part: ResultPart): string {
  return part.type === "json" ? JSON.stringify(part.content) : part.content;
}
