/** Tunnels, with which an address on this machine is another machine: `ssh -L 5432:db:5432 host`, `kubectl port-forward`. */
import { type Argument, literalText } from "./argument.ts";
import { type Evaluation, setSetting } from "./evaluation.ts";

const tunnel = "tunnel";

/** Records that a call forwards a port of this machine to another one. */
export function recordTunnel(name: string, words: readonly Argument[], evaluation: Evaluation): void {
  if (!tunnelPrograms.test(name)) return;
  const isTunnel = alwaysTunnels.test(name) || words.some((word) => forwards.test(literalText(word) ?? "-L"));
  if (isTunnel) setSetting(tunnel, "open", evaluation);
}

/** Whether the session may have made a tunnel, so that an address on this machine says nothing. */
export function hasTunnel({ settings }: Evaluation): boolean {
  return settings.has(tunnel);
}

const tunnelPrograms =
  /^(?:ssh|autossh|kubectl|oc|gcloud|aws|fly|flyctl|az|socat|ncat|tsh|boundary|cloudflared|tailscale|cloud-sql-proxy|cloud_sql_proxy|chisel|heroku|pscale|sshuttle|kubefwd|telepresence)$/;
const alwaysTunnels = /^(?:autossh|socat|cloud-sql-proxy|cloud_sql_proxy|chisel|sshuttle|kubefwd|telepresence)$/;
const forwards = /^-[A-Za-z]*L|^(?:port-forward|proxy|start-iap-tunnel|start-session|connect|tunnel|access|pg:psql)$/;
