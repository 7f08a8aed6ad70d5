import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { patience } from "@helve/testing/patience";
import { onTestFinished } from "vitest";
import { bundledProgram } from "../bundle.ts";
import { daemonOf, kill } from "../daemon-process.ts";
import { folderWith } from "../helve.ts";
import { type Ended, start } from "../loosening/home.ts";

/** A home in which a client calls Helve by the script that asks the daemon. */
export interface HookdHome {
  readonly folder: string;
  readonly state: string;
  /** Sends an event to the script, as a client does. @param shell - starts it, as `"$@"` */
  readonly hook: (event: object, shell?: string) => Promise<Ended>;
  /** Sends an event to a full process. */
  readonly process: (event: object) => Promise<Ended>;
  /** Waits until the daemon is there, after a first event has started it; returns its process. */
  readonly daemon: () => Promise<number>;
  /** The files in the state folder by a part of their names. */
  readonly files: (part: string) => readonly string[];
}

const dist = join(bundledProgram(), "dist");

/** The program in another folder, with another build. */
export function hookdHome(program: string = dist): HookdHome {
  const folder = folderWith();
  const state = join(folder, ".local/state/helve");
  mkdirSync(join(folder, "project"));
  const environment = { HOME: folder, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` };
  const main = [process.execPath, join(program, "main.js"), "hook", "claude-code"];
  const run = (command: readonly string[], event: object): Promise<Ended> => {
    const common = { session_id: "s", cwd: join(folder, "project"), permission_mode: "default" };
    return start(command, { cwd: folder, environment, stdin: JSON.stringify({ ...common, ...event }) });
  };
  const files = (part: string): readonly string[] =>
    existsSync(state) ? readdirSync(state).filter((name) => name.includes(part)) : [];
  onTestFinished(() => kill(daemonOf(state), "SIGKILL"));
  return {
    folder,
    state,
    files,
    hook: (event, shell = 'exec "$@"') =>
      run(["/bin/sh", "-c", shell, "sh", "/usr/bin/perl", join(program, "hook.pl"), ...main], event),
    process: (event) => run(main, event),
    daemon: async () => {
      for (let waited = 0; waited < patience; waited += 20) {
        const pid = daemonOf(state);
        if (pid !== undefined) return pid;
        await wait(20);
      }
      throw new Error("no daemon was started");
    },
  };
}
