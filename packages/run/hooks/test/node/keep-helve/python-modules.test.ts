import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { knownModules } from "../../../src/node/keep-helve/python-modules.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "modules-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe("knownModules", () => {
  it("knows the standard library and packages that are often installed", () => {
    for (const name of ["json", "tempfile", "yaml", "urllib3"])
      expect(knownModules({ cwd, home: cwd })(name)).toBe(true);
    for (const name of ["helper", "models"]) expect(knownModules({ cwd, home: cwd })(name)).toBe(false);
  });

  it("knows what is installed for the project", () => {
    const packages = join(cwd, ".venv/lib/python3.13/site-packages");
    mkdirSync(join(packages, "helper"), { recursive: true });
    writeFileSync(join(packages, "models.py"), "");
    for (const name of ["helper", "models"]) expect(knownModules({ cwd, home: "/none" })(name)).toBe(true);
    expect(knownModules({ cwd, home: "/none" })("other")).toBe(false);
  });
});
