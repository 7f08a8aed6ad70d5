import { type ActionReturn, canonicalJson } from "@helve/core";
import type { ModelOutput } from "./model-output.ts";

/** Guards' notes for the model before and after a result. */
export interface ResultNotes {
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** Finds the notes of guards in the observation of a successful call; `undefined` if not found. */
export function resultNotes({ observation: { parts }, result }: ActionReturn): ResultNotes | undefined {
  const length = result?.length ?? 0;
  if (parts.length === length) return undefined;
  const isFirst = length > 0 && canonicalJson(parts[0]) === canonicalJson(result?.[0]);
  const start = isFirst ? 0 : 1;
  return { before: textOf(parts.slice(0, start)), after: textOf(parts.slice(start + length)) };
}

/** Adds notes to what the model reads. */
export function withNotes(output: ModelOutput, { before, after }: ResultNotes): ModelOutput {
  switch (output.type) {
    case "text":
      return { ...output, value: joined([before, output.value, after]) };
    case "json":
      return { type: "text", value: joined([before, JSON.stringify(output.value), after]) };
    case "content":
      return { ...output, value: [...textParts(before), ...output.value, ...textParts(after)] };
    default:
      return output;
  }
}

/** Joins the text parts of an observation. */
function textOf(parts: ActionReturn["observation"]["parts"]): string | undefined {
  const texts = parts.flatMap((part) => (part.type === "text" ? [part.content] : []));
  return texts.length === 0 ? undefined : texts.join("\n");
}

/** Joins the texts that are defined, one per line. */
function joined(texts: readonly (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined).join("\n");
}

/** Wraps a text as the parts of a result; none if it is undefined. */
function textParts(text: string | undefined): { type: "text"; text: string }[] {
  return text === undefined ? [] : [{ type: "text", text }];
}
