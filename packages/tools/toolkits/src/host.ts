/** Reads environment variables and looks up IP addresses, where the host has them. */

/** The value of an environment variable, where there are such. */
export function environmentVariable(name: string): string | undefined {
  return hostProcess()?.env?.[name];
}

/** The process on Node, Deno or Bun. Browsers have none of these members. */
interface HostProcess {
  readonly env?: Readonly<Record<string, string | undefined>>;
  getBuiltinModule?(name: string): unknown;
}

interface HostDns {
  lookup(host: string, options: { readonly all: true }): Promise<readonly { readonly address: string }[]>;
}

/** Finds the IP addresses of a host with the DNS of the machine; `undefined` where that is not possible. */
export function machineDns(): ((host: string) => Promise<readonly string[]>) | undefined {
  const dns = hostProcess()?.getBuiltinModule?.("node:dns/promises") as HostDns | undefined;
  if (dns === undefined) return undefined;
  return async (host) => (await dns.lookup(host, { all: true })).map(({ address }) => address);
}

function hostProcess(): HostProcess | undefined {
  return (globalThis as { readonly process?: HostProcess }).process;
}
