/** Loads the rules of a chat, and creates their engines. */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Model } from "@helve/agent";
import type { InspectionRequest } from "@helve/core";
import { exactJson } from "@helve/core/internal";
import type { Program } from "@helve/core/program";
import type { Engine, Inspector, LogEntry } from "@helve/enforcer";
import type { ActionExecutor } from "@helve/executor";
import { userRuleFolder } from "@helve/hooks/node";
import type { Policy } from "@helve/predicates";
import { type Io, UsageError } from "../../io.ts";
import { presetText } from "../../preset-text.ts";
import { readText } from "../../read-text.ts";
import { rulesFromText } from "../../rules-source.ts";
import type { ChatPackages } from "./chat-packages.ts";

/** Rules of a chat. */
export interface ChatRules {
  /** A path, or `preset coding-agent`. */
  readonly name: string;
  readonly program: Program;
  /** Identifies the text. */
  readonly hash: string;
}

/**
 * Reads the rule files of a chat; without any, the user's own rules, or else the preset `coding-agent`. The rules of a project count only
 * if they are named: a repository must not loosen anything.
 *
 * @throws UsageError with every mistake of the first file that has one
 */
export function chatRules(files: readonly string[], io: Io): readonly ChatRules[] {
  const own = join(userRuleFolder(io.home), "rules.agentspec");
  const named = files.length > 0 ? files : existsSync(own) ? [own] : [];
  const texts = named.map((name) => ({ name, text: readText(name, io.cwd) }));
  if (texts.length === 0) texts.push({ name: "preset coding-agent", text: presetText("coding-agent") });
  return texts.map(({ name, text }) => ({ ...rulesFromText(text, name), hash: sha256(text) }));
}

/** The inputs for creating the engines of a chat. */
export interface EngineSetup {
  readonly policy: Policy;
  readonly inspect: Inspector;
  readonly model: Model;
  readonly executor: () => ActionExecutor;
  /** Actions that the user has approved for the session, including approvals from other processes. */
  readonly approvals: () => ReadonlySet<string>;
  readonly remember: (approval: string) => void;
  readonly log: (entry: LogEntry) => void;
  readonly warn: (message: string) => void;
}

/**
 * Creates the engine of each rule file. An action needs the consent of all.
 *
 * @throws UsageError if rules can't be enforced, or the policy is invalid
 */
export function chatEngines(
  rules: readonly ChatRules[],
  setup: EngineSetup,
  packages: ChatPackages,
): readonly Engine[] {
  const { agent, guard } = packages;
  return rules.map(({ name, program, hash }) => {
    try {
      return guard.guard({
        rules: program,
        policy: setup.policy,
        ask: remembering(hash, setup),
        reflect: agent.reflectWith(setup.model, setup.executor),
        log: setup.log,
        warn: ({ message }) => setup.warn(`${name}: ${message}`),
      });
    } catch (error) {
      throw new UsageError(`${name}: ${(error as Error).message}`);
    }
  });
}

/** Asks once for what the user allows for the session. */
function remembering(hash: string, { inspect, approvals, remember }: EngineSetup): Inspector {
  const asks: Inspector = async (request, context) => {
    const needed = approvalsFor(request, hash);
    const known = approvals();
    if (needed.length > 0 && needed.every((approval) => known.has(approval))) return { decision: "approve" };
    const answer = await inspect(request, context);
    if (answer.decision === "approve" && answer.remember === "session") needed.forEach(remember);
    return answer;
  };
  const { onFixApplied } = inspect;
  return onFixApplied === undefined ? asks : Object.assign(asks, { onFixApplied });
}

/** Creates an approval for each rule that asks. */
function approvalsFor({ event = "before_action", action, rules }: InspectionRequest, hash: string): readonly string[] {
  if (event !== "before_action") return [];
  return rules.map(({ rule }) => sha256(exactJson([hash, rule, action.name, action.args])));
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
