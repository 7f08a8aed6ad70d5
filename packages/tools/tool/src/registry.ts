/** A registry of tools and toolkits by name, with the decorator `register`. */
import type { Issue } from "@helve/core";
import { didYouMean, quote } from "@helve/core/internal";
import { nameIssues } from "./description-issues.ts";
import { RegistryError } from "./registry-error.ts";
import type { Tool } from "./tool.ts";
import type { Toolkit, ToolkitOptions } from "./toolkit.ts";
import { describedMethods } from "./toolkit-methods.ts";

/** A toolkit's class, with constructor options of its own. */
export type ToolkitClass<Options = never> = new (options: Options) => Toolkit;

/** An object that can be registered: a tool, a toolkit, or a toolkit's class. */
export type Registrable = Tool | Toolkit | ToolkitClass;

/** The options of registering a tool. */
export interface RegisterOptions {
  /** The name in the registry; the name of the tool or class by default. */
  readonly name?: string;
  /** Whether it may replace another tool with the same name; false by default. */
  readonly override?: boolean;
}

/** The class decorator that `register` returns. */
type RegisterDecorator = (target: ToolkitClass, context: ClassDecoratorContext) => void;

/** The type of `register`: a function for tools and classes, and a decorator with or without options. */
export interface Register {
  (toolkit: ToolkitClass, context: ClassDecoratorContext): void;
  (target: Registrable, options?: RegisterOptions): void;
  (options?: RegisterOptions): RegisterDecorator;
}

/**
 * Tools and toolkits by name, to create them from a configuration (Lagent's `TOOL_REGISTRY`).
 *
 * JavaScript has no hook on subclassing, so a class is registered explicitly, by `@register` or `register(…)`. Importing a
 * Helve package registers nothing.
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
   * @throws RegistryError if the name is registered already and `override` is not true; ToolDefinitionError if names in a
   *   class clash
   */
  readonly register: Register = createRegister((target, options) => this.#add(target, options));

  /** The names, in the order they were registered. */
  listTools(): readonly string[] {
    return [...this.#entries.keys()];
  }

  /** Whether a tool is registered under a name. */
  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * Returns the tool or toolkit with a name; creates a new toolkit if a class is registered.
   *
   * @param options - the constructor options of the class; not allowed for a tool or a toolkit object
   * @throws RegistryError if there is no such tool, or options are passed for a tool or a toolkit object
   */
  getTool<Options = ToolkitOptions>(name: string, options?: Options): Tool | Toolkit {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new RegistryError([this.#unknown(name)]);
    if (typeof entry === "function" && !isTool(entry)) return new (entry as ToolkitClass<Options | undefined>)(options);
    if (options === undefined) return entry;
    throw new RegistryError([{ code: "options", message: `the tool "${name}" is not a class: it takes no options` }]);
  }

  #add(target: Registrable, { name = target.name, override = false }: RegisterOptions): void {
    const issues = [...nameIssues(isTool(target) ? "tool" : "toolkit", name)];
    if (this.#entries.has(name) && !override) {
      const message = `the tool "${name}" is registered already: use another name, or register it with override: true`;
      issues.push({ code: "duplicate", message });
    }
    if (issues.length > 0) throw new RegistryError(issues);
    if (typeof target === "function" && !isTool(target)) describedMethods(target);
    this.#entries.set(name, target);
  }

  #unknown(given: string): Issue {
    const name = String(given);
    const names = this.listTools();
    const registeredNames =
      names.length === 0
        ? "no tool is registered"
        : `registered are ${names.map((registered) => `"${registered}"`).join(", ")}`;
    return {
      code: "unknown_tool",
      message: `there is no tool ${quote(name)}${didYouMean(name, names)}: ${registeredNames}`,
    };
  }
}

/** Creates `register` as a bound function, so that `@registry.register` works as a decorator. */
function createRegister(add: (target: Registrable, options: RegisterOptions) => void): Register {
  function register(toolkit: ToolkitClass, context: ClassDecoratorContext): void;
  function register(target: Registrable, options?: RegisterOptions): void;
  function register(options?: RegisterOptions): RegisterDecorator;
  function register(
    target: Registrable | RegisterOptions = {},
    options: RegisterOptions | ClassDecoratorContext = {},
  ): RegisterDecorator | undefined {
    if (!isRegistrable(target))
      return (toolkit, { name }) => add(toolkit, name === undefined ? target : { name, ...target });
    // A value that a class decorator returns would replace the class.
    add(target, "kind" in options ? (options.name === undefined ? {} : { name: options.name }) : options);
    return undefined;
  }
  return register;
}

function isRegistrable(value: Registrable | RegisterOptions): value is Registrable {
  return typeof value === "function" || "execute" in value || "tools" in value;
}

function isTool(value: Registrable): value is Tool {
  return "execute" in value && "parameters" in value;
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

/** The names in the default registry, in the order in which they were registered (Lagent's `list_tools`). */
export function listTools(): readonly string[] {
  return registry.listTools();
}

/**
 * A tool of the default registry, or a new toolkit of a class in it (Lagent's `get_tool`).
 *
 * @param options - the constructor options of the class
 * @throws RegistryError if no tool or toolkit has this name
 *
 * @example
 * getTool("PhraseEmphasis", { enable: false });
 */
export function getTool<Options = ToolkitOptions>(name: string, options?: Options): Tool | Toolkit {
  return registry.getTool(name, options);
}
