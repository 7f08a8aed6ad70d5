import type { ArgumentParser, Issue } from "@helve/core";
import { parserInstance } from "@helve/core/internal";
import { wireNames } from "@helve/opentool";
import type { ParameterDescriber, ParserOption, Tool, Toolkit } from "@helve/tool";
import { ExecutorError } from "./errors.ts";
import { toolIssues } from "./validate-tools.ts";

/** The tools of an executor, looked up by their own names (`Terminal.Execute`) or wire names (`Terminal-Execute`). */
export class ToolTable {
  /** By their own names, in the order in which they were added. */
  readonly #entries = new Map<string, ToolEntry>();
  /** By their wire names, where these differ from their own names. */
  readonly #byWireName = new Map<string, ToolEntry>();
  /** Lagent's special actions by name; a tool with the same name hides one. */
  readonly #specials: ReadonlyMap<string, ToolEntry>;
  #names: readonly string[] | undefined;

  constructor(specials: readonly ToolEntry[] = []) {
    this.#specials = new Map(specials.map((entry) => [entry.tool.name, entry]));
  }

  get names(): readonly string[] {
    this.#names ??= Object.freeze(this.entries.map(({ tool }) => tool.name));
    return this.#names;
  }

  /** All tools, without the special actions. */
  get tools(): readonly Tool[] {
    return [...this.#entries.values()].map(({ tool }) => tool);
  }

  /** All tools, followed by the special actions that are listed. */
  get entries(): readonly ToolEntry[] {
    const listed = [...this.#specials.values()].filter(
      ({ tool, isListed }) => isListed && !this.#entries.has(tool.name),
    );
    return [...this.#entries.values(), ...listed];
  }

  /** Returns whether a tool has this name or wire name. */
  has(name: string): boolean {
    return this.#find(name) !== undefined || this.#specials.get(name)?.isListed === true;
  }

  /** Finds a tool by its own name or wire name, or a special action by its name. */
  find(name: string): ToolEntry | undefined {
    return this.#find(name) ?? this.#specials.get(name);
  }

  #find(name: string): ToolEntry | undefined {
    return this.#entries.get(name) ?? this.#byWireName.get(name) ?? this.#simpleTool(name);
  }

  /** The tool of no toolkit that `Bold.run` addresses: its only method has the name `run` (Lagent). */
  #simpleTool(name: string): ToolEntry | undefined {
    const isRun = typeof name === "string" && /[.-]run$/.test(name);
    const entry = isRun ? this.#entries.get(name.slice(0, -".run".length)) : undefined;
    return entry?.group === undefined ? entry : undefined;
  }

  /**
   * Adds tools, and the tools of toolkits as `Toolkit.Tool`. A single tool that is written as a class keeps its own name. A
   * toolkit that is not enabled is left out. If one tool can't be added, none is.
   *
   * @throws ExecutorError if an item is not a tool or two have the same name; WireNameError if two have the same wire name
   */
  add(tools: Iterable<Tool | ToolGroup>): void {
    const list = Array.from(tools);
    const issues = this.issuesOf(list);
    if (issues.length > 0) throw new ExecutorError(issues);

    const entries = list.flatMap(entriesOf);
    const names = wireNames(entries.map(({ tool }) => tool.name));
    const wires = entries.map((entry) => ({ entry, wire: names.toWire(entry.tool.name) ?? entry.tool.name }));
    for (const { entry, wire } of wires) {
      const other = this.#byWireName.get(wire) ?? this.#entries.get(wire);
      if (other !== undefined) wireNames([other.tool.name, entry.tool.name]); // throws an error that names both
    }
    for (const { entry, wire } of wires) {
      this.#entries.set(entry.tool.name, entry);
      if (wire !== entry.tool.name) this.#byWireName.set(wire, entry);
    }
    this.#names = undefined;
  }

  /** Returns an issue for each reason why tools can't be added, except for wire names. */
  issuesOf(tools: readonly (Tool | ToolGroup)[]): readonly Issue[] {
    const issues: Issue[] = [...toolIssues(tools)];
    const added = new Set<string>();
    for (const { tool } of tools.filter((item) => toolIssues([item]).length === 0).flatMap(entriesOf)) {
      if (added.has(tool.name) || this.#entries.has(tool.name)) {
        issues.push({ code: "duplicate", message: `there are two tools named "${tool.name}"` });
      }
      added.add(tool.name);
    }
    return issues;
  }

  /**
   * Removes a tool, or all tools of a toolkit.
   *
   * @returns false if nothing has this name
   */
  remove(name: string): boolean {
    const entry = this.#entries.get(name) ?? this.#byWireName.get(name);
    const removed = entry === undefined ? [...this.#entries.values()].filter(({ group }) => group === name) : [entry];
    for (const { tool } of removed) {
      this.#entries.delete(tool.name);
      this.#byWireName.delete(wireNames([tool.name]).toWire(tool.name) ?? tool.name);
    }
    if (removed.length > 0) this.#names = undefined;
    return removed.length > 0;
  }
}

/** A tool under its name in an executor, with the parser of its arguments. */
export interface DescribedTool {
  readonly tool: Tool;
  readonly parser: ArgumentParser;
}

/** A tool of an executor, with what the executor knows about it. */
export interface ToolEntry {
  /** The tool under its name in the executor: `Toolkit.Tool` for a toolkit's tool. */
  readonly tool: Tool;
  /** The name of its toolkit. */
  readonly group?: string;
  /** The parser of its toolkit. */
  readonly parser?: ArgumentParser;
  /** Set if it is one of Lagent's special actions. */
  readonly special?: "finish" | "none";
  /** Whether a special action is listed like an ordinary tool. */
  readonly isListed?: boolean;
}

/** A toolkit, or a plain object with a name and tools. */
export type ToolGroup = Pick<Toolkit, "name" | "tools"> &
  Partial<Pick<Toolkit, "enable" | "isToolkit">> & { readonly parser?: ParserOption | undefined };

/** Returns one table entry for a tool, or one for each tool of a group. */
function entriesOf(added: Tool | ToolGroup): readonly ToolEntry[] {
  return "tools" in added ? groupEntries(added) : [{ tool: added }];
}

/** Returns the entries of a toolkit. */
function groupEntries({ name, tools, enable = true, isToolkit = true, ...group }: ToolGroup): readonly ToolEntry[] {
  if (!enable) return [];
  const parser = group.parser && parserInstance(group.parser);
  const common = { group: isToolkit ? name : undefined, parser: isParser(parser) ? parser : undefined };
  return tools.map((tool) => ({ tool: isToolkit ? { ...tool, name: `${name}.${tool.name}` } : tool, ...common }));
}

/** Returns false for a toolkit's parser that only describes how arguments are written. */
function isParser(parser: ParameterDescriber | undefined): parser is ArgumentParser {
  return parser !== undefined && "decode" in parser && typeof parser.decode === "function";
}
