/** Finds the commands that a client runs when a skill, a slash command or a subagent is used. */
import { frontMatter, frontMatterCommands } from "./front-matter.ts";

/** A command that the client runs when a skill, a slash command or a subagent is used. */
export interface SkillCommand {
  readonly language: "shell" | "powershell";
  readonly code: string;
}

/**
 * The commands that a client runs by itself when it uses the file: `` !`command` `` and blocks that begin with `` ```! `` in Markdown,
 * `!{command}` in TOML, and the commands of hooks and servers in front matter.
 */
export function skillCommands(text: string): readonly SkillCommand[] {
  const yaml = frontMatter(text);
  const language = /^[ \t]*["']?shell["']?[ \t]*:[ \t]*["']?(?:powershell|pwsh)\b/im.test(yaml)
    ? "powershell"
    : "shell";
  const blocks = Array.from(text.matchAll(/(?<!`)`{3,}!([^`]*(?:`{1,2}[^`]+)*)/g), ([, code = ""]) => code);
  const inline = Array.from(text.matchAll(/!`([^`]+)`/g), ([, code = ""]) => code);
  return [
    ...[...blocks, ...inline, ...braced(text)].map((code) => ({ language, code: code.trim() }) as const),
    ...frontMatterCommands(yaml).map((code) => ({ language: "shell", code }) as const),
  ].filter(({ code }) => code !== "");
}

/** The name that front matter gives a skill, a slash command or a subagent. */
export function skillName(text: string): string | undefined {
  return /^name[ \t]*:[ \t]*["']?([^\s"']+)/m.exec(frontMatter(text))?.[1];
}

/** The language that the first line of a script names: `#!/bin/sh`. */
export function languageOfScript(text: string): "shell" | "python" | "javascript" | undefined {
  const [, program = ""] = /^#![^\n]*?\b((?:ba|z|da|k)?sh|python|node|bun|deno)[\d.]*\b/.exec(text) ?? [];
  if (program === "") return undefined;
  return program === "python" ? "python" : program.endsWith("sh") ? "shell" : "javascript";
}

/** The texts in `!{…}`, where braces inside are balanced. */
function braced(text: string): readonly string[] {
  const found: string[] = [];
  let end = 0;
  for (let at = text.indexOf("!{"); at !== -1; at = text.indexOf("!{", end)) {
    let depth = 1;
    for (end = at + 2; end < text.length && depth > 0; end++)
      depth += text[end] === "{" ? 1 : text[end] === "}" ? -1 : 0;
    found.push(text.slice(at + 2, depth === 0 ? end - 1 : end));
  }
  return found;
}
