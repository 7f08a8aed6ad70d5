/** Prints an OpenTool document as JSON or YAML. */
import { canonicalJson } from "@helve/core";
import { Document, visit } from "yaml";
import { withCanonicalFieldOrder } from "./define-open-tool.ts";
import type { OpenTool } from "./document.ts";

/** Options of `printOpenTool`. */
export interface PrintOptions {
  /** Default: `"json"`. */
  readonly format?: "json" | "yaml";
}

/**
 * Prints a document as text, with its fields in the order of the specification's tables and unknown fields after them.
 * Equal documents in the same order print the same text, and `parseOpenTool` reads the same document from it.
 *
 * JSON is indented by two spaces. YAML is version 1.2, without anchors; strings that a YAML 1.1 reader would read as
 * something else (`yes`) are in quotes.
 *
 * @throws NotJsonError if an unknown field holds a value that JSON can't represent: a function, a date, `NaN`, a cycle
 *
 * @example
 * await writeFile("weather.yaml", printOpenTool(document, { format: "yaml" }));
 */
export function printOpenTool(document: OpenTool, { format = "json" }: PrintOptions = {}): string {
  canonicalJson(document);
  const value = withCanonicalFieldOrder(document);
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  return toYaml(value);
}

/** Prints a value as YAML without anchors and line wrapping. */
function toYaml(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1", schema: "core" });
  visit(document, {
    Scalar: (_, node) => {
      // In block style, a string of white space only would lose some of it.
      if (typeof node.value === "string" && node.value.trim() === "") node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0 });
}
