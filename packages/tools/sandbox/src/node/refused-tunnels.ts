import type { SandboxManager } from "@anthropic-ai/sandbox-runtime";
import type { DriverCommand, DriverProcess } from "../sandbox-driver.ts";

/**
 * Writes to the standard error of a process why the proxy has closed its tunnels: Node's `fetch` tunnels plain HTTP, which the proxy can't check, and
 * says "other side closed" only.
 *
 * @param command - the command as the proxy knows it
 */
export async function withRefusedTunnels(
  starting: Promise<DriverProcess>,
  violations: ReturnType<typeof SandboxManager.getSandboxViolationStore>,
  command: string,
  onOutput: DriverCommand["onOutput"],
): Promise<DriverProcess> {
  const since = new Date();
  const process = await starting;
  const exit = process.exit.then(async (ended) => {
    const refused = violations
      .getViolations()
      .filter((violation) => violation.command === command && violation.timestamp >= since)
      .flatMap(({ line }) => refusedTunnel.exec(line)?.[1] ?? []);
    for (const host of new Set(refused)) await onOutput("stderr", Buffer.from(textAbout(host)));
    return ended;
  });
  exit.catch(() => {}); // whoever waits for it handles it
  return { ...process, exit };
}

const refusedTunnel = /^deny http-request CONNECT (\S+) \(tunnel carries no TLS/;

function textAbout(host: string): string {
  return `[the proxy closed the tunnel to ${host}: it was plain HTTP, which must be sent without a tunnel, as curl and Python do, or as HTTPS]\n`;
}
