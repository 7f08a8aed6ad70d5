/** More lines than this are not read. */
const maxLines = 400;
const maxValueLength = 4096;
const maxDepth = 8;

/**
 * The shell lines that `make` runs for some targets: their recipes after those of their prerequisites, with the variables of the
 * makefile inserted. A variable that the makefile does not set stays a variable of the shell, and `$(shell …)` a substitution.
 *
 * @param targets - the targets of the command; without them, the first one of the makefile
 * @param overrides - variables of the command: `CC=gcc`
 */
export function linesOfMakeTarget(
  text: string,
  targets: readonly string[],
  overrides: readonly string[],
): readonly string[] {
  const makefile = readMakefile(text);
  for (const each of overrides) {
    const [, name = "", value = ""] = /^([^=:?+!]+)[:?+!]*=(.*)$/s.exec(each) ?? [];
    makefile.variables.set(name, value);
  }
  const lines = makefile.immediate.map((value) => `: ${expand(value, makefile.variables, 0)}`);
  const visited = new Set<string>();
  const visit = (target: string): void => {
    if (visited.has(target) || lines.length >= maxLines) return;
    visited.add(target);
    for (const rule of makefile.rules.filter(({ names }) => names.some((name) => matchesTarget(name, target)))) {
      const needs = rule.needs.map((each) => each.replace("%", stemOf(rule.names[0] ?? "", target)));
      for (const each of needs) visit(each);
      const automatic = new Map([
        ["@", target],
        ["<", needs[0] ?? ""],
        ["^", needs.join(" ")],
        ["*", stemOf(rule.names[0] ?? "", target)],
      ]);
      const variables = new Map([...makefile.variables, ...automatic]);
      for (const line of rule.recipe)
        if (lines.length < maxLines) lines.push(expand(line.replace(/^[@+\s-]+/, ""), variables, 0));
    }
  };
  const first = makefile.rules.flatMap(({ names }) => names).find((name) => !/^\.|%/.test(name));
  for (const target of targets.length > 0 ? targets : first === undefined ? [] : [first]) visit(target);
  return lines;
}

interface Rule {
  readonly names: readonly string[];
  readonly needs: readonly string[];
  readonly recipe: string[];
}

interface Makefile {
  readonly rules: readonly Rule[];
  readonly variables: Map<string, string>;
  /** The values with `$(shell …)` that `make` computes as soon as it reads them. */
  readonly immediate: readonly string[];
}

function readMakefile(text: string): Makefile {
  const rules: Rule[] = [];
  const variables = new Map<string, string>([
    ["MAKE", "make"],
    ["RM", "rm -f"],
    ["CURDIR", "."],
  ]);
  const immediate: string[] = [];
  let current: Rule | undefined;
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (line.startsWith("\t")) {
      if (line.trim() !== "") current?.recipe.push(line.slice(1));
      continue;
    }
    const [, name, kind = "", value = ""] = /^ *(?:export |override )* *([\w.-]+) *([:?+!]*)=(.*)$/s.exec(line) ?? [];
    if (name !== undefined) {
      const before = kind === "+" ? `${variables.get(name) ?? ""} ` : "";
      variables.set(name, kind === "!" ? `$(shell ${value})` : before + value.trim());
      if (kind === "!" || /\$[({]shell\s/.test(value)) immediate.push(variables.get(name) ?? "");
      continue;
    }
    if (/^\$[({](shell|eval|info)\s/.test(line)) immediate.push(line);
    const [, names, rest] = /^([^#\s:][^:]*)::?(?!=)(.*)$/s.exec(line) ?? [];
    if (names === undefined || rest === undefined) continue;
    const semicolon = rest.indexOf(";");
    const listed = semicolon === -1 ? rest.replace(/#.*$/s, "") : rest.slice(0, semicolon);
    current = {
      names: wordsOf(expand(names, variables, 0)),
      needs: wordsOf(expand(listed, variables, 0)),
      recipe: semicolon === -1 ? [] : [rest.slice(semicolon + 1)],
    };
    rules.push(current);
  }
  return { rules, variables, immediate };
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== "" && word !== "|");
}

function matchesTarget(name: string, target: string): boolean {
  if (!name.includes("%")) return name === target;
  const [before = "", after = ""] = name.split("%");
  return target.length > before.length + after.length && target.startsWith(before) && target.endsWith(after);
}

/** The part of a target that `%` stands for. */
function stemOf(name: string, target: string): string {
  const [before = "", after] = name.split("%");
  return after === undefined ? target : target.slice(before.length, target.length - after.length);
}

/** Inserts the values of variables: `$(CC)`, `${CC}`, `$@`; `$$` is a dollar sign of the shell. */
function expand(text: string, variables: ReadonlyMap<string, string>, depth: number): string {
  if (depth > maxDepth || !text.includes("$")) return text;
  const expanded = text.replaceAll(
    /\$(?:\$|\(([\w.@<^*%+-]+)\)|\{([\w.@<^*%+-]+)\}|([\w@<^*]))|\$[({](shell\s)?/g,
    (all: string, round?: string, curly?: string, single?: string, shell?: string) => {
      if (all === "$$") return "$";
      const name = round ?? curly ?? single;
      if (name === undefined) return shell === undefined ? all : "$(";
      const value = variables.get(name);
      return value === undefined ? `\${${name}}` : expand(value, variables, depth + 1);
    },
  );
  return expanded.length <= maxValueLength ? expanded : text;
}
