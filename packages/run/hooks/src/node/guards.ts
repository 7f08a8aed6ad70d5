import { join } from "node:path";
import type { InspectionRequest, Predicate } from "@helve/core";
import type { Program } from "@helve/core/program";
import type { Languages } from "@helve/effects";
import { namedHandlers, ProgramEngine } from "@helve/enforcer";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { projectFacts } from "@helve/predicates/node";
import type { GuardFiles } from "./guard-files.ts";
import type { HookHost } from "./hook-host.ts";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import { keptPredicates, keptRules } from "./keep-helve.ts";
import type { RuleFolder } from "./state/rule-files.ts";

/** Whether a person has approved what an engine asks. */
export type IsApproved = (request: InspectionRequest) => boolean;

/** What the engines ask while they decide. */
export interface GuardQuestions {
  readonly isApproved: IsApproved;
  /** Whether the decision takes too long; no predicate is evaluated then. */
  readonly isLate: () => boolean;
  /** Is called with the whole texts of files that a call writes. */
  readonly onWritten?: (text: string) => void;
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
export async function loadGuardPrograms(files: GuardFiles, places: KeptPlaces, host: HookHost): Promise<GuardPrograms> {
  const { user, project, isProjectTrusted } = files;
  const cache = join(places.state, "cache");
  const parse = (text: string, { path }: { readonly path: string }): Promise<Program> =>
    host.parseRules(text, join(path, "rules.agentspec"), cache);
  const { cwd: workingDirectory, current: currentDirectory = workingDirectory, home, platform } = places;
  const facts = projectFacts(workingDirectory, { home, environment: places.environment });
  const base: Policy = { workingDirectory, currentDirectory, home, facts, platform };
  const userPolicy: Policy = { ...base, ...policyOf(user, host) };
  const ownPolicy = project === undefined ? {} : policyOf(project, host);
  const projectPolicy: Policy = { ...(isProjectTrusted ? userPolicy : base), ...ownPolicy };
  const others: { program: Program; policy: Policy }[] = [];
  const replacesPreset = isProjectTrusted && project?.rules !== undefined && user.rules === undefined;
  if (!replacesPreset) {
    const program = await parse(user.rules ?? host.defaultRules(), user);
    // A trusted project may have a policy alone, which is then that of the general rules.
    others.push({ program, policy: isProjectTrusted && project?.rules === undefined ? projectPolicy : userPolicy });
  }
  if (project?.rules !== undefined) {
    others.push({ program: await parse(project.rules, project), policy: projectPolicy });
  }
  return { kept: await host.parseRules(keptRules, "built-in rules", cache), others };
}

/**
 * Creates the engines of the programs. Each decides alone, and the strictest verdict counts.
 *
 * @throws PlanError or PolicyError if rules or policies can't be enforced
 */
export function createGuards(
  { kept, others }: GuardPrograms,
  places: KeptPlaces,
  languages: Languages,
  questions: GuardQuestions,
): readonly ProgramEngine[] {
  return [
    createEngine(kept, keptPredicates(places, languages, { onWritten: questions.onWritten }), {}, questions),
    ...others.map(({ program, policy }) =>
      createEngine(program, predicates({ ...policy, languages }), policy, questions),
    ),
  ];
}

function policyOf({ path, policy }: RuleFolder, host: HookHost): Policy {
  return policy === undefined ? {} : host.parsePolicy(policy, join(path, "policy.json"));
}

/** An engine whose questions are answered by approvals, and are otherwise the verdict. Nothing runs. */
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
