import { type Call, emit, emitUnknown, readNested } from "../evaluation.ts";
import { emitFiles, emitRead, emitTransfer, emitWrite, targetsOf } from "../file-effects.ts";
import { nothing, originsOf, textOf, textValue, type Value } from "../value.ts";
import { unknownPart } from "./expand.ts";
import { runCmdText } from "./run-text.ts";

/** Runs one command: a built-in one of `cmd.exe`, or a program. */
export function runBuiltin(words: readonly Value[], line: string, outer: Call): Value {
  const [head, ...args] = words;
  if (head === undefined) return nothing;
  const whole = textOf(head);
  if (whole === undefined) {
    emit(outer, { kind: "execute", program: null, from: head.from });
    emitUnknown(outer, "it is unknown which command runs");
    return nothing;
  }
  // `cd..`, `del/q` and `echo.` need no space.
  const [, glued, rest] =
    /^(cd|chdir|del|erase|rd|rmdir|md|mkdir|dir|copy|move|type|echo|ren|start|call|set)([./\\(:+[\]].*)$/i.exec(
      whole,
    ) ?? [];
  const name = (glued ?? whole).toLowerCase();
  const call: Call = { ...outer, by: name };
  const all = rest === undefined ? args : [textValue(rest), ...args];
  const { flags, named } = splitFlags(all);
  switch (name) {
    case "del":
    case "erase":
      emitFiles(call, "delete", files(named, call), flags.includes("/s"));
      return nothing;
    case "rd":
    case "rmdir":
      emitFiles(call, "delete", files(named, call), flags.includes("/s"));
      return nothing;
    case "md":
    case "mkdir":
      emitWrite(call, "create", files(named, call), undefined);
      return nothing;
    case "copy":
    case "move": {
      const isMove = name === "move";
      const [to = textValue(".")] = named.slice(1).slice(-1);
      const sources = files(named.length > 1 ? named.slice(0, -1) : named, call);
      emitTransfer(call, { kind: isMove ? "move" : "copy", sources, to: files([to], call), recursive: false });
      return nothing;
    }
    case "ren":
    case "rename": {
      const [to = null] = files(named.slice(1), call);
      for (const target of files(named.slice(0, 1), call)) emit(call, { kind: "move", target, to, recursive: false });
      return nothing;
    }
    case "type":
      return emitRead(call, { items: named, from: originsOf(...named) });
    case "dir":
      emitFiles(
        call,
        "list",
        named.length === 0 ? files([textValue(".")], call) : files(named, call),
        flags.includes("/s"),
      );
      return { from: [{ kind: "output", by: "dir" }] };
    case "echo":
      return echoed(line);
    case "cd":
    case "chdir":
    case "pushd":
      if (name === "pushd") call.evaluation.earlierDirectories.push(call.evaluation.directory);
      changeDirectory(named[0], call);
      return nothing;
    case "set":
      return setVariable(line, call);
    case "call":
    case "start":
      return launch(named, all, call);
    case "setlocal":
      if (/enabledelayedexpansion/i.test(line)) call.evaluation.variables.set("cmd:delayed", { from: [] });
      return nothing;
    case "popd":
      call.evaluation.directory = call.evaluation.earlierDirectories.pop() ?? null;
      return nothing;
    case "rem":
    case "endlocal":
    case "exit":
    case "goto":
    case "shift":
    case "title":
    case "verify":
    case "path":
      return nothing;
    default:
      return call.evaluation.runProgram(whole, all, { ...call, by: whole });
  }
}

function splitFlags(args: readonly Value[]): { readonly flags: readonly string[]; readonly named: readonly Value[] } {
  const isFlag = ({ text }: Value): boolean => text !== undefined && /^\/[a-z?:-]/i.test(text);
  const flags = args.filter(isFlag).flatMap(({ text = "" }) => text.toLowerCase().split(/(?=\/)/));
  return { flags, named: args.filter((arg) => !isFlag(arg)) };
}

function files(values: readonly Value[], call: Call): ReturnType<typeof targetsOf> {
  return values.flatMap((value) =>
    targetsOf(
      value.text === undefined ? value : { ...value, text: value.text.replaceAll("[", "?").replaceAll("]", "?") },
      call,
    ),
  );
}

function echoed(line: string): Value {
  const text = line
    .replace(/^\s*echo[.:(/]?\s?/i, "")
    .replace(/\s*[12]?>.*$/s, "")
    .replaceAll(/\^(.)/g, "$1");
  return text.includes(unknownPart) ? { from: [{ kind: "environment" }] } : { text: `${text}\n`, from: [] };
}

function changeDirectory(to: Value | undefined, call: Call): void {
  if (to === undefined) return;
  const [target = null] = targetsOf(to, call, true);
  call.evaluation.directory = call.evaluation.certainty === "certain" ? (target?.path ?? null) : null;
}

function setVariable(line: string, call: Call): Value {
  const [, flag, name, value] = /^\s*set\s+(\/[ap]\s+)?"?([^=\s"][^="]*)=(.*?)"?\s*$/is.exec(line) ?? [];
  if (name === undefined || value === undefined) return { from: [{ kind: "environment" }] };
  const isKnown = flag === undefined && !value.includes(unknownPart);
  const from = flag === undefined ? [{ kind: "environment" as const }] : [{ kind: "input" as const }];
  call.evaluation.variables.set(
    `env:${name.trim().toLowerCase()}`,
    isKnown ? textValue(value.replaceAll(/\^(.)/g, "$1")) : { from },
  );
  return nothing;
}

/** Runs `call file` and `start program`. */
function launch(named: readonly Value[], all: readonly Value[], call: Call): Value {
  const texts = all.map(textOf);
  if (call.by === "call" && texts[0]?.startsWith(":") === true) return nothing;
  let from = 0;
  if (call.by === "start") {
    // The first word in quotes is the title of the window.
    while (
      from < all.length &&
      (texts[from] === "" ||
        /^\/(?:b|i|min|max|wait|low|normal|high|realtime|separate|shared|d\S*)$/i.test(texts[from] ?? ""))
    )
      from++;
  }
  const program = all[from];
  const text = textOf(program);
  if (program === undefined || /^(?:https?|mailto|ms-settings):/i.test(text ?? "")) return nothing;
  if (text === undefined) {
    emit(call, { kind: "execute", program: null, from: program.from });
    emitUnknown(call, "it is unknown which program is started");
    return nothing;
  }
  const content = /\.(?:bat|cmd)$/i.test(text)
    ? call.evaluation.written.get(targetsOf(program, call, true)[0]?.path ?? "")
    : undefined;
  if (content?.text !== undefined) readNested("cmd", content.text, call);
  return named.length === 0 ? runCmdText("", call) : runBuiltin(all.slice(from), texts.slice(from).join(" "), call);
}
