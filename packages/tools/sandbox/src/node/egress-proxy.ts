import { isDeepStrictEqual } from "node:util";
import type { SandboxManager } from "@anthropic-ai/sandbox-runtime";
import { errorJson } from "@helve/core";
import { SandboxError } from "../sandbox-error.ts";
import { type EgressCredential, type EgressCredentials, egressCredentials } from "./egress-credentials.ts";

/**
 * Starts the proxy of `@anthropic-ai/sandbox-runtime`, or shares the one that runs.
 *
 * @throws SandboxError `unavailable` if the package, socat or ripgrep is missing, `unsupported` if a sandbox with other hosts is open,
 * `invalid_argument` about a credential
 */
export function openEgressProxy(access: NetworkAccess): Promise<EgressProxy> {
  const opened = lastChange.then(() => openProxy({ ...access, allow: [...new Set(access.allow)].sort() }));
  lastChange = opened.catch(() => {});
  return opened;
}

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

/** Describes what a network reaches, as the end of a sentence. */
export function egressText({ allow, credentials = [] }: NetworkAccess): string {
  const urls = credentials.flatMap(({ urls }) => urls);
  const hosts = [...new Set([...allow, ...urls.map((url) => new URL(url).hostname)])];
  if (hosts.length === 0) return ", without network";
  const added = urls.length === 0 ? "" : `, where requests to ${urls.join(", ")} get their credentials outside`;
  return `, with network to ${hosts.join(", ")} only${added}`;
}

/** The proxy, as one sandbox uses it. */
export interface EgressProxy {
  readonly manager: typeof SandboxManager;
  readonly credentials: EgressCredentials;
  /** Ends the proxy if no other sandbox uses it. */
  close(): Promise<void>;
}

/** All sandboxes of the process share the proxy. */
let current: RunningProxy | undefined;
let lastChange: Promise<unknown> = Promise.resolve();

interface RunningProxy {
  readonly access: NetworkAccess;
  readonly credentials: EgressCredentials;
  readonly manager: typeof SandboxManager;
  users: number;
}

async function openProxy(access: NetworkAccess): Promise<EgressProxy> {
  if (current !== undefined && !isDeepStrictEqual(current.access, access)) {
    const hosts = current.access.allow.join(", ");
    const message = `Another sandbox is open whose network allows other hosts (${hosts}) or has other credentials; one list is possible at a time`;
    throw new SandboxError("unsupported", message);
  }
  current ??= await startProxy(access);
  current.users++;
  const { manager, credentials } = current;
  const close = () => {
    const closed = lastChange.then(closeProxy);
    lastChange = closed.catch(() => {});
    return closed;
  };
  return { manager, credentials, close };
}

async function closeProxy(): Promise<void> {
  if (current === undefined || --current.users > 0) return;
  const { manager } = current;
  current = undefined;
  await manager.reset();
}

async function startProxy(access: NetworkAccess): Promise<RunningProxy> {
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
