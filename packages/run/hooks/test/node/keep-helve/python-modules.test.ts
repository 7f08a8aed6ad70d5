import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isKnownModule } from "../../../src/node/keep-helve/python-modules.ts";

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), "modules-"));
});
afterEach(() => rmSync(cwd, { recursive: true, force: true }));

describe("isKnownModule", () => {
  it("knows the standard library and packages that are often installed", () => {
    for (const name of ["json", "tempfile", "yaml", "urllib3"])
      expect(isKnownModule(name, { cwd, home: cwd })).toBe(true);
    for (const name of ["helper", "models"]) expect(isKnownModule(name, { cwd, home: cwd })).toBe(false);
  });

  it("knows what is installed for the project", () => {
    const packages = join(cwd, ".venv/lib/python3.13/site-packages");
    mkdirSync(join(packages, "helper"), { recursive: true });
    writeFileSync(join(packages, "models.py"), "");
    for (const name of ["helper", "models"]) expect(isKnownModule(name, { cwd, home: "/none" })).toBe(true);
    expect(isKnownModule("other", { cwd, home: "/none" })).toBe(false);
  });
});
