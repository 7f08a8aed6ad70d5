// Writes src/rule-presets.ts, the texts of the rule files in rules/: `node packages/rules/predicates/scripts/rule-presets.ts`.

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";
import { fileURLToPath } from "node:url";

const rules = fileURLToPath(new URL("../rules", import.meta.url));
const target = new URL("../src/rule-presets.ts", import.meta.url);

/** The module with the texts. */
export function rulePresetsModule(): string {
  const files = globSync("*.agentspec", { cwd: rules, exclude: ["*.test.agentspec"] }).toSorted();
  const entries = files.map((file) => {
    const text = readFileSync(`${rules}/${file}`, "utf8");
    return `  ${keyOf(basename(file, ".agentspec"))}:\n    ${literalOf(text)},\n`;
  });
  return `// Written by scripts/rule-presets.ts from the files in rules/.

/** The texts of the presets by their names, for programs without files. */
export const rulePresets = {
${entries.join("")}} as const;

/** The name of a preset: \`coding-agent\`. */
export type RulePreset = keyof typeof rulePresets;
`;
}

/** A string literal with the quotes that the formatter prefers: those that need fewer escapes. */
function literalOf(text: string): string {
  const literal = JSON.stringify(text);
  const [double, single] = ['"', "'"].map((quote) => text.split(quote).length);
  if (double === undefined || single === undefined || double <= single) return literal;
  return `'${literal.slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

function keyOf(name: string): string {
  return /^\w+$/.test(name) ? name : JSON.stringify(name);
}

if (import.meta.main) writeFileSync(target, rulePresetsModule());
