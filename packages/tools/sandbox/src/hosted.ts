/** The subpath `@helve/sandbox/hosted`: sandboxes of microsandbox, E2B, Daytona, Vercel and Cloudflare. */
import { errorJson } from "@helve/core";
import { shellQuote } from "@helve/core/internal";
import { createSandbox } from "./create-sandbox.ts";
import { type CloudflareSandbox, cloudflareSession } from "./hosted/cloudflare.ts";
import { type DaytonaSandbox, daytonaSession } from "./hosted/daytona.ts";
import { type E2bSandbox, e2bSession } from "./hosted/e2b.ts";
import type { HostedSession, OnHostedOutput } from "./hosted/hosted-session.ts";
import { type Microsandbox, microsandboxSession } from "./hosted/microsandbox.ts";
import { type VercelSandbox, vercelSession } from "./hosted/vercel.ts";
import { exitIfKilled, killScript, markName } from "./kill-marked.ts";
import { launch } from "./launcher.ts";
import type { Sandbox } from "./sandbox.ts";
import type { DriverCommand, DriverProcess } from "./sandbox-driver.ts";
import { SandboxError } from "./sandbox-error.ts";
import { shellFiles } from "./shell-files.ts";

export type { CloudflareSandbox } from "./hosted/cloudflare.ts";
export type { DaytonaSandbox } from "./hosted/daytona.ts";
export type { E2bSandbox } from "./hosted/e2b.ts";
export type { Microsandbox, MicrosandboxEvent } from "./hosted/microsandbox.ts";
export type { VercelCommand, VercelSandbox } from "./hosted/vercel.ts";

/**
 * A sandbox of a provider, by its own SDK. The image needs Linux and a POSIX shell with the usual commands. `close` ends the provider's sandbox.
 *
 * Time limits end all processes of a command. There is no open standard input (`spawn({ stdin: true })`), and no users and snapshots.
 *
 * @throws SandboxError `unavailable` if the provider's sandbox does not run a command
 *
 * @example
 * import { Sandbox } from "e2b";
 *
 * await using sandbox = await hostedSandbox({ provider: "e2b", sandbox: await Sandbox.create() });
 * await sandbox.exec(["python3", "main.py"], { timeout: 10_000 });
 */
export async function hostedSandbox(options: HostedSandboxOptions): Promise<Sandbox> {
  const { provider, keep = false } = options;
  const session = sessionOf(options);
  const start = (command: DriverCommand) => startCommand(session, provider, command);
  const workingDirectory = options.workingDirectory ?? (await currentDirectory(session, provider));
  return createSandbox({
    kind: provider,
    description: `Commands run in a sandbox of ${provider}, and start in ${workingDirectory}.`,
    workingDirectory,
    capabilities: {
      isolation: "container",
      users: false,
      background: provider !== "daytona",
      snapshots: false,
      connection: false,
    },
    start,
    files: shellFiles((command) => startWithBinaryOutput(start, command)),
    close: async () => {
      if (!keep) await answered(provider, session.close());
    },
  });
}

/** Options of `hostedSandbox`: a sandbox that the SDK of a provider has created. */
export type HostedSandboxOptions = HostedProvider & {
  /** Where commands start; by default where the provider starts them. */
  readonly workingDirectory?: string | undefined;
  /** Whether `close` leaves the provider's sandbox running; `false` by default. */
  readonly keep?: boolean | undefined;
};

/** A provider with its sandbox. */
export type HostedProvider =
  | { readonly provider: "microsandbox"; readonly sandbox: Microsandbox }
  | { readonly provider: "e2b"; readonly sandbox: E2bSandbox }
  | { readonly provider: "daytona"; readonly sandbox: DaytonaSandbox }
  | { readonly provider: "vercel"; readonly sandbox: VercelSandbox }
  | { readonly provider: "cloudflare"; readonly sandbox: CloudflareSandbox };

/** Creates the session of a provider. */
function sessionOf(options: HostedProvider): HostedSession {
  switch (options.provider) {
    case "microsandbox":
      return microsandboxSession(options.sandbox);
    case "e2b":
      return e2bSession(options.sandbox);
    case "daytona":
      return daytonaSession(options.sandbox);
    case "vercel":
      return vercelSession(options.sandbox);
    case "cloudflare":
      return cloudflareSession(options.sandbox);
    default: {
      const { provider } = options as { readonly provider: unknown };
      throw new SandboxError("invalid_argument", `${JSON.stringify(provider)} is not a provider of hosted sandboxes`);
    }
  }
}

async function currentDirectory(session: HostedSession, provider: string): Promise<string> {
  let output = "";
  const decoder = new TextDecoder();
  const onOutput: OnHostedOutput = (stream, data) => {
    if (stream === "stdout") output += typeof data === "string" ? data : decoder.decode(data, { stream: true });
  };
  await answered(provider, session.run("pwd", onOutput));
  const directory = output.trim();
  if (directory.startsWith("/")) return directory;
  throw new SandboxError("unavailable", `The ${provider} sandbox does not run commands of a POSIX shell`);
}

async function startCommand(session: HostedSession, provider: string, command: DriverCommand): Promise<DriverProcess> {
  const { input } = command;
  if (input === "open") throw new SandboxError("unsupported", `A ${provider} sandbox has no open standard input`);
  const mark = crypto.randomUUID();
  const inputFile = `/tmp/helve-input-${mark}`;
  if (input !== undefined) await answered(provider, session.write(inputFile, input));
  const openInput =
    input === undefined ? "exec < /dev/null; " : `exec < ${inputFile} || exit 137; rm -f ${inputFile}; `;
  const killed = Promise.withResolvers<number>();
  const start = async (argv: readonly string[], onOutput: DriverCommand["onOutput"]): Promise<DriverProcess> => {
    const variables = Object.entries({ ...command.env, [markName]: mark }).map(([name, value]) => `${name}=${value}`);
    const text = shellQuote(["env", ...variables, ...argv]);
    const running = session.run(await runnable(session, provider, text), (stream, data) =>
      onOutput(stream, typeof data === "string" ? new TextEncoder().encode(data) : data),
    );
    const exit = Promise.race([answered(provider, running), killed.promise]).then((exitCode) => ({
      exitCode: exitCode < 0 ? 137 : exitCode,
    }));
    exit.catch(() => {}); // whoever waits for it handles it
    return { exit, kill: () => kill(exit) };
  };
  const kill = async (exit: Promise<unknown>): Promise<void> => {
    const ended = session.run(shellQuote(["sh", "-c", killScript, "sh", mark]), () => {}).then(() => exit);
    const limit = new Promise((resolve) => setTimeout(resolve, killTime));
    await Promise.race([ended.catch(() => {}), limit]);
    killed.resolve(137);
  };
  return launch(command, start, exitIfKilled + openInput);
}

/** How long `kill` waits for the provider, in milliseconds. Until it has answered, processes may go on. */
const killTime = 10_000;

/** A command as text that fits into an argument: of a long one, its file. */
async function runnable(session: HostedSession, provider: string, text: string): Promise<string> {
  if (text.length < 30_000) return text;
  const file = `/tmp/helve-command-${crypto.randomUUID()}`;
  await answered(provider, session.write(file, new TextEncoder().encode(`rm -f ${file}; exec ${text}`)));
  return `sh ${file}`;
}

/** Runs a command whose output arrives as it is, although some SDKs pass on only text: in base64, when it has ended. */
async function startWithBinaryOutput(
  start: (command: DriverCommand) => Promise<DriverProcess>,
  command: DriverCommand,
): Promise<DriverProcess> {
  let encoded = "";
  const process = await start({
    ...command,
    argv: ["/bin/sh", "-c", encodeScript, "sh", ...command.argv],
    onOutput: (stream, bytes) => {
      if (stream === "stderr") return command.onOutput(stream, bytes);
      encoded += new TextDecoder().decode(bytes);
    },
  });
  const exit = process.exit.then(async (ended) => {
    const binary = atob(encoded.replace(/\s/g, ""));
    await command.onOutput(
      "stdout",
      Uint8Array.from(binary, (character) => character.charCodeAt(0)),
    );
    return ended;
  });
  exit.catch(() => {}); // whoever waits for it handles it
  return { ...process, exit };
}

const encodeScript = 'o=$(mktemp) || exit 1; "$@" > "$o"; code=$?; base64 < "$o"; rm -f "$o"; exit $code';

/** Waits for a provider; its errors become errors of a sandbox. */
async function answered<Value>(provider: string, answer: Promise<Value>): Promise<Value> {
  try {
    return await answer;
  } catch (cause) {
    const { message } = errorJson(cause);
    throw new SandboxError("unavailable", `The ${provider} sandbox failed: ${message}`, { cause });
  }
}
