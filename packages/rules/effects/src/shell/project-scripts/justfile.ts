/** Reads the commands of a recipe in a justfile: `just clean`. */
import type { RecipeLines } from "./makefile.ts";

/** The most lines of a justfile that are read. */
const maxLines = 400;
const maxValueLength = 4096;
const maxDepth = 100;

/**
 * The shell lines that `just` runs for some recipes, after the lines of the recipes that they need. A recipe that begins with `#!` is
 * one text. Values in `{{…}}` that the justfile does not set become variables of the shell.
 *
 * @param words - the recipes of the command and their arguments; without them, the first recipe runs
 */
export function linesOfJustRecipe(text: string, words: readonly string[]): RecipeLines {
  const { recipes, variables } = readJustfile(text);
  const lines: string[] = [];
  const visited = new Set<string>();
  let isComplete = true;
  const visit = (name: string, depth: number): void => {
    const recipe = visited.has(name) ? undefined : recipes.get(name);
    visited.add(name);
    if (recipe === undefined || lines.length >= maxLines || depth > maxDepth) {
      isComplete &&= recipe === undefined;
      return;
    }
    for (const each of recipe.needs) visit(each, depth + 1);
    const body = recipe.lines.map((line) => insertValues(line, variables));
    if (body[0]?.startsWith("#!") === true) lines.push(body.slice(1).join("\n"));
    else for (const line of body) lines.push(line.replace(/^[@-]+/, ""));
  };
  const [first] = recipes.keys();
  for (const name of words.length > 0 ? words : first === undefined ? [] : [first]) visit(name, 0);
  return { lines: lines.slice(0, maxLines), isComplete: isComplete && lines.length <= maxLines };
}

interface Recipe {
  readonly needs: readonly string[];
  readonly lines: string[];
}

function readJustfile(text: string): {
  readonly recipes: ReadonlyMap<string, Recipe>;
  readonly variables: ReadonlyMap<string, string>;
} {
  const recipes = new Map<string, Recipe>();
  const variables = new Map<string, string>();
  let current: Recipe | undefined;
  for (const line of text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/)) {
    if (/^[ \t]+\S/.test(line)) {
      current?.lines.push(line.trim());
      continue;
    }
    const [, variable, value] = /^(?:export )?([\w-]+) *:= *(.*)$/s.exec(line) ?? [];
    if (variable !== undefined) {
      variables.set(variable, justValue(value ?? ""));
      continue;
    }
    const [, name, needs = ""] = /^@?([\w-]+)(?![\w-])[^:]*:([^=].*|)$/s.exec(line) ?? [];
    if (name === undefined) continue;
    current = { needs: needs.match(/[\w-]+/g) ?? [], lines: [] };
    recipes.set(name, current);
  }
  return { recipes, variables };
}

/** The value of a variable: a text in quotes, or in backticks the output of a command. */
function justValue(value: string): string {
  const [, , text, command] = /^(?:(["'])(.*)\1|`(.*)`)$/s.exec(value.slice(0, maxValueLength).trim()) ?? [];
  return command === undefined ? (text ?? value) : `$(${command})`;
}

/** Replaces `{{name}}` in a line by the variable's value. */
function insertValues(line: string, variables: ReadonlyMap<string, string>): string {
  return line.replaceAll(/\{\{([^{}]*)\}\}/g, (_, between: string) => {
    const inside = between.trim();
    const known = variables.get(inside) ?? (/^(["'])[^"']*\1$/.test(inside) ? inside.slice(1, -1) : undefined);
    return known ?? `\${${/^[A-Za-z_]\w*$/.test(inside) ? inside : "JUST_VALUE"}}`;
  });
}
