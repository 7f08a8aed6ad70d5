import type { MethodCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import {
  joinAllValues,
  joinValues,
  knownTexts,
  type LibraryObject,
  listValue,
  noneValue,
  objectValue,
  textValue,
  unknownValueFrom,
  type Value,
  withAddedOrigins,
} from "../engine/value.ts";
import { suppliedText } from "../unknown-text.ts";

/**
 * Computes the result of a method of `argparse.ArgumentParser`. After `parse_args()`, each field of the namespace may
 * be any word that the program itself passes, any default value, or what the user types on the command line.
 */
export function callArgparseMethod(parser: LibraryObject, { name, positional, named }: MethodCall): Value {
  switch (name) {
    case "add_argument":
    case "add_option":
    case "set_defaults":
      for (const value of name === "set_defaults" ? named.values() : [named.get("default")]) {
        if (value !== undefined) parser.fields.set("default", joinValues(parser.fields.get("default") ?? value, value));
      }
      return unknownValueFrom([]);
    case "add_argument_group":
    case "add_mutually_exclusive_group":
    case "add_subparsers":
    case "add_parser":
      return { alternatives: [parser], mayBeUnknown: false, from: [], repetitions: 1 };
    case "parse_args":
      return parsedNamespace(parser, positional[0] ?? named.get("args"), positional[1] ?? named.get("namespace"));
    case "parse_known_args":
      return listValue([
        parsedNamespace(parser, positional[0] ?? named.get("args")),
        unknownValueFrom([{ kind: "input" }]),
      ]);
    default:
      return unknownValueFrom([]);
  }
}

const fromInput = [{ kind: "input" }] as const;

/** The namespace that `parse_args()` returns: all its fields share one joined value. */
function parsedNamespace(parser: LibraryObject, passedArguments: Value | undefined, existingNamespace?: Value): Value {
  const fromCommandLine = passedArguments === undefined || passedArguments === noneValue;
  const { items, more } = fromCommandLine
    ? { items: [], more: textValue(suppliedText, fromInput) }
    : iteratedItems(passedArguments);
  const words = items.filter((item) => item.mayBeUnknown || knownTexts(item).some((text) => !/^-./.test(text)));
  const values = more === null ? words : [...words, withAddedOrigins(more, fromInput)];
  if (values.length === 0 || existingNamespace !== undefined) values.push(unknownValueFrom(fromInput));
  const defaultValue = parser.fields.get("default");
  const any = joinAllValues(defaultValue === undefined ? values : [...values, defaultValue]);
  return objectValue("argparse.Namespace", any.from, new Map([["any", any]]));
}
