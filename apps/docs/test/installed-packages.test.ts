import { expect, it } from "vitest";
import { metaMember } from "../src/markdown/code-meta.ts";
import { type Page, pages } from "./pages.ts";

const guides = pages.filter(({ name }) => /^(?:tutorials|how-to)\//.test(name));

/** The packages that the programs of a page import, without Node's and without those of quoted examples. */
function importedPackages({ blocks }: Page): readonly string[] {
  const programs = blocks.filter(({ language, meta }) => /^[jt]s$/.test(language) && !metaMember(meta, "example"));
  const names = programs.flatMap(({ text }) =>
    Array.from(text.matchAll(/ from "(@[^/"]+\/[^/"]+|[a-z][^/":.]*)/g), ([, name = ""]) => name),
  );
  return [...new Set(names)].filter((name) => name !== "node");
}

/** The packages that a page tells its reader to install. */
function installedPackages({ blocks }: Page): readonly string[] {
  const commands = blocks.filter(({ language }) => language === "sh").map(({ text }) => text);
  return commands.flatMap((text) => /^npm install (.*)$/m.exec(text)?.[1]?.split(" ") ?? []);
}

it.each(guides)("$name: installs every package that its programs import", (page) => {
  expect(installedPackages(page)).toEqual(expect.arrayContaining([...importedPackages(page)]));
});

it("finds imported packages", () => {
  const text =
    'import { readFile } from "node:fs/promises";\nimport { z } from "zod";\nimport { shell } from "@helve/effects/shell";\n';
  const [page] = guides;
  const blocks = [{ language: "ts", meta: "", text, line: 1 }];
  expect(page && importedPackages({ ...page, blocks })).toEqual(["zod", "@helve/effects"]);
});
