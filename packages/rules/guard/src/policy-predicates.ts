/** Creates the predicates of a policy. Languages are loaded when a call first needs them. */
import { canonicalJson, type Predicate, type PredicateMemory, type ToolSummary } from "@helve/core";
import { languageTools, type Policy, predicates, toolsFromFunctions, unmappedTools } from "@helve/predicates";
import { allLanguages, languagesOnDemand, loadLanguages } from "./languages.ts";

/** Predicates that load languages and learn the tools of a host while they are used. */
export interface PolicyPredicates {
  readonly predicates: readonly Predicate[];
  /** Adds what the descriptions of tools say about their arguments, for tools that neither the policy nor a preset knows. */
  describe(tools: readonly ToolSummary[]): void;
}

/** Creates predicates, as `predicates` of `@helve/predicates` does. */
export type CreatePredicates = (policy: Policy) => readonly Predicate[];

/**
 * Creates predicates that load the reader of a language when a call needs it, and that use the descriptions of tools.
 *
 * @param create - called for each change of what is known; it must return predicates with the same names each time
 * @throws PolicyError with every problem of the policy
 *
 * @example
 * const { predicates, describe } = policyPredicates({ workingDirectory: "/home/ada/project" });
 * const engine = new Engine(rules, { predicates, onTools: describe });
 */
export function policyPredicates(policy: Policy, create: CreatePredicates = predicates): PolicyPredicates {
  let described: NonNullable<Policy["tools"]> = {};
  const createSet = (): PredicateSet => {
    const missing = new Set<string>();
    const languages = { ...languagesOnDemand(missing), ...policy.languages };
    const list = create({ ...policy, languages, tools: { ...languageTools, ...described, ...policy.tools } });
    return { byName: new Map(list.map((predicate) => [predicate.name, predicate])), missing };
  };
  const first = createSet();
  /** Created when it is needed: a host may announce its tools one by one. */
  let latest: PredicateSet | undefined = first;
  const current = (): PredicateSet => {
    latest ??= createSet();
    return latest;
  };
  const named = (name: string, { byName } = current()): Predicate => {
    const predicate = byName.get(name);
    if (predicate === undefined) throw new TypeError(`there is no predicate ${name} any more`);
    return predicate;
  };
  const evaluate = (
    name: string,
    ...operands: Parameters<Predicate["evaluate"]>
  ): ReturnType<Predicate["evaluate"]> => {
    const set = current();
    const result = named(name, set).evaluate(...operands);
    return result instanceof Promise || set.missing.size > 0 ? settle(set, result, name, operands) : result;
  };
  /** Loads the languages that this evaluation, or an earlier one with the same predicates, has missed; then evaluates again. */
  const settle = async (
    set: PredicateSet,
    result: ReturnType<Predicate["evaluate"]>,
    name: string,
    operands: Parameters<Predicate["evaluate"]>,
  ): Promise<Awaited<ReturnType<Predicate["evaluate"]>>> => {
    const found = await result;
    if (set.missing.size === 0) return found;
    await loadLanguages(set.missing);
    if (latest === set) latest = undefined;
    return evaluate(name, ...operands);
  };
  const memories = new Map<PredicateMemory, PredicateMemory>();
  const memoryOf = ({ name, memory }: Predicate): PredicateMemory | undefined => {
    if (memory === undefined) return undefined;
    const known = memories.get(memory) ?? { snapshot: (past) => named(name).memory?.snapshot(past) ?? null };
    memories.set(memory, known);
    return known;
  };
  return {
    predicates: Array.from(first.byName.values(), (predicate) => ({
      ...predicate,
      argumentFor: predicate.argumentFor && ((tool) => named(predicate.name).argumentFor?.(tool)),
      blindFor: predicate.blindFor && ((tool) => named(predicate.name).blindFor?.(tool)),
      evaluate: (args, context) => evaluate(predicate.name, args, context),
      memory: memoryOf(predicate),
    })),
    describe(tools) {
      const unknown = tools.filter((tool) => unmappedTools([tool], policy).length > 0);
      const languages = [...allLanguages, ...Object.keys(policy.languages ?? {})];
      const uses = toolsFromFunctions(unknown, languages);
      if (canonicalJson(uses) === canonicalJson(described)) return;
      described = uses;
      latest = undefined;
    },
  };
}

/** Predicates that were created together, and the languages that they have missed. */
interface PredicateSet {
  readonly byName: ReadonlyMap<string, Predicate>;
  readonly missing: Set<string>;
}
