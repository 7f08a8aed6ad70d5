import { deepestNesting } from "../languages.ts";
import { emit, emitAnything, lessSure, type Run } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import type { Span } from "./syntax/nodes.ts";
import { readProgram } from "./syntax/read-program.ts";
import { hasHole, join, joinOrigins, originsOf, type Text, unknownValue, type Value } from "./value.ts";

/** Code is run: what is known of it is followed, in the names of the place where it runs. */
export function runCode(value: Value, measured: boolean, call: LibraryCall): void {
  const { run, by, span } = call;
  if (!value.open && value.known.every(({ kind }) => kind === "function")) return;
  const texts = value.known.filter((known): known is Text => known.kind === "text");
  const from = originsOf(value);
  const open = value.open || texts.length === 0 || texts.some(({ text }) => hasHole(text));
  const origins =
    from.length === 0 || (open && from.every(({ kind }) => kind === "literal"))
      ? joinOrigins(from, [{ kind: "unknown" as const }])
      : from;
  const own = origins.every(({ kind }) => kind === "literal");
  if (!own || !measured)
    emit(run, { kind: "execute", program: null, from: origins, by, start: span.start, end: span.end });
  for (const known of texts) {
    const result = hasHole(known.text) ? unknownValue : followCode(known, texts.length > 1 || open, call);
    call.result = call.result === null ? result : join(call.result, result);
  }
  call.result ??= unknownValue;
}

function followCode({ text, at }: Text, several: boolean, call: LibraryCall): Value {
  const { run, by, span } = call;
  if (run.depth >= deepestNesting) {
    emitAnything(run, by, "code is nested too deeply", span);
    return unknownValue;
  }
  const place = ({ start, end }: Span): Span =>
    at === null ? { start: span.start, end: span.end } : { start: at + start, end: at + end };
  const program = readProgram(
    text.trimStart() === text ? text : text.trim(),
    at === null || text.trimStart() === text ? place : () => ({ start: span.start, end: span.end }),
  );
  run.steps.left -= text.length / 40;
  if (program.problem !== null) emitAnything(run, by, `the code that ${by} runs ${program.problem}`, span);
  const [only] = program.statements;
  return within(run, several, () => {
    if (only?.kind === "expression" && program.statements.length === 1) return run.evaluate(only.value);
    run.runBlock(program.statements);
    return unknownValue;
  });
}

function within<T>(run: Run, several: boolean, act: () => T): T {
  const before = run.certainty;
  run.depth++;
  if (several) run.certainty = lessSure(before, "possible");
  const result = act();
  run.depth--;
  run.certainty = before;
  return result;
}
