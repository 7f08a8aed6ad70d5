import type { ResultPart } from "@helve/core";
import { ToolError } from "@helve/tool";
import { middleText } from "../middle-text.ts";
import type { RunOutcome } from "./interpreter.ts";

/**
 * A run as a model reads it: a text with the output and the value, and the images.
 *
 * @param limit - how many characters the value may have; 30,000 by default
 * @throws ToolError with the traceback if the code raised an exception
 */
export function outcomeParts(outcome: RunOutcome & { readonly note: string }, limit = 30_000): readonly ResultPart[] {
  const { note, output, value, error, exit, images = [] } = outcome;
  const texts = [
    ...[note, output],
    value === undefined ? "" : middleText(value, limit),
    exit === undefined ? "" : `[sys.exit(${exit}) was called; the interpreter and its variables are kept]`,
  ];
  if (error !== undefined) throw new ToolError(joined([...texts, middleText(error, limit).trimEnd()]));
  const text =
    joined(texts) ||
    (images.length > 0 ? `[${images.length} ${images.length === 1 ? "image" : "images"}]` : "[no output]");
  return [
    { type: "text", content: text },
    ...images.map(
      (data) => ({ type: "image", content: `data:image/png;base64,${data}`, mediaType: "image/png" }) as const,
    ),
  ];
}

/** Joins texts so that each begins a new line. */
function joined(texts: readonly string[]): string {
  return texts.reduce((text, next) =>
    text === "" || next === "" || text.endsWith("\n") ? text + next : `${text}\n${next}`,
  );
}
