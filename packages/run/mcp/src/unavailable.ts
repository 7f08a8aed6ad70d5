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

/** Why there is no tool with a name: its server can't be reached. `undefined` for a name of another server. */
export function unavailableText(
  servers: readonly KnownServer[],
  { name, isPrefixed }: { readonly name: string; readonly isPrefixed: boolean },
): string | undefined {
  const server = servers.find((each) => each.problem !== undefined && (!isPrefixed || isToolOf(each.name, name)));
  return server && `The server ${server.name} can't be reached: ${server.problem}`;
}

function isToolOf(server: string, tool: string): boolean {
  return tool.startsWith(`${server}.`) || tool.startsWith(`${server}-`);
}

interface KnownServer {
  readonly name: string;
  readonly problem: string | undefined;
}
