/** Recognizes coding agents that no table lists, by options that only agents have. */
import type { CommandEffect, CommandWord } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { startedProgram } from "./started-program.ts";

/** Whether a program that is no known client starts an agent. */
export function otherAgent({ words: all, isModeled, elsewhere }: CommandEffect): Answer | undefined {
  const { name, words, isFetched } = startedProgram(all);
  if (elsewhere || (isModeled && !isFetched) || name === "" || words.some(({ text }) => harmless.test(text ?? "")))
    return undefined;
  const granting = words.find(({ text, pattern }) => grants.test(text ?? pattern));
  if (granting !== undefined) {
    return unsure(`it starts ${name} with ${granting.pattern}, by which an agent asks nobody`);
  }
  const isAgent = agentNames.test(name) && !others.test(name);
  return isAgent && (isFetched || clientNames.test(name) || hasPrompt(words))
    ? unsure(`it starts ${name}, which may be an agent without hooks`)
    : undefined;
}

/** Options by which agents run tools without a question. */
const grants =
  /^--?(?:yolo|dangerously-[\w-]+|full-?auto|yes-always|(?:trust|allow)-all-tools|skip-permissions|bypass-(?:approvals?|permissions?)[\w-]*|permission-mode|approval-mode|ask-for-approval|allowed-?[tT]ools|auto-(?:accept|approve)-(?:all|edits|tools|everything)|no-hooks|disable-hooks)(?:=|$)/;

const agentNames =
  /agent(?![a-z])|(?:^|[-_.])(?:ai|llm|gpt)[-_.]|[-_.](?:ai|llm|gpt)$|coder|copilot|claude|codex|gemini|opencode|aider|assistant/i;

/** Programs around a client, which start it or take its place. */
const clientNames =
  /(?:claude|codex|copilot|gemini|opencode)[-_]|[-_](?:claude|codex|copilot|gemini|opencode|swarm)$|coding-?agent/i;

/** Other programs with such a name: they keep keys, or watch machines. */
const others =
  /^(?:ssh|gpg|pinentry|polkit|datadog|zabbix|puppet|consul|buildkite|amazon-ssm|cloudwatch|newrelic)[\w-]*agent|agent-?(?:browser|info)/i;

const harmless = /^(?:-h|--help|-V|--version)$/;

/** Whether words are a prompt, or an option has one. */
function hasPrompt(words: readonly CommandWord[]): boolean {
  return words.some(
    ({ text, isCode }) =>
      text === null || prompting.test(text) || (isCode !== true && !text.startsWith("-") && /\w\s+\S*\w/.test(text)),
  );
}

const prompting =
  /^(?:-p|--print|--prompt|--message|--msg|--task|--instructions?|--goal|--query|--ask|--exec|exec)(?:=|$)/;
