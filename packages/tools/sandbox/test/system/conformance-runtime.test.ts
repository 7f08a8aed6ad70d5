import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { runtimeSandbox } from "@helve/sandbox/node";
import { expect, it } from "vitest";
import { runtime } from "../environments.ts";
import { testConformance } from "../test-conformance.ts";

testConformance(runtime);

it.runIf(runtime.missing === undefined)(
  "keeps commands away from home directories, other folders and the network",
  async () => {
    await using sandbox = await runtimeSandbox();
    const home = await sandbox.exec(["ls", "-A", homedir()]);
    expect(home.stdout).toBe("");
    const outside = `/var/tmp/helve-${crypto.randomUUID()}`;
    expect((await sandbox.exec(["touch", outside])).success).toBe(false);
    expect(existsSync(outside)).toBe(false);
    expect((await sandbox.exec(["curl", "-sS", "--max-time", "5", "http://example.org/"])).stdout).not.toContain(
      "Example",
    );
  },
);
