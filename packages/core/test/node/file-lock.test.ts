import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { tryFileLock, withFileLock } from "@helve/core/internal/node";
import { describe, expect, it, onTestFinished } from "vitest";

function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "helve-core-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe("withFileLock", () => {
  it("removes a lock whose process has ended, and waits for one whose process runs", async () => {
    const folder = folderWith({
      "stale.lock": '{"pid": 999999999}',
      "empty.lock": "",
      "held.lock": `{"pid": ${process.pid}}`,
    });
    utimesSync(join(folder, "empty.lock"), 0, 0);
    for (const name of ["stale.lock", "empty.lock"]) {
      expect(await withFileLock(join(folder, name), () => "done")).toBe("done");
    }
    const held = withFileLock(join(folder, "held.lock"), () => "done", { timeout: 30 });
    await expect(held).rejects.toThrow("for too long");
    expect(readdirSync(folder)).toEqual(["held.lock"]);
  });

  it("releases the lock when the work fails", async () => {
    const folder = folderWith();
    const failing = withFileLock(join(folder, "a.lock"), () => Promise.reject(new Error("no")));
    await expect(failing).rejects.toThrow("no");
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe("tryFileLock", () => {
  const isTaken = (path: string): boolean => {
    const taken = tryFileLock(path);
    if ("release" in taken) taken.release();
    return "release" in taken;
  };

  it("takes a lock that nobody holds, or whose process has ended", () => {
    const path = join(folderWith(), "a.lock");
    const taken = tryFileLock(path);
    expect(tryFileLock(path)).toEqual({ owner: process.pid });
    if ("release" in taken) taken.release();
    expect(isTaken(path)).toBe(true);
    for (const content of ['{"pid":999999999}', '{"pid":0}', '{"pid":"1"}', "null", "[]"]) {
      writeFileSync(path, content);
      expect(isTaken(path)).toBe(true);
    }
  });

  it("does not know the owner of a lock that is being written", () => {
    const folder = folderWith({ "a.lock": "" });
    expect(tryFileLock(join(folder, "a.lock"))).toEqual({ owner: undefined });
    utimesSync(join(folder, "a.lock"), 0, 0);
    expect(isTaken(join(folder, "a.lock"))).toBe(true);
  });

  it("leaves the lock of an ended process to the process that is removing it", () => {
    const stale = '{"pid":999999999}';
    const folder = folderWith({ "a.lock": stale, "a.lock.recovery": JSON.stringify({ pid: process.pid }) });
    expect(tryFileLock(join(folder, "a.lock"))).toEqual({ owner: 999999999 });
    expect(readFileSync(join(folder, "a.lock"), "utf8")).toBe(stale);
    writeFileSync(join(folder, "a.lock.recovery"), stale);
    expect(isTaken(join(folder, "a.lock"))).toBe(false); // the guard of a process that has ended is removed first
    expect(isTaken(join(folder, "a.lock"))).toBe(true);
    expect(readdirSync(folder)).toEqual([]);
  });
});
