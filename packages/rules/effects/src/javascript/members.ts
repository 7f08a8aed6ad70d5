// Members of values: fields, items, members of libraries, and methods that are not called yet.
import type { Origin } from "../effects.ts";
import { hasUnknownText, suppliedText, unknownName } from "../unknown-text.ts";
import { moduleName } from "./catalogue.ts";
import type { Interpreter } from "./interpreter.ts";
import { joined, joinedOrigins, known, libraryValue, listValue, textValue, unknownFrom, type Value } from "./value.ts";

/** A member of a value, by its name. */
export function memberOf(value: Value, name: string, interpreter: Interpreter): Value {
  const [only] = value.alternatives;
  // `module.constructor` has the functions of the module `module`.
  if (name === "constructor")
    return libraryValue(only?.kind === "library" && only.name === "module" ? "module" : "Function");
  return joined(
    value.alternatives.map((each): Value => {
      switch (each.kind) {
        case "library":
          return memberOfLibrary(each.name, name, value.from, interpreter);
        case "dynamic":
          return { alternatives: [each], from: value.from };
        case "object":
          if (hasUnknownText(name) && each.fields.size > 0) return joined([...each.fields.values()]);
          return each.fields.get(name) ?? methodOf(value, name);
        case "list":
          if (/^\d{1,6}$/.test(name)) return each.items[Number(name)] ?? unknownFrom(value.from);
          if (name === "length") return known({ kind: "number", number: each.items.length });
          return hasUnknownText(name) && each.items.length > 0 ? joined(each.items) : methodOf(value, name);
        case "text":
          if (name === "length" && !hasUnknownText(each.text))
            return known({ kind: "number", number: each.text.length });
          if (/^\d{1,6}$/.test(name) && !hasUnknownText(each.text))
            return textValue(each.text.charAt(Number(name)), value.from);
          return isPartOfName(name) ? textValue(unknownName, value.from) : methodOf(value, name);
        default:
          return methodOf(value, name);
      }
    }),
  );
}

/** Members of directory entries and parsed paths that name a file. */
function isPartOfName(name: string): boolean {
  return name === "name" || name === "base" || name === "ext";
}

function methodOf(value: Value, name: string): Value {
  return known({ kind: "method", object: value, name }, joinedOrigins([value]));
}

const environment: readonly Origin[] = [{ kind: "environment" }];

function memberOfLibrary(library: string, name: string, from: readonly Origin[], interpreter: Interpreter): Value {
  const { context, environment: set } = interpreter;
  if (hasUnknownText(name)) return known({ kind: "dynamic", library });
  if (library === "globalThis") return libraryValue(moduleName(name));
  if (/^(default|promises|posix)$/.test(name)) return known({ kind: "library", name: library }, from);
  const dotted = `${library}.${name}`;
  if (/^(process|Bun|import\.meta)\.env$/.test(library)) {
    const own = set.get(name);
    if (own !== undefined) return own;
    const data = context.environment?.get(name);
    if (data?.text !== undefined) return textValue(data.text, data.from);
    if (/^(HOME|USERPROFILE)$/.test(name)) return textValue(context.home ?? "~");
    return textValue(suppliedText, data?.from ?? environment);
  }
  if (/^(process|Bun|import\.meta)\.env$/.test(dotted))
    return known({ kind: "library", name: dotted }, [{ kind: "environment", all: true }]);
  if (/^(process\.argv|Deno\.args|Bun\.argv)$/.test(dotted))
    return listValue(Array.from({ length: 10 }, () => textValue(suppliedText)));
  return known({ kind: "library", name: dotted }, from);
}
