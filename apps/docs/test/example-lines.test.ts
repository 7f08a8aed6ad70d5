import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { metaMember, shownFile } from "../src/markdown/code-meta.ts";
import { pages } from "./pages.ts";

const blocks = pages.flatMap(({ name, blocks }) =>
  blocks.filter(({ language }) => language === "js").map((block) => [`${name}:${block.line}`, block] as const),
);

const linesOf = (text: string): readonly string[] =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");

/** The first line of a text that doesn't follow the lines before it in another text. */
function missingLine(text: string, other: string): string | undefined {
  const rest = [...linesOf(other)];
  return linesOf(text).find((line) => {
    const index = rest.indexOf(line);
    rest.splice(0, index + 1);
    return index === -1;
  });
}

it.for(blocks)("%s: consists of lines of a tested example, or is a file of the reader", ([, { meta, text }]) => {
  const example = metaMember(meta, "example");
  if (example === undefined) return expect(shownFile(meta)).toBeDefined();
  const file = readFileSync(new URL(`../../../examples/${example}`, import.meta.url), "utf8");
  expect(missingLine(text, file)).toBeUndefined();
});

it("finds a line that an example doesn't have, or has in another place", () => {
  expect(missingLine("a\n  c\n", "a\nb\nc\n")).toBeUndefined();
  expect(missingLine("a\nd\n", "a\nb\n")).toBe("d");
  expect(missingLine("b\na\n", "a\nb\n")).toBe("a");
});
