import type { Issue } from "@helve/core";

/**
 * Whether an issue of a document is one of its structure, which the package's JSON Schemas find too: a field that is
 * missing or of the wrong type, a name or a version of the wrong form, a value that is none of the choices.
 *
 * The others need a look at the whole document (`duplicate`, `ref`, `unknown_property`, `depth`) or at its text (`json`,
 * `yaml`, `duplicate_key`, `not_json`, `size`).
 */
export function isStructural({ code }: Issue): boolean {
  return structural.has(code);
}

const structural: ReadonlySet<string> = new Set(["required", "type", "enum", "name", "version"]);
