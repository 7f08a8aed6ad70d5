/** Reads the JSON in the pane "Context": what the rules know besides the call, such as the user's prompt. */
import type { JsonSchema, Predicate } from "@helve/core";
import { isObject } from "@helve/core/internal";
import { imaginaryProject, languageTools, type Policy } from "@helve/predicates";
import { currentLanguages } from "./languages.ts";
import { lazy } from "./load.ts";

/** The data that rules use besides the call. */
export interface ReadContext {
  readonly policy: Policy;
  readonly prompt: string;
  readonly state: unknown;
  /** For each tool, the JSON Schema of its arguments. */
  readonly schemas: ReadonlyMap<string, JsonSchema>;
  /** The predicates of a domain, besides the predicates of `@helve/predicates`. */
  readonly domainPredicates: readonly Predicate[];
}

const members = ["policy", "prompt", "state", "tools", "domain"];

const household = lazy(() => import("@helve/household"));

/**
 * Reads a context.
 *
 * @returns a text that says what is wrong if it is invalid; the members of the policy are not checked
 */
export async function readContext(text: string): Promise<ReadContext | string> {
  const value: Readonly<Record<string, unknown>> | string = text.trim() === "" ? {} : jsonObject(text);
  if (typeof value === "string") return value;
  const unknown = Object.keys(value).find((name) => !members.includes(name));
  if (unknown !== undefined) return `unknown member "${unknown}": expected ${members.join(", ")}`;
  const { policy = {}, prompt = "", state, tools = {}, domain } = value;
  if (!isObject(policy)) return '"policy" must be an object';
  if (typeof prompt !== "string") return '"prompt" must be a string';
  if (!isObject(tools)) return '"tools" must be an object: a JSON Schema for each tool';
  if (domain !== undefined && domain !== "household") return '"domain" must be "household", or absent';
  const own = policy as Policy;
  return {
    policy: { ...imaginaryProject, ...own, languages: currentLanguages(), tools: { ...languageTools, ...own.tools } },
    prompt,
    state,
    schemas: new Map(Object.entries(tools as Readonly<Record<string, JsonSchema>>)),
    domainPredicates: domain === undefined ? [] : (await household()).householdPredicates(),
  };
}

/** Parses a JSON object; returns the problem as a text otherwise. */
function jsonObject(text: string): Readonly<Record<string, unknown>> | string {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : "expected a JSON object";
  } catch (error) {
    return `expected a JSON object (${(error as Error).message})`;
  }
}
