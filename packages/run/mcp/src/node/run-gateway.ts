import { openSync } from "node:fs";
import { dirname } from "node:path";
import { ReadStream, WriteStream } from "node:tty";
import type { Issue } from "@helve/core";
import { escapeInvisible, visibleJson } from "@helve/core/internal";
import { createFolder } from "@helve/core/internal/node";
import type { Program } from "@helve/core/program";
import { namedHandlers } from "@helve/enforcer";
import { terminalInspector } from "@helve/enforcer/node";
import { redact } from "@helve/executor";
import { guard } from "@helve/guard";
import type { Policy } from "@helve/predicates";
import type { OAuthTokens } from "@modelcontextprotocol/client";
import { createGateway } from "../gateway.ts";
import type { GatewayEvent, GatewayOptions } from "../gateway-options.ts";
import { hiddenTools } from "../hidden-tools.ts";
import type { WithheldTool } from "../review-tools.ts";
import type { ConnectServer } from "../server-connection.ts";
import { auditRecorder } from "./audit-recorder.ts";
import { type BuiltInRules, builtInGuard } from "./built-in-guard.ts";
import { configSecrets, secretPatterns } from "./config-secrets.ts";
import { type ConnectServerOptions, connectServer } from "./connect-server.ts";
import { ownAuditLog, sessionFolder, userPins, userSignIns } from "./gateway-files.ts";
import { lockFile } from "./lock-file.ts";
import { placesOf } from "./places-of.ts";
import { programsOf } from "./programs-of.ts";
import { serveEndpoint } from "./serve-endpoint.ts";
import type { ServerConfig } from "./servers-file.ts";
import { sessionFiles } from "./session-files.ts";

/**
 * Runs a gateway as a program: `helve mcp guard`. It guards servers by rules, keeps pins, an audit log and the sessions in the user's state
 * folder, and serves one client over standard input and output, or many over HTTP, until the client closes the input or the signal aborts.
 *
 * @throws FileInUseError if another process writes to the audit log; StateFolderError if the state folder is not the user's own
 */
export async function runGateway(options: RunGatewayOptions): Promise<void> {
  const { servers, unusable = {}, program, policy, state, listen, signal } = options;
  const signIns = userSignIns(state);
  const secrets = [...configSecrets(servers)];
  const hidden = new Set<string>();
  // Tokens are received before each request.
  const keepSecret = ({ access_token, refresh_token }: OAuthTokens): void => {
    if (hidden.has(access_token)) return;
    hidden.add(access_token);
    secrets.push(...secretPatterns([access_token, refresh_token]));
  };
  for (const config of Object.values(servers)) {
    const { tokens } = ("url" in config && (await signIns.load(config.url))) || {};
    if (tokens !== undefined) keepSecret(tokens);
  }
  const hide = (line: string): string => redact(line, { patterns: secrets });
  const log = (line: string): void => options.log(escapeInvisible(hide(line)).replaceAll("\n", " "));
  const auditPath = options.audit ?? ownAuditLog(state);
  createFolder(dirname(auditPath), 0o700);
  const release = lockFile(auditPath);
  try {
    const audit = await auditRecorder(auditPath, { redact: { patterns: secrets } });
    const warn = ({ message }: Issue): void => log(message);
    const rules = guard({ rules: program, policy, warn, ...namedHandlers(program) });
    const builtIn = options.builtIn === undefined ? [] : [builtInGuard(options.builtIn, policy)];
    const gateway = createGateway(
      {
        ...connections(servers, { log, hide, signIns, onTokens: keepSecret }),
        ...unusableConnections(unusable),
      },
      {
        programs: programsOf(servers),
        guards: [audit.guard, ...builtIn, rules],
        isHidden: hiddenTools(program),
        pins: userPins(state, servers),
        prefix: options.prefix,
        idleTimeout: options.idleTimeout,
        onStart: audit.start,
        onEvent: (event) => log(eventText(event)),
        places: placesOf(servers),
        endpoint: {
          version: options.version,
          record: audit.record,
          history: sessionFiles(sessionFolder(state)),
          inspect: options.asksAtTerminal === true ? terminalQuestions() : undefined,
          search: options.search,
        },
      },
    );
    try {
      await serveEndpoint(gateway.endpoint, { listen, log, signal });
    } finally {
      await gateway.close();
      await audit.close();
    }
  } finally {
    release();
  }
}

/** Options of {@link runGateway}. */
export interface RunGatewayOptions {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** Why other servers of the file can't be used, by their names: they are reported, and calls of their tools are refused with the reason. */
  readonly unusable?: Readonly<Record<string, string>> | undefined;
  readonly program: Program;
  readonly policy: Policy;
  /** Rules that apply in addition to `program`. */
  readonly builtIn?: BuiltInRules | undefined;
  /** The user's folder for what Helve has to remember. */
  readonly state: string;
  /** The file of the audit log; by default one of its own in the state folder. */
  readonly audit?: string | undefined;
  /** The port for HTTP; by default the client is at standard input and output. */
  readonly listen?: number | undefined;
  /** Whether tools are named after their servers; by default if there are several servers. */
  readonly prefix?: boolean | undefined;
  /** How long a server may take without an answer or progress, in milliseconds; two minutes by default. */
  readonly idleTimeout?: number | undefined;
  /** Whether clients see `find_tool` and `call_tool` in place of the tools. */
  readonly search?: boolean | undefined;
  /** Whether a person at the terminal is asked if a client can't ask its own. */
  readonly asksAtTerminal?: boolean | undefined;
  readonly version?: string | undefined;
  /** Receives what happens, one line at a time, without secrets and control characters. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Returns the functions that connect to the servers. Standard error of a server's program is logged. */
export function connections(
  servers: Readonly<Record<string, ServerConfig>>,
  { log, ...options }: Pick<ConnectServerOptions, "log" | "hide" | "signIns" | "onTokens">,
): Readonly<Record<string, ConnectServer>> {
  return Object.fromEntries(
    Object.entries(servers).map(([name, config]): [string, ConnectServer] => [
      name,
      (signal, capabilities) =>
        connectServer(config, { ...options, signal, capabilities, log: (line) => log?.(`${name}: ${line}`) }),
    ]),
  );
}

/** Returns connections that fail with the problem of their server's entry. */
function unusableConnections(unusable: Readonly<Record<string, string>>): Readonly<Record<string, ConnectServer>> {
  return Object.fromEntries(
    Object.entries(unusable).map(([name, problem]) => [name, () => Promise.reject(new Error(problem))]),
  );
}

/** An event as a line of a log. */
export function eventText(event: GatewayEvent): string {
  switch (event.kind) {
    case "lost":
      return `${event.server}: the connection was lost; the next call connects again`;
    case "unreachable":
    case "invalid":
      return `${event.server}: ${event.message}`;
    case "withheld":
      return `${withheldText(event.server, event.tool)}; review it with --accept`;
  }
}

/** Why a tool is withheld. */
export function withheldText(server: string, { name, reason, server: other }: WithheldTool): string {
  const texts = {
    changed: "it has changed since it was accepted",
    new: "it is new since the tools of its server were accepted",
    shadows: `it looks like a tool of ${other ?? "the same server"}`,
    "hidden text": "it has characters that a person does not see",
  };
  return `${server}: the tool ${visibleJson(name)} is withheld, because ${texts[reason]}`;
}

/** Asks at the terminal of the process, whose standard input and output belong to the client. */
function terminalQuestions(): NonNullable<GatewayOptions["endpoint"]>["inspect"] {
  const terminal = openTerminal();
  if (terminal === undefined) return () => ({ decision: "reject", reason: "there is no terminal to ask at" });
  return terminalInspector(terminal);
}

/** Opens the terminal of the process, also if its standard input and output are redirected; `undefined` if it has no terminal. */
function openTerminal(): { readonly input: ReadStream; readonly output: WriteStream } | undefined {
  try {
    const input = new ReadStream(openSync("/dev/tty", "r"));
    // Only a question keeps the process alive.
    input.unref();
    return { input, output: new WriteStream(openSync("/dev/tty", "w")) };
  } catch {
    return undefined;
  }
}
