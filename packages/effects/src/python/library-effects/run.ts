import { memberOf } from "../attributes.ts";
import type { EffectEntry } from "../catalogue/entry.ts";
import { fileOrigins, targetsOf } from "../file-targets.ts";
import { emit, type Run } from "../interpreter.ts";
import { fieldOf, type LibraryCall, valueOfName, valuesOf } from "../library-call.ts";
import { runCode } from "../nested-code.ts";
import { runCommand, runProcess } from "../processes.ts";
import { heldOrigins, joinOrigins, originsOf, textsOf, unknownValue, type Value } from "../value.ts";

/** Something is run: a command, a program, code, or what data says. */
export function emitRun(entry: EffectEntry & { kind: "run" }, call: LibraryCall): void {
  const [value] = valuesOf(entry.of, call);
  const input = entry.input === undefined ? undefined : valueOfName(entry.input, call);
  const directory = entry.directory === undefined ? undefined : call.bound.get(entry.directory);
  switch (entry.what) {
    case "shell":
      runCommand(value ?? unknownValue, { input, directory }, call);
      break;
    case "process": {
      const [program] = valuesOf(entry.program ?? "", call);
      const shell = entry.shell === undefined ? undefined : valueOfName(entry.shell, call);
      runProcess(value ?? unknownValue, { input, directory, program, shell }, call);
      break;
    }
    case "python":
      if (value !== undefined) runCode(value, entry.measured === true, call);
      break;
    case "program":
      if (value !== undefined) runProgram(value, call);
      break;
    case "data":
      if (value !== undefined && !isSafeLoader(call)) runData(value, call);
  }
}

/** A file is run as a program, or a part of one. */
function runProgram(value: Value, call: LibraryCall): void {
  const { run, by, span } = call;
  if (value.known.length > 0 && !value.open && value.known.every(({ kind }) => kind === "constant")) return;
  const [name] = textsOf(value);
  const library =
    name !== undefined && textsOf(value).every((text) => /^[\w.+-]+$/.test(text)) && /\.(so|dll|dylib)/.test(name);
  const from = library ? [] : fileOrigins(targetsOf(value, run), run);
  emit(run, {
    kind: "execute",
    program: name !== undefined && !/[\uFFFE\uFFFF]/.test(name) ? name : null,
    from,
    by,
    start: span.start,
    end: span.end,
  });
}

/** Objects are made of data that says which code makes them. */
function runData(value: Value, call: LibraryCall): void {
  const { run, by, span } = call;
  if (isOwnData(value, run)) return;
  const named = textsOf(value).length > 0 && call.fetched.some(({ kind }) => kind === "file");
  const from = named ? joinOrigins(call.fetched, value.from) : originsOf(value);
  emit(run, {
    kind: "execute",
    program: null,
    from: from.length === 0 ? [{ kind: "unknown" }] : from,
    by,
    start: span.start,
    end: span.end,
  });
}

/** What the program itself packed just before, of which no class says what else is to be called. */
function isOwnData(value: Value, run: Run): boolean {
  const packed = fieldOf(value, "data");
  return (
    packed?.open === false &&
    value.known.every((known) => known.kind === "object" && known.type === "pickled") &&
    !value.open &&
    heldOrigins(value).length === 0 &&
    !run.classes.some((each) => ["__reduce__", "__reduce_ex__"].some((name) => memberOf(each, name) !== undefined))
  );
}

/** Loaders that are told to make only plain objects. */
function isSafeLoader({ by, self, bound }: LibraryCall): boolean {
  const loader = bound.get("Loader");
  // What makes plain objects unless it is told otherwise.
  if (by.startsWith("yaml.YAML.")) return !textsOf(fieldOf(self, "typ") ?? unknownValue).includes("unsafe");
  if (by.startsWith("yaml.load"))
    return (
      loader !== undefined &&
      loader.known.length > 0 &&
      loader.known.every((known) => known.kind === "library" && /Safe|Base/.test(known.name))
    );
  if (by === "torch.load") return isTrue(bound.get("weights_only"));
  if (by === "numpy.load") return !isTrue(bound.get("allow_pickle"));
  return false;
}

function isTrue(value: Value | undefined): boolean {
  return value?.known.some((known) => known.kind === "constant" && known.constant === true) === true;
}
