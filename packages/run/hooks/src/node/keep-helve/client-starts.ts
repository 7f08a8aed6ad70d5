/** Judges calls that start another coding agent: without its hooks, or to do what this one must not. */
import type { CommandEffect, CommandWord } from "@helve/effects";
import type { HookClient } from "../../hook-event.ts";
import { type Answer, unsure } from "./answer.ts";
import { clientProgram } from "./client-program.ts";
import type { Client } from "./clients.ts";
import { decidesStart } from "./later-variables.ts";
import type { ProtectedPaths } from "./protected-paths.ts";

/** A client that a command starts, and what is known of the start. */
export interface ClientStart {
  readonly answer: Answer | undefined;
  /** The prompts of the client, as far as they are known. */
  readonly prompts: readonly string[];
}

/** The session in which a command starts a client. */
export interface StartContext {
  readonly home: string;
  readonly paths: ProtectedPaths;
  /** Whether a folder is in the project of the session. */
  isInProject(directory: string): boolean;
  /** Whether the settings of a client call Helve. */
  isGuarded(client: HookClient): boolean;
  /** Whether the call changes the environment as a whole, or the user. */
  readonly changesUser: boolean;
}

/** Finds the client that a command starts; `undefined` if it starts no client. */
export function clientStart(command: CommandEffect, context: StartContext): ClientStart | undefined {
  const started = clientProgram(command, context.paths);
  if (started === undefined) return undefined;
  const { client, version, words } = started;
  const { options, operands } = separate(words, client);
  const values = [...operands, ...options.map(({ value }) => value)].flatMap((word) => word?.text ?? []);
  const prompts = command.input === undefined ? values : [...values, command.input];
  const line = words.map(({ text, pattern }) => text ?? pattern).join(" ");
  if (command.elsewhere !== true && client.loosens?.test(line) === true) {
    return { answer: { truth: true, reason: `it switches the hooks of ${client.title} off` }, prompts };
  }
  const reason = reasonOf({ command, client, version, options, operands, words, prompts }, context);
  return { answer: reason === undefined ? undefined : unsure(`it starts ${client.title} ${reason}`), prompts };
}

interface Start {
  readonly command: CommandEffect;
  readonly client: Client;
  readonly version: string;
  readonly options: readonly Option[];
  readonly operands: readonly CommandWord[];
  readonly words: readonly CommandWord[];
  readonly prompts: readonly string[];
}

/** Why a start needs a person; `undefined` if it does not. */
function reasonOf(
  { command, client, version, options, operands, words, prompts }: Start,
  context: StartContext,
): string | undefined {
  const { plain, valued, harmless, commands, printed = commands } = client;
  const [first] = operands;
  if (words.every(({ text }) => text !== null) && harmless.test(words.map(({ text }) => text).join(" "))) return;
  if (command.elsewhere) return "in another place, where its hooks are not known";
  if (version !== "" && version !== "latest") return "in another version, which may call no hooks";
  if (client.hook === undefined || !context.isGuarded(client.hook)) return "whose hooks do not call Helve";
  if (context.changesUser) return "with another environment, whose settings may call no hooks";
  const variable = Object.entries(command.environment).find(([name, value]) => isMoved(name, value, context));
  if (variable?.[0] === "*") return "with an environment that is not known, whose settings may call no hooks";
  if (variable !== undefined) return `with the variable ${variable[0]}, which may change its hooks`;
  if (command.directory === null || !context.isInProject(command.directory)) return "in another folder";
  const other = options.find(
    ({ name, value }) =>
      !plain.has(name) && !(valued.has(name) && (client.values?.[name]?.test(value?.text ?? "") ?? true)),
  );
  if (other !== undefined) return `with the option ${other.name}, which may change its hooks`;
  const isPrinted = options.some(({ name }) => /^(?:-p|--print)$/.test(name));
  if (first !== undefined && (isPrinted ? printed : commands)?.test(first.text ?? "") === false) {
    return `with the command ${first.text ?? "that is not known"}`;
  }
  if (prompts.some((prompt) => /^\s*\//.test(prompt))) return "with a prompt that is a slash command";
  const unknown = [...operands, ...options.map(({ value }) => value)].some((word) => word?.text === null);
  return unknown ? "with a prompt that is not known" : undefined;
}

/** Whether a variable moves the settings of clients, or changes how they start. */
function isMoved(name: string, value: string | null, { home }: StartContext): boolean {
  if (/_(?:API_KEY|AUTH_TOKEN|MODEL)$/.test(name)) return false;
  if (name === "HOME" || name === "USERPROFILE") return value !== home;
  return !/^(?:PATH|SHELL)$/.test(name) && decidesStart(name);
}

interface Option {
  readonly name: string;
  readonly value?: CommandWord | undefined;
}

/** Separates the words of a client into options and operands. */
function separate(
  words: readonly CommandWord[],
  { valued, values = {} }: Client,
): { readonly options: readonly Option[]; readonly operands: readonly CommandWord[] } {
  const options: Option[] = [];
  const operands: CommandWord[] = [];
  for (let index = 0; index < words.length; index++) {
    const word = words[index];
    if (word === undefined) break;
    const text = word.text ?? word.pattern;
    if (!/^-./.test(text)) {
      operands.push(word);
      continue;
    }
    const [, name = text, inline] = /^(--[^=]+)=(.*)$/s.exec(text) ?? [];
    if (inline !== undefined) {
      options.push({ name, value: { ...word, text: word.text === null ? null : inline, pattern: inline } });
    } else if (valued.has(name) || Object.hasOwn(values, name)) options.push({ name, value: words[++index] });
    else options.push({ name });
  }
  return { options, operands };
}
