/** Creates the sandboxes of a sample and runs its setup script. */
import { type EnvironmentOptions, type Sandbox, sandboxEnvironments } from "@helve/sandbox";
import { SampleError } from "../errors.ts";
import type { IdentifiedSample } from "../sample.ts";
import type { Task } from "../task.ts";

/** The sandboxes of one sample. */
export interface SampleSandboxes {
  sandbox(name?: string): Promise<Sandbox>;
  close(): Promise<void>;
}

/**
 * Creates the sandboxes of a sample, with its files, and runs its setup.
 *
 * @throws SampleError if the task lacks what the sample needs, or the setup fails; what creating a sandbox throws
 */
export async function sampleSandboxes(
  { sandbox }: Task,
  sample: IdentifiedSample,
  signal: AbortSignal,
): Promise<SampleSandboxes> {
  const { files = {}, setup, sandbox: named } = sample;
  if (sandbox === undefined) {
    const needed = [named && "a sandbox", Object.keys(files).length > 0 && "files", setup && "a setup"].find(Boolean);
    if (needed !== undefined) throw new SampleError("sandbox", `the sample has ${needed}, but the task has no sandbox`);
    return noSandboxes;
  }
  const isCreator = typeof sandbox === "function";
  const known: Readonly<Record<string, EnvironmentOptions>> = isCreator
    ? { [named ?? "default"]: { create: (options) => sandbox(sample, options) } }
    : sandbox;
  const environments = sandboxEnvironments(withDefault(known, named));
  const session = environments.session();
  const close = (): Promise<void> => environments.close();
  try {
    for (const name of environments.names) await session.sandbox(name);
    for (const [path, content] of Object.entries(files)) {
      const [environment, inside] = placeOf(path, environments.names);
      await (await session.sandbox(environment)).writeFile(inside, await contentOf(content), { signal });
    }
    if (setup !== undefined) await runSetup(await session.sandbox(), setup, signal);
    return { sandbox: (name) => session.sandbox(name), close };
  } catch (error) {
    await close().catch(() => undefined); // the first error counts
    throw error;
  }
}

const noSandboxes: SampleSandboxes = {
  sandbox: () => Promise.reject(new SampleError("sandbox", "the task has no sandbox")),
  close: async () => undefined,
};

/** Puts the default environment first. */
function withDefault(
  environments: Readonly<Record<string, EnvironmentOptions>>,
  named: string | undefined,
): Readonly<Record<string, EnvironmentOptions>> {
  if (named === undefined) return environments;
  const options = Object.hasOwn(environments, named) ? environments[named] : undefined;
  if (options === undefined) {
    const names = Object.keys(environments).join(", ");
    throw new SampleError("sandbox", `the task has no environment ${JSON.stringify(named)} (known: ${names})`);
  }
  return { [named]: options, ...environments };
}

/** The environment and the path of a file: `victim:/etc/hosts`. */
function placeOf(path: string, names: readonly string[]): readonly [environment: string | undefined, path: string] {
  const [, name, inside = ""] = /^([\w-]+):(.+)$/s.exec(path) ?? [];
  if (name === undefined) return [undefined, path];
  if (names.includes(name)) return [name, inside];
  const known = names.join(", ");
  throw new SampleError("sandbox", `the file ${JSON.stringify(path)} names an unknown environment (known: ${known})`);
}

/** A text, or the bytes of a `data:` URL. */
async function contentOf(content: string): Promise<string | Uint8Array> {
  if (!/^data:[\w.+/-]*[;,]/.test(content)) return content;
  return new Uint8Array(await (await fetch(content)).arrayBuffer());
}

/** Runs a script by its first line, or by the shell. */
async function runSetup(sandbox: Sandbox, setup: string, signal: AbortSignal): Promise<void> {
  const options = { timeout: 300_000, overflow: "middle", signal } as const;
  const script = "./.helve-setup";
  const isProgram = setup.startsWith("#!");
  if (isProgram) {
    await sandbox.writeFile(script, setup, { signal });
    await sandbox.exec(["chmod", "+x", script], options);
  }
  const result = await sandbox.exec(isProgram ? [script] : ["sh", "-c", `set -e\n${setup}`], options);
  if (isProgram) await sandbox.remove(script, { signal });
  if (result.success) return;
  const output = (result.stderr || result.stdout).trim().slice(-2000);
  throw new SampleError("sandbox", `the setup of the sample ended with the exit code ${result.exitCode}: ${output}`);
}
