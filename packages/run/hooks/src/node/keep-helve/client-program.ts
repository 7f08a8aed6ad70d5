/** Recognizes which coding agent a command starts: by its name, its package, a file or a link. */
import type { CommandEffect, CommandWord, Effect } from "@helve/effects";
import { clientByWords } from "./agent-programs.ts";
import { type Answer, unsure } from "./answer.ts";
import { type Client, clients, otherAgents } from "./clients.ts";
import type { ProtectedPaths } from "./protected-paths.ts";
import { startedProgram } from "./started-program.ts";
import { fileNamed } from "./words.ts";

/** A client that a command starts. */
export interface ClientProgram {
  readonly client: Client;
  /** The version that the command names; empty if the command names no version. */
  readonly version: string;
  /** The words that the client gets. */
  readonly words: readonly CommandWord[];
}

/** Finds the client that a command starts; `undefined` if it starts no known client. */
export function clientProgram({ words: all }: CommandEffect, paths: ProtectedPaths): ClientProgram | undefined {
  const [program, ...words] = all;
  if (program === undefined) return undefined;
  const started = startedProgram(all);
  const ofRunner = started.isFetched ? clientNamed(started.name) : undefined;
  if (ofRunner !== undefined) return { client: ofRunner, version: "", words: started.words };
  const { name, version } = programOf(program.text ?? program.pattern);
  const named = clientNamed(name);
  if (named !== undefined) return { client: named, version, words };
  const other = clientByWords(name, words);
  if (other !== undefined) {
    const client = other === null ? otherAgents : clientNamed(other);
    const isCommand = /^\w+$/.test(words[0]?.text ?? "");
    return client && { client, version: "", words: isCommand ? words.slice(1) : words };
  }
  const file = clientFile(program, paths);
  if (file !== undefined) return { client: file, version: "", words };
  return runtimes.test(name) ? scriptOf(words, paths) : undefined;
}

/** Returns the client whose program is copied or linked, so that it may run under another name. */
export function copiedClient(
  commands: readonly CommandEffect[],
  effects: readonly Effect[],
  paths: ProtectedPaths,
): Answer | undefined {
  const copied = effects.flatMap((effect) =>
    effect.kind === "write"
      ? effect.from.flatMap((origin) => (origin.kind === "file" && origin.target !== null ? [origin.target.path] : []))
      : [],
  );
  const linked = commands.flatMap(({ words: [program, ...words], elsewhere }) =>
    !elsewhere && /^(?:.*\/)?g?(?:ln|link|cp|mv|install)$/.test(program?.text ?? "")
      ? words.flatMap(({ target, pattern }) => target?.path ?? pattern)
      : [],
  );
  const found = [...copied, ...linked].map((path) => clientOfPath(path, paths)).find((client) => client !== undefined);
  return found && unsure(`it copies or links the program of ${found.title}, which may then run under another name`);
}

/** Returns the client package in a text, with its version. */
export function packageNamed(text: string): { readonly client: Client; readonly version: string } | undefined {
  const [, name = "", version = ""] = packageSpec.exec(text) ?? tarball.exec(text) ?? [];
  const client = clients.find(
    ({ packages = [] }) => packages.includes(name) || packages.some((each) => each.replace(/^.*\//, "") === name),
  );
  return client && { client, version };
}

const packageNames = clients.flatMap(({ packages = [] }) => packages);
const packageSpec = new RegExp(`(?:^|[=:])(${packageNames.join("|")})(?:@([^\\s/]+))?$`);
const tarball = new RegExp(
  `(?:^|/)(${packageNames.map((each) => each.replace(/^.*\//, "")).join("|")})-(\\d[^/]*)\\.tgz$`,
);
const packageFolder = new RegExp(`(?:^|/)node_modules/(${packageNames.join("|")})/`);

/** Programs that run a script or a package. */
const runtimes = /^(?:node|nodejs|bun|deno|tsx|python[\d.]*|py)$/;

/** Returns the client whose script a runtime starts. */
function scriptOf(words: readonly CommandWord[], paths: ProtectedPaths): ClientProgram | undefined {
  for (const [index, word] of words.slice(0, 10).entries()) {
    const rest = words.slice(index + 1);
    const spec = /^npm:/.test(word.text ?? "") ? packageNamed(word.text ?? "") : undefined;
    if (spec !== undefined) return { ...spec, words: rest };
    const isModule = /^-m$/.test(words[index - 1]?.text ?? "");
    const client = isModule ? clientNamed(word.text ?? "") : word.isCode ? undefined : clientFile(word, paths);
    if (client !== undefined) return { client, version: isModule ? "" : "of a file", words: rest };
  }
  return undefined;
}

/** Returns the client whose program a word names. */
function clientFile({ target, text, pattern }: CommandWord, paths: ProtectedPaths): Client | undefined {
  const spec = packageNamed(text ?? pattern);
  return spec?.client ?? (target === null || target.glob ? undefined : clientOfPath(target.path, paths));
}

/** Returns the client at a path, also behind links. */
function clientOfPath(path: string, paths: ProtectedPaths): Client | undefined {
  const real = paths.realPath(fileNamed(path));
  return [path, real].map(clientAt).find((client) => client !== undefined);
}

/** Returns the client that is installed at a path. */
function clientAt(path: string): Client | undefined {
  const [, folder] = packageFolder.exec(path) ?? [];
  const [, name = /\/share\/claude\/versions\/[^/]+$/.test(path) ? "claude" : ""] =
    /(?:^|\/)\.?s?bin\/([^/]+?)(?:\.exe|\.cmd)?$/.exec(path) ?? [];
  return folder === undefined ? clientNamed(name) : clients.find(({ packages = [] }) => packages.includes(folder));
}

function clientNamed(name: string): Client | undefined {
  return clients.find(({ names }) => names.includes(name));
}

/** Returns a program's name without folder, package scope and version. */
function programOf(text: string): { readonly name: string; readonly version: string } {
  const spec = packageNamed(text);
  if (spec !== undefined) return { name: spec.client.names[0] ?? "", version: spec.version };
  const [, name = "", version = ""] =
    /^(?:.*[\\/])?([^\\/@]+)(?:@([\w.^~-]+))?$/.exec(text.replace(/\.(?:exe|cmd)$/i, "")) ?? [];
  return { name, version };
}
