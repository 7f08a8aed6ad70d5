/** `helve trust`: trusts the rules of a project. */
import { existsSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { explainRule } from "@helve/agentspec";
import { escapeInvisible } from "@helve/core/internal";
import { projectFolder, type RuleFolder, readRuleFolder, stateFolder, userRuleFolder } from "@helve/hooks/node";
import { predicateCatalogue } from "@helve/predicates";
import { exitCodes, type Io, UsageError } from "../io.ts";
import { checkedPolicy } from "../policy-file.ts";
import { presetNames, presetText } from "../preset-text.ts";
import { isTrusted, recordTrust, trustedFolders } from "../records/trusted-folders.ts";
import { rulesFromText } from "../rules-source.ts";

/** The options of `helve trust`. */
export interface TrustOptions {
  readonly list?: boolean;
  readonly remove?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Trusts the rules of a folder, or no longer, after a person has confirmed at a terminal. Those of a project replace the preset from then
 * on, and rules that have changed in a session are accepted again. Trust ends when a file changes.
 *
 * @param named - a folder `helve`, or one that contains it; by default the nearest from the current directory upwards
 */
export async function trust(named: string | undefined, options: TrustOptions, io: Io): Promise<number> {
  const state = stateFolder(io.home, io.environment);
  if (options.list) return list(state, options, io);
  const path = folderNamed(named, io);
  const print = (text: string, trusted: boolean): void =>
    io.out(options.json ? `${JSON.stringify({ path, trusted })}\n` : text);
  const { remove = false, yes } = options;
  // Text for people goes to standard error if a program reads standard output.
  const shown = options.json ? { ...io, out: io.err } : io;
  const trusted = trustedFolders(state);
  if (remove) {
    const isRemoved = !trusted.has(path) || (await recordTrust({ path, hash: null }, { yes }, shown));
    print(isRemoved ? `${path} is no longer trusted\n` : `${path} is still trusted\n`, !isRemoved);
    return isRemoved ? exitCodes.fine : exitCodes.findings;
  }
  const folder = readRuleFolder(path);
  const details = descriptionOf(folder);
  if (isTrusted(folder, trusted)) {
    shown.out(details);
    print("trusted already, and not changed since\n", true);
    return exitCodes.fine;
  }
  const isRecorded = await recordTrust(folder, { details, yes }, shown);
  print(isRecorded ? "trusted, until they change\n" : "not trusted\n", isRecorded);
  return isRecorded ? exitCodes.fine : exitCodes.findings;
}

/** Resolves the folder to trust. */
function folderNamed(named: string | undefined, { cwd, home }: Io): string {
  if (named === undefined) {
    const nearest = projectFolder(cwd);
    if (nearest === undefined) throw new UsageError("there is no folder helve with rules here or above: name one");
    return nearest;
  }
  const path = resolve(cwd, named);
  // A folder whose rules were deleted can be trusted too.
  const folder = basename(path) === "helve" || path === userRuleFolder(home) ? path : join(path, "helve");
  if (!existsSync(dirname(folder))) throw new UsageError(`there is no folder ${dirname(folder)}`);
  return folder;
}

/** Prints the trusted folders. */
function list(state: string, { json }: TrustOptions, io: Io): number {
  const folders = Array.from(trustedFolders(state), ([path, hash]) => {
    return { path, isUnchanged: readRuleFolder(path).hash === hash };
  });
  if (json) io.out(`${JSON.stringify(folders)}\n`);
  else for (const { path, isUnchanged } of folders) io.out(`${isUnchanged ? "trusted" : "changed"}  ${path}\n`);
  return exitCodes.fine;
}

/**
 * Describes the files of a folder for the person who decides.
 *
 * @throws UsageError if its files are broken
 */
function descriptionOf({ path, rules, policy }: RuleFolder): string {
  const lines = [escapeInvisible(path)];
  if (rules !== undefined) {
    const { program } = rulesFromText(rules, join(path, "rules.agentspec"));
    const preset = presetNames.find((name) => presetText(name) === rules);
    if (preset !== undefined) lines.push(`  the ${program.rules.length} rules of the preset ${preset}, unchanged`);
    for (const rule of preset === undefined ? program.rules : [])
      lines.push(`  @${rule.name}: ${explainRule(rule, { program, predicates: predicateCatalogue })}`);
  }
  if (policy !== undefined) {
    const members = checkedPolicy(policy, join(path, "policy.json"));
    for (const [name, value] of Object.entries(members)) {
      lines.push(`  ${escapeInvisible(`policy ${name}: ${JSON.stringify(value)}`)}`);
    }
  }
  if (rules === undefined && policy === undefined) lines.push("  no rules and no policy");
  return `${lines.join("\n")}\n`;
}
