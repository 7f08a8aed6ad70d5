import { withSessionLog } from "../../src/node/session-log.ts";

// A process that appends entries to the log of a session: `append-entries.ts FOLDER NAME COUNT`.

/** Each of many processes waits for all others. */
const timeout = 600_000;
const [folder = "", name = "", count = "1"] = process.argv.slice(2);
for (let nth = 0; nth < Number(count); nth++) {
  await withSessionLog({ folder, client: "claude-code", session: "s", clock: () => 0, timeout }, (log) => {
    log.append({ type: "prompt", at: log.entries.length, text: `${name} ${nth}` });
  });
}
