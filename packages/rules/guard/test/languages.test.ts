import { loadLanguages, withLanguages } from "@helve/guard";
import { expect, it } from "vitest";

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

it("refuses an unknown name", async () => {
  await expect(loadLanguages(["cobol"])).rejects.toThrow('there is no language "cobol": expected one of shell, python');
});
