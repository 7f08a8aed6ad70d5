import type { Template } from "@helve/core/program";
import { sourceOf, type ValueScope, type View } from "./values.ts";

/** A text with holes, ready to be filled. */
export type Text = (view: View) => string;

/** Longer than this nothing fills a hole. */
const mostInHole = 1000;

/**
 * Makes a text ready: in its holes stand texts as they are and other values as JSON, 1000 characters at most; what is not
 * given is `nothing`.
 *
 * @throws ValueFault
 */
export function textOf({ parts }: Template, scope: ValueScope): Text {
  const pieces = parts.map((part): Text => {
    if (part.type === "text") return () => part.text;
    const source = sourceOf(part, scope);
    return (view) => filling(source.read(view));
  });
  return (view) => pieces.map((piece) => piece(view)).join("");
}

function filling(value: unknown): string {
  const text = typeof value === "string" ? value : (json(value) ?? "nothing");
  return text.length <= mostInHole ? text : `${text.slice(0, mostInHole).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** What JSON can't say fills no hole. */
function json(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}
