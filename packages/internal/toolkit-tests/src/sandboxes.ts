/** The sandboxes in which the tests of toolkits run. */
import { execFileSync } from "node:child_process";
import type { Sandbox } from "@helve/sandbox";
import { memorySandbox } from "@helve/sandbox/memory";
import { bubblewrapDoctor, bubblewrapSandbox, localSandbox } from "@helve/sandbox/node";

/** An environment that tests of toolkits run in. */
export interface TestedSandbox {
  readonly name: string;
  create(): Promise<Sandbox>;
  /** Why it can't be tested on this machine. */
  readonly missing?: string | undefined;
}

/** Environments with real programs, and the one that is simulated. */
export const sandboxes: readonly TestedSandbox[] = [
  { name: "the local sandbox", create: () => localSandbox() },
  { name: "bubblewrap", create: () => bubblewrapSandbox(), missing: await bubblewrapProblem() },
  { name: "the memory sandbox", create: () => memorySandbox() },
];

/** Why tests with Python are skipped. */
export const pythonProblem: string | undefined = programProblem("python3");

/** Says why bubblewrap cannot run on this machine; undefined if it can. */
async function bubblewrapProblem(): Promise<string | undefined> {
  const [problem] = (await bubblewrapDoctor()).problems;
  return problem?.message;
}

/** Says why a program cannot run on this machine; undefined if it can. */
function programProblem(program: string): string | undefined {
  try {
    execFileSync(program, ["-c", ""]);
    return undefined;
  } catch {
    return `${program} is missing`;
  }
}
