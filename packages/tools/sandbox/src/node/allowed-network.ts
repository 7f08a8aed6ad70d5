import { SandboxError } from "../sandbox-error.ts";
import { type NetworkAccess, openEgressProxy } from "./egress-proxy.ts";
import { plainTunnels } from "./plain-tunnels.ts";

/**
 * Opens a network for bubblewrap that reaches only some hosts, through a proxy outside of the sandbox.
 *
 * @throws SandboxError as `openEgressProxy`
 */
export async function allowedNetwork(access: NetworkAccess): Promise<AllowedNetwork> {
  const { manager, credentials, close } = await openEgressProxy(access);
  const socket = manager.getLinuxHttpSocketPath();
  const token = manager.getProxyAuthToken();
  if (socket === undefined || token === undefined) {
    await close();
    throw new SandboxError("unavailable", "The proxy of @anthropic-ai/sandbox-runtime did not start");
  }
  const certificates = manager.getMitmCA()?.trustBundlePath;
  // Without certificates, the proxy lets all tunnels through.
  const tunnels = certificates === undefined ? undefined : await plainTunnels(socket);
  return {
    mounts: [
      ...["--ro-bind", tunnels?.socket ?? socket, socketInside],
      ...(certificates === undefined ? [] : ["--ro-bind", certificates, certificatesInside]),
    ],
    env: {
      ...proxyVariables(`http://srt:${token}@localhost:${port}`),
      ...(certificates !== undefined && Object.fromEntries(trustVariables.map((name) => [name, certificatesInside]))),
      ...credentials.env,
    },
    relay: ["/bin/sh", "-c", relayScript, "sh"],
    secrets: credentials.secrets,
    async close() {
      await tunnels?.close();
      await close();
    },
  };
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

/** The variables by which programs find the proxy; Node needs another one to read them. */
function proxyVariables(proxy: string): Readonly<Record<string, string>> {
  const values = { http_proxy: proxy, https_proxy: proxy, all_proxy: proxy, no_proxy: "localhost,127.0.0.1,::1" };
  const upper = Object.entries(values).map(([name, value]) => [name.toUpperCase(), value]);
  return { ...values, ...Object.fromEntries(upper), NODE_USE_ENV_PROXY: "1" };
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
