import type { Template, Value } from "@helve/core/program";
import { layOut } from "../format/layout.ts";
import { writeValue } from "../format/write-value.ts";
import { referenceText } from "../syntax/references.ts";

/** A value on one line, as the canonical form writes it. */
export function flatText(value: Value): string {
  const sheet = { notes: new Map(), locals: new Set<string>(), depth: 0, issues: [] };
  return layOut(writeValue(value, sheet), Number.POSITIVE_INFINITY);
}

/** A message in quotes, its holes in braces. */
export function messageText({ parts }: Template): string {
  return JSON.stringify(parts.map((part) => (part.type === "text" ? part.text : `{${referenceText(part)}}`)).join(""));
}
