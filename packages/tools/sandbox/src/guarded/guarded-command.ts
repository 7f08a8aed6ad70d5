/** Converts commands of a guarded sandbox to the arguments of an action, and back. */
import type { Args } from "@helve/core";
import { shellQuote, shellWord } from "@helve/core/internal";
import type { CommandOptions } from "../sandbox.ts";
import { SandboxError } from "../sandbox-error.ts";
import { checkArgv, checkContents, checkEnv, checkOptions, checkPath } from "../validate.ts";

/** A command as a shell would read it, with its directory, variables and input. */
export function commandText(
  argv: readonly string[],
  { cwd, env = {} }: CommandOptions,
  input: string | Uint8Array | undefined,
): string {
  const entries = Object.entries(env);
  // A shell reads an assignment only before `=` without quotes, and no other names than these.
  const isPlain = entries.every(([name]) => /^[A-Za-z_]\w*$/.test(name));
  const assigned = isPlain
    ? entries.map(([name, value]) => `${name}=${shellWord(value)} `)
    : ["env ", ...entries.map(([name, value]) => `${shellWord(`${name}=${value}`)} `)];
  const text = typeof input === "string" ? input : input && new TextDecoder().decode(input);
  const piped = text === undefined || text === "" ? "" : `printf %s ${shellWord(text)} | `;
  const command = `${piped}${assigned.join("")}${shellQuote(argv)}`;
  // `cd` would read what begins with `-` as an option.
  return cwd === undefined ? command : `cd ${shellWord(cwd.startsWith("-") ? `./${cwd}` : cwd)} && ${command}`;
}

/** The arguments that a guard decides about: the command, and the user if the caller names one. */
export function commandArgs(command: string, { user }: CommandOptions): Args {
  return user === undefined ? { command } : { command, user };
}

/** A command that its caller can't change while the guard decides. */
export interface CopiedCommand<Options extends CommandOptions> {
  readonly argv: readonly string[];
  readonly options: Options & { readonly input?: string | Uint8Array | undefined };
}

/** Copies a command. @throws SandboxError `invalid_argument` if it is no command */
export function copyOf<Options extends CommandOptions & { readonly input?: string | Uint8Array | undefined }>(
  argv: readonly string[],
  options: Options,
): CopiedCommand<Options> {
  checkOptions(options);
  checkArgv(argv);
  const { env, input, cwd } = options;
  if (env !== undefined) checkEnv(env);
  if (cwd !== undefined) checkPath(cwd);
  if (input !== undefined) checkContents('"input"', input);
  const copiedInput = input instanceof Uint8Array ? input.slice() : input;
  return { argv: [...argv], options: { ...options, env: env && { ...env }, input: copiedInput } };
}

/** The arguments of `exec` and `spawn`: the caller's, or a shell with the command that the guard put in their place. */
export function asRun<Options extends CommandOptions>(
  args: Args,
  command: string,
  { argv, options }: CopiedCommand<Options>,
): readonly [readonly string[], Options] {
  const allowed = textOf(args, "command");
  const user = args["user"] === undefined ? undefined : textOf(args, "user");
  if (allowed === command) return [argv, { ...options, user }];
  // Directory, variables and input are parts of the command.
  return [["sh", "-c", allowed], { ...options, user, cwd: undefined, env: undefined, input: undefined }];
}

/** An argument that the guard has admitted. @throws SandboxError `denied` if it is no text */
export function textOf(args: Args, name: string): string {
  const value = args[name];
  if (typeof value === "string") return value;
  throw new SandboxError("denied", `The rules removed the argument ${name}`);
}
