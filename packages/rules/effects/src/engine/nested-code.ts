import type { Origin, Target } from "../effects.ts";
import { deepestNesting } from "../languages.ts";
import { joinOrigins } from "../origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { collectOutput } from "./commands.ts";
import { emit, emitUnknown, type Interpreter, lessCertain } from "./interpreter.ts";
import type { Span } from "./ir.ts";
import type { LibraryCall } from "./library-call.ts";
import { joinValues, noneValue, type TextValue, unknownValue, type Value } from "./value.ts";
import { originsOf } from "./value-origins.ts";
import { textsWrittenTo } from "./written-files.ts";

/**
 * Interprets code that the program passes to `eval` or `exec`, in the current scope; unknown code is emitted as an
 * execution with its origins.
 */
export function runOwnCode(value: Value, isMeasured: boolean, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  if (!value.mayBeUnknown && value.alternatives.every(({ kind }) => kind === "function")) return;
  const texts = value.alternatives.filter((alternative): alternative is TextValue => alternative.kind === "text");
  const from = originsOf(value);
  const mayBeUnknown = value.mayBeUnknown || texts.length === 0 || texts.some(({ text }) => hasUnknownText(text));
  const origins =
    from.length === 0 || (mayBeUnknown && from.every(({ kind }) => kind === "literal"))
      ? joinOrigins(from, [{ kind: "unknown" as const }])
      : from;
  const isLiteral = origins.every(({ kind }) => kind === "literal");
  if (!isLiteral || !isMeasured)
    emit(interpreter, { kind: "execute", program: null, from: origins, by, start: span.start, end: span.end });
  if (mayBeUnknown && !origins.every((origin) => isKnownFile(origin, interpreter)))
    emitUnknown(interpreter, by, `it is unknown what ${by} runs`, span);
  for (const alternative of texts) {
    const result = hasUnknownText(alternative.text)
      ? unknownValue
      : interpretCode(alternative, texts.length > 1 || mayBeUnknown, call);
    call.result = call.result === null ? result : joinValues(call.result, result);
  }
  call.result ??= unknownValue;
}

/** Whether a file belongs to the project, so that running it is no effect of the program. */
function isKnownFile(origin: Origin, { writtenFiles }: Interpreter): boolean {
  return origin.kind === "file" && origin.target !== null && writtenFiles.get(origin.target.path) === undefined;
}

/** Parses and runs known code; returns its value if it is an expression. */
function interpretCode({ text, at }: TextValue, isOneOfSeveral: boolean, call: LibraryCall): Value {
  const { interpreter, by, span } = call;
  if (interpreter.depth >= deepestNesting) {
    emitUnknown(interpreter, by, "code is nested too deeply", span);
    return unknownValue;
  }
  const place = ({ start, end }: Span): Span =>
    at === null ? { start: span.start, end: span.end } : { start: at + start, end: at + end };
  const program = interpreter.dialect.lower(
    text.trimStart() === text ? text : text.trim(),
    at === null || text.trimStart() === text ? place : () => ({ start: span.start, end: span.end }),
  );
  interpreter.steps.left -= text.length / 40;
  if (program.problem !== null) emitUnknown(interpreter, by, `the code that ${by} runs ${program.problem}`, span);
  const [only] = program.statements;
  return inNestedCode(interpreter, isOneOfSeveral, () => {
    if (only?.kind === "expression" && program.statements.length === 1) return interpreter.evaluate(only.value);
    const output = collectOutput(true, interpreter, () => interpreter.runBlock(program.statements));
    return output === noneValue ? unknownValue : output;
  });
}

/** Runs the program in a file, if the program itself or code before it wrote the file. @returns whether its text is known */
export function runProgramFile(
  target: Target | null | undefined,
  by: string,
  { start, end }: Span,
  interpreter: Interpreter,
): boolean {
  const texts = textsWrittenTo(target, interpreter);
  for (const text of texts) {
    if (interpreter.depth >= deepestNesting) {
      emitUnknown(interpreter, by, "code is nested too deeply", { start, end });
      return true;
    }
    const program = interpreter.dialect.lower(text, () => ({ start, end }));
    interpreter.steps.left -= text.length / 40;
    if (program.problem !== null)
      emitUnknown(interpreter, by, `the code that ${by} runs ${program.problem}`, { start, end });
    inNestedCode(interpreter, texts.length > 1, () => interpreter.runBlock(program.statements));
  }
  const written = target === null || target === undefined ? undefined : interpreter.writtenFiles.get(target.path);
  if (texts.length === 0 && written?.from.some(({ kind }) => kind === "unknown") === true)
    emitUnknown(interpreter, by, `it is unknown what the file that ${by} runs holds`, { start, end });
  return texts.length > 0;
}

/** Runs something one nesting level deeper. */
function inNestedCode<T>(interpreter: Interpreter, isOneOfSeveral: boolean, compute: () => T): T {
  const before = interpreter.certainty;
  interpreter.depth++;
  if (isOneOfSeveral) interpreter.certainty = lessCertain(before, "possible");
  const result = compute();
  interpreter.depth--;
  interpreter.certainty = before;
  return result;
}
