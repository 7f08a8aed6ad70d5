import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { onTestFinished } from "vitest";

/** Puts a shell script in place of the program `docker`, until the test ends. */
export function fakeEngine(script: string): void {
  const folder = mkdtempSync(join(tmpdir(), "helve-engine-"));
  writeFileSync(join(folder, "docker"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(folder, "docker"), 0o755);
  const before = process.env["PATH"];
  process.env["PATH"] = folder + delimiter + before;
  onTestFinished(() => {
    process.env["PATH"] = before;
  });
}
