import { describe, expect, it } from "vitest";
import { documentCode } from "../../../src/node/keep-helve/document-code.ts";

describe("the code in a document", () => {
  it("has the examples, the blocks and the commands of a transcript, each with its language", () => {
    const text = [
      ">>> f(",
      "... 1)",
      "$ sh g",
      "```bash",
      "  sh h",
      "```",
      "~~~{python}",
      "run()",
      "~~~",
      ".. program-output:: sh i",
      "",
      "#+begin_src lua",
      "os.execute('sh j')",
      "#+end_src",
    ];
    const found = documentCode(text.join("\n"));
    expect(found).toContainEqual({ language: "python", text: "f(\n1)" });
    expect(found).toContainEqual({ language: "shell", text: "sh g" });
    expect(found).toContainEqual({ language: "shell", text: "sh h\n" });
    expect(found).toContainEqual({ language: "python", text: "run()\n" });
    expect(found).toContainEqual({ language: undefined, text: "os.execute('sh j')\n" });
  });

  it("includes a block that is not closed", () => {
    expect(documentCode("```sh\nsh g")).toEqual([{ language: "shell", text: "sh g\n" }]);
  });

  // A pattern that tries every way to divide such a text would not end.
  it.each([
    "```",
    "```sh\n",
    "`".repeat(100),
    " ",
    "\t\n",
    "$ ",
    ">>> x\n",
    ".. code::\n \n",
    "#+begin_src\n",
    "RUN: ",
    "~~~`",
  ])("is found in a long document of %j", (part) => {
    expect(documentCode(part.repeat(100_000)).length).toBeLessThanOrEqual(50);
  });
});
