import { parseDocstring } from "@helve/docstring";
import { expect, it } from "vitest";

it.each([
  ["a margin that the first line does not share", "One.\n    Two.\n      Three.\n    ", "One.\nTwo.\n  Three."],
  ["blank lines around", "\n\n  One.\n\n", "One."],
  ["blank lines with spaces", "One.\n      \n    Two.", "One.\n\nTwo."],
  ["tabs", "One.\n\tTwo.\n\t  Three.", "One.\nTwo.\n  Three."],
  ["a tab beside eight spaces", "One.\n\tTwo.\n        Three.", "One.\nTwo.\nThree."],
  ["ideographic spaces", "One.\n\u3000\u3000Two.\n    Three.", "One.\nTwo.\nThree."],
])("dedents text with %s", (_, text, description) => {
  expect(parseDocstring(text).description).toBe(description);
});
