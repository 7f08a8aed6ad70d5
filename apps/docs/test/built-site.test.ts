import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { brokenLinks } from "../src/broken-links.ts";
import { siteBase } from "../src/site-base.ts";

const site = fileURLToPath(new URL("../dist/", import.meta.url));

it("has a first page in English and in Chinese", () => {
  expect(readFileSync(`${site}index.html`, "utf8")).toContain('<html lang="en"');
  expect(readFileSync(`${site}zh/index.html`, "utf8")).toContain('<html lang="zh-CN"');
});

it("has no broken link, anchor or asset", () => expect(brokenLinks(site, siteBase)).toEqual([]));

it("has an index for the search", () => expect(existsSync(`${site}pagefind/pagefind.js`)).toBe(true));
