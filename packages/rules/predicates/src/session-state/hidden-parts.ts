/** Drops remembered data whose secrets were redacted, because its content is unknown. */
import { redactionMark } from "@helve/core/internal";
import type { Effect, ExecutionState, FileData, KnownData } from "@helve/effects";
import { textsOfFile } from "@helve/effects";

/**
 * The state without the data of earlier steps that has hidden parts: that data is unknown. Records of older logs and exports are redacted, and the
 * hidden part may be code.
 *
 * @returns `undefined` if no part is hidden
 */
export function withoutHiddenParts(state: ExecutionState): ExecutionState | undefined {
  const files = replaced(state.files, hidesPartOfFile, unknownData);
  const environment = replaced(state.environment, hidesPartOfData, unknownData);
  const variables = replaced(state.variables, hidesPartOfData, unknownData);
  const settings = replaced(state.settings, (text) => text?.includes(redactionMark) === true, null);
  if ((files ?? environment ?? variables ?? settings) === undefined) return undefined;
  return {
    ...state,
    files: files ?? state.files,
    environment: environment ?? state.environment,
    variables: variables ?? state.variables,
    settings: settings ?? state.settings,
  };
}

/**
 * Returns the effects that a call has only because parts of earlier steps are hidden: the effects of unknown code.
 *
 * @param effects - the call's effects in the state of `withoutHiddenParts`
 * @param known - the call's effects in the original state
 */
export function effectsOfHiddenParts(effects: readonly Effect[], known: readonly Effect[]): readonly Effect[] {
  const before = new Set(known.map(keyOf));
  const runs = effects.filter((effect) => runsUnknownCode(effect) && !before.has(keyOf(effect)));
  const [first] = runs;
  if (first === undefined) return [];
  const { by, start, end } = first;
  return [{ kind: "anything", certainty: "unknown", by, start, end, reason }];
}

const reason = `the code that runs was recorded without its secrets, so a part of it is unknown (${redactionMark})`;

const unknownData: KnownData = { from: [{ kind: "unknown" }] };

/** Whether an effect runs code that is not known. */
function runsUnknownCode(effect: Effect): boolean {
  if (effect.kind === "anything") return true;
  return effect.kind === "execute" && effect.from.some(({ kind }) => kind === "unknown");
}

/** Whether a part of a file's text was hidden as a secret. */
function hidesPartOfFile(data: FileData): boolean {
  return textsOfFile(data).some((text) => text.includes(redactionMark));
}

/** Whether a part of a text was hidden as a secret. */
function hidesPartOfData({ text }: KnownData): boolean {
  return text?.includes(redactionMark) === true;
}

/** Returns a key that is equal for equal effects. */
function keyOf(effect: Effect): string {
  return JSON.stringify(effect);
}

/** A copy of a map in which some values are replaced; `undefined` if not found of them. */
function replaced<Value>(
  map: ReadonlyMap<string, Value> | undefined,
  isReplaced: (value: Value) => boolean,
  replacement: Value,
): ReadonlyMap<string, Value> | undefined {
  const keys = [...(map ?? [])].flatMap(([key, value]) => (isReplaced(value) ? [key] : []));
  return keys.length === 0 ? undefined : new Map([...(map ?? []), ...keys.map((key) => [key, replacement] as const)]);
}
