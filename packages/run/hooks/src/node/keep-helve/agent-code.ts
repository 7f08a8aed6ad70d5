/** Finds code that starts a coding agent through a library, such as the Claude Agent SDK. */
import type { CommandEffect } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { packageNamed } from "./client-program.ts";

/** Whether code starts a coding agent by loading its library. */
export function agentCode({ words: [program, ...words], input, code, elsewhere }: CommandEffect): Answer | undefined {
  if (elsewhere || !languages.test(program?.text ?? "")) return undefined;
  const texts = [
    ...words.flatMap(({ isCode, pattern }) => (isCode === true ? [pattern] : [])),
    input ?? "",
    code ?? "",
  ];
  const isModule = words.some(({ text }, index) => words[index - 1]?.text === "-m" && modules.test(text ?? ""));
  return isModule || texts.some((text) => libraries.test(text))
    ? unsure("its code loads the library of a coding agent, which may start it without hooks")
    : undefined;
}

const languages = /^(?:.*\/)?(?:node|nodejs|bun|deno|tsx|ts-node|python[\d.]*|py|uv|ipython)$/;
const libraries =
  /["'`](?:npm:)?(?:@anthropic-ai\/claude-(?:agent-sdk|code)|@openai\/codex(?:-sdk)?|@opencode-ai\/sdk|@github\/copilot-sdk|@google\/gemini-cli(?:-core|-sdk)?)(?!\/package\.json)[@/"'`]|(?:\b(?:import|from)\s+|["'])(?:claude_agent_sdk|claude_code_sdk|openai_codex_sdk|interpreter|aider|sweagent|minisweagent|smolagents|gptme)\b/;
/** Modules of Python that are agents. */
const modules = /^(?:interpreter|sweagent|minisweagent|gptme|smolagents)(?:\.|$)/;

/** Whether a package runner fetches another version of an agent: `npx --package=@openai/codex@0.1 codex`. */
export function fetchedClient({ words: [program, ...words], elsewhere }: CommandEffect): Answer | undefined {
  if (elsewhere || !runners.test(program?.text ?? "")) return undefined;
  const found = words
    .map(({ text, pattern }) => packageNamed(text ?? pattern))
    .find((each) => each !== undefined && each.version !== "" && each.version !== "latest");
  return found && unsure(`it fetches ${found.client.title} in another version, which may call no hooks`);
}

const runners = /^(?:.*\/)?(?:npx|pnpx|bunx|corepack|npm|pnpm|yarn|bun|deno|mise|volta)$/;
