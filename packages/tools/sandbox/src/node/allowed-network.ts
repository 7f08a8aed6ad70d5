import { isDeepStrictEqual } from "node:util";
import type { SandboxManager } from "@anthropic-ai/sandbox-runtime";
import { errorJson } from "@helve/core";
import { SandboxError } from "../sandbox-error.ts";
import { type EgressCredential, type EgressCredentials, egressCredentials } from "./egress-credentials.ts";

/** The hosts that a network reaches, and the credentials that requests to them get. */
export interface NetworkAccess {
  /** Names such as `example.org` and `*.example.org`. */
  readonly allow: readonly string[];
  /**
   * Credentials that the proxy adds to requests. With one, the proxy decrypts all TLS connections by a certificate that the programs of the sandbox
   * trust (curl, git, Node, Python and others, by environment variables), and refuses connections that it can't read.
   */
  readonly credentials?: readonly EgressCredential[] | undefined;
}

/** A network that reaches only some hosts, through a proxy outside of the sandbox. */
export interface AllowedNetwork {
  /** Options of bwrap: the socket that leads to the proxy, and the certificates to trust. */
  readonly mounts: readonly string[];
  /** The variables by which programs find the proxy and the certificates, and placeholders of credentials. */
  readonly env: Readonly<Record<string, string>>;
  /** The words that run a command so that it finds the proxy on a port of its loopback. */
  readonly relay: readonly string[];
  /** Texts that must not appear in the output of commands. */
  readonly secrets: ReadonlySet<string>;
  /** Ends the proxy if no other sandbox uses it. */
  close(): Promise<void>;
}

/** The proxy is one for the process. */
let current: Proxy | undefined;
let lastChange: Promise<unknown> = Promise.resolve();

interface Proxy {
  readonly access: NetworkAccess;
  readonly credentials: EgressCredentials;
  readonly manager: typeof SandboxManager;
  users: number;
}

/**
 * Starts the proxy of `@anthropic-ai/sandbox-runtime`, or shares the one that runs.
 *
 * @throws SandboxError `unavailable` if the package, socat or ripgrep is missing, `unsupported` if a sandbox with other hosts is open,
 * `invalid_argument` about a credential
 */
export function allowedNetwork(access: NetworkAccess): Promise<AllowedNetwork> {
  const opened = lastChange.then(() => openNetwork({ ...access, allow: [...new Set(access.allow)].sort() }));
  lastChange = opened.catch(() => {});
  return opened;
}

async function openNetwork(access: NetworkAccess): Promise<AllowedNetwork> {
  if (current !== undefined && !isDeepStrictEqual(current.access, access)) {
    const hosts = current.access.allow.join(", ");
    const message = `Another bubblewrap sandbox is open whose network allows other hosts (${hosts}) or has other credentials; one list is possible at a time`;
    throw new SandboxError("unsupported", message);
  }
  current ??= await startProxy(access);
  const { manager, credentials } = current;
  const socket = manager.getLinuxHttpSocketPath();
  const token = manager.getProxyAuthToken();
  if (socket === undefined || token === undefined) {
    throw new SandboxError("unavailable", "The proxy of @anthropic-ai/sandbox-runtime did not start");
  }
  current.users++;
  const certificates = manager.getMitmCA()?.trustBundlePath;
  return {
    mounts: [
      ...["--ro-bind", socket, socketInside],
      ...(certificates === undefined ? [] : ["--ro-bind", certificates, certificatesInside]),
    ],
    env: {
      ...proxyVariables(`http://srt:${token}@localhost:${port}`),
      ...(certificates !== undefined && Object.fromEntries(trustVariables.map((name) => [name, certificatesInside]))),
      ...credentials.env,
    },
    relay: ["/bin/sh", "-c", relayScript, "sh"],
    secrets: credentials.secrets,
    close: () => {
      const closed = lastChange.then(closeNetwork);
      lastChange = closed.catch(() => {});
      return closed;
    },
  };
}

/** The variables by which programs find the proxy; Node needs another one to read them. */
function proxyVariables(proxy: string): Readonly<Record<string, string>> {
  const values = { http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: "localhost,127.0.0.1,::1" };
  const upper = Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]);
  return { ...values, ...Object.fromEntries(upper), NODE_USE_ENV_PROXY: "1" };
}

async function closeNetwork(): Promise<void> {
  if (current === undefined || --current.users > 0) return;
  const { manager } = current;
  current = undefined;
  await manager.reset();
}

async function startProxy(access: NetworkAccess): Promise<Proxy> {
  const credentials = egressCredentials(access.credentials ?? []);
  const runtime = await import("@anthropic-ai/sandbox-runtime").catch((cause: unknown) => {
    const message = "A network with allowed hosts needs a package: npm install @anthropic-ai/sandbox-runtime";
    throw new SandboxError("unavailable", message, { cause });
  });
  const manager = runtime.SandboxManager;
  const allowedDomains = [...access.allow, ...credentials.hosts];
  // A tunnel that the proxy can't read would let a program use a credential of its own.
  const inspection = {
    tlsTerminate: {},
    filterRequest: credentials.filter,
    allowPlaintextHeaderSet: credentials.hasPlainHttp,
    refuseOpaqueTunnels: true,
    requireHostMatch: true,
  };
  try {
    await manager.initialize({
      network: {
        ...{ allowedDomains, deniedDomains: [], strictAllowlist: true },
        ...(credentials.hosts.length > 0 && inspection),
      },
      filesystem: { denyRead: [], allowWrite: [], denyWrite: [] },
    });
    await manager.waitForNetworkInitialization();
  } catch (cause) {
    const reason = errorJson(cause).message;
    throw new SandboxError("unavailable", `The proxy for ${allowedDomains.join(", ")} did not start: ${reason}`, {
      cause,
    });
  }
  return { access, credentials, manager, users: 0 };
}

const port = 3128;
const socketInside = "/run/helve-proxy.sock";
const certificatesInside = "/run/helve-certificates.pem";

/** The variables by which programs find the certificates they trust. */
const trustVariables = [
  ...["SSL_CERT_FILE", "NIX_SSL_CERT_FILE", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "PIP_CERT", "GIT_SSL_CAINFO"],
  ...["NODE_EXTRA_CA_CERTS", "DENO_CERT", "AWS_CA_BUNDLE", "CARGO_HTTP_CAINFO", "CLOUDSDK_CORE_CUSTOM_CA_CERTS_FILE"],
];

/** Passes connections to the proxy on, and runs the command when that works. The relay ends with the namespace. */
const relayScript = `socat TCP-LISTEN:${port},bind=127.0.0.1,fork,reuseaddr UNIX-CONNECT:${socketInside} >/dev/null 2>&1 </dev/null &
tries=0
while [ "$tries" -lt 100 ] && ! grep -q ":0C38 " /proc/net/tcp; do
  sleep 0.02
  tries=$((tries + 1))
done
exec "$@"`;
