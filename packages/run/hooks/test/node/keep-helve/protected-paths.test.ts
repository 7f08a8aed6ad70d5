import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ProtectedPaths, protectedPaths } from "../../../src/node/keep-helve/protected-paths.ts";
import { fileNamed } from "../../../src/node/keep-helve/words.ts";

let folder: string;
let paths: ProtectedPaths;

beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "protected-")));
  const home = join(folder, "home");
  for (const name of ["home/.config/helve", "home/.claude", "home/project", "links"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  symlinkSync(join(home, ".config/helve"), join(folder, "links/rules"));
  symlinkSync(join(home, ".config"), join(folder, "links/config"));
  symlinkSync(join(home, ".claude"), join(folder, "links/claude"));
  symlinkSync(join(home, "project"), join(folder, "links/project"));
  const state = join(home, ".local/state/helve");
  paths = protectedPaths({ cwd: join(home, "project"), home, state, program: join(folder, "dist/") });
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe("isKeptBehindLink", () => {
  it.each([
    ["links/claude/settings.json", true],
    ["links/rules/rules.agentspec", true],
    ["links/rules/new/policy.json", true],
    ["links/config/helve/rules.agentspec", true],
    ["links/config/other.json", false],
    ["links/project/src/a.ts", false],
    ["home/.config/helve/rules.agentspec", false],
  ])("%s: %s", (path, isKept) => {
    expect(paths.isKeptBehindLink(fileNamed(join(folder, path)))).toBe(isKept);
  });
});

describe("kindOf", () => {
  it.each(["a".repeat(300), "b/".repeat(5000)])("finds nothing in a path that is too long for the system", (path) => {
    expect(paths.kindOf(fileNamed(path))).toBeUndefined();
  });
});
