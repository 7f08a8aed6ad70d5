import type { Interpreter } from "../engine/interpreter.ts";
import type { Span } from "../engine/ir.ts";
import type { LibraryCall } from "../engine/library-call.ts";
import { runProcess } from "../engine/processes.ts";
import { listValue, textValue, unknownValueFrom, type Value } from "../engine/value.ts";

/** Functions whose names are the programs of the machine: `sh.rm`. */
const programFunction = /^(?:sh|plumbum\.cmd)\.([a-z][\w-]*)$/;

/** `sh.rm("-r", "a")`: runs a program with arguments. @returns its output; `undefined` for functions of other modules */
export function runProgramOfModule(
  name: string,
  positional: readonly Value[],
  span: Span,
  interpreter: Interpreter,
): Value | undefined {
  const by = programFunction.exec(name)?.[1]?.replaceAll("_", "-");
  if (by === undefined) return undefined;
  const call: LibraryCall = { by, self: null, bound: new Map(), span, interpreter, fetched: [], result: null };
  runProcess(listValue([textValue(by), ...positional]), {}, call);
  return unknownValueFrom([{ kind: "output", by }]);
}
