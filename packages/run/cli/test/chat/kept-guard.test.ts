import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { keptGuard } from "../../src/commands/chat/kept-guard.ts";
import { folderWith } from "../helve.ts";

it("remembers for all sessions which texts a chat writes to files", async () => {
  const home = folderWith();
  const io = { home, environment: {} } as Parameters<typeof keptGuard>[1];
  const sandbox = { workingDirectory: home } as Parameters<typeof keptGuard>[0];
  const guard = keptGuard(sandbox, io, { inspect: async () => ({ decision: "approve" }), tools: undefined });
  await guard.before(
    { id: "1", name: "Write", args: { file_path: join(home, "x.sh"), content: "eval $X\n" } },
    {
      ...{ prompt: "", trajectory: [], signal: new AbortController().signal },
      decode: async (action) => ({ ok: true, action, repairs: [] }),
    },
  );
  expect(readFileSync(join(home, ".local/state/helve/written-texts"), "utf8")).toMatch(/^[0-9a-f]{20}\n$/);
});
