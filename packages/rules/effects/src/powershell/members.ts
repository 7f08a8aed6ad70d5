/** Properties of files in PowerShell, such as `$file.FullName` and `$file.Directory`. */
import { attributeValue } from "../engine/attributes.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { pathProperty } from "../engine/path-methods.ts";
import {
  type Alternative,
  exactValue,
  joinAllValues,
  type ListValue,
  listValue,
  objectValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { normalizeWindowsPath } from "../windows-path.ts";

/** Members of a file that name it or a part of its path, by the engine's names for these. */
const fileMembers: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fullname: "",
    path: "",
    pspath: "",
    versioninfo: "",
    name: "name",
    pschildname: "name",
    basename: "stem",
    extension: "suffix",
    directory: "parent",
    directoryname: "parent",
    psparentpath: "parent",
    parent: "parent",
  }),
);

/** Members of values in PowerShell; the members of a list are the members of its items. `undefined` leaves the member to the engine. */
export function memberOf(
  alternative: Alternative,
  name: string,
  object: Value,
  interpreter: Interpreter,
): Value | undefined {
  if (name === "foreach" || name === "where") return undefined;
  const isSize = name === "length" || name === "count" || name === "longlength";
  switch (alternative.kind) {
    case "list":
      if (isMethod(name, alternative.kind)) return undefined;
      if (isSize) return alternative.more === null ? numberOf(alternative.items.length) : unknownValueFrom([]);
      return membersOf(alternative, name, object, interpreter);
    case "dict":
      if (alternative.entries.has(name)) return undefined;
      if (name === "values") return listValue([...alternative.entries.values()], alternative.more, object.from);
      if (name === "keys")
        return listValue(
          [...alternative.entries.keys()].map((key) => textValue(key)),
          alternative.more === null ? null : unknownValue,
        );
      return isSize ? unknownValueFrom([]) : undefined;
    case "path": {
      const member = fileMembers.get(name);
      if (member === undefined) return isMethod(name, "path") ? undefined : unknownValueFrom([]);
      if (member === "" || alternative.wildcards !== undefined) return object;
      return pathProperty(normalizeWindowsPath(alternative.text), member, object.from);
    }
    case "text":
      if (isSize) return numberOf(alternative.text.length);
      return fileMembers.has(name) ? object : undefined;
    case "class":
      return name === "new" ? exactValue(alternative) : undefined;
    case "object":
      if (alternative.type === "executioncontext" && name === "invokecommand") return objectValue("invokecommand");
      return alternative.fields.get(name);
    default:
      return undefined;
  }
}

/** A member of each item of a list. A method may be the method of any item. */
function membersOf({ items, more }: ListValue, name: string, { from }: Value, interpreter: Interpreter): Value {
  const found = items.map((item) => attributeValue(item, name, interpreter));
  const other = more && attributeValue(more, name, interpreter);
  const all = other === null ? found : [...found, other];
  const isMethods = all.every(({ alternatives }) => alternatives.every(({ kind }) => kind === "method"));
  return isMethods && all.length > 0 ? joinAllValues(all) : listValue(found, other, from);
}

function numberOf(number: number): Value {
  return exactValue({ kind: "number", number });
}

const methodsOfLists =
  /^(?:add|addrange|insert|insertrange|remove|removeat|removeall|clear|reverse|sort|toarray|tolist|contains|indexof|where|foreach|push|pop|peek|enqueue|dequeue|getenumerator|clone|copyto|join|get_item|set_item|gettype|tostring|find\w*)$/;
const methodsOfFiles =
  /^(?:delete|moveto|copyto|create\w*|open\w*|append\w*|replace|encrypt|decrypt|refresh|get\w+|set\w+|enumerate\w+|tostring|trim\w*|split|substring|to(?:lower|upper)\w*|contains|startswith|endswith|indexof)$/;

/** Whether a member of a value is a method, which is called. */
function isMethod(name: string, kind: "list" | "path"): boolean {
  return (kind === "list" ? methodsOfLists : methodsOfFiles).test(name);
}
