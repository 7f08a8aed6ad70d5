import { joinOrigins } from "../../origins.ts";
import { hasUnknownText } from "../../unknown-text.ts";
import type { EffectEntry } from "../call-entry.ts";
import { lookUpMember } from "../class-members.ts";
import { fileOrigins, fileTargets } from "../file-targets.ts";
import { emit, emitUnknown, type Interpreter } from "../interpreter.ts";
import { argumentValue, argumentValues, type LibraryCall, objectField } from "../library-call.ts";
import { runOwnCode, runProgramFile } from "../nested-code.ts";
import { runCommand, runProcess } from "../processes.ts";
import { isTrue, knownTexts, unknownValue, type Value } from "../value.ts";
import { nonLiteralOrigins, originsOf } from "../value-origins.ts";
import { textsWrittenTo } from "../written-files.ts";

/**
 * Emits the effects of running something: a shell command, a process, Python code, a program file, or data that may run
 * code (pickle).
 */
export function emitRun(entry: EffectEntry & { kind: "run" }, call: LibraryCall): void {
  const [value] = argumentValues(entry.argument, call);
  const input = entry.input === undefined ? undefined : argumentValue(entry.input, call);
  const directory = entry.directory === undefined ? undefined : argumentValue(entry.directory, call);
  const environment = entry.environment === undefined ? undefined : argumentValue(entry.environment, call);
  switch (entry.what) {
    case "shell":
      runCommand(value ?? unknownValue, { input, directory, environment }, call);
      break;
    case "process": {
      const [program] = argumentValues(entry.program ?? "", call);
      const shell = entry.shell === undefined ? undefined : argumentValue(entry.shell, call);
      runProcess(value ?? unknownValue, { input, directory, environment, program, shell }, call);
      break;
    }
    case "code":
      if (value !== undefined) runOwnCode(value, entry.measured === true, call);
      break;
    case "program":
      if (value !== undefined) emitProgramExecution(value, call);
      break;
    case "data":
    case "objects":
      if (value !== undefined && !isSafeLoader(call)) emitDataExecution(value, entry.what === "objects", call);
  }
}

/** Emits the execution of a file as a program, module or shared library. */
function emitProgramExecution(value: Value, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  for (const target of fileTargets(value, interpreter)) runProgramFile(target, by, span, interpreter);
  if (
    value.alternatives.length > 0 &&
    !value.mayBeUnknown &&
    value.alternatives.every(({ kind }) => kind === "constant")
  )
    return;
  const [name] = knownTexts(value);
  const library =
    name !== undefined && knownTexts(value).every((text) => /^[\w.+-]+$/.test(text)) && /\.(so|dll|dylib)/.test(name);
  const from = library ? [] : fileOrigins(fileTargets(value, interpreter), interpreter);
  emit(interpreter, {
    kind: "execute",
    program: name !== undefined && !hasUnknownText(name) ? name : null,
    from,
    by,
    start: span.start,
    end: span.end,
  });
}

/** Emits the execution of code that serialized data may contain. */
function emitDataExecution(value: Value, isObjects: boolean, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  if (isOwnPickledData(value, interpreter) || isPlainConfiguration(value)) return;
  const named = knownTexts(value).length > 0 && call.fetched.some(({ kind }) => kind === "file");
  const from = named ? joinOrigins(call.fetched, value.from) : originsOf(value);
  emit(interpreter, {
    kind: "execute",
    program: null,
    from: from.length === 0 ? [{ kind: "unknown" }] : from,
    objects: isObjects ? true : undefined,
    by,
    start: span.start,
    end: span.end,
  });
  // Files that the session wrote are not parsed as code here.
  const texts = [
    ...knownTexts(value),
    ...from.flatMap((origin) =>
      origin.kind === "file" ? textsWrittenTo(origin.target ?? undefined, interpreter) : [],
    ),
  ];
  const isPlain = (text: string): boolean => /yaml/i.test(by) && !text.includes("!!python");
  if (!texts.every(isPlain)) emitUnknown(interpreter, by, `it is unknown what the data of ${by} runs`, span);
}

/** Whether a value is a configuration without functions to call. `()` in a configuration of Python's `logging` names a function. */
function isPlainConfiguration({ alternatives: [only, other], mayBeUnknown }: Value, depth = 0): boolean {
  if (only?.kind !== "dict") return depth > 0;
  if (other !== undefined || mayBeUnknown || only.more !== null || only.entries.has("()") || depth > 6) return false;
  return [...only.entries.values()].every((each) => isPlainConfiguration(each, depth + 1));
}

/** Whether the data was pickled by this program from literal values, and no class defines `__reduce__`. */
function isOwnPickledData(value: Value, interpreter: Interpreter): boolean {
  const packed = objectField(value, "data");
  return (
    packed?.mayBeUnknown === false &&
    value.alternatives.every((alternative) => alternative.kind === "object" && alternative.type === "pickled") &&
    !value.mayBeUnknown &&
    nonLiteralOrigins(value).length === 0 &&
    !interpreter.classes.some((each) =>
      ["__reduce__", "__reduce_ex__"].some((name) => lookUpMember(each, name) !== undefined),
    )
  );
}

/** Whether the call selects a loader that creates only plain objects: `yaml.load(data, Loader=SafeLoader)`. */
function isSafeLoader({ by, self, bound }: LibraryCall): boolean {
  const loader = bound.get("Loader");
  // `ruamel.yaml.YAML` is safe unless its type is `unsafe`.
  if (by.startsWith("yaml.YAML.")) return !knownTexts(objectField(self, "typ") ?? unknownValue).includes("unsafe");
  if (by.startsWith("yaml.load"))
    return (
      loader !== undefined &&
      loader.alternatives.length > 0 &&
      loader.alternatives.every((alternative) => alternative.kind === "library" && /Safe|Base/.test(alternative.name))
    );
  if (by === "torch.load") return isTrue(bound.get("weights_only"));
  if (by === "numpy.load") return !isTrue(bound.get("allow_pickle"));
  return false;
}
