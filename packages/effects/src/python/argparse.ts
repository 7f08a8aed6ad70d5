import { itemsOf } from "./iteration.ts";
import {
  givenHole,
  join,
  joinAll,
  type LibraryObject,
  listValue,
  none,
  objectValue,
  textsOf,
  textValue,
  unknownFrom,
  type Value,
  withOrigins,
} from "./value.ts";

/**
 * A method of an `argparse.ArgumentParser`. An argument of the command line is any of those that the program itself
 * gives, a default, or else what whoever runs it says.
 */
export function callParser(
  parser: LibraryObject,
  name: string,
  positional: readonly Value[],
  named: ReadonlyMap<string, Value>,
): Value {
  switch (name) {
    case "add_argument":
    case "add_option":
    case "set_defaults":
      for (const value of name === "set_defaults" ? named.values() : [named.get("default")]) {
        if (value !== undefined) parser.fields.set("default", join(parser.fields.get("default") ?? value, value));
      }
      return unknownFrom([]);
    case "add_argument_group":
    case "add_mutually_exclusive_group":
    case "add_subparsers":
    case "add_parser":
      return { known: [parser], open: false, from: [], times: 1 };
    case "parse_args":
      return namespaceOf(parser, positional[0] ?? named.get("args"), positional[1] ?? named.get("namespace"));
    case "parse_known_args":
      return listValue([namespaceOf(parser, positional[0] ?? named.get("args")), unknownFrom([{ kind: "input" }])]);
    default:
      return unknownFrom([]);
  }
}

const fromInput = [{ kind: "input" }] as const;

function namespaceOf(parser: LibraryObject, given: Value | undefined, before?: Value): Value {
  const fromWhoeverRunsIt = given === undefined || given === none;
  const { items, more } = fromWhoeverRunsIt ? { items: [], more: textValue(givenHole, fromInput) } : itemsOf(given);
  const words = items.filter((item) => item.open || textsOf(item).some((text) => !/^-./.test(text)));
  const said = more === null ? words : [...words, withOrigins(more, fromInput)];
  if (said.length === 0 || before !== undefined) said.push(unknownFrom(fromInput));
  const fallback = parser.fields.get("default");
  const any = joinAll(fallback === undefined ? said : [...said, fallback]);
  return objectValue("argparse.Namespace", any.from, new Map([["any", any]]));
}
