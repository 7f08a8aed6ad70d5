import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { brokenLinks } from "../../src/broken-links.ts";
import { siteBase } from "../../src/site-base.ts";

const site = fileURLToPath(new URL("../../dist/", import.meta.url));

it("has a first page in English and in Chinese", () => {
  expect(readFileSync(`${site}index.html`, "utf8")).toContain('<html lang="en"');
  expect(readFileSync(`${site}zh/index.html`, "utf8")).toContain('<html lang="zh-CN"');
});

it("has no broken link, anchor or asset", () => expect(brokenLinks(site, siteBase)).toEqual([]));

it("has a page for addresses without one, which leads on in both languages", () => {
  const text = readFileSync(`${site}404.html`, "utf8");
  for (const path of ["/", "/zh/", "/playground/"]) expect(text).toContain(`href="${siteBase}${path}"`);
});

it("describes each page, without a picture that it doesn't have", () => {
  for (const path of globSync("**/*.html", { cwd: site, exclude: ["playground/**"] })) {
    const text = readFileSync(`${site}${path}`, "utf8");
    expect({ path, text: /<meta name="description" content="[^"]{8,}"/.test(text) }).toEqual({ path, text: true });
    expect(text).toContain('<meta name="twitter:card" content="summary"/>');
  }
});

/** The names that the source of an entry exports. */
function exportedNames(source: string): readonly string[] {
  const lists = Array.from(source.matchAll(/^export (?:type )?\{([^}]*)\}/gm), ([, list = ""]) => list.split(","));
  const listed = lists.flat().map(
    (item) =>
      item
        .replace(/\/\/.*/g, "")
        .trim()
        .split(/\s/)
        .at(-1) ?? "",
  );
  const declared = Array.from(
    source.matchAll(/^export (?:abstract |async )*(?:class|const|function|interface|type) (\w+)/gm),
    ([, name = ""]) => name,
  );
  return [...listed, ...declared].filter((name) => name !== "");
}

const root = fileURLToPath(new URL("../../../../", import.meta.url));
const entries = globSync("packages/{core,*/*}/package.json", { cwd: root }).flatMap((path) => {
  const { name, private: isPrivate, exports } = JSON.parse(readFileSync(`${root}${path}`, "utf8"));
  if (isPrivate === true) return [];
  return Object.entries<{ readonly "@helve/source"?: string }>(exports).flatMap(([subpath, target]) => {
    const source = target["@helve/source"];
    if (source === undefined || subpath.startsWith("./internal")) return [];
    return [{ entry: `${name}${subpath.slice(1)}`, source: `${dirname(`${root}${path}`)}/${source}` }];
  });
});

it.each(entries)("the reference of the API has every export of $entry", ({ entry, source }) => {
  const page = readFileSync(`${site}reference/api/${entry.replace("@helve/", "")}/index.html`, "utf8");
  const names = exportedNames(readFileSync(source, "utf8"));
  expect(names).not.toEqual([]);
  for (const name of names) expect(page).toMatch(new RegExp(`id="(?:abstract-)?${name.toLowerCase()}`));
  expect(page).not.toContain("__namedParameters");
});

it("has an index for the search", () => expect(existsSync(`${site}pagefind/pagefind.js`)).toBe(true));
