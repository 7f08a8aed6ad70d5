/** `helve mcp login` and `logout`: signs in to an MCP server. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { quote } from "@helve/core/internal";
import { stateFolder } from "@helve/hooks/node";
import type { ServerUrl } from "@helve/mcp/node";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { portOption } from "../port-option.ts";
import { readText } from "../read-text.ts";
import { loadMcp, type Mcp } from "./mcp/load.ts";
import { serversPath } from "./mcp-install/client-files.ts";

/** The options of `helve mcp login` and `helve mcp logout`. */
export interface LoginOptions {
  readonly servers?: string;
  readonly clientId?: string;
  readonly port?: string;
  readonly open?: boolean;
}

/** Signs a person in to a server, so that gateways can use it. */
export async function login(server: string, options: LoginOptions, io: Io): Promise<number> {
  const mcp = await loadMcp("helve mcp login");
  const config = serverNamed(server, options, io, mcp);
  await mcp.signIn(config, {
    store: mcp.userSignIns(stateFolder(io.home, io.environment)),
    clientId: options.clientId,
    port: portOption("--port", options.port, 1),
    signal: io.signal,
    open: (page) => {
      io.out(`Open this page in your browser, and agree there:\n\n  ${page.href}\n\n`);
      if (options.open !== false) openBrowser(page);
    },
  });
  io.out(`you are signed in to ${config.url}\n`);
  return exitCodes.fine;
}

/** Forgets a sign-in. */
export async function logout(server: string, options: LoginOptions, io: Io): Promise<number> {
  const mcp = await loadMcp("helve mcp logout");
  const { url } = serverNamed(server, options, io, mcp);
  const store = mcp.userSignIns(stateFolder(io.home, io.environment));
  const isKnown = (await store.load(url)) !== undefined;
  if (isKnown) await store.update(url, () => undefined);
  io.out(isKnown ? `the sign-in to ${url} is forgotten\n` : `there is no sign-in to ${url}\n`);
  return exitCodes.fine;
}

/** A server by its URL, or by its name in a file of servers. */
function serverNamed(server: string, { servers }: LoginOptions, io: Io, mcp: Mcp): ServerUrl {
  if (/^https?:\/\//.test(server) && URL.canParse(server)) return { url: server };
  const path = servers === undefined ? serversPath({ scope: "user", ...io }) : resolve(io.cwd, servers);
  if (servers === undefined && !existsSync(path))
    throw new UsageError(`give the URL of the server, or name the file that has ${quote(server)} with --servers`);
  const { value } = mcp.usableServers(readText(path, io.cwd), io.environment);
  const known = value?.servers ?? {};
  const name = server.replaceAll("-", "_");
  const config = Object.hasOwn(known, name) ? known[name] : undefined;
  if (config === undefined) {
    const names = Object.keys(known).join(", ") || "none";
    throw new UsageError(`${path} has no server ${quote(server)} that can be used: it has ${names}`);
  }
  if ("command" in config) throw new UsageError(`${quote(server)} is a program, which needs no sign-in`);
  return config;
}

/** Opens a page in the browser of the person, if that is possible; its address was shown. */
function openBrowser({ href }: URL): void {
  const openers: Partial<Record<NodeJS.Platform, readonly string[]>> = {
    darwin: ["open"],
    win32: ["rundll32", "url.dll,FileProtocolHandler"],
  };
  const [program = "", ...args] = openers[process.platform] ?? ["xdg-open"];
  const opened = spawn(program, [...args, href], { detached: true, stdio: "ignore" });
  opened.on("error", () => undefined);
  opened.unref();
}
