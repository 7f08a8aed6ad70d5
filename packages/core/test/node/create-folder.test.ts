import { mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createFolder } from "@helve/core/internal/node";
import { describe, expect, it, onTestFinished } from "vitest";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-folder-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

describe("createFolder", () => {
  it.skipIf(process.platform === "win32")("creates the missing folders above, all with the same mode", () => {
    const folder = temporaryFolder();
    createFolder(join(folder, "a/b/c"), 0o700);
    expect(["a", "a/b", "a/b/c"].map((path) => statSync(join(folder, path)).mode & 0o777)).toEqual(
      Array(3).fill(0o700),
    );
  });

  it("accepts a folder that exists, and a link to one", () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, "real"));
    symlinkSync(join(folder, "real"), join(folder, "link"), "junction");
    createFolder(join(folder, "real"));
    createFolder(join(folder, "link/below"));
    expect(statSync(join(folder, "real/below")).isDirectory()).toBe(true);
  });

  it("fails if a file is in its place", () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(() => createFolder(file)).toThrow("EEXIST");
    expect(() => createFolder(join(file, "below"))).toThrow("EEXIST");
  });

  // `mkdirSync` with `recursive` would never return.
  it.skipIf(process.platform !== "linux")("fails where the system allows no folder", () => {
    expect(() => createFolder("/proc/helve/below")).toThrow("ENOENT");
  });
});
