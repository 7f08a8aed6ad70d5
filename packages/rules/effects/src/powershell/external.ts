import { shellWord } from "@helve/core/internal";
import { normalizeWindowsPath } from "../windows-path.ts";
import { type Call, emit, readNested } from "./evaluation.ts";
import { emitRead, targetsOf } from "./file-effects.ts";
import { runCode } from "./nested-code.ts";
import { itemsOf, originsOf, textOf, textValue, type Value } from "./value.ts";

/** Programs on Windows that are another program in the catalogue of the shell. */
const sameProgram: ReadonlyMap<string, string> = new Map([
  ["py", "python3"],
  ["python", "python3"],
]);

/** Runs a program that is no part of Windows as the shell reader does. */
export function runExternal(name: string, args: readonly Value[], call: Call): Value {
  const script = /\.ps1$/i.test(name)
    ? "powershell"
    : /\.(?:bat|cmd)$/i.test(name) &&
        !/^(?:npm|npx|yarn|pnpm|tsc|gradlew|mvnw|mvn|code|az|gcloud)\.cmd$|gradlew\.bat$/i.test(name)
      ? "cmd"
      : undefined;
  if (script !== undefined) return runScript(name, script, args, call);
  const environment = new Map<string, { readonly from: Value["from"]; readonly text?: string | undefined }>();
  const path = shellPath(name);
  // A file that earlier code wrote keeps its ending, so that the shell reader finds it.
  const file = targetsOf(textValue(name), call, true)[0]?.path ?? path;
  const program = call.evaluation.written.has(file) ? path : path.replace(/\.(?:exe|cmd|com)$/i, "");
  const words = [sameProgram.get(program.toLowerCase()) ?? program];
  const print = (value: Value): string => {
    const text = textOf(value);
    if (text !== undefined) return quoted(shellPath(text));
    const variable = `HELVE_ARGUMENT_${environment.size}`;
    environment.set(variable, { from: value.from.length > 0 ? value.from : [{ kind: "unknown" }] });
    return `"$${variable}"`;
  };
  const listed = args.flatMap((arg) => (arg.colonValue === undefined ? itemsOf(arg) : [arg, arg.colonValue]));
  const code = [quoted(words[0] ?? ""), ...listed.map(print)].join(" ");
  const { context, variables } = call.evaluation;
  const inherited = new Map(context.environment);
  for (const [key, { text, from }] of variables)
    if (key.startsWith("env:")) inherited.set(key.slice(4).toUpperCase(), { text, from });
  const merged = new Map([...inherited, ...environment]);
  const input = call.input && { from: originsOf(call.input), text: textOf(call.input) };
  readNested("shell", code, call, { environment: merged, standardInput: input ?? context.standardInput });
  return { from: [{ kind: "output", by: program }] };
}

/** Runs a script file whose content earlier code wrote; otherwise anything may happen. */
function runScript(name: string, language: "powershell" | "cmd", args: readonly Value[], call: Call): Value {
  const content = emitScript(name, call);
  if (content.text === undefined) return { from: [{ kind: "output", by: name }] };
  if (language === "powershell") {
    call.evaluation.variables.set("args", { items: args, from: originsOf(...args) });
    return runCode(call, content);
  }
  readNested("cmd", content.text, call);
  return { from: [{ kind: "output", by: name }] };
}

function emitScript(name: string, call: Call): Value {
  const content = emitRead({ ...call, evaluation: { ...call.evaluation, effects: [] } }, textValue(name), true);
  const from = content.from;
  emit(call, { kind: "execute", program: name, from });
  return content;
}

/** A path of Windows with slashes, so that the shell reader understands it; other text is unchanged. */
function shellPath(text: string): string {
  const isPath =
    /^(?:[A-Za-z]:[\\/]|\\\\|~[\\/]|\.{1,2}\\|[\w.-]+\\)[^"'<>|\r\n;()]*$/.test(text) &&
    !/\\[nrt"'](?:\W|$)/.test(text);
  return isPath ? normalizeWindowsPath(text) : text;
}

function quoted(text: string): string {
  return /^~\/[\w./-]*$/.test(text) ? text : shellWord(text);
}
