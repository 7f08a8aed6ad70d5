/**
 * The shell lines of all recipes of a `Makefile` or a `justfile`, and the commands of `$(shell …)`. Variables of make become variables of
 * the shell.
 */
export function recipeLines(text: string): readonly string[] {
  const lines = text.replaceAll(/\\\r?\n/g, " ").split(/\r?\n/);
  const recipes = lines.filter((line) => /^[ \t]+\S/.test(line)).map((line) => asShell(line.trim()));
  const calls = lines.flatMap((line) => (line.includes("$(shell ") ? [line.slice(line.indexOf("$(shell ") + 8)] : []));
  return [...recipes, ...calls.map((call) => asShell(call.replace(/\)\s*$/, "")))];
}

/** A line of a recipe as the shell gets it. */
function asShell(line: string): string {
  return line
    .replace(/^[@+-]+/, "")
    .replaceAll(/\$\$/g, "\u0001")
    .replaceAll(
      /\$[({]([A-Za-z_]\w*)[)}]|\{\{\s*([A-Za-z_]\w*)\s*\}\}/g,
      (_, make: string, just: string) => `\${${make ?? just}}`,
    )
    .replaceAll("\u0001", "$");
}
