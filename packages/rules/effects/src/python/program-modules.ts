import type { Interpreter } from "./interpreter.ts";
import type { LibraryCall } from "./library-call.ts";
import { runProcess } from "./processes.ts";
import type { Span } from "./syntax/nodes.ts";
import { listValue, textValue, unknownValueFrom, type Value } from "./value.ts";

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
