/** Lists and reads the presets: the rule files that come with Helve. */
import { existsSync, readFileSync } from "node:fs";

/** The presets of `@helve/predicates`. */
export const presetNames: readonly string[] = [
  "coding-agent",
  "strict",
  "relaxed",
  "personal-assistant",
  "assistant-provenance",
  "assistant-taint",
  "rule-of-two",
  "underspecified",
];

/** Those for a project in which a coding agent works. */
export const projectPresets: readonly string[] = ["coding-agent", "strict", "relaxed"];

/** The text of a preset, or of its tests with `.test` after the name: in the bundle beside the code, otherwise in `@helve/predicates`. */
export function presetText(name: string): string {
  const bundled = new URL(`./rules/${name}.agentspec`, import.meta.url);
  if (existsSync(bundled)) return readFileSync(bundled, "utf8");
  const compressed = new URL(`${bundled}.gz`);
  // A hook reads rules that are not compressed, so it needn't load zlib.
  if (existsSync(compressed))
    return process.getBuiltinModule("node:zlib").gunzipSync(readFileSync(compressed)).toString();
  return readFileSync(new URL(import.meta.resolve(`@helve/predicates/rules/${name}.agentspec`)), "utf8");
}
