import { joinTexts } from "../bounded-text.ts";
import type { Effect } from "../effects.ts";
import { deepestNesting } from "../languages.ts";
import { type Call, type Evaluation, emit, emitUnknown, spend } from "./evaluation.ts";
import { parseScript } from "./parse-statements.ts";
import type { ScriptBlock } from "./syntax.ts";
import { itemsOf, nothing, originsOf, unknownValue, type Value } from "./value.ts";

/** Adds the effects of code that a script computes: of `Invoke-Expression`, `& { … }` and a script file. */
export function runCode(call: Call, code: Value | undefined): Value {
  if (code?.block !== undefined) return runBlock(code.block, call.evaluation, { input: call.input });
  const texts = itemsOf(code).map((item) => item.text);
  const isKnown = code !== undefined && !texts.includes(undefined);
  const text = isKnown ? joinTexts(texts as readonly string[], "\n") : undefined;
  const from = originsOf(code).filter(({ kind }) => kind !== "literal");
  if (from.length > 0 || text === undefined) emit(call, { kind: "execute", program: null, from });
  if (text === undefined) {
    emitUnknown(call, `${call.by} runs code that is not known`);
    return unknownValue;
  }
  const { nesting } = call.evaluation;
  if (nesting.depth >= deepestNesting) {
    emitUnknown(call, "the code is nested too deeply");
    return unknownValue;
  }
  if (!spend(5 + text.length / 100, call)) return unknownValue;
  const effects: Effect[] = [];
  const inner: Evaluation = { ...call.evaluation, effects, nesting: { ...nesting, depth: nesting.depth + 1 } };
  const result = inner.runStatements(parseScript(text), inner);
  call.evaluation.directory = inner.directory;
  for (const effect of effects) {
    if (effect.kind === "anything") emitUnknown({ ...call, by: effect.by || call.by }, effect.reason);
    else call.evaluation.effects.push({ ...effect, start: call.span.start, end: call.span.end });
  }
  return result;
}

/** What a block gets: the value of `$_`, and its parameters in order and by name. */
export interface BlockInput {
  readonly input?: Value | undefined;
  readonly args?: readonly Value[];
  readonly named?: ReadonlyMap<string, Value>;
}

/** Evaluates a block of code. */
export function runBlock(
  block: ScriptBlock,
  evaluation: Evaluation,
  { input, args = [], named }: BlockInput = {},
): Value {
  const call: Call = { by: "", span: block, input, evaluation };
  if (!spend(1, call)) return unknownValue;
  const { variables } = evaluation;
  const saved = new Map([...local(block)].map((name) => [name, variables.get(name)] as const));
  if (input !== undefined) {
    variables.set("_", input);
    variables.set("psitem", input);
    variables.set("input", input);
  }
  if (args.length > 0) variables.set("args", { items: args, from: originsOf(...args) });
  const parameters = block.statements.find((statement) => statement.kind === "parameters");
  for (const [index, [name, initial]] of (parameters?.names ?? []).entries()) {
    const given = named?.get(name) ?? args[index];
    const value =
      given ??
      (initial === undefined
        ? { from: [{ kind: "input" as const }] }
        : evaluation.evaluateExpression(initial, evaluation));
    variables.set(name, value);
  }
  const result = evaluation.runStatements(block.statements, evaluation);
  for (const [name, value] of saved) {
    if (value === undefined) variables.delete(name);
    else variables.set(name, value);
  }
  return result.from.length === 0 && result.items?.length === 0 ? nothing : result;
}

function local(block: ScriptBlock): readonly string[] {
  const parameters = block.statements.find((statement) => statement.kind === "parameters");
  return ["_", "psitem", "input", "args", ...(parameters?.names ?? []).map(([name]) => name)];
}
