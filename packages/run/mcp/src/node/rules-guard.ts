import { randomBytes } from "node:crypto";
import { canonicalJson, type Guard, type Predicate } from "@helve/core";
import type { Program } from "@helve/core/program";
import { Engine, inspectLater } from "@helve/enforcer";
import { type Policy, predicates, resultTrust, toolsFromFunctions, unmappedTools } from "@helve/predicates";

/**
 * Creates a guard that evaluates rules for the tools of a gateway. What the arguments of a tool mean is taken from the policy and from the
 * ready presets, or else from the tool's description, so that rules about files, commands and addresses see the tools of unknown servers, too.
 *
 * Questions are left to the endpoint, and `llm_self_reflect` and fixes are not available.
 *
 * @param log - receives warnings: a tool in a rule that no server has, an argument that rules do not see
 * @throws PlanError or PolicyError if the rules or the policy can't be enforced
 */
export function rulesGuard(program: Program, policy: Policy, log: (line: string) => void): Guard {
  return guardOf({ program, policy, log, predicatesFor: predicates });
}

/** Rules that hold whatever the rules of a user are: the predicates that they need are made for the tools of the servers. */
export interface BuiltInRules {
  readonly program: Program;
  /** @param policy - what is known of the tools */
  readonly predicatesFor: (policy: Policy) => readonly Predicate[];
}

/**
 * Creates a guard that evaluates built-in rules besides those of the user.
 *
 * @throws PlanError if the rules can't be enforced
 */
export function builtInGuard({ program, predicatesFor }: BuiltInRules, policy: Policy): Guard {
  // Tools that rules do not see are reported once, by the rules of the user.
  return guardOf({ program, policy, log: () => undefined, predicatesFor });
}

interface GuardedRules extends BuiltInRules {
  readonly policy: Policy;
  readonly log: (line: string) => void;
}

function guardOf(rules: GuardedRules): Guard {
  const { policy } = rules;
  const reported = new Set<string>();
  const log = (line: string): void => {
    if (!reported.has(line)) rules.log(line);
    reported.add(line);
  };
  const key = randomBytes(32);
  let engine = createEngine({ ...rules, log }, key);
  // What descriptions said of the tools for which the engine was created.
  let known = canonicalJson({});
  return {
    before: (action, context) => engine.before(action, context),
    after: (step, context) => engine.after(step, context),
    resume: (pending, answer, context) => engine.resume(pending, answer, context),
    snapshot: (context) => engine.snapshot(context),
    toolsChanged(tools) {
      const uses = derivedUses(tools, policy);
      const next = canonicalJson(uses);
      if (next !== known) {
        engine = createEngine({ ...rules, log, policy: { ...policy, tools: { ...uses, ...policy.tools } } }, key);
        known = next;
      }
      engine.toolsChanged(tools);
    },
    untimed: true,
  };
}

type Described = Parameters<typeof toolsFromFunctions>[0];

/** What the descriptions say about the arguments of tools that neither the policy nor a preset knows. */
function derivedUses(tools: Described, policy: Policy): Policy["tools"] & object {
  const unknown = tools.filter((tool) => unmappedTools([tool], policy).length > 0);
  return toolsFromFunctions(unknown, Object.keys(policy.languages ?? {}));
}

function createEngine({ program, policy, log, predicatesFor }: GuardedRules, key: Uint8Array): Engine {
  const enforcements = program.rules.flatMap(({ enforce }) => enforce);
  const fixes = enforcements.flatMap((node) => (node.type === "user_inspection" ? node.fixes : []));
  const domain = enforcements.flatMap((node) => (node.type === "domain" ? [node.name] : []));
  const unavailable = (name: string) => (): never => {
    throw new Error(`${name} belongs to an application`);
  };
  return new Engine(program, {
    predicates: predicatesFor(policy),
    trust: resultTrust(policy.traits),
    inspect: inspectLater(),
    lateAnswers: { key },
    fixes: Object.fromEntries(fixes.map((name) => [name, unavailable(name)])),
    enforcements: Object.fromEntries(domain.map((name) => [name, unavailable(name)])),
    warn: ({ message }) => log(message),
  });
}
