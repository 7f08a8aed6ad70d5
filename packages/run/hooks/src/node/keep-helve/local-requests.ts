/** Texts that a command sends to a server on this machine, which may be an agent, or run what it gets. */
import type { CommandEffect } from "@helve/effects";
import { type Answer, unsure } from "./answer.ts";
import { argumentsIn } from "./argument-texts.ts";
import { runtimeKind } from "./code-programs.ts";
import { programName } from "./words.ts";

/**
 * The texts with several words in the requests of a command: texts in JSON, the string literals of code, and the files that it sends.
 *
 * @param textOf - the text of a file by the path in a word
 */
export function textsForServers(
  { words: [program, ...words], code, input = "", elsewhere }: CommandEffect,
  textOf: (path: string) => string | undefined,
): readonly string[] {
  const given = [...words.map(({ pattern }) => pattern), code ?? "", input];
  const name = programName(program);
  const sends = senders.test(name) || runtimeKind(name) !== undefined;
  if (elsewhere || !sends || !given.some((text) => local.test(text))) return [];
  const texts = words.flatMap(({ pattern, isCode }) => {
    if (isCode === true) return literalsOf(pattern);
    const value = pattern.replace(/^(?:--?[\w-]+|[\w.-]+:?)=/, "");
    return value.startsWith("@") ? (textOf(value.slice(1)) ?? []) : value;
  });
  const sent = [...texts, ...literalsOf(code ?? ""), input].flatMap(textsOfJson);
  return [...new Set(sent)].filter((text) => /\S\s+\S/.test(text) && text.length <= longest).slice(0, mostTexts);
}

/** Whether a command gives work to an agent on this machine, whose hooks are not known: by the path of its address, or by a method of a protocol of agents. */
export function asksLocalAgent(
  command: CommandEffect,
  textOf: (path: string) => string | undefined,
): Answer | undefined {
  const { words, code = "", input = "", elsewhere } = command;
  const name = programName(words[0]);
  if (elsewhere || !(senders.test(name) || runtimeKind(name) !== undefined)) return undefined;
  const given = [...words.slice(1).map(({ pattern }) => pattern), code, input];
  if (!given.some((text) => local.test(text))) return undefined;
  const sent = given.map((text) => {
    const [, path] = /^(?:--?[\w-]+=)?@(.+)$/s.exec(text) ?? [];
    return path === undefined ? text : (textOf(path) ?? text);
  });
  const isSending = given.some((text) => sending.test(text));
  const found = isSending
    ? given.some((text) => agentPaths.test(text)) || sent.some((text) => agentMethods.test(text))
    : false;
  return found
    ? unsure(`${name} gives work to a server on this machine that is an agent without known hooks`)
    : undefined;
}

const sending =
  /^(?:-d|-X|-F|--data.*|--json.*|--request.*|--form.*|--post.*|POST|PUT)$|\b(?:post|put|POST|PUT|body)\b|^[\w.]+:?=/;
const agentPaths =
  /\/session\/[^/\s]+\/(?:message|prompt\w*|command|shell)\b|\/(?:run[-_]agents?|agents?[-_](?:run|chat|task)|agents?\/(?:[^/\s]+\/)?(?:runs?|chat|messages?|tasks?|prompts?|invoke|execute|stream))\b|\/message(?::|\/)(?:send|stream)\b|:(?:4096|3284)\/\w/i;
const agentMethods =
  /["']method["']\s*:\s*["'](?:message\/(?:send|stream)|tasks\/send\w*|tools\/call|session\/(?:new|prompt)|turn\/start|SendMessage)["']/;

const senders = /^(?:curl|curlie|wget|https?|xhs?|websocat|wscat|grpcurl|nc|ncat|netcat|socat|telnet|hurl|restish|ht)$/;
const local =
  /(?:^|[/@"'\s=])(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[::1?\]|host\.docker\.internal)(?![\w.-])|--(?:abstract-)?unix-socket|^:\d{1,5}(?:\/|$)|\.sock\b/;
const longest = 4000;
const mostTexts = 50;

function literalsOf(code: string): readonly string[] {
  return [...code.matchAll(/(["'`])((?:(?!\1)[^\\\n]|\\.){1,1000})\1/g)].map(([, , text = ""]) => text);
}

function textsOfJson(text: string): readonly string[] {
  if (!/^\s*[[{"]/.test(text)) return [text];
  try {
    return argumentsIn({ text: JSON.parse(text) }).map((each) => each.text);
  } catch {
    return [text];
  }
}
