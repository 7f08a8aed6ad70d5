import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../..", import.meta.url));
const readmes = globSync(["README.md", "{packages/core,packages/*/*,apps/*,examples}/README.md"], { cwd: root });

it("finds the READMEs", () => expect(readmes.length).toBeGreaterThan(40));

it.each(readmes)("%s has at most 200 lines: more is a page of apps/docs/src/content/docs/guides", (readme) => {
  expect(readFileSync(join(root, readme), "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(200);
});
