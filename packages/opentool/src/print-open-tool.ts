import { canonicalJson } from "@helve/core";
import { Document, visit } from "yaml";
import { inCanonicalOrder } from "./define-open-tool.ts";
import type { OpenTool } from "./document.ts";

/** How a document is printed. */
export interface PrintOptions {
  /** `"json"` when not given. */
  readonly format?: "json" | "yaml";
}

/**
 * A document as text, with its fields in the order of the specification's tables and unknown fields after them. Equal
 * documents in equal order give equal texts, and `parseOpenTool` reads the same document from them.
 *
 * JSON is indented by two spaces. YAML is of version 1.2, without anchors; texts that a reader of 1.1 would take for something
 * else (`yes`) are in quotes.
 *
 * @throws NotJsonError when an unknown field holds what JSON can't say: a function, a date, `NaN`, a circle
 *
 * @example
 * await writeFile("weather.yaml", printOpenTool(document, { format: "yaml" }));
 */
export function printOpenTool(document: OpenTool, { format = "json" }: PrintOptions = {}): string {
  canonicalJson(document);
  const value = inCanonicalOrder(document);
  if (format === "json") return `${JSON.stringify(value, null, 2)}\n`;
  return yamlOf(value);
}

function yamlOf(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false, compat: "yaml-1.1", schema: "core" });
  visit(document, {
    Scalar: (_, node) => {
      // In block style a text of nothing but white space would lose some of it.
      if (typeof node.value === "string" && node.value.trim() === "") node.type = "QUOTE_DOUBLE";
    },
  });
  return document.toString({ lineWidth: 0 });
}
