/** Creates the engines that guard a session: built-in rules, the user's rules and the project's rules. */
import { join } from "node:path";
import type { InspectionRequest, Predicate } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { Languages } from "@helve/effects";
import { namedHandlers, ProgramEngine } from "@helve/enforcer";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { linkTargets } from "@helve/predicates/node";
import type { GuardFiles } from "./guard-files.ts";
import type { HookHost } from "./hook-host.ts";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import { type ProtectedPaths, protectedPaths } from "./keep-helve/protected-paths.ts";
import { keptPolicy, keptRules, loosening } from "./keep-helve.ts";
import type { RuleFolder } from "./state/rule-files.ts";

/** Whether a person has approved the action that an engine asks about. */
export type IsApproved = (request: InspectionRequest) => boolean;

/** Callbacks that the engines call while they decide. */
export interface GuardQuestions {
  readonly isApproved: IsApproved;
  /** Whether the decision takes too long; no predicate is evaluated then. */
  readonly isLate: () => boolean;
  /** Is called with the whole texts of files that a call writes. */
  readonly onWritten?: (texts: readonly string[]) => Promise<void>;
}

/** The programs that guard a session, with the policies of those that can have one. */
export interface GuardPrograms {
  readonly kept: Program;
  readonly others: readonly { readonly program: Program; readonly policy: Policy }[];
}

/**
 * Loads the programs that guard a session: the built-in rules, the general ones (the user's own, or the preset `coding-agent`), and those of
 * the project. Rules of a project only add to the general ones, so that a cloned repository can't loosen anything. After a person has trusted
 * them they replace the preset, and the project's policy overrides the user's.
 *
 * @throws Error if one of the files is broken
 */
export async function loadGuardPrograms(
  files: GuardFiles,
  places: KeptPlaces,
  { host, facts }: { readonly host: HookHost; readonly facts: Policy["facts"] },
): Promise<GuardPrograms> {
  const { user, project, isProjectTrusted } = files;
  const cache = join(places.state, "cache");
  const parse = (text: string, { path }: { readonly path: string }): Promise<Program> =>
    host.parseRules(text, join(path, "rules.agentspec"), cache);
  const { cwd: workingDirectory, current: currentDirectory = workingDirectory, home, platform } = places;
  const base: Policy = { workingDirectory, currentDirectory, home, facts, platform };
  const userPolicy: Policy = { ...base, ...policyOf(user, host) };
  const ownPolicy = project === undefined ? {} : policyOf(project, host);
  const projectPolicy: Policy = { ...(isProjectTrusted ? userPolicy : base), ...ownPolicy };
  const others: { program: Program; policy: Policy }[] = [];
  const replacesPreset = isProjectTrusted && project?.rules !== undefined && user.rules === undefined;
  if (!replacesPreset) {
    const program = await parse(user.rules ?? host.defaultRules(), user);
    // A trusted project may have a policy without rules: it then applies to the general rules.
    others.push({ program, policy: isProjectTrusted && project?.rules === undefined ? projectPolicy : userPolicy });
  }
  if (project?.rules !== undefined) {
    others.push({ program: await parse(project.rules, project), policy: projectPolicy });
  }
  return { kept: await host.parseRules(keptRules, "built-in rules", cache), others };
}

/** The parts of a decision that change from one call to the next. */
export interface GuardDecision extends GuardQuestions {
  readonly places: KeptPlaces;
  /** The protected paths as they are now. */
  readonly paths: ProtectedPaths;
}

/** The engines of a session. Each decides alone, and the strictest verdict is used. They may make one decision after another. */
export class Guards {
  readonly engines: readonly ProgramEngine[];
  /** The policies of the engines that can have one. */
  readonly policies: readonly Policy[];
  readonly #kept: { readonly policy: Policy; readonly known: readonly Predicate[] };
  #decision: GuardDecision;
  #loosening: Predicate;

  /**
   * @param policy - of the built-in rules, from `keptPolicy`, with facts
   * @throws PlanError or PolicyError if rules or policies can't be enforced
   */
  constructor({ kept, others }: GuardPrograms, policy: Policy, languages: Languages, decision: GuardDecision) {
    const own = { ...policy, languages };
    this.#kept = { policy: own, known: predicates(own) };
    this.#decision = decision;
    this.#loosening = this.#looseningNow();
    const questions: GuardQuestions = {
      isApproved: (request) => this.#decision.isApproved(request),
      isLate: () => this.#decision.isLate(),
    };
    const { evaluate: _, ...loosening } = this.#loosening;
    const keptKnown: readonly Predicate[] = [
      ...this.#kept.known,
      { ...loosening, evaluate: (operands, context) => this.#loosening.evaluate(operands, context) },
    ];
    this.policies = others.map((other) => ({ ...other.policy, languages }));
    this.engines = [
      createEngine(kept, keptKnown, {}, questions),
      ...others.map(({ program }, index) => {
        const policy = this.policies[index] ?? {};
        return createEngine(program, predicates(policy), policy, questions);
      }),
    ];
  }

  /** Begins the next decision. */
  begin(decision: GuardDecision): void {
    this.#decision = decision;
    this.#loosening = this.#looseningNow();
  }

  #looseningNow(): Predicate {
    const { policy, known } = this.#kept;
    const { places, paths, onWritten } = this.#decision;
    return loosening(known, { policy, places, paths, onWritten });
  }
}

/**
 * Creates the engines of the programs for one decision.
 *
 * @throws PlanError or PolicyError if rules or policies can't be enforced
 */
export function createGuards(
  programs: GuardPrograms,
  places: KeptPlaces,
  languages: Languages,
  questions: GuardQuestions,
): readonly ProgramEngine[] {
  const { cwd, home } = places;
  const paths = protectedPaths(places);
  const policy = { ...keptPolicy(places, paths), facts: { linkTarget: linkTargets([cwd, home]) } };
  return new Guards(programs, policy, languages, { ...questions, places, paths }).engines;
}

/** Reads the policy file of a folder of rules; an empty policy if there is none. */
function policyOf({ path, policy }: RuleFolder, host: HookHost): Policy {
  return policy === undefined ? {} : host.parsePolicy(policy, join(path, "policy.json"));
}

/** Creates an engine that is answered by recorded approvals only; other questions are the verdict. */
function createEngine(
  program: Program,
  known: readonly Predicate[],
  { traits }: Pick<Policy, "traits">,
  { isApproved, isLate }: GuardQuestions,
): ProgramEngine {
  return new ProgramEngine(program, {
    predicates: known.map((predicate) => ({
      ...predicate,
      evaluate: (operands, context) => {
        if (isLate()) throw new Error("the decision takes too long");
        return predicate.evaluate(operands, context);
      },
    })),
    trust: resultTrust(traits),
    inspect: (request) => (isApproved(request) ? { decision: "approve" } : { decision: "later" }),
    // Nobody answers by the token: `helve allow` does.
    lateAnswers: { key: "helve hook".padEnd(32) },
    ...namedHandlers(program),
    warn: () => undefined,
  });
}
