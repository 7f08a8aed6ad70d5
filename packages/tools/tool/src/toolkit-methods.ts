/** Finds the methods of a toolkit class that are tools. */
import type { Issue } from "@helve/core";
import type { ApiFunction } from "./tool-api-options.ts";
import { ToolDefinitionError } from "./tool-definition-error.ts";
import { attachedDescription, type DescribedFunction } from "./tool-from-docstring.ts";

/** The methods of a toolkit that are tools, by method name. */
export type DescribedMethods = ReadonlyMap<PropertyKey, DescribedFunction>;

/**
 * Collects the methods of a toolkit's class that are tools, parent classes first; a child's method overrides its parent's. A
 * `run` method without decorator is described by the static `docstring`, and used if no other method is a tool.
 *
 * @throws ToolDefinitionError with every problem: no tool at all, two tools with one name, a reserved name
 */
export function describedMethods(toolkit: ToolkitConstructor): DescribedMethods {
  const found = new Map<PropertyKey, DescribedFunction>();
  for (const prototype of prototypeChain(toolkit)) {
    for (const key of Reflect.ownKeys(prototype)) {
      const api = attachedDescription(Object.getOwnPropertyDescriptor(prototype, key)?.value);
      if (api !== undefined) found.set(key, api);
    }
  }
  const run = runMethod(toolkit);
  const docstring = staticText(toolkit, "docstring");
  if (run !== undefined && !found.has("run") && (docstring !== undefined || found.size === 0)) {
    found.set("run", { docstring: docstring ?? "", name: toolkit.name, fn: run, options: {} });
  }
  const issues = nameClashIssues(toolkit.name, found);
  if (issues.length > 0) throw new ToolDefinitionError(issues);
  return found;
}

/** The part of a toolkit's class that is needed to find its methods. */
export interface ToolkitConstructor {
  readonly name: string;
  readonly prototype: object;
}

/** A static string property of a class or its parents; `undefined` if not found. */
export function staticText(target: object, property: string): string | undefined {
  const text: unknown = Reflect.get(target, property);
  return typeof text === "string" ? text : undefined;
}

/** The prototype chain of a class, the most distant ancestor first. */
function prototypeChain(toolkit: ToolkitConstructor): readonly object[] {
  const found: object[] = [];
  for (let at: object | null = toolkit.prototype; at !== null; at = Object.getPrototypeOf(at)) found.unshift(at);
  return found;
}

/** The method `run` of a toolkit's class; `undefined` if not found. */
function runMethod({ prototype }: ToolkitConstructor): ApiFunction | undefined {
  const run: unknown = Reflect.get(prototype, "run");
  return typeof run === "function" ? (run as ApiFunction) : undefined;
}

/** Issues of a toolkit without tools, of tools with the same name, and of reserved names. */
function nameClashIssues(toolkit: string, apis: DescribedMethods): readonly Issue[] {
  const issues: Issue[] = [];
  const refuse = (code: string, message: string): void => {
    issues.push({ code, message: `the toolkit "${toolkit}" ${message}` });
  };
  if (apis.size === 0) refuse("empty", "has no @toolApi method");
  const others = Array.from(apis.keys(), String).filter((method) => method !== "run");
  if (apis.has("run") && others.length > 0) {
    refuse(
      "reserved",
      `has a tool in "run", which makes it a single tool, but also ${others.join(", ")}: rename "run"`,
    );
  }
  const seen = new Set<string>();
  for (const [method, { name }] of apis) {
    if (method === "run") continue;
    if (isReserved(name)) refuse("reserved", `can't have a tool named "${name}": the name is reserved`);
    if (seen.has(name)) refuse("duplicate", `has two tools named "${name}"`);
    seen.add(name);
  }
  return issues;
}

const reserved: ReadonlySet<string> = new Set([
  "run",
  "name",
  "description",
  "tools",
  "isToolkit",
  "enable",
  "parser",
  "constructor",
]);

/** Whether a name is a member of `Toolkit`, so that a tool of a group must not have it. */
export function isReserved(name: string): boolean {
  return reserved.has(name);
}
