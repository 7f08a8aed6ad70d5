import { type Guard, HelveError } from "@helve/core";
import { isObject } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import { namedHandlers } from "@helve/enforcer";
import { ActionExecutor, type ToolGroup } from "@helve/executor";
import { guard } from "@helve/guard";
import type { Policy } from "@helve/predicates";
import type { Tool } from "@helve/tool";
import { annotationsFrom } from "../annotations.ts";
import { McpEndpoint } from "../endpoint.ts";
import { hiddenTools } from "../hidden-tools.ts";
import { serveEndpoint } from "./serve-endpoint.ts";

/**
 * Runs a server as a program: `helve mcp serve`.
 *
 * @throws ToolModuleError if the export of the module is not tools
 */
export async function runServer(options: RunServerOptions): Promise<void> {
  const { rules, listen, log, signal } = options;
  const tools = await toolsOf(options.exported);
  const guards = rules === undefined ? [] : [rulesGuard(rules, log)];
  const executor = new ActionExecutor(tools, { specialActions: false, guards });
  const isHidden = rules === undefined ? () => false : hiddenTools(rules.program);
  const endpoint = new McpEndpoint(executor, {
    version: options.version,
    annotations: annotationsFrom(rules?.policy.tools ?? {}),
    isListed: ({ name }) => !isHidden(name),
  });
  await serveEndpoint(endpoint, { listen, log, signal });
}

function rulesGuard({ program, policy }: GuardRules, log: (line: string) => void): Guard {
  return guard({ rules: program, policy, ...namedHandlers(program), warn: ({ message }) => log(message) });
}

/** The rules that guard a server. */
interface GuardRules {
  readonly program: Program;
  readonly policy: Policy;
}

/** Options of {@link runServer}. */
export interface RunServerOptions {
  /** The export of a module: a tool, a toolkit, a list of them, or a function that returns one of these. */
  readonly exported: unknown;
  /** The rules that guard the calls; none by default. */
  readonly rules?: GuardRules | undefined;
  /** The port for HTTP; by default the client is at standard input and output. */
  readonly listen?: number | undefined;
  readonly version?: string | undefined;
  /** Receives what happens, one line at a time. */
  readonly log: (line: string) => void;
  readonly signal: AbortSignal;
}

/** The export of a module is not tools. */
export class ToolModuleError extends HelveError {
  override readonly code = "invalid_tool_module";
}

/** Returns the tools that a module exports, or that the exported function returns. */
async function toolsOf(entry: unknown): Promise<readonly (Tool | ToolGroup)[]> {
  const exported: unknown = typeof entry === "function" ? await entry() : entry;
  const tools = Array.isArray(exported) ? exported : [exported];
  if (tools.length > 0 && tools.every(isToolOrGroup)) return tools;
  throw new ToolModuleError("the export must be a tool, a toolkit, a list of them, or a function that returns one");
}

function isToolOrGroup(value: unknown): value is Tool | ToolGroup {
  return isObject(value) && ("execute" in value || "tools" in value);
}
