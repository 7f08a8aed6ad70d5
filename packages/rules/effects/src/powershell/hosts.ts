/** Evaluates `powershell -Command …` and `pwsh -File …`. */
import { fileOrigins, fileTargets } from "../engine/file-targets.ts";
import { runForeignCode } from "../engine/processes.ts";
import { textValue, unknownValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { textsWrittenTo } from "../engine/written-files.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { blocksOf, callBlock } from "./blocks.ts";
import { emitAnything, emitEffect, type ProgramCall } from "./call.ts";
import { decodeBase64 } from "./decode.ts";
import { libraryCall } from "./nested-code.ts";
import { textOf } from "./values.ts";

const valued =
  "psconsolefile version windowstyle executionpolicy inputformat outputformat configurationname workingdirectory settingsfile custompipename configurationfile".split(
    " ",
  );
const valuedAliases = /^(?:ex|ep|w|wd|v|if|of|o|inp|config)$/;

/** Runs `powershell …` or `pwsh …`: with `-Command`, `-EncodedCommand`, `-File`, or code from the pipeline. */
export function runPowerShellProgram(args: readonly Value[], call: ProgramCall): Value {
  const output = unknownValueFrom([{ kind: "output", by: call.by }]);
  for (let at = 0; at < args.length; at++) {
    const text = textOf(args[at]);
    if (text === "-") break;
    if (text === undefined || !/^[-–—―/][A-Za-z]/.test(text)) {
      runText(args.slice(at), call);
      return output;
    }
    const option = text.slice(1).toLowerCase().replace(/:.*$/, "");
    const rest = args.slice(at + 1);
    if (option === "ec" || (option.startsWith("e") && "encodedcommand".startsWith(option))) {
      runEncoded(rest[0], call);
      return output;
    }
    if (option.startsWith("c") && "command".startsWith(option)) {
      if (textOf(rest[0]) === "-") runInput(call);
      else runText(rest, call);
      return output;
    }
    if (option.startsWith("f") && "file".startsWith(option)) {
      runFile("powershell", rest[0] ?? unknownValue, call);
      return output;
    }
    if (/^(?:\?|h|help|version)$/.test(option)) return output;
    if (/^w/.test(option) && "windowstyle".startsWith(option) && /^hidden/i.test(textOf(rest[0]) ?? ""))
      emitAnything(call, "nobody sees the window of the program");
    if (valuedAliases.test(option) || valued.some((name) => option.length > 1 && name.startsWith(option))) at++;
    else if (option.startsWith("encodeda") || option === "ea") at++;
  }
  runInput(call);
  return output;
}

/** Runs what a pipe or the standard input passes. */
function runInput(call: ProgramCall): void {
  const { standardInput } = call.interpreter.context;
  const own =
    standardInput &&
    (standardInput.text === undefined
      ? unknownValueFrom(standardInput.from)
      : textValue(standardInput.text, standardInput.from));
  const code = call.input ?? own;
  if (code !== undefined) runWords("powershell", [code], { ...call, input: null });
}

/** Runs what PowerShell is given after its options: a script block, a file, or words of code. */
function runText(words: readonly Value[], call: ProgramCall): void {
  const [first, second] = words;
  const blocks = blocksOf(first);
  for (const block of blocks) callBlock(block, { input: call.input }, call.interpreter);
  if (blocks.length > 0) return;
  if (second === undefined && first !== undefined && /^[^\s]+\.ps1$/i.test(textOf(first) ?? ""))
    runFile("powershell", first, call);
  else runWords("powershell", words, call);
}

/** Runs code that is given as several words. */
function runWords(language: string, words: readonly Value[], call: ProgramCall): void {
  const texts = words.map(textOf);
  const from = words.flatMap(nonLiteralOrigins);
  if (from.length > 0 || texts.includes(undefined)) emitEffect(call, { kind: "execute", program: null, from });
  if (texts.includes(undefined)) emitAnything(call, `${call.by} runs code that is not known`);
  else runForeignCode(language, texts.join(" "), { input: call.input ?? undefined }, libraryCall(call));
}

/** Runs the code of `-EncodedCommand`, which is Base64 of UTF-16. */
function runEncoded(code: Value | undefined, call: ProgramCall): void {
  const text = textOf(code);
  const decoded = text === undefined ? undefined : decodeBase64(text, "utf16");
  const from = [...(code === undefined ? [] : nonLiteralOrigins(code)), { kind: "encoded" as const }];
  emitEffect(call, { kind: "execute", program: null, from });
  if (decoded === undefined) emitAnything(call, `${call.by} runs code that is not known`);
  else runForeignCode("powershell", decoded, {}, libraryCall(call));
}

/** Runs a file that earlier code may have written. */
function runFile(language: string, path: Value, call: ProgramCall): void {
  const targets = fileTargets(path, call.interpreter);
  const name = textOf(path);
  emitEffect(call, { kind: "execute", program: name ?? null, from: fileOrigins(targets, call.interpreter) });
  const texts = targets.flatMap((target) => textsWrittenTo(target, call.interpreter));
  for (const text of texts) runForeignCode(language, text, {}, libraryCall(call));
  if (name === undefined || hasUnknownText(name)) emitAnything(call, "it is unknown which script runs");
}

/** Runs a batch file. */
export function runBatchFile(path: Value, args: readonly Value[], call: ProgramCall): Value {
  runFile("cmd", path, call);
  return unknownValueFrom([...args.flatMap(nonLiteralOrigins), { kind: "output", by: call.by }]);
}

/** Runs `cmd /c …`. */
export function runCommandPrompt(args: readonly Value[], call: ProgramCall): Value {
  const output = unknownValueFrom([{ kind: "output", by: "cmd" }]);
  const texts = args.map(textOf);
  const at = texts.findIndex((text) => /^\/{1,2}[ckr]/i.test(text ?? ""));
  if (at === -1) {
    if (call.input !== null) runWords("cmd", [call.input], { ...call, input: null });
    return output;
  }
  const glued = texts[at]?.replace(/^\/+./, "") ?? "";
  const words = [...(glued === "" ? [] : [textValue(glued)]), ...args.slice(at + 1)];
  // Words with spaces came from quotes; a single word is the whole command line.
  const line = words.map((word) => {
    const text = textOf(word);
    return words.length > 1 && text !== undefined && /\s/.test(text) ? textValue(`"${text}"`, word.from) : word;
  });
  runWords("cmd", line, call);
  return output;
}

/** Runs one command line in `cmd.exe`. */
export function runCommandLine(line: Value | undefined, call: ProgramCall): Value {
  return runCommandPrompt([textValue("/c"), line ?? unknownValue], call);
}
