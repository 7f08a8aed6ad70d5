import type { Issue } from "@helve/core";
import { type Api, apiOf } from "./api-tool.ts";
import { isReserved } from "./reserved-names.ts";
import type { ApiFunction } from "./tool-api.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";

/** What is said of each described method, by the method's name. */
export type Apis = ReadonlyMap<PropertyKey, Api>;

/**
 * What a toolkit's class says of its methods, a parent class's first; the nearest class says it last. A `run` that is not
 * decorated is described by the static `docstring`, and counts where no other method is described.
 *
 * @throws ToolDefinitionError naming every clash: no tool at all, two of one name, a name of the toolkit's own
 */
export function apisOf(toolkit: ToolkitConstructor): Apis {
  const found = new Map<PropertyKey, Api>();
  for (const prototype of prototypes(toolkit)) {
    for (const key of Reflect.ownKeys(prototype)) {
      const api = apiOf(Object.getOwnPropertyDescriptor(prototype, key)?.value);
      if (api !== undefined) found.set(key, api);
    }
  }
  const run = runOf(toolkit);
  const docstring = staticText(toolkit, "docstring");
  if (run !== undefined && !found.has("run") && (docstring !== undefined || found.size === 0)) {
    found.set("run", { docstring: docstring ?? "", name: toolkit.name, fn: run, options: {} });
  }
  const issues = clashes(toolkit.name, found);
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return found;
}

/** A toolkit's class, as far as its methods go. */
export interface ToolkitConstructor {
  readonly name: string;
  readonly prototype: object;
}

/** A text that a class or its parent has as a static property. */
export function staticText(of: object, property: string): string | undefined {
  const text: unknown = Reflect.get(of, property);
  return typeof text === "string" ? text : undefined;
}

/** The farthest first. */
function prototypes(toolkit: ToolkitConstructor): readonly object[] {
  const found: object[] = [];
  for (let at: object | null = toolkit.prototype; at !== null; at = Object.getPrototypeOf(at)) found.unshift(at);
  return found;
}

function runOf({ prototype }: ToolkitConstructor): ApiFunction | undefined {
  const run: unknown = Reflect.get(prototype, "run");
  return typeof run === "function" ? (run as ApiFunction) : undefined;
}

function clashes(toolkit: string, apis: Apis): readonly Issue[] {
  const issues: Issue[] = [];
  const refuse = (code: string, message: string): void => {
    issues.push({ code, message: `the toolkit "${toolkit}" ${message}` });
  };
  if (apis.size === 0) refuse("empty", "has no @toolApi method");
  const others = Array.from(apis.keys(), String).filter((method) => method !== "run");
  if (apis.has("run") && others.length > 0) {
    refuse(
      "reserved",
      `has a tool in "run", which makes a single tool, beside ${others.join(", ")}: call "run" something else`,
    );
  }
  const seen = new Set<string>();
  for (const [method, { name }] of apis) {
    if (method === "run") continue;
    if (isReserved(name)) refuse("reserved", `can't have a tool named "${name}": the name is the toolkit's own`);
    if (seen.has(name)) refuse("duplicate", `has two tools named "${name}"`);
    seen.add(name);
  }
  return issues;
}
