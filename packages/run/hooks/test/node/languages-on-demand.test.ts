import { expect, it } from "vitest";
import { withLanguages } from "../../src/node/languages-on-demand.ts";

it("loads the reader of the shell for programs that are started with words", async () => {
  const program = "import subprocess\nsubprocess.run(['rm', '-rf', 'src'])";
  const kinds = await withLanguages(async (languages) =>
    languages["python"]?.read(program, { languages }).effects.map(({ kind }) => kind),
  );
  expect(kinds).toContain("delete");
  expect(kinds).not.toContain("anything");
});

it.each([
  ["php", "unlink('src');"],
  ["go", 'package main\n\nimport "os"\n\nfunc main() { os.RemoveAll("src") }'],
])("loads the reader of %s", async (language, program) => {
  const effects = await withLanguages(async (languages) => languages[language]?.read(program, { languages }).effects);
  expect(effects).toContainEqual(expect.objectContaining({ kind: "delete" }));
});
