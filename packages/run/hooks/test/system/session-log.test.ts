import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withSessionLog } from "@helve/hooks/node";
import { describe, expect, it } from "vitest";
import { folderWith } from "../node/folder-with.ts";

describe("50 processes that append to a session log at once", () => {
  it("lose nothing", async () => {
    const folder = folderWith();
    const script = fileURLToPath(new URL("../node/append-entries.ts", import.meta.url));
    const codes = await Promise.all(
      Array.from({ length: 50 }, async (_, nth) => {
        const args = ["--conditions=@helve/source", script, join(folder, "state"), `process ${nth}`, "2"];
        const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
        return code;
      }),
    );
    expect(codes.every((code) => code === 0)).toBe(true);
    const entries = await withSessionLog(
      { folder: join(folder, "state"), client: "claude-code", session: "s", clock: () => 0 },
      (log) => [...log.entries],
    );
    expect(entries).toHaveLength(100);
    expect(new Set(entries.map((entry) => "text" in entry && entry.text)).size).toBe(100);
    // Each process saw all entries before its own.
    expect(entries.map(({ at }) => at)).toEqual(Array.from({ length: 100 }, (_, nth) => nth));
  });
});
