import type { FilterRequestCallback } from "@anthropic-ai/sandbox-runtime";
import { SandboxError } from "../sandbox-error.ts";

/**
 * Prepares credentials for the proxy.
 *
 * @throws SandboxError `invalid_argument` about a URL, a header or a variable; no message has a value of a header
 */
export function egressCredentials(credentials: readonly EgressCredential[]): EgressCredentials {
  for (const { urls } of credentials) {
    if (!Array.isArray(urls) || urls.length === 0) {
      throw new SandboxError("invalid_argument", 'A credential needs "urls", a list of the URLs to which it is sent');
    }
  }
  const scopes = credentials.flatMap((credential) => credential.urls.map((url) => ({ ...readScope(url), credential })));
  const secrets = new Set<string>();
  for (const { urls, headers } of credentials) {
    if (typeof headers !== "function") addSecrets(secrets, checkHeaders(headers, urls));
  }
  return {
    hosts: [...new Set(scopes.map(({ host, port }) => (host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`)))],
    hasPlainHttp: scopes.some(({ scheme }) => scheme === "http"),
    env: Object.fromEntries(credentials.flatMap(({ variables = [] }) => variables.map(withPlaceholder))),
    secrets,
    async filter(_request, info) {
      const scope = scopes.find((scope) => isInScope(scope, info));
      if (scope === undefined) return { action: "allow" };
      const { headers, urls } = scope.credential;
      try {
        const values = typeof headers === "function" ? checkHeaders(await headers(), urls) : headers;
        addSecrets(secrets, values);
        return { action: "allow", removeHeaders: [...credentialHeaders], setHeaders: Object.entries(values) };
      } catch {
        // The error could have the credential, and the program reads the reason.
        return { action: "deny", status: 502, reason: "The credential for this URL is not available" };
      }
    },
  };
}

/** A credential that the proxy adds to requests of some URLs, so that code in the sandbox never has it. */
export interface EgressCredential {
  /**
   * Where it is sent: scheme, host and path, such as `https://api.github.com/repos/acme/*`. `*` at the end stands for everything below. The
   * hosts are allowed, too.
   */
  readonly urls: readonly string[];
  /**
   * The headers that have it, such as `{ authorization: "Bearer …" }`, or a function that is called for each request. They replace what a
   * program sends in these headers and in other headers of credentials.
   */
  readonly headers: CredentialHeaders | (() => CredentialHeaders | Promise<CredentialHeaders>);
  /** Environment variables of commands that have a placeholder, for programs that don't start without one: `["GITHUB_TOKEN"]`. */
  readonly variables?: readonly string[] | undefined;
}

/** Names and values of headers. */
export type CredentialHeaders = Readonly<Record<string, string>>;

/** Credentials as the proxy uses them. */
export interface EgressCredentials {
  /** The hosts, with their ports. */
  readonly hosts: readonly string[];
  /** Whether one is sent without TLS. */
  readonly hasPlainHttp: boolean;
  /** The variables of commands, with placeholders. */
  readonly env: Readonly<Record<string, string>>;
  /** Adds them to requests. */
  readonly filter: FilterRequestCallback;
  /** The secrets that were sent until now, and parts of them that a server could repeat. */
  readonly secrets: ReadonlySet<string>;
}

/** Where a credential is sent. */
interface Scope {
  readonly scheme: "http" | "https";
  readonly host: string;
  readonly port: number;
  /** The path, or what it begins with. */
  readonly path: string;
  readonly isPrefix: boolean;
}

function readScope(text: string): Scope {
  const url = /^https?:\/\/[^/?#*@\s]+\/[^?#*\s]*\*?$/.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  const path = text.replace(/^https?:\/\/[^/]+/, "");
  const isPrefix = path.endsWith("/*");
  if (url === undefined || url.pathname !== path || (path.endsWith("*") && !isPrefix)) {
    const message = `${JSON.stringify(text)} must be a URL with a host and a path, such as "https://api.example.org/v1/*"`;
    throw new SandboxError("invalid_argument", message);
  }
  const scheme = url.protocol === "https:" ? "https" : "http";
  const port = Number(url.port || (scheme === "https" ? 443 : 80));
  return { scheme, host: url.hostname.replace(/^\[|\]$/g, ""), port, path: path.replace(/\*$/, ""), isPrefix };
}

type RequestInfo = Parameters<FilterRequestCallback>[1];

function isInScope({ scheme, host, port, path, isPrefix }: Scope, info: RequestInfo): boolean {
  const requested = info?.requestTarget?.replace(/\?.*$/s, "");
  if (requested === undefined || info?.scheme !== scheme) return false;
  if (info.target?.host !== host || info.target.port !== port) return false;
  if (!isPrefix) return requested === path;
  return requested.startsWith(path) && !leavesFolder(requested.slice(path.length));
}

/** Whether a server could read a path so that it leads up: some decode `%2e%2e%2f` late, read `\` as `/`, or drop `;…`. */
function leavesFolder(path: string): boolean {
  let decoded = path;
  for (let before = ""; before !== decoded; ) {
    before = decoded;
    try {
      decoded = decodeURIComponent(before);
    } catch {
      return true;
    }
  }
  return decoded.split(/[/\\]/).some((segment) => /^\.\.?\s*(?:;|$)/.test(segment));
}

/** Headers by which a program could use a credential of its own at the same URL. */
const credentialHeaders = [
  ...["authorization", "proxy-authorization", "cookie", "api-key", "x-api-key", "x-auth-token", "x-access-token"],
  ...["private-token", "job-token", "x-goog-api-key", "x-amz-security-token"],
];

/** Headers that belong to the connection; the proxy sets them. */
const framing =
  /^(?:host|connection|keep-alive|proxy-connection|transfer-encoding|te|trailer|upgrade|content-length)$/i;

function checkHeaders(headers: CredentialHeaders, urls: readonly string[]): CredentialHeaders {
  const entries = Object.entries(headers ?? {});
  const isValid = ([name, value]: [string, unknown]) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !framing.test(name) && typeof value === "string" && /^[\t -~]+$/.test(value);
  if (entries.length > 0 && entries.every(isValid)) return headers;
  const message = `The credential for ${urls.join(", ")} needs headers, whose values are printable ASCII characters`;
  throw new SandboxError("invalid_argument", message);
}

function addSecrets(secrets: Set<string>, headers: CredentialHeaders): void {
  for (const value of Object.values(headers)) {
    const words = value.split(/\s+/);
    const [scheme = "", encoded = ""] = words;
    const decoded = /^basic$/i.test(scheme) ? Buffer.from(encoded, "base64").toString("latin1") : "";
    const password = decoded.slice(decoded.indexOf(":") + 1);
    // Shorter words are names of schemes, or would be found everywhere.
    for (const word of [...words, password]) if (word.length >= 8) secrets.add(word);
  }
}

/** Creates a placeholder for a secret variable. */
function withPlaceholder(name: string): [string, string] {
  if (/^[A-Za-z_]\w*$/.test(name)) return [name, `placeholder-${crypto.randomUUID()}`];
  throw new SandboxError("invalid_argument", `${JSON.stringify(name)} can't be the name of an environment variable`);
}
