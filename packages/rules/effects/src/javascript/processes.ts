/** Functions that start a program with a list of arguments: their overloads, brought to the form of the catalogue's rows. */
import { isPassed } from "../engine/arguments.ts";
import { joinTexts } from "../engine/computed-functions.ts";
import type { SortedCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import { objectField } from "../engine/library-call.ts";
import {
  dictValue,
  exactNumber,
  exactText,
  listValue,
  type PassedArgument,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";

/** Converts `spawn("rm", ["-rf", "x"])` and `new Deno.Command("rm", { args: ["-rf", "x"] })` to a list of words and the options. */
export function wordsAndOptions({ name, positional }: SortedCall): readonly PassedArgument[] {
  const [first = unknownValue, second, third] = positional;
  const program = objectField(first, "cmd") ?? first;
  const listed = [second, objectField(second, "args"), objectField(first, "args")].find(isList);
  const options = isList(second) ? third : (second ?? first);
  const { items, more } = iteratedItems(listed ?? listValue([]));
  const isUnlisted = listed === undefined && second?.mayBeUnknown === true && second.alternatives.length === 0;
  const isShell = isPassed(objectField(options, "shell"));
  const head = isList(program) ? iteratedItems(program).items : [program];
  const words = [...(name.endsWith("fork") ? [textValue("node")] : []), ...head, ...items];
  const command = isShell ? joinTexts(words, " ") : listValue(words, more ?? (isUnlisted ? unknownValue : null));
  return [{ name: null, value: command }, ...processOptions(name, options)];
}

function isList(value: Value | undefined): value is Value {
  return value?.alternatives.some(({ kind }) => kind === "list") === true;
}

/** The options of a process with its standard input as `input`. */
export function processOptions(name: string, options: Value | undefined): readonly PassedArgument[] {
  const input = inputOf(name, options);
  const isUnknown = options?.mayBeUnknown === true && options.alternatives.length === 0;
  const env = objectField(options, "env") ?? (isUnknown ? unknownValue : undefined);
  const fields = { input, env, cwd: objectField(options, "cwd"), shell: objectField(options, "shell") };
  const entries = Object.entries(fields).flatMap(([key, value]): [string, Value][] => (value ? [[key, value]] : []));
  return [{ name: null, value: dictValue(new Map(entries)) }];
}

/** Functions that start a process with a pipe as its standard input, to which the program may write later. */
const opensPipe =
  /^(child_process\.(exec|execFile|spawn)|execa(\.(execa|execaCommand|\$))?|cross-spawn(\.spawn)?|zx\.\$|node-pty\.spawn)$/;

const writtenLater = unknownValueFrom([{ kind: "unknown" }]);

/** The input of a process: the option `input`, a file among `stdio`, or data that the program writes to its pipe. `undefined`: the input of the program. */
function inputOf(name: string, options: Value | undefined): Value | undefined {
  const given = objectField(options, "input");
  if (given !== undefined) return given;
  const stdio = objectField(options, "stdio");
  const stream = objectField(options, "stdin") ?? (isList(stdio) ? iteratedItems(stdio).items[0] : stdio);
  if (stream === undefined) return opensPipe.test(name) ? writtenLater : undefined;
  const text = exactText(stream);
  if (text === "inherit" || exactNumber(stream) === 0) return undefined;
  if (text === "ignore" || text === "null" || !isPassed(stream)) return textValue("");
  return text === "pipe" || text === "piped" || text === "overlapped" ? writtenLater : stream;
}
