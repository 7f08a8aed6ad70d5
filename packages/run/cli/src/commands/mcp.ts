/** `helve mcp guard` and `serve`: guards MCP servers, and serves tools as one. */
import { join, resolve } from "node:path";
import type { Program } from "@helve/core/program";
import {
  keptPredicates,
  keptRules,
  platform,
  readRuleFolder,
  stateFolder,
  userRuleFolder,
  writtenTextsRecorder,
} from "@helve/hooks/node";
import type { RunGatewayOptions, UsableServers } from "@helve/mcp/node";
import type { Policy } from "@helve/predicates";
import { projectFacts } from "@helve/predicates/node";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { withLanguages } from "../languages.ts";
import { ownFolder } from "../own-folder.ts";
import { checkedPolicy, policyFromFile } from "../policy-file.ts";
import { portOption } from "../port-option.ts";
import { readText } from "../read-text.ts";
import { confirmLoosening } from "../records/confirm-loosening.ts";
import { presetRules, rulesFromFile, rulesFromText } from "../rules-source.ts";
import { userModule } from "../user-module.ts";
import { loadMcp, type Mcp } from "./mcp/load.ts";

/** The options that select the rules for decisions about calls. */
interface RuleOptions {
  readonly rules?: string;
  readonly preset?: string;
  readonly policy?: string;
}

/** The options of `helve mcp guard`. */
export interface GuardOptions extends RuleOptions {
  readonly servers?: string;
  readonly url?: string;
  readonly header?: readonly string[];
  readonly timeout?: string;
  readonly search?: boolean;
  readonly accept?: boolean;
  readonly ask?: "client" | "terminal";
  readonly audit?: string;
  readonly port?: string;
  readonly yes?: boolean;
}

/** Guards MCP servers, as one server for a client; or with `--accept`, lets a person accept the tools that are withheld. */
export async function guard(command: readonly string[], options: GuardOptions, io: Io): Promise<number> {
  const mcp = await loadMcp("helve mcp guard");
  const { servers, unusable } = serversOf(command, options, io, mcp);
  const state = stateFolder(io.home, io.environment);
  const { signal } = io;
  if (options.accept === true) {
    let details = "";
    const { withheld } = await mcp.acceptWithheldTools({
      servers,
      state,
      signal,
      out: (text) => {
        details += text;
      },
      confirm: async (question) => {
        const shown = details;
        details = "";
        return confirmLoosening(question, { details: shown, yes: options.yes }, io);
      },
    });
    return withheld === 0 ? exitCodes.fine : exitCodes.findings;
  }
  const gateway = {
    servers,
    unusable,
    state,
    ...rulesOf(options, io),
    ...common(options, io),
    builtIn: keptFor(state, io),
    audit: options.audit && resolve(io.cwd, options.audit),
    // A server that is added or disabled must not rename the tools that rules name.
    prefix: options.servers !== undefined,
    idleTimeout: secondsOf(options.timeout),
    asksAtTerminal: options.ask === "terminal",
    search: options.search,
  };
  await mcp.untilEnded(signal, (ended) => mcp.runGateway({ ...gateway, signal: ended }));
  return exitCodes.fine;
}

/** Creates the built-in guard of MCP servers, which protects what guards the agent. */
function keptFor(state: string, { cwd, home, environment }: Io): RunGatewayOptions["builtIn"] {
  const places = { cwd, home, state, environment, platform: platform(), program: ownFolder };
  const onWritten = writtenTextsRecorder(state);
  return {
    program: rulesFromText(keptRules, "built-in rules").program,
    predicatesFor: ({ languages = {}, tools }) => keptPredicates(places, languages, { tools, onWritten }),
  };
}

/** Serves the tools of a module as an MCP server. */
export async function serve(
  source: string,
  options: RuleOptions & { readonly port?: string },
  io: Io,
): Promise<number> {
  const mcp = await loadMcp("helve mcp serve");
  const hasRules = [options.rules, options.preset, options.policy].some((option) => option !== undefined);
  const rules = hasRules ? rulesOf(options, io) : undefined;
  const exported = await userModule("SOURCE", source, io.cwd);
  const server = { exported, ...common(options, io), rules };
  await mcp.untilEnded(io.signal, (signal) => mcp.runServer({ ...server, signal }));
  return exitCodes.fine;
}

/** The servers of a gateway: the servers of a file, a URL, or a command. */
function serversOf(
  [command, ...args]: readonly string[],
  { servers, url, header = [] }: GuardOptions,
  io: Io,
  mcp: Mcp,
): UsableServers {
  if ([command, servers, url].filter((source) => source !== undefined).length !== 1) {
    throw new UsageError("name the servers by one of --servers FILE, --url URL, or a command after --");
  }
  if (header.length > 0 && url === undefined) throw new UsageError("--header needs --url");
  if (servers !== undefined) {
    const { value, issues } = mcp.usableServers(readText(servers, io.cwd), io.environment);
    const isUseless = value !== undefined && Object.keys(value.servers).length === 0;
    if (value === undefined || (isUseless && issues.length > 0)) throw new mcp.ServersFileError(issues);
    if (isUseless) io.err(`helve: ${servers} has no servers, so there are no tools\n`);
    return value;
  }
  // The value is not repeated: it may have a secret.
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new UsageError("--url must be an http or https URL");
  }
  if (command !== undefined) return { servers: { server: { command, args } }, unusable: {} };
  const server = { url, headers: header.length > 0 ? headersOf(header) : undefined };
  return { servers: mcp.parseServersFile(JSON.stringify({ mcpServers: { server } }), io.environment), unusable: {} };
}

/** Parses header options, with variables in their values replaced. */
function headersOf(headers: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    headers.map((header, index) => {
      const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*(\S.*?)\s*$/.exec(header) ?? [];
      // Neither is the header repeated.
      if (name === undefined) throw new UsageError(`the ${index + 1}. --header must have the form "Name: value"`);
      return [name, value ?? ""];
    }),
  );
}

/** Reads an option in seconds as milliseconds. */
function secondsOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seconds = Number(text);
  if (/^\d+(?:\.\d+)?$/.test(text) && seconds > 0 && seconds <= 86_400) return seconds * 1000;
  throw new UsageError("--timeout must be a number of seconds, at most 86400");
}

/** Loads the rules and policy: from the options, from the user's files, or a preset. */
function rulesOf(
  { rules, preset, policy }: RuleOptions,
  io: Io,
): { readonly program: Program; readonly policy: Policy } {
  const own = readRuleFolder(userRuleFolder(io.home));
  const usesOwn = rules === undefined && preset === undefined && own.rules !== undefined;
  const source =
    rules !== undefined
      ? rulesFromFile(rules, io.cwd)
      : usesOwn
        ? rulesFromText(own.rules ?? "", join(own.path, "rules.agentspec"))
        : presetRules(preset ?? "coding-agent");
  const given =
    policy !== undefined
      ? policyFromFile(policy, io.cwd)
      : own.policy === undefined
        ? {}
        : checkedPolicy(own.policy, join(own.path, "policy.json"));
  const places = { workingDirectory: io.cwd, home: io.home, facts: projectFacts(io.cwd, { home: io.home }) };
  return {
    program: source.program,
    policy: withLanguages({ ...places, platform: platform(), ...given }),
  };
}

/** Returns the options that all commands of `helve mcp` share. */
function common({ port }: { readonly port?: string }, io: Io) {
  return {
    listen: portOption("--port", port, 0),
    log: (line: string) => io.err(`helve: ${line}\n`),
  };
}
