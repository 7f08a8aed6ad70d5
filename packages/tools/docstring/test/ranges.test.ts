import { type DocstringRange, formatDocstring, parseDocstring } from "@helve/docstring";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { docstrings } from "./docstrings.ts";

const styles = ["google", "numpy", "rest", "epydoc", "jsdoc"] as const;

const text = `Tells the weather.

    Args:
        city, *days (
            int, optional): Where
            and when.

    Returns:
        dict: the forecast
            - sky (str): clear

    See Also:
        json.loads: reads
`;

it("reports the range of each part", () => {
  const { descriptionRange, parameters, returns, seeAlso } = parseDocstring(text);
  const slices = [
    { range: descriptionRange },
    { range: parameters[1]?.nameRange },
    { range: parameters[1]?.typeRange },
    ...parameters,
    ...returns,
    ...(returns[0]?.items ?? []),
    ...seeAlso,
  ].map(({ range }) => sliceOf(text, range));
  expect(slices).toEqual([
    "Tells the weather.",
    "days",
    "int, optional",
    "city, *days (\n            int, optional): Where\n            and when.",
    "city, *days (\n            int, optional): Where\n            and when.",
    "dict: the forecast\n            - sky (str): clear",
    "sky (str): clear",
    "json.loads: reads",
  ]);
});

it("counts UTF-16 code units with any line ending", () => {
  const odd = "😀\r\n\r\nArgs:\r\n\t天 (int): 😀 X";
  const [parameter] = parseDocstring(odd).parameters;
  expect(sliceOf(odd, parameter?.nameRange)).toBe("天");
  expect(sliceOf(odd, parameter?.range)).toBe("天 (int): 😀 X");
});

describe.each(styles)("in the style %s", (style) => {
  it("covers the name, the type and each line of the description", () => {
    fc.assert(
      fc.property(docstrings(style), (docstring) => {
        const written = formatDocstring(docstring, { indent: "    " });
        const read = parseDocstring(written, { style });
        for (const { name, nameRange, type, typeRange, range, description } of [
          ...read.parameters,
          ...read.attributes,
        ]) {
          const slice = sliceOf(written, range);
          expect(sliceOf(written, nameRange)).toBe(name);
          if (type !== undefined) expect(sliceOf(written, typeRange)).toContain(type);
          for (const line of description.split("\n")) expect(slice).toContain(line.trim());
        }
        for (const { description, range } of [...read.returns, ...read.yields, ...read.raises]) {
          const slice = sliceOf(written, range);
          for (const line of description.split("\n")) expect(slice).toContain(line.trim());
        }
      }),
    );
  });

  it("keeps ranges within the text, nested parts within their parent, and entries in order", () => {
    const piece = fc.constantFrom(
      "Args:\n",
      "Returns\n---\n",
      ":param x: ",
      "@param {a} b",
      "x (int): X\n",
      "    ",
      "- a: A\n",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 3 })), { maxLength: 20 }), (pieces) => {
        const any = pieces.join("");
        const read = parseDocstring(any, { style });
        for (const { start, end } of rangesIn(read)) {
          expect(0 <= start && start <= end && end <= any.length).toBe(true);
        }
        const starts = read.parameters.map(({ nameRange }) => nameRange?.start ?? 0);
        expect(starts).toEqual([...starts].sort((a, b) => a - b));
        for (const { nameRange, range } of read.parameters) {
          expect((range?.start ?? 0) <= (nameRange?.start ?? -1)).toBe(true);
          expect((nameRange?.end ?? Infinity) <= (range?.end ?? 0)).toBe(true);
        }
      }),
    );
  });
});

function sliceOf(whole: string, range: DocstringRange | undefined): string | undefined {
  return range && whole.slice(range.start, range.end);
}

function rangesIn(part: unknown): readonly DocstringRange[] {
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => (/^range$|Range$/.test(key) ? [value] : rangesIn(value)));
}
