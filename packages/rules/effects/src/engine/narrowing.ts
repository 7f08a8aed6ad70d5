/** Narrows what a variable may be by a test of its text: after `name.endswith(".pyc")`, `name in ("a", "b")`, `path.name == "dist"`. */
import { hasUnknownText, textParts, unknownName, unknownText } from "../unknown-text.ts";
import { mayReplace } from "./absent-files.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Call, Expression } from "./ir.ts";
import { iteratedItems } from "./iteration.ts";
import { createScope, lookUp, setName, setVariable } from "./scope.ts";
import { type Alternative, exactText, type FunctionValue, type Value } from "./value.ts";

/** The part of a text that a test is about: all of it, the last name of a path, or how it ends. */
type Part = "all" | "name" | "ending";

/** A test that holds if a part of a variable is one of some texts. */
interface TextTest {
  readonly name: string;
  readonly part: Part;
  readonly texts: readonly string[];
}

/** The variables of a test before it is evaluated: functions that it calls may change them. */
export type TestedVariables = ReadonlyMap<string, Value | undefined>;

/** Returns the variables of a test that is to be evaluated. */
export function testedVariables(test: Expression, interpreter: Interpreter): TestedVariables {
  return new Map(namesIn(test).map((name) => [name, lookUp(interpreter.scope, name)]));
}

/** Narrows the variables of a test that holds, or that does not; with `before`, those that the test itself has not changed. */
export function narrowByTest(
  test: Expression,
  holds: boolean,
  interpreter: Interpreter,
  before?: TestedVariables,
): void {
  for (const each of textTests(test, holds, interpreter)) {
    const value = lookUp(interpreter.scope, each.name);
    if (value === undefined || value.mayBeUnknown || (before !== undefined && before.get(each.name) !== value))
      continue;
    const alternatives = value.alternatives.flatMap((alternative) => narrowed(alternative, each));
    if (alternatives.length > 0) setName(each.name, { ...value, alternatives }, interpreter);
  }
}

/** Runs code that is reached only by a test, and for which alone variables are narrowed. */
export function whileNarrowed<Result>(
  test: Expression,
  holds: boolean,
  interpreter: Interpreter,
  { before, run }: { readonly before: TestedVariables; readonly run: () => Result },
): Result {
  const wide = testedVariables(test, interpreter);
  narrowByTest(test, holds, interpreter, before);
  const narrow = testedVariables(test, interpreter);
  const result = run();
  for (const [name, value] of wide)
    if (value !== undefined && value !== narrow.get(name) && lookUp(interpreter.scope, name) === narrow.get(name))
      setName(name, value, interpreter);
  return result;
}

/** The names of the variables in a test. */
function namesIn(test: Expression): readonly string[] {
  switch (test.kind) {
    case "name":
      return [test.name];
    case "attribute":
      return namesIn(test.object);
    case "unary":
      return namesIn(test.operand);
    case "binary":
      return [...namesIn(test.left), ...namesIn(test.right)];
    case "either":
      return test.choices.flatMap(namesIn);
    case "call":
      return [...namesIn(test.callee), ...test.arguments.flatMap(({ value }) => namesIn(value))];
    default:
      return [];
  }
}

/**
 * An item for which a function returns true: of `names.filter(name => name.endsWith(".log"))`.
 *
 * @param parameter - the name by which the function has the item, if it is not its first parameter
 */
export function acceptedItem(by: Value, item: Value, interpreter: Interpreter, parameter?: string): Value {
  const [only, other] = by.alternatives;
  if (only?.kind !== "function" || other !== undefined || by.mayBeUnknown) return item;
  const name = parameter ?? plainParameter(only);
  const test = resultOf(only);
  if (name === undefined || test === undefined) return item;
  const outer = interpreter.scope;
  interpreter.scope = createScope(only.scope);
  setVariable(interpreter.scope, name, item, interpreter);
  narrowByTest(test, true, interpreter);
  const value = lookUp(interpreter.scope, name) ?? item;
  interpreter.scope = outer;
  return value;
}

function plainParameter({ node: { parameters } }: FunctionValue): string | undefined {
  const [first] = parameters;
  return first?.pattern === undefined && first?.rest === "" ? first.name : undefined;
}

/** The expression that a function of one statement returns. */
function resultOf({ node }: FunctionValue): Expression | undefined {
  if (node.kind === "lambda") return node.result;
  const [only, other] = node.body;
  if (other !== undefined || (only?.kind !== "return" && only?.kind !== "output" && only?.kind !== "expression"))
    return;
  return only.value ?? undefined;
}

/** The tests of a condition, unless the program may have replaced the functions and properties that it uses. */
function textTests(test: Expression, holds: boolean, interpreter: Interpreter): readonly TextTest[] {
  return /^(?:binary|call|either|unary)$/.test(test.kind) && !mayReplace(interpreter.program)
    ? testsIn(test, holds, interpreter)
    : [];
}

/** The tests of texts that all hold if an expression is true, or if it is false. */
function testsIn(test: Expression, holds: boolean, interpreter: Interpreter): readonly TextTest[] {
  if (test.kind === "unary" && test.operator === "not") return testsIn(test.operand, !holds, interpreter);
  if (test.kind === "either" && test.condition === null && test.others !== undefined) {
    const sides = test.choices.map((choice) => testsIn(choice, holds, interpreter));
    const allHold = (test.others === "if true") === holds;
    return allHold ? sides.flat() : anyOf(sides);
  }
  const found =
    test.kind === "call"
      ? testOfCall(test, holds, interpreter)
      : test.kind === "binary"
        ? testOfOperator(test, holds, interpreter)
        : undefined;
  return found === undefined ? [] : [found];
}

/** The test that holds if any of the sides does: only sides about the same part of the same variable make one. */
function anyOf(sides: readonly (readonly TextTest[])[]): readonly TextTest[] {
  const [first] = sides[0] ?? [];
  const all = sides.map((side) => side.find(({ name, part }) => name === first?.name && part === first.part));
  if (first === undefined || all.includes(undefined)) return [];
  return [{ ...first, texts: all.flatMap((each) => each?.texts ?? []) }];
}

/** `a == "b"`, `a in ("b", "c")`, and their opposites. */
function testOfOperator(
  { operator, left, right }: Expression & { kind: "binary" },
  holds: boolean,
  interpreter: Interpreter,
): TextTest | undefined {
  if (operator === (holds ? "==" : "!="))
    return about(left, right, false, interpreter) ?? about(right, left, false, interpreter);
  if (holds && operator === "-like") return testOfPattern(left, right, interpreter);
  return operator === (holds ? "in" : "not in") ? about(left, right, true, interpreter) : undefined;
}

/** `$name -like "*.log"`. */
function testOfPattern(left: Expression, right: Expression, interpreter: Interpreter): TextTest | undefined {
  const test = about(left, right, false, interpreter);
  const [, ending] = /^\*([^*?[\]]+)$/.exec(test?.texts[0] ?? "") ?? [];
  return test && ending !== undefined ? { name: test.name, part: "ending", texts: [ending] } : undefined;
}

/** `a.endswith(".b")`, `["b", "c"].includes(a)`. */
function testOfCall(
  { callee, arguments: passed }: Call,
  holds: boolean,
  interpreter: Interpreter,
): TextTest | undefined {
  const [argument, other] = passed;
  if (!holds || callee.kind !== "attribute" || argument?.name !== null || other !== undefined) return;
  if (!isOnlyMethod(callee.name, interpreter.program)) return;
  if (/^(?:includes|has|contains)$/i.test(callee.name)) return about(argument.value, callee.object, true, interpreter);
  if (!/^ends_?with$/i.test(callee.name) || callee.object.kind !== "name") return;
  const texts = textsOf(argument.value, interpreter, true) ?? textsOf(argument.value, interpreter, false);
  return texts && { name: callee.object.name, part: "ending", texts };
}

/** Whether a program only calls a method, by its text: it neither defines one with the name nor assigns it. */
function isOnlyMethod(name: string, program: string): boolean {
  return [...program.matchAll(/\w+/g)].every(
    ({ 0: word, index }) => word !== name || (program[index - 1] === "." && program[index + name.length] === "("),
  );
}

/** The test that an operand is one of some values. */
function about(
  operand: Expression,
  values: Expression,
  areSeveral: boolean,
  interpreter: Interpreter,
): TextTest | undefined {
  const part = partOf(operand, interpreter);
  const texts = part && textsOf(values, interpreter, areSeveral);
  // Some languages compare texts with digits as numbers.
  if (part === undefined || texts === undefined || texts.some((text) => /^\s*[-+]?[\d.]+(?:e\d+)?\s*$/i.test(text)))
    return;
  return { ...part, texts };
}

/** The variable that an operand is a part of: `name`, `path.suffix`, `os.path.basename(path)`. */
function partOf(operand: Expression, { program }: Interpreter): Pick<TextTest, "name" | "part"> | undefined {
  if (operand.kind === "name") return { name: operand.name, part: "all" };
  if (operand.kind === "attribute" && operand.object.kind === "name") {
    const part = /^(?:suffix|extension)$/i.test(operand.name)
      ? "ending"
      : /^name$/i.test(operand.name)
        ? "name"
        : undefined;
    return part && { name: operand.object.name, part };
  }
  if (operand.kind !== "call" || operand.callee.kind !== "attribute") return;
  const [argument, other] = operand.arguments;
  if (argument?.value.kind !== "name" || other !== undefined || !isOnlyMethod(operand.callee.name, program)) return;
  const part = operand.callee.name === "extname" ? "ending" : operand.callee.name === "basename" ? "name" : undefined;
  return part && { name: argument.value.name, part };
}

/** The exact texts of an operand that is evaluated without effects; `undefined` if any is not known. */
function textsOf(operand: Expression, interpreter: Interpreter, areSeveral: boolean): readonly string[] | undefined {
  if (!isPlain(operand)) return;
  const value = interpreter.evaluate(operand);
  if (!areSeveral) {
    const text = exactText(value);
    return text === undefined ? undefined : [text];
  }
  const { items, more } = iteratedItems(value);
  const texts = items.map(exactText);
  return more === null && texts.length > 0 && texts.every((text) => text !== undefined) ? texts : undefined;
}

function isPlain(operand: Expression): boolean {
  if (operand.kind === "list") return operand.items.every(isPlain);
  return (
    operand.kind === "text" || operand.kind === "name" || (operand.kind === "attribute" && isPlain(operand.object))
  );
}

/** The values that remain of one if a test holds. What is no text stays as it is. */
function narrowed(alternative: Alternative, { part, texts }: TextTest): readonly Alternative[] {
  if (alternative.kind !== "text" && alternative.kind !== "path") return [alternative];
  const { text } = alternative;
  if (alternative.kind === "path" && alternative.wildcards !== undefined) {
    const folder = /^(.*\/)?\*$/s.exec(text)?.[1] ?? "";
    if (part === "all" || `${folder}*` !== text) return [alternative];
    return texts.map((each) => ({ ...alternative, text: folder + (part === "ending" ? "*" : "") + each }));
  }
  const left = texts.flatMap((each) => remaining[part](text, each));
  if (!hasUnknownText(text)) return left.length > 0 ? [alternative] : [];
  return [...new Set(left)].map((each) => ({
    ...alternative,
    text: each,
    ...(alternative.kind === "text" && { at: null }),
  }));
}

/** What a text may be if a part of it is the given one. */
const remaining: Readonly<Record<Part, (text: string, given: string) => readonly string[]>> = {
  all: (text, given) => (mayBe(text, given) ? [given] : []),
  name: (text, given) => {
    const [, folder = "", last = ""] = /^(.*\/)?([^/]*)$/s.exec(text) ?? [];
    if (last === unknownText) return [folder + given, `${folder}${unknownText}/${given}`];
    return mayBe(last, given) ? [folder + given] : [];
  },
  ending: (text, given) => {
    if (text.endsWith(unknownText) || text.endsWith(unknownName)) return [text + given];
    const end = textParts(text).at(-1) ?? "";
    return hasEnding(end, given) || (end !== text && hasEnding(given, end)) ? [text] : [];
  },
};

function hasEnding(text: string, ending: string): boolean {
  return text.toLowerCase().endsWith(ending.toLowerCase());
}

/** Whether a text with unknown parts may be a given one. Upper and lower case are the same for some languages and disks. */
function mayBe(text: string, given: string): boolean {
  const parts = textParts(text.toLowerCase());
  const whole = given.toLowerCase();
  let at = 0;
  let isOpen = false;
  for (const part of parts) {
    if (part === null) {
      isOpen = true;
      continue;
    }
    const found = isOpen ? whole.indexOf(part, at) : whole.startsWith(part, at) ? at : -1;
    if (found < 0) return false;
    at = found + part.length;
    isOpen = false;
  }
  return isOpen || at === whole.length || (parts.length > 1 && whole.endsWith(parts.at(-1) ?? ""));
}
