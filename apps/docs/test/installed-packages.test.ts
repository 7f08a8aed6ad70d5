import { importedPackages, installedPackages } from "@helve/testing/installed-packages";
import { expect, it } from "vitest";
import { metaMember } from "../src/markdown/code-meta.ts";
import { type Page, pages } from "./pages.ts";

const guides = pages.filter(({ name }) => /^(?:tutorials|how-to|guides)\//.test(name));

/** The programs of a page, without quoted examples. */
const programsOf = ({ blocks }: Page): string =>
  textOf(blocks.filter(({ language, meta }) => /^[jt]s$/.test(language) && !metaMember(meta, "example")));
const commandsOf = ({ blocks }: Page): string => textOf(blocks.filter(({ language }) => language === "sh"));
const textOf = (blocks: Page["blocks"]): string => blocks.map(({ text }) => text).join("\n");

it.each(guides)("$name: installs every package that its programs import", (page) => {
  expect(installedPackages(commandsOf(page))).toEqual(expect.arrayContaining([...importedPackages(programsOf(page))]));
});
