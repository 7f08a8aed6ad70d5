import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bubblewrapSandbox } from "@helve/sandbox/node";
import { describe, expect, it } from "vitest";
import { bubblewrap } from "./environments.ts";

describe.skipIf(bubblewrap.missing !== undefined)("a bubblewrap sandbox", () => {
  it("sets variables inside only: those that the dynamic linker reads don't reach the program bwrap", async () => {
    const folder = mkdtempSync(join(tmpdir(), "helve-test-"));
    try {
      await using sandbox = await bubblewrapSandbox({ env: { OWN: "1" } });
      const env = { LD_DEBUG: "libs", LD_DEBUG_OUTPUT: join(folder, "linker"), "odd.name": "2" };
      const { stdout } = await sandbox.exec(["env"], { env });
      expect(readdirSync(folder)).toEqual([]);
      expect(stdout).toContain("OWN=1\n");
      expect(stdout).toContain("LD_DEBUG=libs\n");
      expect(stdout).toContain("odd.name=2\n");
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("hands no variable of a person's terminal to the terminal in it", async () => {
    await using sandbox = await bubblewrapSandbox();
    const [program, ...options] = (await sandbox.connection()).argv;
    expect([program, options[0]]).toEqual(["env", "-i"]);
  });
});
