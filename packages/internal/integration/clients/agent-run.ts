import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Agent } from "./agents/agent.ts";
import { type ModelCall, startModelServer } from "./model-server.ts";
import { type Place, run } from "./run-program.ts";
import type { Scenario, Step } from "./scenario.ts";

/** The result of a scenario. */
export interface AgentRun extends Disposable {
  readonly project: string;
  /** How many calls the model has made. */
  readonly calls: number;
  /** The results of the calls as the model received them. */
  readonly results: readonly string[];
  /** The output of the agent. */
  readonly printed: string;
  /** Returns the output of `helve hook doctor`. */
  doctor(): Promise<string>;
}

/** The programs that a scenario starts. */
export interface Programs {
  readonly agent: string;
  /** The bundled command line. */
  readonly helve: string;
}

/** The hook that the agent calls before a tool. */
export type HookSetup =
  /** Helve, as `helve hook install` writes it; `brokenTo` is a shell script that takes its place afterwards. */
  | { readonly kind: "installed"; readonly brokenTo?: string }
  /** A shell script, without what `helve hook install` adds for safety. */
  | { readonly kind: "bare"; readonly script: string; readonly isTrusted?: boolean };

/** Runs an agent through a scenario, with a home and an environment of its own. Afterwards nothing is left running. */
export async function runAgent(
  agent: Agent,
  scenario: Pick<Scenario, "files" | "rules" | "steps">,
  programs: Programs,
  hook: HookSetup = { kind: "installed" },
): Promise<AgentRun> {
  const folder = mkdtempSync(join(tmpdir(), "helve-client-"));
  const [home, project, bin] = ["home", "project", "bin"].map((name) => join(folder, name)) as [string, string, string];
  const path = [bin, dirname(programs.agent), dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const helve = join(bin, "helve");
  const user: Place = { cwd: project, env: { PATH: path, HOME: home } };
  const steps = scenario.steps[Symbol.iterator]();
  let count = 0;
  await using model = await startModelServer(agent.format, async (results) => {
    const step = steps.next().value;
    if (step === undefined) return undefined;
    if ("allowed" in step) await allow(results.at(-1) ?? "", helve, user);
    count += 1;
    return { id: `call_${count}`, ...callOf(agent, step) } satisfies ModelCall;
  });
  writeFiles(bin, { helve: `#!/bin/sh\nexec '${process.execPath}' '${programs.helve}' "$@"\n` });
  writeFiles(project, { "src/a.ts": "export {};\n", ...scenario.files });
  writeFiles(home, {
    // The project of the test is in a folder for temporary files, where anything may be deleted.
    ".config/helve/policy.json": '{ "tempDirectories": ["/nowhere"] }',
    ...(scenario.rules !== undefined && { ".config/helve/rules.agentspec": scenario.rules }),
    ...agent.home(model.url),
  });
  await setUpHook(hook, agent, { home, bin, helve, user });
  const args = hook.kind === "bare" && hook.isTrusted !== false ? (agent.untrustedHook ?? []) : [];
  const printed = await run([programs.agent, ...agent.args("Do it."), ...args], {
    cwd: project,
    env: { ...user.env, ...agent.environment?.(model.url) },
  });
  if (model.errors.length > 0) throw new AggregateError(model.errors, `the model failed: ${model.errors.join("; ")}`);
  return {
    ...{ project, calls: count, results: model.results, printed },
    doctor: () => run([helve, "hook", "doctor", agent.client], user),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  };
}

/** Where the parts of a run are. */
interface Places {
  readonly home: string;
  readonly bin: string;
  readonly helve: string;
  readonly user: Place;
}

async function setUpHook(hook: HookSetup, { client, bareHook }: Agent, { home, bin, helve, user }: Places) {
  if (hook.kind === "bare") {
    writeFiles(join(bin, "bare"), { helve: `#!/bin/sh\n${hook.script}\n` });
    writeFiles(home, bareHook(`${join(bin, "bare/helve")} hook ${client}`, 1));
    return;
  }
  const printed = await run([helve, "hook", "install", client, "--user", "--yes", "--program", helve], user);
  if (!printed.includes("calls Helve")) throw new Error(`not installed: ${printed}`);
  if (hook.brokenTo !== undefined) writeFiles(bin, { helve: `#!/bin/sh\n${hook.brokenTo}\n` });
}

function callOf(agent: Agent, step: Step): Omit<ModelCall, "id"> {
  if ("call" in step) return step.call;
  return "run" in step ? agent.shell(step.run) : agent.write(step.write, step.content);
}

/** A person allows, at a terminal, the call whose denial is the last result. */
async function allow(result: string, helve: string, user: Place): Promise<void> {
  const [, id] = /helve allow ([0-9a-f]+)/.exec(result) ?? [];
  if (id === undefined) throw new Error(`no id to allow in: ${result}`);
  const printed = await run(["script", "-qec", `${helve} allow ${id}`, "/dev/null"], user, (shown) => {
    const [, challenge] = /Type (\w+) to confirm/.exec(shown) ?? [];
    return challenge && `${challenge}\n`;
  });
  if (!printed.includes("allowed: ")) throw new Error(`not allowed: ${printed}`);
}

function writeFiles(folder: string, files: Readonly<Record<string, string>>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  }
}
