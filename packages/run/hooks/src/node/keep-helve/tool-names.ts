/** Classifies tools by the words in their names. */
import { toolTraits } from "@helve/predicates";
import type { ToolArgument } from "./argument-texts.ts";

/** Whether the name says that the tool only reads: `get_file`, but not `get_or_create`. */
export function onlyReads(tool: string): boolean {
  const isReading = toolTraits([{ name: tool }])[tool]?.changesWorld === false;
  return isReading && !wordsOf(tool).some((each) => changingVerbs.test(each));
}

/** Whether a tool's name says that it lists file names without contents. */
export function onlyLists(tool: string): boolean {
  return wordsOf(tool).some((each) => /^(?:list|ls|stat|exists|info|tree)$/.test(each));
}

const changingVerbs =
  /^(?:create|save|write|update|set|put|delete|remove|add|edit|insert|upsert|store|append|move|copy|rename|patch|replace|apply|upload|sync|execute|exec|run|eval|evaluate)$/;

/** Whether the name says that the tool changes or deletes something. */
export function changesFiles(tool: string): boolean {
  return wordsOf(tool).some((each) => changingVerbs.test(each) || /^(?:rm|clean|clear|purge|wipe|erase)$/.test(each));
}

/** Whether a tool's name suggests that it works on files or runs commands, so that a path within a text is evidence. */
export function worksOnFiles(tool: string): boolean {
  const words = wordsOf(tool);
  return words.some((each) => fileWords.test(each)) || words.every((each) => plainVerbs.test(each));
}

const fileWords =
  /^(?:files?|filesystem|fs|director(?:y|ies)|folders?|disk|paths?|shell|bash|zsh|sh|cmd|commands?|terminal|console|exec|execute|run|scripts?|eval|process|spawn|python|node|powershell)$/;
const plainVerbs = /^(?:write|save|put|store|set|call|do|apply|patch|edit|update|create|append|insert|tool|invoke)$/;

/**
 * The prompts among the arguments of a server's tool that by its name has an agent work on them: it may be an agent without hooks. A tool without
 * a server in its name is the client's own, whose agents have hooks.
 */
export function promptsForAgent(tool: string, texts: readonly ToolArgument[]): readonly string[] {
  const parts = tool.split(/__|[.:/]/);
  if (parts.length < 2 || !parts.flatMap(wordsOf).some((each) => agentWords.test(each))) return [];
  return texts.filter(({ key }) => wordsOf(key).some((each) => promptWords.test(each))).map(({ text }) => text);
}

const agentWords =
  /^(?:(?:sub)?agents?|claude|codex|gemini|copilot|opencode|cursor|aider|goose|delegate|assistant|worker)$/;
const promptWords = /^(?:prompts?|tasks?|instructions?|messages?|goals?|input|query|request|text|content)$/;

/** The words of a name without its server, in lower case. */
export function wordsOf(tool: string): readonly string[] {
  const [own = ""] = tool
    .slice(0, 200)
    .split(/\.|__|:|\//)
    .slice(-1);
  return own
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((each) => each !== "");
}
