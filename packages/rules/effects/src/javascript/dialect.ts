/** The parts of JavaScript that the interpreter needs: its lowering, builtins and library functions. */
import { asBaseClass } from "../engine/attributes.ts";
import type { Dialect } from "../engine/dialect.ts";
import { directoryText, environmentValue } from "../engine/environment.ts";
import type { Interpreter } from "../engine/interpreter.ts";
import { lookUp } from "../engine/scope.ts";
import { exactValue, listValue, textValue, unknownValue, type Value } from "../engine/value.ts";
import { suppliedText, unknownText } from "../unknown-text.ts";
import { builtins } from "./builtins.ts";
import { canonicalName, entryOf, hasModule } from "./catalogue.ts";
import { callFunction } from "./library-calls.ts";
import { lowerJavaScript } from "./lower.ts";
import { callObjectMethod } from "./object-methods.ts";

/** JavaScript and TypeScript, in Node, Deno, Bun and browsers. */
export const javascriptDialect: Dialect = {
  name: "javascript",
  lower: lowerJavaScript,
  catalogue: { entry: entryOf, methodName: (type, name) => `${type}.${name}`, hasModule },
  builtins,
  methods: new Map([
    ["text.toLowerCase", "lower"],
    ["text.toLocaleLowerCase", "lower"],
    ["text.toUpperCase", "upper"],
    ["text.toLocaleUpperCase", "upper"],
    ["text.trim", "strip"],
    ["text.trimStart", "lstrip"],
    ["text.trimEnd", "rstrip"],
    ["text.replaceAll", "replace"],
    ["text.startsWith", "startswith"],
    ["text.endsWith", "endswith"],
    ["list.shift", "popleft"],
    ["list.delete", "remove"],
    ["list.entries", "entries"],
    ["dict.entries", "items"],
  ]),
  constructors: ["constructor"],
  defaultsOnce: false,
  self: "this",
  environments: new Set(["process.env"]),
  exits: new Set(["process.exit", "process.abort", "process.reallyExit", "Deno.exit"]),
  assignsOuter: true,
  copies: false,
  hasRecords: true,
  loopsOver: "entries",
  globalValue,
  canonicalName,
  constant,
  callFunction,
  callMethod: callObjectMethod,
  services: new Map(),
};

/** The value of a name that the program does not set: a global, which has a dotted name like a member of a module. */
function globalValue(name: string, interpreter: Interpreter): Value {
  if (name === "super") {
    const base = asBaseClass(lookUp(interpreter.scope, "this"));
    return base.alternatives.length > 0 ? base : exactValue({ kind: "library", name });
  }
  if (name === "arguments") return unknownValue;
  const dotted = canonicalName(name);
  return constant(dotted, interpreter) ?? exactValue({ kind: "library", name: dotted });
}

/** Constants of libraries, and values with a known origin. */
function constant(name: string, interpreter: Interpreter): Value | undefined {
  const variable = /^process\.env\.(.+)$/s.exec(name)?.[1];
  if (variable !== undefined) return environmentValue(variable, undefined, interpreter);
  switch (name) {
    case "process.env":
      return exactValue({ kind: "library", name }, [{ kind: "environment", all: true }]);
    case "process.argv":
    case "Deno.args":
    case "Bun.argv":
      return listValue([], textValue(suppliedText));
    case "process.stdin":
    case "Deno.stdin":
    case "Bun.stdin":
      return exactValue({ kind: "library", name }, [{ kind: "input" }]);
    case "path.sep":
      return textValue("/");
    case "os.EOL":
      return textValue("\n");
    case "__dirname":
    case "import.meta.dirname":
      return textValue(`${directoryText(interpreter)}/${unknownText}/.`);
    case "__filename":
    case "import.meta.filename":
    case "import.meta.url":
      return textValue(`${directoryText(interpreter)}/${unknownText}/./x.js`);
  }
  return undefined;
}
