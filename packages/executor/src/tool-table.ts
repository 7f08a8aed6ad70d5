import type { ArgumentParser, Issue } from "@helve/core";
import { wireNames } from "@helve/opentool";
import type { Tool, Toolkit } from "@helve/tool";
import { ExecutorError } from "./executor-error.ts";

/** One tool of an executor, by the name that the executor calls it. */
export interface Entry {
  /** By its name here: `Toolkit.Tool` for a toolkit's member. */
  readonly tool: Tool;
  /** The toolkit that it came with. */
  readonly group?: string;
  /** Its toolkit's own. */
  readonly parser?: ArgumentParser;
  /** What a call of it says of the call itself, when it is one of Lagent's special actions. */
  readonly special?: "finish" | "none";
  /** Whether a special action is among the tools that there are. */
  readonly isListed?: boolean;
}

/** A toolkit, or what is like one. */
export type ToolGroup = Pick<Toolkit, "name" | "tools"> & Partial<Pick<Toolkit, "enable" | "isToolkit" | "parser">>;

/** The tools of an executor, found by either of their names. */
export class ToolTable {
  /** By their own names, in the order they were given. */
  readonly #entries = new Map<string, Entry>();
  /** By their names on the wire, where those are others. */
  readonly #wires = new Map<string, Entry>();
  /** Lagent's special actions: a tool of the same name comes first. */
  readonly #specials: ReadonlyMap<string, Entry>;
  #names: readonly string[] | undefined;

  constructor(specials: readonly Entry[] = []) {
    this.#specials = new Map(specials.map((entry) => [entry.tool.name, entry]));
  }

  get names(): readonly string[] {
    this.#names ??= Object.freeze(this.entries.map(({ tool }) => tool.name));
    return this.#names;
  }

  /** Those that there are, the special action that is one of them last. */
  get entries(): readonly Entry[] {
    const listed = [...this.#specials.values()].filter(
      ({ tool, isListed }) => isListed && !this.#entries.has(tool.name),
    );
    return [...this.#entries.values(), ...listed];
  }

  /** Whether there is a tool of this name, its own or its name on the wire. */
  has(name: string): boolean {
    return this.#entries.has(name) || this.#wires.has(name) || this.#specials.get(name)?.isListed === true;
  }

  /** @param name - a tool's own name, its name on the wire, or the name of a special action */
  find(name: string): Entry | undefined {
    return this.#entries.get(name) ?? this.#wires.get(name) ?? this.#specials.get(name);
  }

  /**
   * Adds tools, and the members of toolkits as `Toolkit.Tool`. A single tool that is written as a class keeps its own
   * name, and one that is not enabled is left out. Either all are added or none.
   *
   * @throws ExecutorError when two tools have one name; WireNameError when two have one name on the wire
   */
  add(given: Iterable<Tool | ToolGroup>): void {
    const entries = Array.from(given).flatMap((one): readonly Entry[] =>
      "tools" in one ? members(one) : [{ tool: one }],
    );
    const issues: Issue[] = [];
    const added = new Set<string>();
    for (const { tool } of entries) {
      if (added.has(tool.name) || this.#entries.has(tool.name)) {
        issues.push({ code: "duplicate", message: `there are two tools named "${tool.name}"` });
      }
      added.add(tool.name);
      if (tool.concurrency !== undefined && !(tool.concurrency >= 1)) {
        const message = `the tool "${tool.name}": "concurrency" must be at least 1 (got ${tool.concurrency})`;
        issues.push({ code: "concurrency", message });
      }
    }
    if (issues.length > 0) throw new ExecutorError(issues);

    const wire = wireNames(added);
    const wires = entries.map((entry) => ({ entry, wire: wire.toWire(entry.tool.name) ?? entry.tool.name }));
    for (const { entry, wire } of wires) {
      const other = this.#wires.get(wire) ?? this.#entries.get(wire);
      if (other !== undefined) wireNames([other.tool.name, entry.tool.name]); // which says how they clash
    }
    for (const { entry, wire } of wires) {
      this.#entries.set(entry.tool.name, entry);
      if (wire !== entry.tool.name) this.#wires.set(wire, entry);
    }
    this.#names = undefined;
  }

  /**
   * @param name - a tool's name, or a toolkit's: all its members go
   * @returns whether there was one
   */
  remove(name: string): boolean {
    const one = this.#entries.get(name) ?? this.#wires.get(name);
    const gone = one === undefined ? [...this.#entries.values()].filter(({ group }) => group === name) : [one];
    for (const { tool } of gone) {
      this.#entries.delete(tool.name);
      this.#wires.delete(wireNames([tool.name]).toWire(tool.name) ?? tool.name);
    }
    if (gone.length > 0) this.#names = undefined;
    return gone.length > 0;
  }
}

function members({ name, tools, enable = true, isToolkit = true, parser }: ToolGroup): readonly Entry[] {
  if (!enable) return [];
  const own = { ...(isToolkit && { group: name }), ...(isParser(parser) && { parser }) };
  return tools.map((tool) => ({ tool: isToolkit ? { ...tool, name: `${name}.${tool.name}` } : tool, ...own }));
}

/** A toolkit's parser may only describe how arguments are written. */
function isParser(parser: ToolGroup["parser"]): parser is ArgumentParser {
  return parser !== undefined && "decode" in parser && typeof parser.decode === "function";
}
