/** Conformance checks of a sandbox as a whole: start, snapshots, end. */
import { type ConformanceCheck, expectEqual, expectError, expectThat, removing } from "./check.ts";

/** Checks of what belongs to a whole sandbox. A check of something that the environment doesn't support expects `unsupported`. */
export const lifecycleChecks: readonly ConformanceCheck[] = [
  {
    name: "user_is_honored_or_refused",
    source: "helve",
    async run(sandbox) {
      const running = sandbox.exec(["id", "-u"], { user: "root" });
      if (!sandbox.capabilities.users) await expectError(running, "unsupported", "user");
      else expectEqual((await running).stdout, "0\n", "the id of root");
    },
  },
  {
    name: "connection",
    source: "helve",
    async run(sandbox) {
      if (!sandbox.capabilities.connection) await expectError(sandbox.connection(), "unsupported");
      else expectThat((await sandbox.connection()).argv.length > 0, "the command should not be empty");
    },
  },
  {
    name: "snapshot_and_restore",
    source: "helve",
    async run(sandbox) {
      if (!sandbox.capabilities.snapshots) {
        await expectError(sandbox.snapshot(), "unsupported");
        return;
      }
      await removing(sandbox, ["kept.file", "changed.file"], async () => {
        await sandbox.writeFile("kept.file", "1");
        await sandbox.writeFile("changed.file", "1");
        const snapshot = await sandbox.snapshot();
        await sandbox.remove("kept.file");
        await sandbox.writeFile("changed.file", "2");
        await sandbox.writeFile("later/file", "2");
        await sandbox.restore(snapshot);
        expectEqual(await sandbox.readFile("kept.file"), "1", "a file that was removed");
        expectEqual(await sandbox.readFile("changed.file"), "1", "a file that was changed");
        await expectError(sandbox.stat("later"), "not_found");
        await expectError(sandbox.restore({ kind: "other", id: "unknown" }), "not_found");
      });
    },
  },
];
