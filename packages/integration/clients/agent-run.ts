import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import type { Agent } from "./agents/agent.ts";
import { type ModelCall, startModelServer } from "./model-server.ts";
import type { Scenario, Step } from "./scenario.ts";

/** What came of a scenario. */
export interface AgentRun extends Disposable {
  readonly project: string;
  /** What the calls returned to the model. */
  readonly results: readonly string[];
  /** What the agent printed. */
  readonly printed: string;
}

/** What an agent is run with. */
export interface Programs {
  readonly agent: string;
  /** The bundled command line. */
  readonly helve: string;
  /** A shell script that is called as the hook in place of Helve. */
  readonly hook?: string;
}

/** Runs an agent through a scenario, with a home and an environment of its own. Afterwards nothing is left running. */
export async function runAgent(agent: Agent, scenario: Scenario, programs: Programs): Promise<AgentRun> {
  const folder = mkdtempSync(join(tmpdir(), "helve-client-"));
  const [home, project, bin] = ["home", "project", "bin"].map((name) => join(folder, name)) as [string, string, string];
  const environment = { PATH: `${bin}:${dirname(process.execPath)}:/usr/bin:/bin`, HOME: home };
  const person = (args: readonly string[]) => inTerminal([join(bin, "helve"), ...args], home, environment);
  const steps = scenario.steps[Symbol.iterator]();
  let count = 0;
  await using model = await startModelServer(agent.format, async (results) => {
    const step = steps.next().value;
    if (step === undefined) return undefined;
    if ("allowed" in step) await allow(results.at(-1) ?? "", person);
    count += 1;
    return { id: `call_${count}`, ...callOf(agent, step) } satisfies ModelCall;
  });
  writeFiles(bin, { helve: `#!/bin/sh\n${programs.hook ?? `exec '${process.execPath}' '${programs.helve}' "$@"`}\n` });
  writeFiles(project, { "src/a.ts": "export {};\n", ...scenario.files });
  writeFiles(home, {
    // The project of the test is in a folder for temporary files, where anything may be deleted.
    ".config/helve/policy.json": '{ "tempDirectories": ["/nowhere"] }',
    ...(scenario.rules !== undefined && { ".config/helve/rules.agentspec": scenario.rules }),
    ...agent.home(model.url),
    // A hook that never answers must not take long; Helve has time even on a busy machine.
    ...agent.hook(`${join(bin, "helve")} hook ${agent.client}`, programs.hook === undefined ? 30 : 1),
  });
  const printed = await run([programs.agent, ...agent.args("Do it.")], project, {
    ...environment,
    ...agent.environment?.(model.url),
  });
  if (model.errors.length > 0) throw new AggregateError(model.errors, `the model failed: ${model.errors.join("; ")}`);
  return { project, results: model.results, printed, [Symbol.dispose]: () => rmSync(folder, { recursive: true }) };
}

function callOf(agent: Agent, step: Step): Omit<ModelCall, "id"> {
  return "run" in step ? agent.shell(step.run) : agent.write(step.write, step.content);
}

/** A person allows the call whose denial is the last result. */
async function allow(result: string, person: (args: readonly string[]) => Promise<string>): Promise<void> {
  const [, id] = /helve allow ([0-9a-f]+)/.exec(result) ?? [];
  if (id === undefined) throw new Error(`no id to allow in: ${result}`);
  const printed = await person(["allow", id]);
  if (!printed.includes("allowed: ")) throw new Error(`not allowed: ${printed}`);
}

/** Runs a command in a terminal, in which a person answers "y". */
function inTerminal(command: readonly string[], cwd: string, env: Readonly<Record<string, string>>): Promise<string> {
  return run(["script", "-qec", command.join(" "), "/dev/null"], cwd, env, "y\n");
}

/** Runs a program until it ends, or for a minute, and ends everything that it has started. */
async function run(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  input = "",
): Promise<string> {
  const child = spawn(program, args, { cwd, env, detached: true });
  const end = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
    } catch {
      // Everything has ended.
    }
  };
  const deadline = setTimeout(end, 60_000);
  child.once("exit", end);
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  clearTimeout(deadline);
  return out + err;
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
}
