import { type Docstring, parseDocstring as parse } from "@helve/docstring";
import { expect, it } from "vitest";
import { withoutRanges } from "../without-ranges.ts";

const parseDocstring = (text: string): Docstring => withoutRanges(parse(text, { style: "google" }));

function raisesOf(...lines: string[]) {
  return parseDocstring(`\n    Raises:\n${lines.map((line) => `      ${line}`).join("\n")}\n    `).raises;
}

it("parses errors with descriptions that wrap", () => {
  expect(
    raisesOf(
      "FileNotFoundError: If the file does not exist.",
      "UnicodeDecodeError: If an encoding error occurs ",
      "  while reading the file.",
      "  (only applicable when `text = True`)",
      "PermissionError: If the user does not have permission.",
    ),
  ).toEqual([
    { type: "FileNotFoundError", description: "If the file does not exist." },
    {
      type: "UnicodeDecodeError",
      description: "If an encoding error occurs\nwhile reading the file.\n(only applicable when `text = True`)",
    },
    { type: "PermissionError", description: "If the user does not have permission." },
  ]);
});

it.each([
  ["ValueError", { type: "ValueError", description: "" }],
  ["`ValueError`: V", { type: "ValueError", description: "V" }],
  [":py:class:`a.ValueError`: V", { type: "a.ValueError", description: "V" }],
  ["- ValueError: V", { type: "ValueError", description: "V" }],
  ["ValueError - V", { type: "ValueError", description: "V" }],
  ["ValueError or KeyError: V", { type: "ValueError or KeyError", description: "V" }],
  ["If the disk is full.", { type: "", description: "If the disk is full." }],
])("parses the error %s", (line, expected) => {
  expect(raisesOf(line)).toEqual([expected]);
});
