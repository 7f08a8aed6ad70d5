import type { SandboxManager } from "@anthropic-ai/sandbox-runtime";
import { errorJson } from "@helve/core";
import { SandboxError } from "../sandbox-error.ts";

/** A network that reaches only some hosts, through a proxy outside of the sandbox. */
export interface AllowedNetwork {
  /** Options of bwrap: the socket that leads to the proxy. */
  readonly mounts: readonly string[];
  /** The variables by which programs find the proxy. */
  readonly env: Readonly<Record<string, string>>;
  /** What runs a command so that it finds the proxy on a port of its loopback. */
  readonly relay: readonly string[];
  /** Ends the proxy if no other sandbox uses it. */
  close(): Promise<void>;
}

/** The proxy is one for the process. */
let current: { readonly hosts: string; readonly manager: typeof SandboxManager; users: number } | undefined;
let lastChange: Promise<unknown> = Promise.resolve();

/**
 * Starts the proxy of `@anthropic-ai/sandbox-runtime`, or shares the one that runs.
 *
 * @param hosts - names such as `example.org` and `*.example.org`
 * @throws SandboxError `unavailable` if the package, socat or ripgrep is missing, `unsupported` if a sandbox with other hosts is open
 */
export function allowedNetwork(hosts: readonly string[]): Promise<AllowedNetwork> {
  const opened = lastChange.then(() => openNetwork(hosts));
  lastChange = opened.catch(() => {});
  return opened;
}

async function openNetwork(hosts: readonly string[]): Promise<AllowedNetwork> {
  const key = JSON.stringify([...new Set(hosts)].sort());
  if (current !== undefined && current.hosts !== key) {
    const message = `Another bubblewrap sandbox is open whose network allows other hosts (${current.hosts}); one list is possible at a time`;
    throw new SandboxError("unsupported", message);
  }
  current ??= { hosts: key, manager: await startProxy(hosts), users: 0 };
  const { manager } = current;
  const socket = manager.getLinuxHttpSocketPath();
  const token = manager.getProxyAuthToken();
  if (socket === undefined || token === undefined) {
    throw new SandboxError("unavailable", "The proxy of @anthropic-ai/sandbox-runtime did not start");
  }
  current.users++;
  const proxy = `http://srt:${token}@localhost:${port}`;
  const direct = "localhost,127.0.0.1,::1";
  return {
    mounts: ["--ro-bind", socket, socketInside],
    env: {
      HTTP_PROXY: proxy,
      HTTPS_PROXY: proxy,
      ALL_PROXY: proxy,
      NO_PROXY: direct,
      http_proxy: proxy,
      https_proxy: proxy,
      all_proxy: proxy,
      no_proxy: direct,
    },
    relay: ["/bin/sh", "-c", relayScript, "sh"],
    close: () => {
      const closed = lastChange.then(closeNetwork);
      lastChange = closed.catch(() => {});
      return closed;
    },
  };
}

async function closeNetwork(): Promise<void> {
  if (current === undefined || --current.users > 0) return;
  const { manager } = current;
  current = undefined;
  await manager.reset();
}

async function startProxy(hosts: readonly string[]): Promise<typeof SandboxManager> {
  const runtime = await import("@anthropic-ai/sandbox-runtime").catch((cause: unknown) => {
    const message = "A network with allowed hosts needs a package: npm install @anthropic-ai/sandbox-runtime";
    throw new SandboxError("unavailable", message, { cause });
  });
  const manager = runtime.SandboxManager;
  try {
    await manager.initialize({
      network: { allowedDomains: [...hosts], deniedDomains: [], strictAllowlist: true },
      filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
    });
    await manager.waitForNetworkInitialization();
  } catch (cause) {
    const reason = errorJson(cause).message;
    throw new SandboxError("unavailable", `The proxy for ${hosts.join(", ")} did not start: ${reason}`, { cause });
  }
  return manager;
}

const port = 3128;
const socketInside = "/run/helve-proxy.sock";

/** Passes connections to the proxy on, and runs the command when that works. The relay ends with the namespace. */
const relayScript = `socat TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${socketInside} >/dev/null 2>&1 </dev/null &
tries=0
while [ "$tries" -lt 100 ] && ! grep -q ":0C38 " /proc/net/tcp; do
  sleep 0.02
  tries=$((tries + 1))
done
exec "$@"`;
