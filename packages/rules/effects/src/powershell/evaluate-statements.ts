import { assign } from "./assign.ts";
import { type Call, type Evaluation, emitUnknown, possibly, spend } from "./evaluation.ts";
import { emitWrite, targetsOf } from "./file-effects.ts";
import { runBlock } from "./nested-code.ts";
import { runCommand } from "./run-command.ts";
import type { PipelineElement, Statement } from "./syntax.ts";
import { arrayOf, itemOf, itemsOf, nothing, originsOf, type Value } from "./value.ts";

type Loop = Extract<Statement, { kind: "loop" }>;

/** Evaluates statements. @returns what they print */
export function runStatements(statements: readonly Statement[], evaluation: Evaluation): Value {
  const outputs: Value[] = [];
  for (const statement of statements) {
    const output = runStatement(statement, evaluation);
    if (output !== nothing) outputs.push(output);
    if (evaluation.nesting.work.left <= 0) break;
  }
  const [only = nothing] = outputs;
  return outputs.length < 2 ? only : arrayOf(outputs);
}

function runStatement(statement: Statement, evaluation: Evaluation): Value {
  const call: Call = { by: "", span: statement, input: undefined, evaluation };
  if (!spend(0.5, call)) return nothing;
  switch (statement.kind) {
    case "pipeline":
      return runPipeline(statement.elements, evaluation);
    case "sequence":
      return runStatements(statement.statements, evaluation);
    case "assignment": {
      const value = runStatement(statement.value, evaluation);
      assign(statement.target, statement.operator, value, evaluation);
      return nothing;
    }
    case "branches":
      return runBranches(statement, evaluation);
    case "loop":
      return runLoop(statement, evaluation);
    case "block":
      return runStatements(statement.body.statements, evaluation);
    case "function":
      evaluation.functions.set(statement.name, statement.body);
      return nothing;
    case "parameters":
      for (const [name, initial] of statement.names) {
        if (evaluation.variables.has(name)) continue;
        const value = initial && evaluation.evaluateExpression(initial, evaluation);
        evaluation.variables.set(name, value ?? { from: [{ kind: "input" }] });
      }
      return nothing;
    case "unread":
      emitUnknown(call, `the script ${statement.reason}`);
      return nothing;
  }
}

function runPipeline(elements: readonly PipelineElement[], evaluation: Evaluation): Value {
  let flow: Value | undefined;
  for (const element of elements) {
    flow =
      element.kind === "command"
        ? runCommand(element, flow, evaluation)
        : evaluation.evaluateExpression(element.expression, evaluation);
    for (const { append, to, start, end } of element.redirects) {
      const call: Call = { by: append ? ">>" : ">", span: { start, end }, input: undefined, evaluation };
      const target = evaluation.evaluateExpression(to, evaluation);
      if (target !== nothing) emitWrite(call, append ? "append" : "replace", targetsOf(target, call, true), flow);
    }
  }
  return flow ?? nothing;
}

function runBranches({ conditions, bodies }: Extract<Statement, { kind: "branches" }>, evaluation: Evaluation): Value {
  runStatements(conditions, evaluation);
  const before = new Map(evaluation.variables);
  const outcomes: ReadonlyMap<string, Value>[] = [];
  const outputs = bodies.map((body) => {
    replaceVariables(evaluation, before);
    const output = possibly(evaluation, () => runStatements(body.statements, evaluation));
    outcomes.push(new Map(evaluation.variables));
    return output;
  });
  replaceVariables(evaluation, before);
  const changed = new Set(
    outcomes.flatMap((outcome) =>
      [...outcome].filter(([name, value]) => before.get(name) !== value).map(([name]) => name),
    ),
  );
  for (const name of changed) {
    const values = [before.get(name), ...outcomes.map((outcome) => outcome.get(name))].filter(
      (each) => each !== undefined,
    );
    evaluation.variables.set(name, oneOf(values));
  }
  return outputs.every((output) => output === nothing)
    ? nothing
    : oneOf(outputs.filter((output) => output !== nothing));
}

function replaceVariables({ variables }: Evaluation, by: ReadonlyMap<string, Value>): void {
  variables.clear();
  for (const [name, value] of by) variables.set(name, value);
}

/** The value that is one of several. */
function oneOf(values: readonly Value[]): Value {
  const [first = nothing] = values;
  const isSame = values.every((value) => value === first || (value.text !== undefined && value.text === first.text));
  return isSame ? first : { from: originsOf(...values, { from: [{ kind: "unknown" }] }) };
}

/** More known items of a loop are not evaluated one by one. */
const mostRounds = 200;

function runLoop({ conditions, variable, body }: Loop, evaluation: Evaluation): Value {
  const source = runStatements(conditions, evaluation);
  const items = itemsOf(source);
  const areKnown =
    variable !== undefined && items.length <= mostRounds && items.every((item) => item.text !== undefined);
  if (areKnown) {
    const outputs = items.map((item) => {
      evaluation.variables.set(variable, item);
      return runStatements(body.statements, evaluation);
    });
    return arrayOf(outputs.filter((output) => output !== nothing));
  }
  // The first round only shows which variables change; their values are unknown in the others.
  const before = new Map(evaluation.variables);
  const scratch: Evaluation = { ...evaluation, effects: [] };
  const item = variable === undefined ? undefined : itemOf(source);
  if (variable !== undefined && item !== undefined) evaluation.variables.set(variable, item);
  runStatements(body.statements, scratch);
  for (const [name, value] of evaluation.variables) {
    if (before.get(name) === value || name === variable) continue;
    evaluation.variables.set(name, { from: originsOf(before.get(name), value, { from: [{ kind: "unknown" }] }) });
  }
  if (scratch.directory !== evaluation.directory) evaluation.directory = null;
  return possibly(evaluation, () => runBlock(body, evaluation));
}
