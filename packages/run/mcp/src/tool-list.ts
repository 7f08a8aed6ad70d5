import type { JsonSchema } from "@helve/core";
import { withoutUndefined } from "@helve/core/internal";
import type { ActionExecutor } from "@helve/executor";
import { toMcpTools, wireNames } from "@helve/opentool";
import type { Tool } from "@helve/tool";
import type { Tool as McpSdkTool } from "@modelcontextprotocol/server";
import type { McpEndpointOptions } from "./endpoint-options.ts";

/** The tools of an executor as clients see them. They are derived again when the executor has other tools. */
export class ToolList {
  readonly #executor: ActionExecutor;
  readonly #options: ListOptions;
  #listed: { readonly names: readonly string[]; readonly tools: readonly McpSdkTool[] } | undefined;
  /** The schemas of results, by the names and wire names of the tools. */
  #returns:
    | { readonly names: readonly string[]; readonly schemas: ReadonlyMap<string, JsonSchema | undefined> }
    | undefined;

  constructor(executor: ActionExecutor, options: ListOptions) {
    this.#executor = executor;
    this.#options = options;
  }

  get tools(): readonly McpSdkTool[] {
    const { names } = this.#executor;
    if (this.#listed?.names !== names) this.#listed = { names, tools: this.#list() };
    return this.#listed.tools;
  }

  /** Derives the tools again when they are listed next. */
  forget(): void {
    this.#listed = undefined;
  }

  /** The schema of the result of a tool. @param name - the tool's name, or its wire name */
  returnsOf(name: string): JsonSchema | undefined {
    const { names } = this.#executor;
    if (this.#returns?.names !== names) {
      const { tools } = this.#executor;
      const returnsOf = (tool: Tool) => this.#options.listed?.(tool)?.outputSchema ?? tool.returns;
      const byName = (nameOf: (tool: Tool) => string) => tools.map((tool) => [nameOf(tool), returnsOf(tool)] as const);
      const schemas = new Map([...byName((tool) => tool.name.replaceAll(".", "-")), ...byName((tool) => tool.name)]);
      this.#returns = { names, schemas };
    }
    return this.#returns.schemas.get(name);
  }

  #list(): readonly McpSdkTool[] {
    const { isListed = () => true, listed: own = () => undefined } = this.#options;
    const tools = this.#executor.tools.filter(isListed);
    const names = wireNames(tools.map(({ name }) => name));
    return tools.map((tool) => {
      const whole = own(tool);
      return whole === undefined ? this.#described(tool) : { ...whole, name: names.toWire(tool.name) ?? tool.name };
    });
  }

  #described(tool: Tool): McpSdkTool {
    const [listed] = toMcpTools([tool]).tools;
    const idempotentHint = tool.idempotent === true ? true : undefined;
    const hints = withoutUndefined({ idempotentHint, ...this.#options.annotations?.(tool) });
    return (Object.keys(hints).length > 0 ? { ...listed, annotations: hints } : listed) as McpSdkTool;
  }
}

type ListOptions = Pick<McpEndpointOptions, "annotations" | "isListed" | "listed">;
