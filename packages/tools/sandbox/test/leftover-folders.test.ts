import { existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { localSandbox, removeLeftoverFolders } from "@helve/sandbox/node";
import { expect, it, onTestFinished } from "vitest";
import { currentOwner } from "../src/node/owner.ts";
import { endedOwner } from "./ended-owner.ts";

it("removes the folders of processes that have ended, and no others", async () => {
  const parent = mkdtempSync(join(tmpdir(), "helve-leftovers-"));
  const before = process.env["TMPDIR"];
  process.env["TMPDIR"] = parent;
  onTestFinished(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  const folder = (name: string, owner?: string): string => {
    const path = join(parent, name);
    mkdirSync(join(path, "workspace"), { recursive: true });
    if (owner !== undefined) writeFileSync(join(path, "owner"), owner);
    return path;
  };
  await using sandbox = await localSandbox();
  const dead = folder("helve-sandbox-dead", endedOwner());
  const target = folder("target", endedOwner());
  const link = join(parent, "helve-sandbox-link");
  symlinkSync(target, link);
  const kept = [
    ...[dirname(sandbox.workingDirectory), target, link],
    ...[folder("helve-sandbox-live", currentOwner()), folder("helve-sandbox-unknown"), folder("other", endedOwner())],
  ];

  expect(await removeLeftoverFolders()).toEqual([dead]);
  expect(existsSync(dead)).toBe(false);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
});
