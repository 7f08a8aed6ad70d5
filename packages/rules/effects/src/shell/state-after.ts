/** Computes the state that a script leaves to later code: directory, variables, written files. */
import { type ExecutionState, type FileData, type KnownData, otherVariables } from "../execution-state.ts";
import { type FileContent, originsOf } from "../flow.ts";
import type { Value } from "../word-value.ts";
import { literalText } from "./argument.ts";
import type { Evaluation } from "./evaluation.ts";
import { startDirectory } from "./initial-state.ts";
import { isExported, type ShellState, type Variable } from "./state.ts";

/** The changes of a script for later code; `undefined` if it changed nothing. */
export function stateAfter(start: ShellState, end: ShellState, evaluation: Evaluation): ExecutionState | undefined {
  const { context, written, links } = evaluation;
  const { environment, variables } = changedVariables(start, end);
  const files = new Map<string, FileData>();
  for (const [path, content] of written.own) if (!path.startsWith("?")) files.set(path, fileData(content));
  const targets = new Map<string, string | null>();
  for (const [path, to] of links.own) targets.set(path, to);
  const settings = new Map(evaluation.settings.own);
  for (const [name, bodies] of evaluation.functions) {
    const [first] = bodies;
    const isRecalled = first?.called === true && first.text === undefined && context.settings?.has(`function ${name}`);
    const [text, other] = new Set(bodies.map((body) => body.text));
    if (isRecalled !== true) settings.set(`function ${name}`, other === undefined ? (text ?? null) : null);
  }
  for (const [name, codes] of evaluation.aliases)
    settings.set(`alias ${name}`, codes.length === 1 ? (literalText(codes[0]) ?? null) : null);
  const changes = { environment, variables, files, links: targets, settings };
  const filled = Object.entries(changes).filter(([, map]) => map.size > 0);
  const directory = end.directory === startDirectory(context) ? {} : { directory: end.directory };
  if (filled.length === 0 && !("directory" in directory)) return undefined;
  return { ...directory, ...Object.fromEntries(filled) };
}

/** The environment that a child process of a script gets. */
export function environmentOf(state: ShellState): ReadonlyMap<string, KnownData> {
  const environment = new Map<string, KnownData>();
  for (const [name, variable] of state.variables)
    if (isExported(name, state) && !ownVariables.test(name)) environment.set(name, knownData(variable, state));
  if (state.altered.has("environment")) environment.set(otherVariables, { from: [{ kind: "unknown" }] });
  return environment;
}

/** Variables that describe the process itself; each context names them apart. */
const ownVariables = /^(HOME|PWD|OLDPWD|@|\d+)$/;

/** The variables that a script has set: exported, and not. */
function changedVariables(
  start: ShellState,
  end: ShellState,
): { readonly environment: Map<string, KnownData>; readonly variables: Map<string, KnownData> } {
  const environment = new Map<string, KnownData>();
  const variables = new Map<string, KnownData>();
  for (const [name, variable] of end.variables) {
    const isChanged = start.variables.get(name) !== variable || isExported(name, end) !== isExported(name, start);
    if (!isChanged || ownVariables.test(name) || !/^[A-Za-z]\w*$/.test(name)) continue;
    (isExported(name, end) ? environment : variables).set(name, knownData(variable, end));
  }
  return { environment, variables };
}

/** Returns the known data of a variable for later code. */
function knownData({ value, flow, items }: Variable, { variables }: ShellState): KnownData {
  if (value === null || value.glob || items !== undefined)
    return { from: originsOf(flow ?? { from: [{ kind: "unknown" }] }) };
  return { from: flow?.from ?? [], text: textWithHome(value, variables.get("HOME")?.value) };
}

/** Returns a text with `~` replaced by the known home directory. */
function textWithHome({ text, home }: Value, known: Value | null | undefined): string {
  return home === true && known && !known.glob && /^~(\/|$)/.test(text) ? known.text + text.slice(1) : text;
}

/** Returns a file's content for readers of other languages. */
function fileData({ from, text, texts, missing }: FileContent): FileData {
  if (missing === true) return { from, missing };
  return { from, text, texts };
}
