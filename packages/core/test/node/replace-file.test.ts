import { mkdirSync, mkdtempDisposableSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { replaceFile } from "@helve/core/internal/node";
import { expect, it } from "vitest";

it("leaves no unfinished file where a file can't be replaced", () => {
  using temporary = mkdtempDisposableSync(join(tmpdir(), "helve-core-"));
  const folder = temporary.path;
  mkdirSync(join(folder, "taken"));
  expect(() => replaceFile(join(folder, "taken"), "a", 0o600)).toThrow();
  replaceFile(join(folder, "free"), "b", 0o600);
  expect(readdirSync(folder).sort()).toEqual(["free", "taken"]);
  expect(readFileSync(join(folder, "free"), "utf8")).toBe("b");
});
