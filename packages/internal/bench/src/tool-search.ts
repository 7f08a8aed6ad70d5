import { readFile } from "node:fs/promises";
import { ActionExecutor } from "@helve/executor";
import { McpEndpoint } from "@helve/mcp";
import { type Tool, tool } from "@helve/tool";
import { Client, InMemoryTransport, type Tool as McpTool } from "@modelcontextprotocol/client";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import type { CommandOptions } from "./command-options.ts";
import { DataError } from "./data-error.ts";
import { quantile } from "./interleave.ts";
import { markdown } from "./markdown.ts";

/**
 * Measures `find_tool` on MCP tools, one JSON object a line with `server`, `name`, `description` and `inputSchema`: the tokens that a model reads with
 * and without it, and for how many of the tasks of `data/tool-search.json` the tool that the task is about is found.
 */
export async function toolSearchTable({ data, explain }: ToolSearchOptions): Promise<string> {
  const lines = (await readFile(data, "utf8")).split("\n").filter((line) => line.trim() !== "");
  const sources = new Map(lines.map((line) => listedTool(JSON.parse(line))));
  const tasks: readonly Task[] = JSON.parse(
    await readFile(new URL("../data/tool-search.json", import.meta.url), "utf8"),
  );
  const missing = tasks.filter((task) => !sources.has(nameOf(task.tool)));
  if (missing.length > 0) throw new DataError(`"${data}" lacks tools of tasks, such as "${missing[0]?.tool}"`);
  const [all, two] = [await connect(sources, false), await connect(sources, true)];
  const encoding = new Tiktoken(o200k);
  const tokens = (value: unknown): number => encoding.encode(JSON.stringify(value)).length;
  const listed = async (client: Client): Promise<number> =>
    tokens(
      (await client.listTools()).tools.map(({ name, description, inputSchema }) => ({
        name,
        description,
        inputSchema,
      })),
    );
  const ranks: number[] = [];
  const read: number[] = [];
  const missed: (readonly string[])[] = [];
  for (const { tool: wanted, task } of tasks) {
    const { content } = await two.callTool({ name: "find_tool", arguments: { query: task } });
    const text = content[0]?.type === "text" ? content[0].text : "";
    const found = text.split("\n").map((line) => (line.startsWith("{") ? String(JSON.parse(line).name) : line));
    const rank = found.indexOf(nameOf(wanted));
    ranks.push(rank);
    read.push(tokens(content));
    if (rank < 0) missed.push([wanted, task, found.join(" ")]);
  }
  const share = (is: (rank: number) => boolean): string => `${ranks.filter(is).length} of ${ranks.length}`;
  const figures = markdown(
    ["tools", "tokens of all", "of the two", "of a search (median)", "tasks whose tool is first", "in the first five"],
    [
      [
        sources.size,
        await listed(all),
        await listed(two),
        quantile(read, 0.5),
        share((rank) => rank === 0),
        share((rank) => rank >= 0),
      ],
    ],
  );
  return explain ? `${figures}\n${markdown(["missed", "task", "found"], missed)}` : figures;
}

type ToolSearchOptions = Pick<CommandOptions, "data" | "explain">;

interface Task {
  /** `server/name`. */
  readonly tool: string;
  /** The words of a user. They were written from the purpose of the tool, before anybody saw any search result. */
  readonly task: string;
}

function listedTool({ server, name, description, inputSchema }: Record<string, unknown>): [string, McpTool] {
  const listed = nameOf(`${server}/${name}`);
  return [listed, { name: listed, description: description ?? "", inputSchema } as McpTool];
}

/** The name of a tool in a gateway. */
function nameOf(tool: string): string {
  return tool.replaceAll(/[^\w-]/g, "-").slice(0, 64);
}

/** Connects a client to an MCP server in memory that offers these tools, with or without tool search. */
async function connect(sources: ReadonlyMap<string, McpTool>, search: boolean): Promise<Client> {
  const tools = Array.from(sources.keys(), (name) =>
    tool({ name, description: name, parameters: { type: "object" }, execute: () => "" }),
  );
  const executor = new ActionExecutor(tools as unknown as readonly Tool[]);
  const endpoint = new McpEndpoint(executor, { search, listed: ({ name }) => sources.get(name) });
  const [clientSide, serverSide] = InMemoryTransport.createLinkedPair();
  await endpoint.createServer().connect(serverSide as never);
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(clientSide);
  return client;
}
