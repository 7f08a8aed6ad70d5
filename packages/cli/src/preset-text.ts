import { existsSync, readFileSync } from "node:fs";

/** The ready rule files of `@helve/predicates`. */
export const presetNames: readonly string[] = [
  ...["coding-agent", "strict", "relaxed", "personal-assistant", "assistant-provenance"],
];

/** Those for a project in which a coding agent works. */
export const projectPresets: readonly string[] = ["coding-agent", "strict", "relaxed"];

/** The text of ready rules: in the bundle beside the code, otherwise in `@helve/predicates`. */
export function presetText(name: string): string {
  const bundled = new URL(`./rules/${name}.agentspec`, import.meta.url);
  const url = existsSync(bundled) ? bundled : new URL(import.meta.resolve(`@helve/predicates/rules/${name}.agentspec`));
  return readFileSync(url, "utf8");
}
