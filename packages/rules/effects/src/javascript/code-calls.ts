// Functions that run code: `eval`, `new Function`, the module `vm`.

import { hasUnknownText } from "../unknown-text.ts";
import { runCode } from "./interpret.ts";
import { emit, emitUnknown, type NamedCall } from "./interpreter.ts";
import { loadModule } from "./load-module.ts";
import { isSet, joinedOrigins, textsOf, unknownFrom, unknownValue, type Value } from "./value.ts";

/** `eval(code)`, `new Function("a", code)`, `new Worker(file)`. @returns the value of the code */
export function runsCode(call: NamedCall): Value {
  const { name: by, args, span, interpreter } = call;
  if (/Worker$/.test(by) && (!isSet(args[1], "eval") || textsOf(args[0]).every((text) => text.startsWith("data:"))))
    return loadModule(call);
  const code = (/Function$/.test(by) ? args.at(-1) : args[0]) ?? unknownValue;
  if (code.alternatives.every(({ kind }) => kind === "function")) return unknownValue;
  const from = joinedOrigins([code]);
  let result: Value = unknownFrom(from);
  for (const text of textsOf(code)) {
    if (from.length > 0) emit(interpreter, { kind: "execute", by, program: null, from }, span);
    if (!hasUnknownText(text)) result = runCode(text, span, interpreter);
    else if (from.length === 0) {
      emit(interpreter, { kind: "execute", by, program: null, from: [{ kind: "unknown" }] }, span);
      emitUnknown(interpreter, by, `it is unknown which code ${by} runs`, span);
    }
  }
  return result;
}
