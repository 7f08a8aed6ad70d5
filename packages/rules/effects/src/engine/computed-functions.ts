/** Computes functions that several languages have under different names, such as decoding base64. */
import { joinOrigins } from "../origins.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { decodeText } from "./decode.ts";
import { programFile, setEnvironment } from "./environment.ts";
import { fileTargets } from "./file-targets.ts";
import { concatenateTexts } from "./formatting.ts";
import type { SortedCall } from "./interpreter.ts";
import { jsonText } from "./json-text.ts";
import { parentPath } from "./path-texts.ts";
import { changeWorld } from "./paths.ts";
import {
  exactNumber,
  exactText,
  exactValue,
  joinAllValues,
  knownTexts,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "./value.ts";
import { nonLiteralOrigins } from "./value-origins.ts";

/** Applies a function to each text that a value may be; `undefined` stands for an unknown result. */
export function mapTexts(value: Value = unknownValue, change: (text: string) => string | undefined): Value {
  const unknown = unknownValueFrom(nonLiteralOrigins(value));
  const results = knownTexts(value).map((text) => {
    const changed = change(text);
    return changed === undefined ? unknown : textValue(changed, value.from);
  });
  if (value.mayBeUnknown || results.length === 0 || results.length < value.alternatives.length) results.push(unknown);
  return joinAllValues(results);
}

/** The decoded text of a value, marked as coming from encoded data. */
export function decodedText(value: Value, encoding: string): Value {
  const decoded = mapTexts(value, (text) => (hasUnknownText(text) ? undefined : decodeText(text, encoding)));
  const from = joinOrigins(nonLiteralOrigins(value), [{ kind: "encoded" }]);
  return decoded.mayBeUnknown ? { ...decoded, from, repetitions: value.repetitions } : { ...decoded, from };
}

/** Joins texts with a separator. */
export function joinTexts(values: readonly Value[], between: string): Value {
  return concatenateTexts(values.flatMap((each, at) => (at === 0 ? [each] : [textValue(between), each])));
}

/** The JSON text of the first argument, if it is completely known. */
export function jsonOf({ positional: [value] }: SortedCall): Value | undefined {
  const text = jsonText(value);
  return text === undefined ? undefined : textValue(text, value?.from);
}

/** The number that the first argument is or describes. */
export function integerOf({ positional: [value] }: SortedCall): Value {
  if (value !== undefined && exactNumber(value) !== undefined) return value;
  const text = exactText(value);
  return text !== undefined && /^-?\d{1,15}$/.test(text)
    ? exactValue({ kind: "number", number: Number(text) })
    : unknownValueFrom(value?.from ?? []);
}

/**
 * Simulates `os.chdir(path)`: relative paths start there from now on. The directory of the program's own file counts as the
 * directory in which the program started.
 */
export function changeDirectory({ positional: [value = unknownValue], interpreter }: SortedCall): Value {
  const [target, ...others] = fileTargets(value, interpreter);
  const isOwn = knownTexts(value).some((text) => text === parentPath(programFile(interpreter)));
  const known = target == null || target.glob || others.length > 0 ? null : target.path;
  changeWorld(interpreter, { directory: isOwn ? (interpreter.context.directory ?? "") : known });
  return noneValue;
}

/** Evaluates `os.putenv(name, value)`. */
export function setEnvironmentVariable({ positional: [name, value = unknownValue], interpreter }: SortedCall): Value {
  setEnvironment(exactText(name), value, interpreter);
  return noneValue;
}
