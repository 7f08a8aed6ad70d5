/** Reads the commands of a target in a makefile: `make clean`. */
import { pathsIncludedByMake, pathsWrittenByMake } from "./make-files.ts";
import { replaceFunctions } from "./make-functions.ts";

/** The most lines of a makefile that are read. */
const maxLines = 400;
const maxDepth = 8;
/** The most characters that inserted variables may have in total. */
const maxInserted = 50_000;
const maxPatternRules = 50;
/** The most targets and prerequisites that are followed. */
const maxVisits = 5000;

/** The lines that a command of a makefile or a justfile runs. */
export interface RecipeLines {
  readonly lines: readonly string[];
  /** Whether these are all lines. */
  readonly isComplete: boolean;
}

/**
 * The shell lines that `make` runs for some targets: their recipes, after the recipes of their prerequisites, with the variables of the
 * makefile inserted. A variable that the makefile does not set stays a variable of the shell, and `$(shell …)` a substitution.
 *
 * @param targets - the targets of the command; without them, the first one of the makefile
 * @param overrides - variables of the command: `CC=gcc`
 */
export function linesOfMakeTarget(text: string, targets: readonly string[], overrides: readonly string[]): RecipeLines {
  const makefile = readMakefile(text, overrides);
  const { variables, work, patterns } = makefile;
  const lookUp = (name: string): string | undefined => variables.get(name);
  const lines = [
    ...makefile.immediate.slice(0, maxLines).map((value) => `: ${expand(value, lookUp, work)}`),
    ...pathsWrittenByMake(text).map((path) => `> ${expand(path, lookUp, work)}`),
  ];
  const visited = new Set<string>();
  const waiting = [...(targets.length > 0 ? targets : makefile.first)]
    .reverse()
    .map((target) => ({ target, isReady: false }));
  let visits = 0;
  for (let next = waiting.pop(); next !== undefined && visits < maxVisits; next = waiting.pop()) {
    if (lines.length >= maxLines) break;
    const { target, isReady } = next;
    if (!isReady && visited.has(target)) continue;
    visited.add(target);
    const rules = [
      ...(makefile.rules.get(target) ?? []),
      ...patterns.slice(0, maxPatternRules).filter((rule) => matches(rule, target)),
    ];
    const needsOf = ({ names, needs }: Rule): readonly string[] =>
      needs.map((each) => each.replace("%", stemOf(names[0] ?? "", target)));
    if (!isReady) {
      // Prerequisites come first.
      waiting.push({ target, isReady: true });
      const needs = rules.flatMap(needsOf);
      visits += 1 + needs.length;
      for (const each of needs.reverse()) waiting.push({ target: each, isReady: false });
      continue;
    }
    for (const rule of rules) {
      const needs = needsOf(rule);
      const stem = stemOf(rule.names[0] ?? "", target);
      const automatic: Readonly<Record<string, string>> = {
        "@": target,
        "<": needs[0] ?? "",
        "^": needs.join(" "),
        "*": stem,
      };
      const value = (name: string): string | undefined =>
        Object.hasOwn(automatic, name) ? automatic[name] : variables.get(name);
      for (const line of rule.recipe.slice(0, maxLines - lines.length))
        lines.push(expand(line.replace(/^[@+\s-]+/, ""), value, work));
    }
  }
  const isComplete = lines.length < maxLines && visits < maxVisits && work.left > 0 && !unreadParts.test(text);
  return { lines, isComplete: isComplete && patterns.length <= maxPatternRules };
}

/** Parts of a makefile that decide how the rest of it is read, or what runs its recipes. */
const unreadParts =
  /^\s*\.RECIPEPREFIX\b|\$[({](?:eval\s|file\s|guile\s)|^\s*(?:export\s+|override\s+)*SHELL\s*[:?+]*=(?!\s*(?:\/(?:usr\/)?bin\/(?:env\s+)?)?(?:ba|z|da)?sh\b)|^\s*-?load\s/m;

interface Rule {
  readonly names: readonly string[];
  readonly needs: readonly string[];
  readonly recipe: string[];
}

interface Makefile {
  /** The rules by their targets. */
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  /** The rules with `%` in their targets. */
  readonly patterns: readonly Rule[];
  /** The target that `make` makes by default. */
  readonly first: readonly string[];
  /** How many characters may still be inserted. */
  readonly work: Work;
  readonly variables: Map<string, string>;
  /** The values with `$(shell …)` that `make` computes as soon as it reads them. */
  readonly immediate: readonly string[];
}

interface Work {
  left: number;
}

/** The files that a makefile includes, with its variables inserted. Those that it does not set are references of the shell: `${X}`. */
export function filesIncludedByMake(text: string, overrides: readonly string[]): readonly string[] {
  const paths = pathsIncludedByMake(text);
  if (paths.length === 0) return [];
  const { variables, work } = readMakefile(text, overrides);
  return paths.flatMap((path) => wordsOf(expand(path, (name) => variables.get(name), work)));
}

function readMakefile(text: string, overrides: readonly string[]): Makefile {
  const rules = new Map<string, Rule[]>();
  const patterns: Rule[] = [];
  const work: Work = { left: maxInserted };
  const variables = new Map<string, string>([
    ["MAKE", "make"],
    ["RM", "rm -f"],
    ["CURDIR", "."],
  ]);
  const immediate: string[] = [];
  const lookUp = (name: string): string | undefined => variables.get(name);
  let current: Rule | undefined;
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (line.startsWith("\t")) {
      if (line.trim() !== "") current?.recipe.push(line.slice(1));
      continue;
    }
    const [, name, kind = "", value = ""] = /^ *(?:export |override )* *([\w.-]+) *([:?+!]*)=(.*)$/s.exec(line) ?? [];
    if (name !== undefined) {
      const before = kind === "+" ? `${variables.get(name) ?? ""} ` : "";
      const whole = kind === "!" ? `$(shell ${value})` : before + value.trim();
      variables.set(name, whole.slice(0, maxInserted));
      if (kind === "!" || /\$[({]shell\s/.test(value)) immediate.push(variables.get(name) ?? "");
      continue;
    }
    if (/^\$[({](shell|eval|info)\s/.test(line)) immediate.push(line);
    const [, names, rest] = /^([^#\s:][^:]*)::?(?!=)(.*)$/s.exec(line) ?? [];
    if (names === undefined || rest === undefined) continue;
    const semicolon = rest.indexOf(";");
    const listed = semicolon === -1 ? rest.replace(/#.*$/s, "") : rest.slice(0, semicolon);
    current = {
      names: wordsOf(expand(names, lookUp, work)),
      needs: wordsOf(expand(listed, lookUp, work)),
      recipe: semicolon === -1 ? [] : [rest.slice(semicolon + 1)],
    };
    for (const name of current.names) {
      if (name.includes("%")) patterns.push(current);
      else if (rules.get(name)?.push(current) === undefined) rules.set(name, [current]);
    }
  }
  for (const each of overrides) {
    const [, name = "", value = ""] = /^([^=:?+!]+)[:?+!]*=(.*)$/s.exec(each) ?? [];
    variables.set(name, value);
  }
  const first = [...rules.keys()].find((name) => !name.startsWith("."));
  return {
    rules,
    patterns,
    first: first === undefined ? [] : [first],
    variables,
    immediate,
    work,
  };
}

/** Splits a line of a makefile at white space. */
function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "" && word !== "|");
}

/** Whether a rule with `%` is about a target. */
function matches({ names }: Rule, target: string): boolean {
  return names.some((name) => {
    const [before = "", after = ""] = name.split("%");
    return target.length > before.length + after.length && target.startsWith(before) && target.endsWith(after);
  });
}

/** Returns the part of a target that `%` matches. */
function stemOf(name: string, target: string): string {
  const [before = "", after] = name.split("%");
  return after === undefined ? target : target.slice(before.length, target.length - after.length);
}

/** Inserts the values of variables: `$(CC)`, `${CC}`, `$@`; `$$` is a dollar sign of the shell. */
function expand(text: string, lookUp: (name: string) => string | undefined, work: Work, depth: number = 0): string {
  if (depth > maxDepth || work.left <= 0 || !text.includes("$")) return text;
  const expanded = text.replaceAll(
    /\$(?:\$|(\([\w.@<^*%+-]+\)|\{[\w.@<^*%+-]+\}|[\w@<^*]))|\$[({](shell\s)?/g,
    (all: string, reference?: string, shell?: string) => {
      if (all === "$$") return "$";
      const name = reference?.replaceAll(/[(){}]/g, "");
      if (name === undefined) return shell === undefined ? all : "$(shell ";
      const value = lookUp(name);
      work.left -= 1 + (value?.length ?? 0);
      return value === undefined || work.left <= 0 ? `\${${name}}` : expand(value, lookUp, work, depth + 1);
    },
  );
  work.left -= depth === 0 && expanded.includes("$(") ? expanded.length >> 2 : 0;
  return depth === 0 && work.left > 0 ? replaceFunctions(expanded).replaceAll("$(shell ", "$(") : expanded;
}
