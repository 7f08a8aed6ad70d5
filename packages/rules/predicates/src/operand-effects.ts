/** Evaluates predicates on a path or an address that a rule passes: `reads_sensitive_path(args.file)`. */
import type { PredicateArgument } from "@helve/core";
import type { Target } from "@helve/effects";
import { requestEffects } from "./address-effects.ts";
import { argumentTarget } from "./argument-target.ts";
import { codeArgumentKind } from "./code-by-name.ts";
import { describeType } from "./describe-type.ts";
import { type EffectsInput, type EffectsPart, unknownPart } from "./effects-part.ts";
import { type ToolEffect, toolPart, writeTo } from "./file-tool-effects.ts";
import { findTexts } from "./text/find-texts.ts";
import { hostOf } from "./text/hosts.ts";

/** A predicate's use of a path or an address that a rule passes: `reads_sensitive_path(args.file)` reads it. */
export type OperandUse = "read" | "list" | "delete" | "write" | "copy" | "sendFile" | "fetch" | "send" | "install";

/**
 * Lists the effects of an operand. Text that looks like a path or URL is one; a single word may be both.
 *
 * @param use - `undefined` for a predicate that is not about paths or addresses
 */
export function operandEffects(
  operand: PredicateArgument,
  use: OperandUse | undefined,
  input: EffectsInput,
): readonly EffectsPart[] {
  const { texts, isComplete, hasOtherValues } = findTexts(operand);
  const parts = texts.flatMap(({ text, path }) => textEffects(text, path, use, input));
  const isText = typeof operand.value === "string" || Array.isArray(operand.value);
  if (isText && isComplete && !hasOtherValues) return parts;
  const place = operand.path === undefined ? "" : ` at ${operand.path}`;
  return [unknownPart(`the code${place} must be a string, not ${describeType(operand.value)}`)];
}

/** The effects of one text. */
function textEffects(
  text: string,
  path: string | undefined,
  use: OperandUse | undefined,
  input: EffectsInput,
): readonly EffectsPart[] {
  const name = /([^/]*)(?:\/\d+)?$/.exec(path ?? "")?.[1] ?? "";
  const kind = codeArgumentKind(name, input.tool);
  const place = path === undefined ? {} : { path };
  const code = (): EffectsPart => {
    const language = kind === undefined || kind === "unknown" ? "shell" : kind;
    const { effects, commands } = input.policy.read(language, text, input.state);
    return { ...place, text, effects, commands };
  };
  if (use === undefined || kind !== undefined || !isPlain(text, name, use)) return [code()];
  const { effects } = toolPart(input.tool, "", text, usedEffects(text, use, input));
  const used = { ...place, text, effects };
  return /[\s/\\:]/.test(text) || pathNames.test(name) || addressNames.test(name) ? [used] : [used, code()];
}

/** Whether a text is a path or an address as a whole, and not a command. */
function isPlain(text: string, name: string, use: OperandUse): boolean {
  if (addressUses.has(use)) {
    if (addressNames.test(name)) return true;
    return (
      !/\s/.test(text.trim()) &&
      (/^[a-z][a-z0-9+.-]*:\/\//i.test(text.trim()) || (hostOf(text) !== null && /[.:]/.test(text)))
    );
  }
  return pathNames.test(name) || !/[\s|&;<>`]|\$\(/.test(text.trim());
}

const addressUses: ReadonlySet<OperandUse> = new Set(["fetch", "send", "install"]);

/** Names of arguments whose values are paths, or addresses. */
const pathNames =
  /path|^(?:file|dir|folder|source|destination|target|src|dest)|file(?:s|_?name)?$|(?:dir|directory|folder)s?$/i;
const addressNames = /ur[il]s?$|host(?:name)?$|address$|endpoint$|domain$|link$|server$/i;

/** The effects of using a path or an address. */
function usedEffects(text: string, use: OperandUse, input: EffectsInput): readonly ToolEffect[] {
  if (use === "fetch" || use === "send") return requestEffects(text, use === "send", input);
  if (use === "install") {
    const host = hostOf(text)?.name ?? null;
    return [{ kind: "install", manager: "", packages: [text], source: "address", host }];
  }
  const target: Target | null = argumentTarget(text, input);
  switch (use) {
    case "read":
      return [{ kind: "read", target, recursive: false }];
    case "list":
      return [{ kind: "list", target, recursive: false }];
    case "delete":
      return [{ kind: "delete", target, recursive: true }];
    case "write":
      return writeTo(target, { mode: "replace", from: [] }, input);
    case "copy":
      return [{ kind: "write", target: null, recursive: false, mode: "create", from: [{ kind: "file", target }] }];
    case "sendFile":
      return [{ kind: "network", direction: "out", host: null, from: [{ kind: "file", target }] }];
  }
}
