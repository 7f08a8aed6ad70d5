import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { clientSettings } from "@helve/hooks/node";
import { bundledProgram } from "../bundle.ts";
import { folderWith, helve } from "../helve.ts";
import type { ClientContract, Ended, Hook, ModelCall, Moment, Reaction } from "./contract.ts";

/** The outcome of a call. */
export interface Outcome {
  readonly ran: boolean;
  /** The text that the model reads: the result, or why the call was denied. */
  readonly toModel: string;
  /** The question that the person was asked, if any. */
  readonly question?: string;
}

/** A client in place of the real one, with a home and a project of its own. */
export interface StandIn {
  readonly home: string;
  readonly project: string;
  /** The user sends a request. */
  prompt(prompt: string): Promise<void>;
  /** The model calls a tool. `answer` is what the person answers if the client asks. */
  call(call: ModelCall, answer?: "yes" | "no"): Promise<Outcome>;
  /** A person allows, at a terminal, the call whose denial has this text. */
  allow(denial: string): Promise<void>;
  /** Changes what the client finds: the settings, or the program `helve`. */
  settings(change: (text: string) => string): void;
  /** Puts a shell script in place of `helve`. */
  replaceHelve(script: string): void;
}

/** Installs Helve for a client by `helve hook install`. From then on, the client calls what its settings say. */
export async function standIn(contract: ClientContract): Promise<StandIn> {
  const folder = folderWith({
    "project/src/a.ts": "export {};\n",
    "home/.bashrc": "alias ll='ls -l'\n",
    // The project of the test is in a folder for temporary files, where anything may be deleted.
    "home/.config/helve/policy.json": '{ "tempDirectories": ["/nowhere"] }',
  });
  const [home, project, program] = [join(folder, "home"), join(folder, "project"), join(folder, "bin/helve")];
  const replaceHelve = (script: string): void => {
    mkdirSync(dirname(program), { recursive: true });
    writeFileSync(program, `#!/bin/sh\n${script}\n`);
    chmodSync(program, 0o755);
  };
  replaceHelve(`exec '${process.execPath}' '${join(bundledProgram(), "dist/main.js")}' "$@"`);
  const environment = { HOME: home, PATH: `${dirname(program)}:/usr/bin:/bin` };
  const surroundings = { home, environment, confirms: true };
  const installed = await helve(
    ["hook", "install", contract.client, "--yes", "--program", program],
    project,
    "",
    surroundings,
  );
  if (installed.code !== 0) throw new Error(installed.err);
  const settingsFile = join(home, clientSettings[contract.client].user);

  /** Calls all hooks of a moment at once; the strictest reaction counts. */
  const react = async (moment: Moment, id: string, call: ModelCall | string, result?: string): Promise<Reaction> => {
    const [tool, args] = typeof call === "string" ? ["", {}] : contract.toolOf(call);
    const settings = JSON.parse(readFileSync(settingsFile, "utf8")) as Readonly<Record<string, unknown>>;
    const happening = { moment, id, cwd: project, session: "s", tool, args, ...(result !== undefined && { result }) };
    const event = contract.event(typeof call === "string" ? { ...happening, prompt: call } : happening);
    const hooks = contract.hooks(settings, moment, tool);
    const reactions = await Promise.all(
      hooks.map(async (hook) => {
        return contract.reaction(await runHook(hook, JSON.stringify(event), project, environment), hook);
      }),
    );
    const order = ["deny", "ask", "rewrite"];
    return order.map((kind) => reactions.find((one) => one.kind === kind)).find(Boolean) ?? { kind: "proceed" };
  };

  let count = 0;
  return {
    ...{ home, project, replaceHelve },
    prompt: async (prompt) => void (await react("prompt", "", prompt)),
    call: async (call, answer = "no") => {
      const id = `call_${++count}`;
      const before = await react("before", id, call);
      const question = before.kind === "ask" ? { question: before.reason } : {};
      if (before.kind === "deny") return { ran: false, toModel: before.reason };
      if (before.kind === "ask" && answer === "no") return { ran: false, toModel: "the user declined", ...question };
      const done = before.kind === "rewrite" && "run" in call ? { run: String(before.args["command"]) } : call;
      const result = await carryOut(done, project, environment);
      const after = await react("after", id, done, result);
      return { ran: true, toModel: after.kind === "deny" ? after.reason : result, ...question };
    },
    allow: async (denial) => {
      const [, id = "no id"] = /helve allow ([0-9a-f]+)/.exec(denial) ?? [];
      const { code, err } = await helve(["allow", id], project, "", surroundings);
      if (code !== 0) throw new Error(`${err} in: ${denial}`);
    },
    settings: (change) => writeFileSync(settingsFile, change(readFileSync(settingsFile, "utf8"))),
  };
}

type Environment = Readonly<Record<string, string>>;

async function runHook({ command, timeLimit }: Hook, input: string, cwd: string, env: Environment): Promise<Ended> {
  const child = spawn("sh", ["-c", command], { cwd, env, detached: true });
  let timedOut = false;
  const deadline = setTimeout(() => {
    timedOut = true;
    if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
  }, timeLimit);
  // A command that can't be started does not read its input.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  clearTimeout(deadline);
  return { code: child.exitCode, out, err, timedOut };
}

async function carryOut(call: ModelCall, project: string, env: Environment): Promise<string> {
  if ("write" in call) {
    writeFileSync(join(project, call.write), call.content);
    return "written";
  }
  if ("edit" in call) {
    writeFileSync(call.edit, readFileSync(call.edit, "utf8").replace(call.from, call.to));
    return "edited";
  }
  const child = spawn("sh", ["-c", call.run], { cwd: project, env });
  const [out] = await Promise.all([text(child.stdout), once(child, "close")]);
  return out;
}
