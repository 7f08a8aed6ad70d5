/** Tells clients which servers of a gateway can't be reached, in `_meta` of the tool list. */
import type { WithheldTool } from "./review-tools.ts";

/**
 * The servers that can't be reached, as the `_meta` of a list of tools: `{ "dev.helve/unavailable": { name: reason } }`.
 *
 * @returns `undefined` if all can be reached
 */
export function unavailableMeta(servers: readonly KnownServer[]): Readonly<Record<string, unknown>> | undefined {
  const problems = servers.flatMap(({ name, problem }) => (problem === undefined ? [] : [[name, problem] as const]));
  return problems.length === 0 ? undefined : { [unavailableMetaKey]: Object.fromEntries(problems) };
}

/** The key in the `_meta` of a list of tools whose value has the servers that can't be reached. */
export const unavailableMetaKey = "dev.helve/unavailable";

/** Why there is no tool with a name: its server can't be reached, or the tool is withheld. `undefined` if neither is so. */
export function unavailableText(
  servers: readonly (KnownServer & { readonly withheld: readonly Pick<WithheldTool, "name">[] })[],
  { name, isPrefixed }: { readonly name: string; readonly isPrefixed: boolean },
): string | undefined {
  for (const server of servers) {
    const tool = isPrefixed ? ownName(server.name, name) : name;
    if (tool === undefined) continue;
    if (server.problem !== undefined) return `The server ${server.name} can't be reached: ${server.problem}`;
    if (server.withheld.some((each) => each.name === tool)) {
      return `The tool ${name} is withheld until a person accepts it. Go on without it.`;
    }
  }
  return undefined;
}

/** The server's own name of a tool; `undefined` if the tool belongs to another server. */
function ownName(server: string, tool: string): string | undefined {
  const isIts = tool.startsWith(`${server}.`) || tool.startsWith(`${server}-`);
  return isIts ? tool.slice(server.length + 1) : undefined;
}

interface KnownServer {
  readonly name: string;
  readonly problem: string | undefined;
}
