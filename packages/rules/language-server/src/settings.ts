/** Reads the editor's settings of the section `helve`. */
import { didYouMean, isObject } from "@helve/core/internal";

/** The settings of the section `helve`. */
export interface Settings {
  /** The policy of all rules, relative to the folder of the workspace; by default `policy.json` beside the rules. */
  readonly policy?: string;
  /** OpenTool documents besides those of the workspace, relative to its folder. */
  readonly tools: readonly string[];
  /** Whether rules may only name tools that a document describes. It has no effect without such a document. */
  readonly checkTools: boolean;
  readonly inlayHints: boolean;
  readonly codeLens: boolean;
}

const defaults: Settings = { tools: [], checkTools: true, inlayHints: true, codeLens: true };

const kinds = {
  policy: { expected: "a path", isValid: (value: unknown) => typeof value === "string" && value !== "" },
  tools: {
    expected: "a list of paths",
    isValid: (value: unknown) => Array.isArray(value) && value.every((path) => typeof path === "string" && path !== ""),
  },
  checkTools: { expected: "true or false", isValid: isBoolean },
  inlayHints: { expected: "true or false", isValid: isBoolean },
  codeLens: { expected: "true or false", isValid: isBoolean },
} as const satisfies Record<keyof Settings, { expected: string; isValid: (value: unknown) => boolean }>;

/**
 * Reads the settings that an editor sends. Never throws: an invalid setting has its default.
 *
 * @param value - the value of the section, or an object with the section as its member `helve`; `null` and `undefined` if there are none
 * @returns the settings, and a message for each one that is unknown or invalid
 *
 * @example
 * readSettings({ inlayHint: false }).problems; // ['unknown setting "helve.inlayHint" (did you mean "inlayHints"?)']
 */
export function readSettings(value: unknown): { readonly settings: Settings; readonly problems: readonly string[] } {
  const own = isObject(value) && !Array.isArray(value) && Object.hasOwn(value, "helve") ? value["helve"] : value;
  if (own === null || own === undefined) return { settings: defaults, problems: [] };
  if (!isObject(own) || Array.isArray(own)) return { settings: defaults, problems: ["helve: expected an object"] };
  const problems: string[] = [];
  const valid = Object.entries(own).filter(([name, setting]) => {
    if (!Object.hasOwn(kinds, name)) {
      const known = Object.keys(kinds);
      const hint = didYouMean(name, known) || `: the settings are ${known.join(", ")}`;
      problems.push(`unknown setting ${JSON.stringify(`helve.${name}`)}${hint}`);
      return false;
    }
    const { expected, isValid } = kinds[name as keyof Settings];
    // An editor sends null for a setting without a value.
    if (setting === null || isValid(setting)) return setting !== null;
    problems.push(`the setting "helve.${name}" must be ${expected} (got ${shortJson(setting)})`);
    return false;
  });
  return { settings: { ...defaults, ...Object.fromEntries(valid) }, problems };
}

function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

function shortJson(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
