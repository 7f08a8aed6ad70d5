import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { parseProgram } from "@helve/agentspec";
import type { InspectionRequest, Predicate } from "@helve/core";
import type { Program } from "@helve/core/program";
import { Engine } from "@helve/enforcer";
import { type Policy, predicates, resultTrust } from "@helve/predicates";
import { languages } from "../languages.ts";
import { policyFromFile, presetRules, projectFile } from "../rules-source.ts";
import { type KeptPlaces, keepHelve } from "./keep-helve.ts";

/** The programs by which a session is guarded. Each decides alone, and the strictest verdict counts. */
export interface Guards {
  readonly engines: readonly Engine[];
  /** The hash of the files of the project and of the user; other contents in a session are refused. */
  readonly fingerprint: string;
}

/** Whether a person has approved what an engine asks. */
export type IsApproved = (request: InspectionRequest) => boolean;

/**
 * Loads the programs: the built-in rules, the ready rules or the user's own in their place, and the rules of the project in addition. Those
 * of a project only make it stricter: a cloned repository can't loosen anything.
 *
 * @throws UsageError, ProgramError, PlanError or PolicyError if one of the files is broken
 */
export function loadGuards(places: KeptPlaces, isApproved: IsApproved): Guards {
  const userFolder = join(places.home, ".config", "helve");
  const user = programIn(join(userFolder, "rules.agentspec"));
  const projectRules = projectFile("rules.agentspec", places.cwd);
  const project = projectRules === undefined ? undefined : programIn(projectRules);
  const userPolicy = join(userFolder, "policy.json");
  const projectPolicy = projectRules === undefined ? undefined : join(dirname(projectRules), "policy.json");
  const base: Policy = {
    workingDirectory: projectRules === undefined ? places.cwd : dirname(dirname(projectRules)),
    home: places.home,
    languages,
  };
  const policyOf = (file: string | undefined): Policy =>
    file === undefined || !existsSync(file) ? base : { ...base, ...policyFromFile(file, "/") };
  const kept = keepHelve(places);
  const general = user ?? presetRules("coding-agent").program;
  const engines = [
    engineOf(kept.program, kept.predicates, {}, isApproved),
    engineWithPolicy(general, policyOf(userPolicy), isApproved),
    ...(project === undefined ? [] : [engineWithPolicy(project, policyOf(projectPolicy), isApproved)]),
  ];
  const files = [join(userFolder, "rules.agentspec"), userPolicy, projectRules, projectPolicy];
  return {
    engines,
    fingerprint: fingerprintOf(
      files.filter((file) => file !== undefined),
      places,
    ),
  };
}

function programIn(file: string): Program | undefined {
  return existsSync(file) ? parseProgram(readFileSync(file, "utf8")) : undefined;
}

function engineWithPolicy(program: Program, policy: Policy, isApproved: IsApproved): Engine {
  return engineOf(program, predicates(policy), policy, isApproved);
}

/** An engine whose questions are answered by approvals, and are otherwise the verdict. Nothing runs. */
function engineOf(
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

function fingerprintOf(files: readonly string[], { cwd }: KeptPlaces): string {
  const hash = createHash("sha256");
  for (const file of files) {
    const text = existsSync(file) ? readFileSync(file, "utf8") : "";
    hash.update(JSON.stringify([relative(cwd, file), text]));
  }
  return hash.digest("hex");
}
