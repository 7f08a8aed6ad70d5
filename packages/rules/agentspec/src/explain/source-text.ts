import type { Template, Value } from "@helve/core/program";
import { printDoc } from "../format/pretty-printer.ts";
import { writeCondition } from "../format/write-check.ts";
import { writeContext } from "../format/write-context.ts";
import { writeValue } from "../format/write-value.ts";
import { referenceText } from "../syntax/build-value.ts";

/** Writes a value as it is written in a rule, in the canonical form and on one line: `{"k": args.x}`. */
export function valueText(value: Value): string {
  return printDoc(writeValue(value, writeContext({ comments: new Map(), writeCondition })), Number.POSITIVE_INFINITY);
}

/** Writes the message of an enforcement in quotes, with its references in braces: `"Send to {args.to}?"`. */
export function messageText({ parts }: Template): string {
  return JSON.stringify(parts.map((part) => (part.type === "text" ? part.text : `{${referenceText(part)}}`)).join(""));
}
