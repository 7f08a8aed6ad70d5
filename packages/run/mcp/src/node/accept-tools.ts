import { escapeInvisible, visibleJson } from "@helve/core/internal";
import type { Client, Tool } from "@modelcontextprotocol/client";
import { mcpTools } from "../mcp-tools.ts";
import { acceptTools, reviewTools } from "../review-tools.ts";
import { userPins, userSignIns } from "./gateway-files.ts";
import { programsOf } from "./programs-of.ts";
import { connections, withheldText } from "./run-gateway.ts";
import type { ServerConfig } from "./servers-file.ts";

/**
 * Lets a person accept the tools that a gateway withholds: `helve mcp guard --accept`. For each one it shows why it is withheld and what the
 * model would read.
 *
 * @returns how many tools were accepted, and how many were not
 * @throws what `connectServer` throws, if a server can't be reached
 */
export async function acceptWithheldTools(
  options: AcceptOptions,
): Promise<{ readonly accepted: number; readonly withheld: number }> {
  const { servers, state, confirm, out, signal } = options;
  const pins = userPins(state, servers);
  const others = new Map<string, readonly string[]>();
  for (const server of Object.keys(servers)) others.set(server, Object.keys((await pins.load(server)) ?? {}));
  const programs = programsOf(servers);
  const prints = new Map<string, ReadonlySet<string>>();
  const counts = { accepted: 0, withheld: 0 };
  for (const [server, connect] of Object.entries(connections(servers, { signIns: userSignIns(state) }))) {
    const client = await connect(signal, {});
    try {
      const { tools, fingerprints } = await toolsOf(client);
      const known = await pins.load(server);
      const otherNames = new Map([...others].filter(([other]) => other !== server));
      const twins = prints.get(programs[server] ?? "");
      prints.set(programs[server] ?? server, new Set([...(twins ?? []), ...fingerprints]));
      const review = await reviewTools(tools, known, otherNames, twins);
      others.set(
        server,
        tools.map(({ name }) => name),
      );
      const wanted: Tool[] = [];
      for (const withheld of review.withheld) {
        const tool = tools.find(({ name }) => name === withheld.name);
        if (tool === undefined) continue;
        out(`${withheldText(server, withheld)}\n${toolText(tool)}`);
        if (await confirm(`Accept ${visibleJson(tool.name)} as it is?`)) wanted.push(tool);
      }
      counts.accepted += wanted.length;
      counts.withheld += review.withheld.length - wanted.length;
      if (known === undefined || wanted.length > 0) await pins.save(server, await acceptTools(wanted, review.pins));
    } finally {
      await client.close();
    }
  }
  return counts;
}

/** Options of {@link acceptWithheldTools}. */
export interface AcceptOptions {
  readonly servers: Readonly<Record<string, ServerConfig>>;
  /** The user's folder for what Helve has to remember. */
  readonly state: string;
  /** Asks a person. */
  confirm(question: string): Promise<boolean>;
  /** Shows a text to the person. */
  out(text: string): void;
  readonly signal: AbortSignal;
}

/** Lists the tools of a server and the fingerprints of their descriptions. */
async function toolsOf(
  client: Client,
): Promise<{ readonly tools: readonly Tool[]; readonly fingerprints: readonly string[] }> {
  const { sources, fingerprints, stopWatching } = await mcpTools(client, { watch: false });
  stopWatching();
  return { tools: [...sources.values()], fingerprints: [...fingerprints.values()] };
}

/** The text of a tool that a model reads, with invisible characters made visible. */
function toolText({ title, description, inputSchema, outputSchema, annotations }: Tool): string {
  const texts = { title, description, inputSchema, outputSchema, annotations };
  const json = JSON.stringify(texts, null, 2).replaceAll("\\n", "\n");
  return `${escapeInvisible(json)}\n`.replace(/^/gm, "  ");
}
