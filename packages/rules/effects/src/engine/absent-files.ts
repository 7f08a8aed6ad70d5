/** Finds files that a program has tested to be absent: `.env` in `if not os.path.exists(".env"): shutil.copy(…)`. */
import type { Target } from "../effects.ts";
import { fileTargets } from "./file-targets.ts";
import type { Interpreter } from "./interpreter.ts";
import type { Call, Expression } from "./ir.ts";
import type { World } from "./state.ts";
import type { Value } from "./value.ts";

/** Runs code that is reached only if a test holds, or only if it does not: files that the test found absent are absent for it. */
export function afterTest<Result>(
  test: Expression,
  holds: boolean,
  interpreter: Interpreter,
  run: () => Result,
): Result {
  const found = absentFiles(test, holds, interpreter);
  if (found.length === 0) return run();
  const outer = interpreter.absent;
  interpreter.absent = new Set([...outer, ...found]);
  const result = run();
  interpreter.absent = outer;
  return result;
}

/** Whether a file does not exist yet: the program has tested it, and nothing was put there since. */
export function isAbsent(target: Target | null, absent: ReadonlySet<string>, written: World["files"]): boolean {
  return target?.glob === false && absent.has(target.path) && !written.has(target.path);
}

/** The files that do not exist if a test holds, or if it does not. */
function absentFiles(test: Expression, holds: boolean, interpreter: Interpreter): readonly string[] {
  if (test.kind === "unary" && test.operator === "not") return absentFiles(test.operand, !holds, interpreter);
  if (test.kind !== "call" || holds || test.arguments.length > 1) return [];
  const tested = testedFile(test, interpreter);
  const [target, other] = tested === undefined ? [] : fileTargets(tested, interpreter);
  return target && other === undefined && !target.glob && target.path !== "" ? [target.path] : [];
}

/** The path of which a call of a library tells whether it exists. */
function testedFile({ callee, arguments: passed }: Call, interpreter: Interpreter): Value | undefined {
  const isPlain = (part: Expression): boolean =>
    part.kind === "text" || part.kind === "name" || (part.kind === "attribute" && isPlain(part.object));
  if (!isPlain(callee) || !passed.every(({ value }) => isPlain(value))) return undefined;
  const name = callee.kind === "attribute" || callee.kind === "name" ? callee.name : "";
  if (!isOnlyCalled(name, interpreter.program)) return undefined;
  const { alternatives, mayBeUnknown } = interpreter.evaluate(callee);
  const [only, other] = alternatives;
  if (only === undefined || other !== undefined || mayBeUnknown) return undefined;
  const [argument] = passed;
  if (only.kind === "library")
    return existenceTest.test(only.name) && argument ? interpreter.evaluate(argument.value) : undefined;
  return only.kind === "method" && /^(?:exists|is_file)$/.test(only.name) && argument === undefined
    ? only.object
    : undefined;
}

/** Whether a program only calls a function, by its text: it neither defines one with the name nor replaces it. */
function isOnlyCalled(name: string, program: string): boolean {
  if (mayReplace(program)) return false;
  return [...program.matchAll(/\w+/g)].every(
    ({ 0: word, index }) =>
      word !== name ||
      (/^\s*\((?![^()]*\)\s*[{:])/.test(program.slice(index + name.length, index + 500)) &&
        !/\b(?:def|function|fn)\s+$/.test(program.slice(Math.max(0, index - 20), index))),
  );
}

/** Whether a program may replace functions of libraries, or members of their objects. */
export function mayReplace(program: string): boolean {
  return replacing.test(program);
}

const replacing =
  /(?:\b|_)(?:Add-Member|Update-TypeData|mock|patch|monkeypatch|stub|spyOn|setattr|__dict__|defineProperty|defineProperties|Reflect|Proxy|prototype|__proto__)(?:\b|_)/i;

/** The functions of libraries that return whether a file exists. */
const existenceTest =
  /^(?:file_exists|is_file|os\.path\.(?:exists|isfile|lexists)|(?:node:)?fs\.existsSync|(?:fs-extra|graceful-fs)\.(?:existsSync|pathExistsSync))$/;
