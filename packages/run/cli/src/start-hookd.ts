import { existsSync, readFileSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { createPrivateFolder, stateFolder } from "@helve/hooks/node";
import { homeDirectory } from "./home-directory.ts";
import { ownFolder } from "./own-folder.ts";

/** Serves hooks in this process until it has nothing to do, and ends it. */
export async function startHookd(): Promise<never> {
  process.title = "helve hookd";
  // Nobody reads where an exception comes from, and most are about files that are not there.
  Error.stackTraceLimit = 0;
  const build = join(ownFolder, "dist/build-id");
  if (!existsSync(build)) {
    process.stderr.write("helve hookd runs from an installed helve only\n");
    process.exit(2);
  }
  const state = stateFolder(homeDirectory(), process.env);
  createPrivateFolder(state);
  enableCompileCache(join(state, "cache", "code"));
  const { serveHooks } = await import("./hookd.ts");
  try {
    // Not while the call that has started it needs the processor.
    await serveHooks({ state, build: readFileSync(build, "utf8").trim(), snapshotAfter: 3_000 });
  } catch (error) {
    process.stderr.write(`helve hookd can't start: ${error instanceof Error ? error.message : error}\n`);
    // Its socket may be open already, and would keep the process.
    process.exit(2);
  }
  process.exit(0);
}
