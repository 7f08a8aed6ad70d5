/** Loads the engines of a session, or reuses the engines of the last decision. */
import type { Languages } from "@helve/effects";
import type { Policy } from "@helve/predicates";
import { projectFacts } from "@helve/predicates/node";
import { CurrentFacts } from "./current-facts.ts";
import type { GuardFiles } from "./guard-files.ts";
import { type GuardPrograms, type GuardQuestions, Guards, loadGuardPrograms } from "./guards.ts";
import type { HookHost } from "./hook-host.ts";
import type { KeptPlaces } from "./keep-helve/kept-places.ts";
import { type ProtectedPaths, protectedPaths } from "./keep-helve/protected-paths.ts";
import { keptPolicy } from "./keep-helve.ts";
import type { SessionLog } from "./session-log.ts";

/** The engines of a session for the current decision. */
export interface GuardsNow {
  /** `history` of the steps: the engines know those that they have read with it. */
  readonly history: object;
  with(languages: Languages, questions: GuardQuestions): Guards;
}

/** Guards that were created for a decision. A later decision reuses them if their key is the same. */
export interface KeptGuards {
  readonly key: string;
  readonly programs: GuardPrograms;
  /** The policy of the built-in rules. */
  readonly policy: Policy;
  readonly facts: CurrentFacts;
  guards?: { readonly languages: Languages; readonly guards: Guards };
  history?: { readonly object: object; readonly of: object };
}

/**
 * Loads the engines of a session, or reuses the cached ones.
 *
 * @param log - the log, with what is kept of the session
 * @throws Error if rules or policies are broken
 */
export async function loadGuards(
  files: GuardFiles,
  places: KeptPlaces,
  { log, host }: { readonly log: SessionLog; readonly host: HookHost },
): Promise<GuardsNow> {
  const { cwd, home, environment } = places;
  const paths = protectedPaths(places);
  const policy = keptPolicy(places, paths);
  const now = projectFacts(cwd, { home, environment });
  // The file rules of a policy depend on which files exist.
  const key = JSON.stringify([files.key, policy]);
  const found = log.memory.guards?.find((kept) => kept.key === key);
  const areLinksSame = found?.facts.begin(now) === true;
  const kept = found ?? (await createKept(key, files, { places, host, policy, facts: new CurrentFacts(now) }));
  const others = log.memory.guards?.filter((other) => other !== kept) ?? [];
  log.memory.guards = [kept, ...others].slice(0, mostPlaces);
  if (!areLinksSame || kept.history?.of !== log.beginning) kept.history = { object: {}, of: log.beginning };
  return guardsNow(kept, kept.history.object, { places, paths });
}

/** For how many working directories of an agent guards are kept. */
const mostPlaces = 4;

async function createKept(
  key: string,
  files: GuardFiles,
  {
    places,
    host,
    policy,
    facts,
  }: {
    readonly places: KeptPlaces;
    readonly host: HookHost;
    readonly policy: Policy;
    readonly facts: CurrentFacts;
  },
): Promise<KeptGuards> {
  const programs = await loadGuardPrograms(files, places, { host, facts: facts.facts });
  return { key, programs, policy: { ...policy, facts: { linkTarget: facts.facts.linkTarget } }, facts };
}

/** Creates the guards for the current decision. */
function guardsNow(
  kept: KeptGuards,
  history: object,
  surroundings: { readonly places: KeptPlaces; readonly paths: ProtectedPaths },
): GuardsNow {
  return {
    history,
    with(languages, questions) {
      const decision = { ...questions, ...surroundings };
      if (kept.guards?.languages === languages) kept.guards.guards.begin(decision);
      else kept.guards = { languages, guards: new Guards(kept.programs, kept.policy, languages, decision) };
      return kept.guards.guards;
    },
  };
}
