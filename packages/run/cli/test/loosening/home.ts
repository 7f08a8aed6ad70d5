import { execFile, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { inject } from "vitest";
import { fastProgram } from "../../src/install/fast-program.ts";
import { daemonOf, kill } from "../daemon-process.ts";

/** The program, in the folder of its package. */
export const installed = "dist/main.js";

/** The home directory of somebody who has installed Helve for the clients that they use. */
export interface Home {
  readonly folder: string;
  /** The folder of the installed program: `~/.local/lib/node_modules/helve/dist`. */
  readonly dist: string;
  /** The environment in which clients start Helve and run commands. */
  readonly environment: Readonly<Record<string, string>>;
  /** Creates a project with rules and settings of its own. */
  readonly createProject: () => string;
  /** Starts the installed program with a text on its standard input, and with more variables. */
  readonly helve: (
    args: readonly string[],
    cwd: string,
    stdin?: string,
    variables?: Readonly<Record<string, string>>,
  ) => Promise<Ended>;
  /** Runs the hook of a client as its settings do: by the script that asks the daemon, and starts it. */
  readonly hook: (
    client: string,
    cwd: string,
    event: string,
    variables?: Readonly<Record<string, string>>,
  ) => Promise<Ended>;
  readonly remove: () => void;
}

/** The output and exit code of a process. */
export interface Ended {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Creates a home in a temporary folder: a copy of the program, its link on the `PATH`, and settings as `helve hook install` writes them. */
export async function createHome(clients: readonly string[]): Promise<Home> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "helve-home-")));
  const packages = join(folder, ".local/lib/node_modules");
  const bin = join(folder, ".local/bin");
  const dist = join(packages, "helve/dist");
  mkdirSync(packages, { recursive: true });
  mkdirSync(bin, { recursive: true });
  cpSync(inject("helve"), join(packages, "helve"), { recursive: true });
  execFileSync("chmod", ["+x", join(dist, "main.js")]);
  symlinkSync("../lib/node_modules/helve/dist/main.js", join(bin, "helve"));
  writeFiles(folder, userFiles);
  const environment = {
    HOME: folder,
    PATH: [bin, dirname(process.execPath), process.env["PATH"] ?? ""].join(delimiter),
    SHELL: "/bin/sh",
  };
  let projects = 0;
  const home: Home = {
    folder,
    dist,
    environment,
    createProject: () => {
      const project = join(folder, "work", `p${++projects}`);
      writeFiles(project, projectFiles);
      return project;
    },
    helve: (args, cwd, stdin = "", variables = {}) =>
      start([process.execPath, join(dist, "main.js"), ...args], {
        cwd,
        environment: { ...environment, ...variables },
        stdin,
      }),
    hook: (client, cwd, stdin, variables = {}) =>
      start([...fastProgram([process.execPath, join(dist, "main.js")]), "hook", client], {
        cwd,
        environment: { ...environment, ...variables },
        stdin,
      }),
    remove: () => {
      kill(daemonOf(join(folder, ".local/state/helve")), "SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  for (const client of clients) {
    const { code, err } = await home.helve(["hook", "install", client, "--yes"], folder);
    if (code !== 0) throw new Error(`helve hook install ${client} must succeed in a new home: ${err}`);
  }
  return home;
}

/** Runs a program without a controlling terminal, as clients start commands. */
export async function start(
  [program = "", ...args]: readonly string[],
  { cwd, environment, stdin = "" }: { cwd: string; environment: Readonly<Record<string, string>>; stdin?: string },
): Promise<Ended> {
  const child = spawn(program, args, { cwd, env: environment, detached: true });
  let [out, err] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    err += text;
  });
  // A program may end before it has read everything.
  child.stdin.on("error", () => undefined);
  child.stdin.end(stdin);
  const code = await new Promise<number>((resolve, reject) => {
    child.on("error", reject).on("close", (status) => resolve(status ?? -1));
  });
  return { code, out, err };
}

/** Prepares a folder by a script that no hook sees: links, archives. */
export async function prepare(script: string, cwd: string, { environment }: Home): Promise<void> {
  await promisify(execFile)("sh", ["-ec", script], { cwd, env: environment });
}

export function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const userFiles: Readonly<Record<string, string>> = {
  ".config/helve/policy.json": `{"trustedHosts": ["localhost", "example.com", "registry.npmjs.org", "github.com"]}`,
  ".claude/skills/report/SKILL.md": "---\nname: report\n---\nWrite a report.\n",
  ".claude/agents/reviewer.md": "---\nname: reviewer\n---\nReview the change.\n",
  ".claude/commands/explain.md": "Explain $ARGUMENTS.\n",
  ".claude/remote-settings.json": "{}\n",
  ".config/helve/mcp.json": `{"servers": {}}\n`,
};

const projectFiles: Readonly<Record<string, string>> = {
  "package.json": `{"name": "project", "scripts": {"test": "node --test", "build": "node scripts/build.js"}}`,
  "README.md": "# Project\n",
  "src/a.ts": "export const a = 1;\n",
  "src/index.ts": `export { a } from "./a.ts";\n`,
  "scripts/build.js": `console.log("built");\n`,
  "dist/main.js": `console.log("started");\n`,
  "helve/rules.agentspec": "rule @project trigger Deploy check enforce stop end\n",
  "helve/policy.json": "{}\n",
  ".claude/settings.json": `{"permissions": {"allow": []}}\n`,
  ".claude/settings.local.json": "{}\n",
  ".claude/skills/x/SKILL.md": "---\nname: x\n---\nDo it.\n",
  ".claude/agents/w.md": "---\nname: w\n---\nDo it.\n",
  ".claude/commands/y.md": "Do it.\n",
  ".claude/hooks/pre.sh": "exit 0\n",
  ".codex/hooks.json": "{}\n",
  ".codex/config.toml": "",
  ".github/hooks/helve.json": `{"version": 1}\n`,
  ".cursor/hooks.json": `{"version": 1}\n`,
  ".gemini/settings.json": "{}\n",
  ".agents/hooks.json": "{}\n",
  ".opencode/plugin/helve.js": "export const plugin = {};\n",
};
