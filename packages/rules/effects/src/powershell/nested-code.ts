/** Evaluates code that a PowerShell script computes, as in `Invoke-Expression $x`. */
import { outputItems } from "../engine/commands.ts";
import { fileOrigins, fileTargets } from "../engine/file-targets.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import type { PassedWord } from "../engine/interpreter.ts";
import type { LibraryCall } from "../engine/library-call.ts";
import { runOwnCode } from "../engine/nested-code.ts";
import { joinAllValues, objectValue, textValue, unknownValue, type Value } from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import { textsWrittenTo } from "../engine/written-files.ts";
import { type FileData, textsOfFile } from "../execution-state.ts";
import { deepestNesting } from "../languages.ts";
import { hasUnknownText } from "../unknown-text.ts";
import { blockOfText, blocksOf, callBlock } from "./blocks.ts";
import { emitAnything, emitEffect, type ProgramCall } from "./call.ts";
import { asText, mapAlternatives, textOf } from "./values.ts";

/** Runs code that a script computes: the text of `Invoke-Expression`, a block of code, or an object that contains a text. */
export function runCode(code: Value, words: readonly PassedWord[], call: ProgramCall): Value {
  const { input, inCaller, interpreter } = call;
  const blocks = blocksOf(code);
  if (blocks.length > 0)
    return joinAllValues(blocks.map((block) => callBlock(block, { words, input, inCaller }, interpreter)));
  const text = asLines(code);
  const library: LibraryCall = libraryCall(call);
  runOwnCode(text, true, library);
  const isKnown =
    !text.mayBeUnknown && text.alternatives.every((each) => each.kind === "text" && !hasUnknownText(each.text));
  if (!isKnown) emitAnything(call, `${call.by} runs code that is not known`);
  return library.result ?? unknownValue;
}

/** The lines of a list as one text. */
function asLines(code: Value): Value {
  const { items, more } = outputItems(code);
  const [only, other] = items;
  if (more === null && only !== undefined && other === undefined) return only;
  if (more !== null) return { ...code, alternatives: more.alternatives, mayBeUnknown: true };
  return concatenateTexts(items.flatMap((item) => [asText(item), textValue("\n")]));
}

/** Creates a library call for the engine. */
export function libraryCall({ by, span, interpreter }: ProgramCall): LibraryCall {
  return { by, self: null, bound: new Map(), span, interpreter, fetched: [], result: null };
}

/** The block of code that a text is: `[scriptblock]::Create(text)`. Of an unknown text, it is an object that can be run. */
export function scriptBlock(code: Value, { span, interpreter }: Pick<ProgramCall, "span" | "interpreter">): Value {
  return mapAlternatives(code, (each, single) => {
    if (each.kind === "function") return single;
    const text = each.kind === "text" && !hasUnknownText(each.text) ? each : undefined;
    const from = nonLiteralOrigins(single);
    if (text === undefined || from.length > 0)
      return objectValue("scriptblock", from.length > 0 ? from : [{ kind: "unknown" }]);
    return blockOfText(text.text, span, text.at, interpreter);
  });
}

/** Runs a script of PowerShell that earlier code wrote. @returns what it outputs; `undefined` if its text is unknown */
export function runScriptFile(path: Value, words: readonly PassedWord[], call: ProgramCall): Value | undefined {
  const { input, inCaller, span, interpreter } = call;
  const targets = fileTargets(path, interpreter);
  const from = fileOrigins(targets, interpreter);
  emitEffect(call, { kind: "execute", program: textOf(path) ?? null, from });
  const texts = targets.flatMap((target) => textsWrittenTo(target, interpreter));
  const written = targets.flatMap((target) =>
    target === null ? [] : (interpreter.writtenFiles.get(target.path) ?? []),
  );
  const isUnknown = (file: FileData): boolean =>
    textsOfFile(file).length === 0 && file.missing !== true && file.from.every(({ kind }) => kind === "literal");
  if (written.some(isUnknown) || from.some(({ kind }) => kind === "unknown"))
    emitAnything(call, "it is unknown what the script holds");
  if (texts.length === 0) return undefined;
  if (interpreter.depth >= deepestNesting) {
    emitAnything(call, "the code is nested too deeply");
    return unknownValue;
  }
  const { certainty } = interpreter;
  interpreter.depth++;
  if (texts.length > 1) interpreter.certainty = certainty === "certain" ? "possible" : certainty;
  const results = texts.flatMap((text) =>
    blocksOf(blockOfText(text, span, null, interpreter)).map((block) =>
      callBlock(block, { words, input, inCaller }, interpreter),
    ),
  );
  interpreter.depth--;
  interpreter.certainty = certainty;
  return joinAllValues(results);
}
