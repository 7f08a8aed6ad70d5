import { conformanceChecks } from "@helve/sandbox/conformance";
import { packageDocs } from "@helve/testing/package-docs";
import { testReadme } from "@helve/testing/readme";
import { expect, it } from "vitest";
import { bubblewrap, container, local, memory, runtime } from "./environments.ts";

testReadme(new URL("../README.md", import.meta.url));

it("the documentation says which environment does not pass which check, and why", () => {
  const text = packageDocs(new URL("..", import.meta.url));
  expect(text).toContain(`pass all ${conformanceChecks.length} checks`);
  const rows = Array.from(
    text.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm),
    ([, check = "", names = "", why = ""]) => names.split(", ").map((name) => `${check} ${name}: ${why}`),
  ).flat();
  const known = [local, bubblewrap, container, memory, runtime].flatMap(({ name, fails }) =>
    Object.entries(fails).map(([check, why]) => `${check} ${name}: ${why}`),
  );
  // As another user than root, modes of files count in the environments without users of their own.
  const asUser = known.filter((row) => !/^\w+ (?:local|runtime): root may/.test(row));
  expect(rows.toSorted()).toEqual(asUser.toSorted());
});
