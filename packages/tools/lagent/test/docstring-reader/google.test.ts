import { lagentDescription, lagentDocstrings } from "@helve/lagent";
import { toolApi } from "@helve/tool";
import fc from "fast-check";
import { expect, it } from "vitest";

const lines = fc
  .array(
    fc.tuple(
      fc.constantFrom(0, 1, 4, 8, 12),
      fc.constantFrom(
        "",
        "Args:",
        "Returns:",
        "Raises:",
        "Note: x",
        "说明:",
        "```",
        "a (int): A",
        "- b (str): B",
        ":class:`c`",
        "d",
      ),
    ),
  )
  .map((parts) => parts.map(([indent, text]) => " ".repeat(indent) + text).join("\n"));

/** The description, or the words of the refusal. */
function described(docstring: string): string {
  try {
    const made = toolApi(docstring, () => 1, {
      name: "do",
      reader: lagentDocstrings,
      signature: [{ name: "a", type: "str" }],
    });
    return JSON.stringify(lagentDescription(made));
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

it("reads any text or says what Lagent can't read in it", () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), lines), (docstring) => {
      const text = described(docstring);
      expect(text.startsWith('{"name":"do"') || text.includes("which Lagent can't read")).toBe(true);
    }),
  );
});

it.each([":a", ":a:`", "Args:\n    ", "    a (int): A\n", "```\n", "\n\n", "(((", "Args:\n\n", "X: y\n    "])(
  "is soon done with many a %j",
  (part) => {
    expect(described(`Do.\n\nArgs:\n    ${part.repeat(50_000)}`)).not.toBe("");
  },
);
