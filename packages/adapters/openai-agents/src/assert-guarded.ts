import { checkOptions } from "@helve/adapter";
import type { Agent } from "@openai/agents";
import { isGuarded } from "./guarded-mark.ts";

/**
 * Throws if an agent, or one that it hands off to, has tools or MCP servers that Helve does not guard: hosted tools (web search, file search,
 * code interpreter, image generation, hosted MCP, a shell in a container) run at the provider, where no rule sees them.
 *
 * @throws TypeError that names them
 *
 * @example
 * assertGuarded(agent, { allow: ["web_search"] });
 */
// biome-ignore lint/suspicious/noExplicitAny: an agent with any context and output
export function assertGuarded(agent: Agent<any, any>, options: AssertGuardedOptions = {}): void {
  checkOptions(options, ["allow"], "assertGuarded");
  const allowed = new Set(options.allow);
  const problems: string[] = [];
  // biome-ignore lint/suspicious/noExplicitAny: agents with any context and output
  const seen = new Set<Agent<any, any>>();
  // biome-ignore lint/suspicious/noExplicitAny: an agent with any context and output
  const visit = (one: Agent<any, any>): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const part of [...one.tools, ...one.mcpServers]) {
      if (!isGuarded(part) && !allowed.has(part.name)) problems.push(`${part.name} of ${one.name}`);
    }
    for (const target of one.handoffs) visit("agent" in target ? target.agent : target);
  };
  visit(agent);
  if (problems.length > 0) {
    throw new TypeError(
      `no rule sees the calls of ${problems.join(", ")}: guard it, remove it, or list its name in "allow"`,
    );
  }
}

/** Options of `assertGuarded`. */
export interface AssertGuardedOptions {
  /** The names of tools and servers that need no rules. */
  readonly allow?: readonly string[] | undefined;
}
