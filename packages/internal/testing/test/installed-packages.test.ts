import { expect, it } from "vitest";
import { importedPackages } from "../src/installed-packages.ts";

it("finds imported packages", () => {
  const text =
    'import { readFile } from "node:fs/promises";\nimport { z } from "zod";\nimport { shell } from "@helve/effects/shell";\n';
  expect(importedPackages(text)).toEqual(["zod", "@helve/effects"]);
});
