import type { DocstringReference } from "../docstring.ts";
import { restOf } from "../fields/field.ts";
import { type Line, textOf } from "../lines.ts";
import { referencesIn } from "../references.ts";
import { linkOf, withoutLinks } from "./links.ts";

const named =
  /^(?:\{@link(?:code|plain)?\s(?<link>[^{}]+)\}(?:\s+[-–—]{1,2}(?=\s|$)|:(?=\s|$))?|(?<name>[^\s,`]+)\s+[-–—]{1,2}(?=\s|$)|(?<address>https?:\/\/\S+)(?=\s))/;

/** Reads what follows `@see`: `{@link x} text`, an address and text, `x - text`, `x: text`, names alone. */
export function referenceIn(rest: Line, body: readonly Line[]): readonly DocstringReference[] {
  const match = named.exec(rest.text);
  const { link, name, address } = match?.groups ?? {};
  const { target, label } = link === undefined ? { target: name ?? address ?? "", label: "" } : linkOf(link);
  if (match === null || target === "") {
    const deeper = body.map((line) => ({ ...line, indent: line.indent + 1 }));
    return referencesIn(withoutLinks(rest.text === "" ? body : [{ ...rest, indent: 0 }, ...deeper]));
  }
  const [first, ...others] = withoutLinks([restOf(rest, match[0].length), ...body]);
  return [{ name: target, description: [label, textOf(others, first)].filter((part) => part !== "").join(" ") }];
}
