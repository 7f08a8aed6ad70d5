import { describe, expect, it } from "vitest";
import { readmeExamples } from "../src/readme-examples.ts";

describe("readmeExamples", () => {
  it("finds each TypeScript block, with the text block after it as what it prints", () => {
    const markdown = [
      "# Title",
      "```ts",
      "one();",
      "```",
      "Then:",
      "```text",
      "1",
      "```",
      "```ts",
      "two();",
      "```",
      "```sh",
      "ls",
      "```",
      "```text",
      "no output of two()",
      "```",
    ].join("\n");
    expect(readmeExamples(markdown)).toEqual([
      { code: "one();\n", output: "1\n", line: 2 },
      { code: "two();\n", output: undefined, line: 9 },
    ]);
  });

  it("takes a longer fence for code that holds a fence", () => {
    expect(readmeExamples('````ts\nparse("```");\n```\n````\n')).toEqual([
      { code: 'parse("```");\n```\n', output: undefined, line: 1 },
    ]);
  });
});
