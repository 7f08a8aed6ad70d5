import { dirname, join } from "node:path";
import type { InspectionRequest, Predicate } from "@helve/core";
import type { Program } from "@helve/core/program";
import { Engine } from "@helve/enforcer";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { languages } from "../languages.ts";
import { policyFromText, presetRules, rulesFromText } from "../rules-source.ts";
import { type KeptPlaces, keepHelve } from "./keep-helve.ts";
import type { RuleFolder } from "./rule-files.ts";

/** Whether a person has approved what an engine asks. */
export type IsApproved = (request: InspectionRequest) => boolean;

/** The files that guard a session. */
export interface GuardFiles {
  readonly user: RuleFolder;
  readonly project: RuleFolder | undefined;
  /** Whether a person has trusted the files of the project as they are. */
  readonly isProjectTrusted: boolean;
}

/**
 * The engines that guard a session: the built-in rules, the general ones (the user's own, or the preset `coding-agent`), and those of the
 * project. Each decides alone, and the strictest verdict counts. Rules of a project only add to the general ones, so that a cloned
 * repository can't loosen anything. After a person has trusted them they replace the preset, and the project's policy overrides the user's.
 *
 * @throws UsageError, PlanError or PolicyError if one of the files is broken
 */
export function createGuards(files: GuardFiles, places: KeptPlaces, isApproved: IsApproved): readonly Engine[] {
  const { user, project, isProjectTrusted } = files;
  const base: Policy = {
    workingDirectory: project === undefined ? places.cwd : dirname(project.path),
    home: places.home,
    languages,
  };
  const userPolicy: Policy = { ...base, ...policyOf(user) };
  const ownPolicy = project === undefined ? {} : policyOf(project);
  const projectPolicy: Policy = { ...(isProjectTrusted ? userPolicy : base), ...ownPolicy };
  const replacesPreset = isProjectTrusted && project?.rules !== undefined && user.rules === undefined;
  const general = replacesPreset ? undefined : (programOf(user) ?? presetRules("coding-agent").program);
  // A trusted project may have a policy alone, which is then that of the general rules.
  const generalPolicy = isProjectTrusted && project?.rules === undefined ? projectPolicy : userPolicy;
  const own = project === undefined ? undefined : programOf(project);
  const kept = keepHelve(places);
  return [
    createEngine(kept.program, kept.predicates, {}, isApproved),
    ...(general === undefined ? [] : [createEngine(general, predicates(generalPolicy), generalPolicy, isApproved)]),
    ...(own === undefined ? [] : [createEngine(own, predicates(projectPolicy), projectPolicy, isApproved)]),
  ];
}

function programOf({ path, rules }: RuleFolder): Program | undefined {
  return rules === undefined ? undefined : rulesFromText(rules, join(path, "rules.agentspec")).program;
}

function policyOf({ path, policy }: RuleFolder): Policy {
  return policy === undefined ? {} : policyFromText(policy, join(path, "policy.json"));
}

/** An engine whose questions are answered by approvals, and are otherwise the verdict. Nothing runs. */
function createEngine(
  program: Program,
  known: readonly Predicate[],
  { traits }: Pick<Policy, "traits">,
  isApproved: IsApproved,
): Engine {
  const enforcements = program.rules.flatMap(({ enforce }) => enforce);
  const fixes = enforcements.flatMap((node) => (node.type === "user_inspection" ? node.fixes : []));
  const domain = enforcements.flatMap((node) => (node.type === "domain" ? [node.name] : []));
  const unavailable = (name: string) => () => {
    throw new Error(`${name} belongs to an application`);
  };
  return new Engine(program, {
    predicates: known,
    trust: resultTrust(traits),
    inspect: (request) => (isApproved(request) ? { decision: "approve" } : { decision: "later" }),
    // Nobody answers by the token: `helve allow` does.
    lateAnswers: { key: "helve hook".padEnd(32) },
    fixes: Object.fromEntries(fixes.map((name) => [name, unavailable(name)])),
    enforcements: Object.fromEntries(domain.map((name) => [name, unavailable(name)])),
    warn: () => undefined,
  });
}
