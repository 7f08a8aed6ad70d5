import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { findProgram } from "./find-program.ts";

/**
 * Checks whether bubblewrap works here by starting it, and names the known causes if it doesn't: the program is missing, the kernel forbids
 * namespaces to users, AppArmor does (Ubuntu 23.10 and later), or a container around this process does.
 *
 * @example
 * const { problems } = await bubblewrapDoctor();
 * for (const { message, fix } of problems) console.error(message, fix);
 */
export async function bubblewrapDoctor(): Promise<SetupReport> {
  if (process.platform !== "linux") {
    return {
      problems: [{ code: "no_linux", message: "bubblewrap needs Linux.", fix: "Use the container environment." }],
    };
  }
  const program = findProgram("bwrap");
  if (program === undefined) {
    const fix = "Install it: apt-get install bubblewrap, dnf install bubblewrap, apk add bubblewrap.";
    return { problems: [{ code: "no_bwrap", message: "The program bwrap was not found in PATH.", fix }] };
  }
  const version = (await run(program, ["--version"])).output.trim().replace("bubblewrap ", "");
  const args = ["--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"];
  const { success, output } = await run(program, args);
  return { version, problems: success ? [] : [setupProblem(output.trim(), readSetting)] };
}

/** Why bubblewrap does not work on a machine, and what to do about it. */
export interface SetupProblem {
  readonly code: "no_linux" | "no_bwrap" | "namespaces_disabled" | "apparmor" | "no_proc" | "container" | "failed";
  readonly message: string;
  readonly fix: string;
}

/** The result of {@link bubblewrapDoctor}: bubblewrap works if there are no problems. */
export interface SetupReport {
  readonly version?: string;
  readonly problems: readonly SetupProblem[];
}

/**
 * Explains why bwrap failed.
 *
 * @param output - what it printed
 * @param setting - reads a setting of the kernel below /proc/sys
 */
export function setupProblem(output: string, setting: (name: string) => string | undefined): SetupProblem {
  const message = `bwrap does not work here: ${output.slice(0, 300) || "it printed nothing"}.`;
  if (/can't mount proc|mounting proc/i.test(output)) {
    const fix =
      "A container hides parts of /proc: start it with --security-opt unmask=/proc/* (podman) or systempaths=unconfined (docker).";
    return { code: "no_proc", message, fix };
  }
  if (setting("kernel/apparmor_restrict_unprivileged_userns") === "1") {
    const fix =
      "AppArmor forbids namespaces to users (Ubuntu). Install the profile of bwrap (apt-get install apparmor-profiles, then link " +
      "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict into /etc/apparmor.d and reload it), or run " +
      "sysctl -w kernel.apparmor_restrict_unprivileged_userns=0.";
    return { code: "apparmor", message, fix };
  }
  if (setting("kernel/unprivileged_userns_clone") === "0") {
    const fix = "The kernel forbids namespaces to users: run sysctl -w kernel.unprivileged_userns_clone=1.";
    return { code: "namespaces_disabled", message, fix };
  }
  if (setting("user/max_user_namespaces") === "0") {
    const fix = "The kernel allows no user namespaces: run sysctl -w user.max_user_namespaces=10000.";
    return { code: "namespaces_disabled", message, fix };
  }
  if (/operation not permitted|no permissions to create/i.test(output)) {
    const fix =
      "This looks like a container that forbids namespaces: start it with --security-opt seccomp=unconfined, or use the local " +
      "environment inside of it.";
    return { code: "container", message, fix };
  }
  return { code: "failed", message, fix: "Run bwrap --unshare-all --ro-bind / / true to see the error." };
}

/** Runs a program and returns its output. */
function run(
  program: string,
  args: readonly string[],
): Promise<{ readonly success: boolean; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(program, args, { timeout: 10_000 }, (error, stdout, stderr) => {
      resolve({ success: error === null, output: stdout || stderr || (error?.message ?? "") });
    });
  });
}

function readSetting(name: string): string | undefined {
  try {
    return readFileSync(`/proc/sys/${name}`, "utf8").trim();
  } catch {
    return undefined;
  }
}
