import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { importedPackages, installedPackages } from "@helve/testing/installed-packages";
import { readmeExamples } from "@helve/testing/readme-examples";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const read = (file: string): string => readFileSync(join(root, file), "utf8");
const published = globSync("packages/{core,*/*}/README.md", { cwd: root }).filter(
  (readme) => JSON.parse(read(`${dirname(readme)}/package.json`)).private !== true,
);

describe.each(["README.md", ...published])("%s", (readme) => {
  const text = read(readme);
  const [first, ...others] = readmeExamples(text);

  it("installs what its first example imports, before it", () => {
    const [before = ""] = text.split("\n```ts", 1);
    expect(installedPackages(before)).toEqual(expect.arrayContaining([...importedPackages(first?.code ?? "")]));
  });

  it("installs what its other examples import", () => {
    const imported = others.flatMap(({ code }) => importedPackages(code));
    expect(installedPackages(text)).toEqual(expect.arrayContaining([...new Set(imported)]));
  });
});
