/** Compares the tools of an MCP server with those that were accepted before, by fingerprints. */
import type { Tool } from "@modelcontextprotocol/client";
import { fingerprintTool } from "./fingerprint.ts";
import { skeleton } from "./skeleton.ts";

/** The fingerprints of the tools of a server that were accepted, by their names. */
export type ToolPins = Readonly<Record<string, string>>;

/** A tool that is withheld until a person accepts it. */
export interface WithheldTool {
  /** The server's name of the tool. */
  readonly name: string;
  /**
   * - `changed`: it is not what was accepted.
   * - `new`: the server has added it since its tools were accepted.
   * - `shadows`: a tool of another server has the same name, or one that looks like it.
   * - `hidden text`: its name or its texts have characters that a person does not see.
   */
  readonly reason: "changed" | "new" | "shadows" | "hidden text";
  /** For `shadows`: the other server. */
  readonly server?: string;
}

/** The result of a review. */
export interface ToolReview {
  readonly accepted: readonly Tool[];
  readonly withheld: readonly WithheldTool[];
  /** The pins after the review: those from before, or at the first review those of the accepted tools. */
  readonly pins: ToolPins;
}

/**
 * Reviews the tools of a server. A tool whose fingerprint is pinned is accepted. When a server is reviewed for the first time, its tools are
 * accepted and pinned, except for those that shadow a tool of another server or contain hidden text.
 *
 * @param pins - of the server; `undefined` at the first review
 * @param others - the names of the tools of other servers, by server; with those that are pinned, if such a server can't be reached
 * @param twins - the fingerprints of tools that may have the same name, because another server runs the same program
 */
export async function reviewTools(
  tools: readonly Tool[],
  pins: ToolPins | undefined,
  others: ReadonlyMap<string, readonly string[]>,
  twins: ReadonlySet<string> = new Set(),
): Promise<ToolReview> {
  const prints = new Map(
    await Promise.all(tools.map(async (tool) => [tool.name, await fingerprintTool(tool)] as const)),
  );
  const owners = new Map(
    [...others].flatMap(([server, names]) => names.map((name) => [skeleton(name), server] as const)),
  );
  const accepted: Tool[] = [];
  const withheld: WithheldTool[] = [];
  const seen = new Set<string>();
  for (const tool of tools) {
    const { name } = tool;
    const pinned = pins !== undefined && Object.hasOwn(pins, name) ? pins[name] : undefined;
    const reason =
      pinned === prints.get(name)
        ? undefined
        : withholdReason(tool, { pins, pinned, owners, seen, isTwin: twins.has(prints.get(name) ?? "") });
    seen.add(skeleton(name));
    if (reason === undefined) accepted.push(tool);
    else withheld.push({ name, ...reason });
  }
  const first = Object.fromEntries(accepted.map(({ name }) => [name, prints.get(name) ?? ""]));
  return { accepted, withheld, pins: pins ?? first };
}

/** Returns pins with some tools added as they are now. */
export async function acceptTools(tools: readonly Tool[], pins: ToolPins = {}): Promise<ToolPins> {
  const added = await Promise.all(tools.map(async (tool) => [tool.name, await fingerprintTool(tool)] as const));
  return Object.fromEntries([...Object.entries(pins), ...added]);
}

interface Reviewing {
  readonly pins: ToolPins | undefined;
  readonly pinned: string | undefined;
  readonly owners: ReadonlyMap<string, string>;
  /** The skeletons of the tools of the same server so far. */
  readonly seen: ReadonlySet<string>;
  readonly isTwin: boolean;
}

/** Returns why a tool is withheld; `undefined` if it is accepted. */
function withholdReason(tool: Tool, reviewing: Reviewing): Omit<WithheldTool, "name"> | undefined {
  const { pins, pinned, owners, seen, isTwin } = reviewing;
  if (pinned !== undefined) return { reason: "changed" };
  if (hasHiddenText(tool)) return { reason: "hidden text" };
  const server = owners.get(skeleton(tool.name));
  if (server !== undefined && !isTwin) return { reason: "shadows", server };
  if (seen.has(skeleton(tool.name))) return { reason: "shadows" };
  return pins === undefined ? undefined : { reason: "new" };
}

/**
 * Whether a tool's name has unusual characters, or one of its texts has invisible ones: control characters, marks that change the direction of
 * the text, tags, variation selectors, fillers. Line feeds and tabs are allowed, and so are a joiner and a variation selector within an
 * emoji.
 */
function hasHiddenText({ name, title, description, inputSchema, outputSchema, annotations }: Tool): boolean {
  if (!/^[\w./-]{1,128}$/.test(name)) return true;
  const texts = JSON.stringify([title, description, inputSchema, outputSchema, annotations], (_key, value: unknown) =>
    typeof value === "string" ? value.replace(/[\t\n\r]/g, " ").replace(emojiParts, "") : value,
  );
  return /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{DI}\u2800]|\\u00[01]/u.test(texts);
}

/** The joiner between two emoji, and the selector after an emoji or within a keycap (Unicode UTS #51, §1.4). */
const emojiParts =
  /(?<=[\p{ExtPict}\p{EMod}]\uFE0F?)\u200D(?=\p{ExtPict})|(?<=\p{ExtPict})\uFE0F(?!\uFE0F)|(?<=[\d#*])\uFE0F(?=\u20E3)/gu;
