import { decodeBase64 } from "./decode.ts";
import { type Call, emit, emitUnknown, readNested } from "./evaluation.ts";
import { emitRead } from "./file-effects.ts";
import { runBlock, runCode } from "./nested-code.ts";
import { itemsOf, originsOf, textOf, unknownValue, type Value } from "./value.ts";

const valued =
  "psconsolefile version windowstyle executionpolicy inputformat outputformat configurationname workingdirectory settingsfile custompipename configurationfile".split(
    " ",
  );
const valuedAliases = /^(?:ex|ep|w|wd|v|if|of|o|inp|config)$/;

/** Runs `powershell …` or `pwsh …`: with `-Command`, `-EncodedCommand`, `-File`, or code from the pipeline. */
export function runPowerShellProgram(args: readonly Value[], call: Call): Value {
  const output: Value = { from: [{ kind: "output", by: call.by }] };
  for (let at = 0; at < args.length; at++) {
    const arg = args[at];
    const text = textOf(arg);
    if (arg === undefined) break;
    if (text === "-") break;
    if (text === undefined || !/^[-–—―/][A-Za-z]/.test(text)) {
      runText(args.slice(at), call);
      return output;
    }
    const option = text.slice(1).toLowerCase().replace(/:.*$/, "");
    const rest = arg.colonValue === undefined ? args.slice(at + 1) : [arg.colonValue, ...args.slice(at + 1)];
    if (option === "ec" || (option.startsWith("e") && "encodedcommand".startsWith(option))) {
      runEncoded(rest[0], call);
      return output;
    }
    if (option.startsWith("c") && "command".startsWith(option)) {
      if (textOf(rest[0]) === "-") runCode(call, call.input ?? inputOf(call));
      else runText(rest, call);
      return output;
    }
    if (option.startsWith("f") && "file".startsWith(option)) {
      runFile(rest[0], call);
      return output;
    }
    if (/^(?:\?|h|help|version)$/.test(option)) return output;
    if (valuedAliases.test(option) || valued.some((name) => option.length > 1 && name.startsWith(option))) at++;
    else if (option.startsWith("encodeda") || option === "ea") at++;
  }
  const input = call.input ?? inputOf(call);
  if (input !== undefined) runCode(call, input);
  return output;
}

function inputOf({ evaluation }: Call): Value | undefined {
  const { standardInput } = evaluation.context;
  return standardInput && { from: standardInput.from, text: standardInput.text };
}

function runText(words: readonly Value[], call: Call): void {
  const [first] = words;
  if (first?.block !== undefined) {
    runBlock(first.block, call.evaluation, { input: call.input });
    return;
  }
  const texts = words.flatMap(itemsOf).map(textOf);
  if (first !== undefined && texts.length === 1 && /^[^\s]+\.ps1$/i.test(texts[0] ?? "")) {
    runFile(first, call);
    return;
  }
  const from = originsOf(...words);
  if (texts.includes(undefined)) unread(call, from);
  else if (from.length > 0) runCode(call, { text: texts.join(" "), from });
  else
    readNested("powershell", texts.join(" "), call, {
      standardInput: call.input ? { from: call.input.from, text: textOf(call.input) } : undefined,
    });
}

function runEncoded(code: Value | undefined, call: Call): void {
  const text = textOf(code);
  const decoded = text === undefined ? undefined : decodeBase64(text, "utf16");
  const from = originsOf(code, { from: [{ kind: "encoded" }] });
  if (decoded === undefined) {
    unread(call, from);
    return;
  }
  emit(call, { kind: "execute", program: null, from });
  readNested("powershell", decoded, call);
}

function runFile(path: Value | undefined, call: Call): void {
  const name = textOf(path);
  const content = emitRead({ ...call, evaluation: { ...call.evaluation, effects: [] } }, path ?? unknownValue, true);
  emit(call, { kind: "execute", program: name ?? null, from: content.from });
  if (content.text !== undefined) readNested("powershell", content.text, call);
  else if (name === undefined) emitUnknown(call, "it is unknown which script runs");
}

function unread(call: Call, from: Value["from"]): void {
  emit(call, { kind: "execute", program: null, from });
  emitUnknown(call, `${call.by} runs code that is not known`);
}

/** Runs `cmd /c …`. */
export function runCommandPrompt(args: readonly Value[], call: Call): Value {
  const texts = args.map(textOf);
  const at = texts.findIndex((text) => /^\/{1,2}[ckr]/i.test(text ?? ""));
  if (at !== -1) {
    const joined = [texts[at]?.replace(/^\/+./, "") ?? "", ...texts.slice(at + 1)];
    const words = args.slice(at + 1);
    if (joined.includes(undefined)) unread(call, originsOf(...words));
    else {
      const from = originsOf(...words).filter(({ kind }) => kind !== "literal");
      if (from.length > 0) emit(call, { kind: "execute", program: null, from });
      // Words with spaces came from quotes; a single word is the whole command line.
      const several = joined.filter((word) => word !== "");
      const line =
        several.length === 1
          ? several[0]
          : several.map((word) => (/\s/.test(word ?? "") ? `"${word}"` : word)).join(" ");
      readNested("cmd", line ?? "", call);
    }
  } else if (call.input !== undefined) {
    const text = textOf(call.input);
    if (text === undefined) unread(call, call.input.from);
    else readNested("cmd", text, call);
  }
  return { from: [{ kind: "output", by: "cmd" }] };
}
