import type { Issue } from "@helve/core";
import { didYouMean, quote } from "@helve/core/internal";
import { nameIssues } from "./described.ts";

import { RegistryError } from "./registry-error.ts";
import type { Tool } from "./tool.ts";
import type { Toolkit, ToolkitOptions } from "./toolkit.ts";
import { apisOf } from "./toolkit-apis.ts";

/** A toolkit's class. What it is made with is up to it. */
export type ToolkitClass<Options = never> = new (options: Options) => Toolkit;

/** What a registry takes. */
export type Registrable = Tool | Toolkit | ToolkitClass;

/** How a tool is registered. */
export interface RegisterOptions {
  /** What it is found by; the tool's own name, or the class's, by default. */
  readonly name?: string;
  /** Whether it may take the place of another of its name; false by default. */
  readonly override?: boolean;
}

/** Marks a toolkit's class as registered. */
type RegisterDecorator = (target: ToolkitClass, context: ClassDecoratorContext) => void;

/** What `register` is: a function for tools and classes, and a decorator with or without options. */
export interface Register {
  (toolkit: ToolkitClass, context: ClassDecoratorContext): void;
  (target: Registrable, options?: RegisterOptions): void;
  (options?: RegisterOptions): RegisterDecorator;
}

/**
 * Tools and toolkits by name, as they can be made from a configuration (Lagent's `TOOL_REGISTRY`).
 *
 * JavaScript has no hook on subclassing, so a class is registered by an explicit `@register` or `register(…)`. Importing
 * a package of Helve's registers nothing.
 *
 * @example
 * const registry = new Registry();
 * registry.register(add);
 * registry.getTool("add");
 */
export class Registry {
  readonly #entries = new Map<string, Registrable>();

  /**
   * Registers a tool, a toolkit, or a toolkit's class: `register(add)`, `register(Kit, { override: true })`, `@register`,
   * `@register({ name: "kit" })`.
   *
   * @throws RegistryError when there is another of this name, unless `override` is true; ToolDefinitionError when the
   *   names in a class clash
   */
  readonly register: Register = registerWith((target, options) => this.#add(target, options));

  /** The names, in the order they were registered. */
  listTools(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Whether there is a tool of this name. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The tool of a name; of a toolkit's class a new one.
   *
   * @param options - what the class is made with; what is made already takes none
   * @throws RegistryError when there is none, or options are given for what is made already
   */
  getTool<Options = ToolkitOptions>(name: string, options?: Options): Tool | Toolkit {
    const found = this.#entries.get(name);
    if (found === undefined) throw new RegistryError([this.#unknown(name)]);
    if (typeof found === "function") return new (found as ToolkitClass<Options | undefined>)(options);
    if (options === undefined) return found;
    throw new RegistryError([{ code: "options", message: `the tool "${name}" is made already: it takes no options` }]);
  }

  #add(target: Registrable, { name = target.name, override = false }: RegisterOptions): void {
    const issues = [...nameIssues(isTool(target) ? "tool" : "toolkit", name)];
    if (this.#entries.has(name) && !override) {
      const message = `there is a tool "${name}" already: give it another name, or register it with override: true`;
      issues.push({ code: "duplicate", message });
    }
    if (issues.length > 0) throw new RegistryError(issues);
    if (typeof target === "function") apisOf(target);
    this.#entries.set(name, target);
  }

  #unknown(name: string): Issue {
    const names = this.listTools();
    const known =
      names.length === 0 ? "none is registered" : `registered are ${names.map((one) => `"${one}"`).join(", ")}`;
    return { code: "unknown_tool", message: `there is no tool ${quote(name)}${didYouMean(name, names)}: ${known}` };
  }
}

/** As a value of its own, so that `@registry.register` knows its registry. */
function registerWith(add: (target: Registrable, options: RegisterOptions) => void): Register {
  function register(toolkit: ToolkitClass, context: ClassDecoratorContext): void;
  function register(target: Registrable, options?: RegisterOptions): void;
  function register(options?: RegisterOptions): RegisterDecorator;
  function register(
    given: Registrable | RegisterOptions = {},
    how: RegisterOptions | ClassDecoratorContext = {},
  ): RegisterDecorator | undefined {
    if (!isTarget(given)) return (toolkit, { name }) => add(toolkit, name === undefined ? given : { name, ...given });
    // What a class decorator gives back would take the class's place.
    add(given, "kind" in how ? (how.name === undefined ? {} : { name: how.name }) : how);
    return undefined;
  }
  return register;
}

function isTarget(value: Registrable | RegisterOptions): value is Registrable {
  return typeof value === "function" || "execute" in value || "tools" in value;
}

function isTool(value: Registrable): value is Tool {
  return typeof value === "object" && "execute" in value;
}

const registry = new Registry();

/**
 * Registers a tool, a toolkit or a toolkit's class in the default registry; see {@link Registry.register}.
 *
 * @example
 * @register
 * class PhraseEmphasis extends Toolkit { … }
 */
export const register: Register = registry.register;

/** The names in the default registry, in the order they were registered (Lagent's `list_tools`). */
export function listTools(): readonly string[] {
  return registry.listTools();
}

/**
 * A tool of the default registry, or a new toolkit of a class in it (Lagent's `get_tool`).
 *
 * @param options - what the class is made with
 * @throws RegistryError when there is none of this name
 *
 * @example
 * getTool("PhraseEmphasis", { enable: false });
 */
export function getTool<Options = ToolkitOptions>(name: string, options?: Options): Tool | Toolkit {
  return registry.getTool(name, options);
}
