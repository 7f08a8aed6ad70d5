import { type Call, emitUnknown } from "./evaluation.ts";
import { objectMethod } from "./object-methods.ts";
import { staticMethod } from "./static-methods.ts";
import { textMethod } from "./text-methods.ts";
import { itemsOf, nothing, originsOf, textValue, unknownValue, type Value } from "./value.ts";

/** The value of a member, or of a call of a method if there are arguments. */
export function memberValue(
  object: Value,
  name: string | undefined,
  args: readonly Value[] | undefined,
  call: Call,
): Value {
  if (name === undefined) {
    if (args !== undefined) emitUnknown(call, "it is unknown which method is called");
    return unknownValue;
  }
  const member = name.toLowerCase();
  if (args === undefined) return propertyValue(object, member);
  const named: Call = { ...call, by: object.type === undefined ? name : `[${object.type}]::${name}` };
  if (member === "invoke" || member === "invokereturnasis") return invoked(object, args, named);
  if (object.type !== undefined)
    return staticMethod(object.type, member, args, named) ?? objectMethod(object, member, args, named);
  if (object.text !== undefined) {
    const result = textMethod(object.text, member, args);
    if (result !== undefined) return { ...result, from: originsOf(object, ...args) };
  }
  return objectMethod(object, member, args, named);
}

function invoked(object: Value, args: readonly Value[], call: Call): Value {
  if (object.type?.startsWith("method:") === true) return unknownValue;
  if (object.block !== undefined || object.type === "scriptblock")
    return call.evaluation.runProgram("Invoke-Expression", [object], call);
  return objectMethod(object, "invoke", args, call);
}

/** The properties that name the file of an object, or a part of its path. */
const fileNames: ReadonlySet<string> = new Set(
  "fullname name path pspath basename versioninfo directory directoryname".split(" "),
);

function propertyValue(object: Value, member: string): Value {
  const field = object.fields?.get(member);
  if (field !== undefined) return field;
  if (object.type !== undefined) {
    const constant = constants.get(`${object.type}.${member}`);
    if (constant !== undefined) return constant.includes("/") ? textValue(constant) : { from: [], type: constant };
    return { from: object.from, type: `${object.type}.${member}` };
  }
  if (object.files !== undefined) return fileNames.has(member) ? object : { from: [] };
  if (member === "length" || member === "count") return { from: [] };
  if (object.items !== undefined) {
    const values = itemsOf(object).map((item) => propertyValue(item, member));
    return { items: values, from: originsOf(...values) };
  }
  if (object.text !== undefined && object.from.length === 0) return object.text.includes("\\") ? object : nothing;
  return { from: object.from };
}

const constants: ReadonlyMap<string, string> = new Map([
  ["executioncontext.invokecommand", "invokecommand"],
  ["text.encoding.unicode", "encoding:utf16"],
  ["text.encoding.utf8", "encoding:utf8"],
  ["text.encoding.ascii", "encoding:utf8"],
  ["text.encoding.default", "encoding:utf8"],
  ["environment.currentdirectory", "./"],
]);
