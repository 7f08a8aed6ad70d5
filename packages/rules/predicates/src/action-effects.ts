import type { Action } from "@helve/core";
import { closestName, quote } from "@helve/core/internal";
import type { ExecutionState } from "@helve/effects";
import { argumentName, argumentValues, wholeValues } from "./argument-values.ts";
import { codeByName } from "./code-by-name.ts";
import { type ActionEffects, type EffectsInput, inSequence, unknownPart } from "./effects-part.ts";
import { fittingUses } from "./path-or-url.ts";
import type { PreparedPolicy } from "./prepared-policy.ts";
import { withPathOfCall } from "./preset-arguments.ts";
import { pathStart } from "./tool-place.ts";
import { primaryArgument, type ToolUse } from "./tool-use.ts";
import { useEffects } from "./use-effects.ts";
import { wordsOf } from "./words-of.ts";

/**
 * Lists the effects of one call of a tool: of the code in its arguments, and of the files and addresses that they name, as the policy's
 * `tools` and the presets say. Relative paths start where the tool works.
 *
 * @param before - what earlier calls left: the directory of the tool's shell, written files
 */
export function effectsOfAction(
  action: Pick<Action, "name" | "args" | "place">,
  policy: PreparedPolicy,
  before: ExecutionState = {},
): ActionEffects {
  const { name: tool, args } = action;
  const { directory, problem } = pathStart(action, policy);
  const state = directory === undefined || before.directory !== undefined ? before : { ...before, directory };
  const read = effectsOfCall({ tool, args, policy, state, directory });
  return problem === undefined
    ? read
    : { ...read, parts: read.parts.map((part) => ({ ...part, pathProblem: problem })) };
}

function effectsOfCall(input: EffectsInput): ActionEffects {
  const { tool: name, args, policy } = input;
  const known = policy.toolUses(name);
  if (known === undefined) return { parts: codeByName(input) };
  const { uses, isPreset } = known;
  const meant = uses.filter((use) => isMeant(use, args)).map((use) => (isPreset ? withPathOfCall(use, args) : use));
  if (uses.length > 0 && meant.length === 0) return { parts: [unknownPart(unlistedCase(name, uses))] };
  const present = meant.filter((use) => {
    const argument = primaryArgument(use);
    return argument === undefined ? "remote" in use : wholeValues(args, argument).length > 0;
  });
  const named = present.length > 0 ? present : meant.filter((use) => "remote" in use);
  if (named.length > 0 || uses.length === 0) {
    return effectsOfUses(fittingUses(bestOfEach(named, args), args), input);
  }
  const withoutArgument = meant.filter((use) => "list" in use || "search" in use).slice(0, 1);
  const { parts, after } = effectsOfUses(withoutArgument, input);
  const byName = codeByName(input);
  const isUnread = isPreset && byName.length === 0 && isKnownFor(name, meant) && hasStrings(args);
  if (!isUnread && (isPreset || withoutArgument.length > 0)) return { parts: [...byName, ...parts], after };
  return { parts: [unknownPart(absentArgument(name, meant, args)), ...byName] };
}

/** Lists the effects of several uses, in sequence. */
function effectsOfUses(uses: readonly ToolUse[], input: EffectsInput): ActionEffects {
  return inSequence(uses, input.state, (use, state) => useEffects(use, { ...input, state }));
}

/** Selects, among uses of one argument, the one that fits most of the other arguments. */
function bestOfEach(uses: readonly ToolUse[], args: Action["args"]): readonly ToolUse[] {
  if (uses.length < 2) return uses;
  const best = new Map<string, { readonly use: ToolUse; readonly known: number }>();
  for (const use of uses) {
    const kind = Object.keys(use).find((member) => member !== "when");
    const key = JSON.stringify([kind, primaryArgument(use), "language" in use ? use.language : "", use.when]);
    const known = Object.values(use).filter(
      (name) => typeof name === "string" && argumentValues(args, name).length > 0,
    );
    const other = best.get(key);
    if (other === undefined || known.length > other.known) best.set(key, { use, known: known.length });
  }
  return [...best.values()].map(({ use }) => use);
}

/** Whether a use applies to a call: its `when` fits the arguments. */
function isMeant({ when = {} }: ToolUse, args: Action["args"]): boolean {
  return Object.entries(when).every(([name, wanted]) => {
    const [{ value } = { value: "" }] = argumentValues(args, name);
    return [wanted].flat().includes(String(value));
  });
}

/** Describes arguments for which no declared use applies. */
function unlistedCase(tool: string, uses: readonly ToolUse[]): string {
  const names = [...new Set(uses.flatMap(({ when = {} }) => Object.keys(when)))].map((name) => quote(name)).join(", ");
  return `the policy does not say what ${tool} does with this value of ${names}`;
}

/**
 * Whether a tool with this name surely has the effects of the presets, even if its arguments have other names: it runs code, or its name has
 * several words (`read_file`) and its uses need an argument. A tool `create` may create anything.
 */
function isKnownFor(tool: string, uses: readonly ToolUse[]): boolean {
  if (uses.some((use) => "code" in use)) return true;
  const words = wordsOf(tool.slice(tool.search(/[^_./]+(?:_[^_./]+)*$/)));
  return words.length > 1 && !uses.some((use) => "list" in use || "search" in use || "remote" in use || "skill" in use);
}

/** Whether an argument of a call is a text that is not empty. */
function hasStrings(args: Action["args"]): boolean {
  return Object.values(args).some((value) => typeof value === "string" && value.trim() !== "");
}

/** Describes arguments that a use expects and the call lacks. */
function absentArgument(tool: string, uses: readonly ToolUse[], args: Action["args"]): string {
  const names = [...new Set(uses.flatMap((use) => argumentName(primaryArgument(use) ?? "")))];
  const given = names.map((name) => closestName(name, Object.keys(args))).find((name) => name !== undefined);
  const hint = given === undefined ? "" : ` (it has ${quote(given)})`;
  return `${tool} has no argument ${names.map((each) => quote(each)).join(" or ")}${hint}, which the policy's "tools" or a preset names for it`;
}
