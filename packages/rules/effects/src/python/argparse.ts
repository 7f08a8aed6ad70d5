import type { Interpreter, MethodCall } from "../engine/interpreter.ts";
import { iteratedItems } from "../engine/iteration.ts";
import {
  exactText,
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
import type { KnownData } from "../execution-state.ts";
import { suppliedText } from "../unknown-text.ts";

/**
 * Computes the result of a method of `argparse.ArgumentParser`. After `parse_args()`, each field of the namespace may
 * be any word that the program itself passes, any default value, or what the user types on the command line.
 */
export function callArgparseMethod(parser: LibraryObject, call: MethodCall): Value {
  const { name, positional, named } = call;
  switch (name) {
    case "add_argument":
    case "add_option":
    case "set_defaults":
      for (const value of name === "set_defaults" ? named.values() : [named.get("default")]) {
        if (value !== undefined) parser.fields.set("default", joinValues(parser.fields.get("default") ?? value, value));
      }
      if (name === "add_argument" && isList(call)) parser.fields.set(`${listOf}${destination(call)}`, noneValue);
      return unknownValueFrom([]);
    case "add_argument_group":
    case "add_mutually_exclusive_group":
    case "add_subparsers":
    case "add_parser":
      return { alternatives: [parser], mayBeUnknown: false, from: [], repetitions: 1 };
    case "parse_args":
      return parsedNamespace(parser, call, positional[1] ?? named.get("namespace"));
    case "parse_known_args":
      return listValue([parsedNamespace(parser, call), unknownValueFrom([{ kind: "input" }])]);
    default:
      return unknownValueFrom([]);
  }
}

/** The words of the command line: those that the code around passes, or any that a person types. */
function commandLine({ context }: Interpreter): { readonly items: readonly Value[]; readonly more: Value | null } {
  const { programArguments } = context;
  if (programArguments === undefined) return { items: [], more: textValue(suppliedText, fromInput) };
  return { items: programArguments.map(argumentValue), more: null };
}

/** The value of a word of the command line that the code around passes. */
export function argumentValue({ text, from }: KnownData): Value {
  return text === undefined ? unknownValueFrom(from) : textValue(text, from);
}

const fromInput = [{ kind: "input" }] as const;

/** The namespace that `parse_args()` returns: all its fields share one joined value. */
function parsedNamespace(
  parser: LibraryObject,
  { positional, named, interpreter }: MethodCall,
  existingNamespace?: Value,
): Value {
  const passedArguments = positional[0] ?? named.get("args");
  const fromCommandLine = passedArguments === undefined || passedArguments === noneValue;
  const { items, more } = fromCommandLine ? commandLine(interpreter) : iteratedItems(passedArguments);
  const words = items.filter((item) => item.mayBeUnknown || knownTexts(item).some((text) => !/^-./.test(text)));
  const values = more === null ? words : [...words, withAddedOrigins(more, fromInput)];
  const defaultValue = parser.fields.get("default");
  if ((values.length === 0 && defaultValue === undefined) || existingNamespace !== undefined)
    values.push(unknownValueFrom(fromInput));
  const any = joinAllValues(defaultValue === undefined ? values : [...values, defaultValue]);
  const lists = [...parser.fields.keys()].filter((key) => key.startsWith(listOf));
  const fields = lists.map((key): [string, Value] => [key.slice(listOf.length), listValue([], any, any.from)]);
  return objectValue("argparse.Namespace", any.from, new Map([...fields, ["any", any]]));
}

/** The beginning of the names under which a parser keeps which fields of the namespace are lists. */
const listOf = "list ";

/** Whether an argument of a parser may be given several times: `nargs="+"`, `action="append"`. */
function isList({ named }: MethodCall): boolean {
  const [count, action] = [named.get("nargs"), exactText(named.get("action"))];
  return (count !== undefined && exactText(count) !== "?") || action === "append" || action === "extend";
}

/** The field of the namespace for an argument of a parser: `dry_run` for `-n --dry-run`. */
function destination({ positional, named }: MethodCall): string {
  const names = positional.map((each) => exactText(each) ?? "");
  const name = exactText(named.get("dest")) ?? names.find((each) => each.startsWith("--")) ?? names[0] ?? "";
  return name.replace(/^-+/, "").replaceAll("-", "_");
}
