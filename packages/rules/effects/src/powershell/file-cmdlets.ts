/** Evaluates file cmdlets that need more than a catalogue row. */
import type { EffectEntry } from "../engine/call-entry.ts";
import { anyOutputItem, outputItems } from "../engine/commands.ts";
import { setEnvironment } from "../engine/environment.ts";
import { emitFileMark } from "../engine/file-marks.ts";
import { fileTargets } from "../engine/file-targets.ts";
import { concatenateTexts } from "../engine/formatting.ts";
import { contentOfFile } from "../engine/known-content.ts";
import { joinPaths, parentPath } from "../engine/path-texts.ts";
import { changeWorld, willChange } from "../engine/paths.ts";
import { changes, creates, deletes, lists, moves, reads, replaces, sends } from "../engine/rows.ts";
import { lookUp, setVariable } from "../engine/scope.ts";
import {
  exactText,
  exactValue,
  joinAllValues,
  listValue,
  noneValue,
  textValue,
  unknownValue,
  unknownValueFrom,
  type Value,
} from "../engine/value.ts";
import { originsOf } from "../engine/value-origins.ts";
import { unknownName } from "../unknown-text.ts";
import { normalizeWindowsPath } from "../windows-path.ts";
import type { Bound } from "./bind.ts";
import { blocksOf, callForEach } from "./blocks.ts";
import { emitAnything, emitEffect, type ProgramCall, perform } from "./call.ts";
import { asContent, asPatterns, asText, mapAlternatives, mapPaths, textOf } from "./values.ts";

/** Runs `Remove-Item`, which also removes functions, aliases and variables. */
export function remove({ call, value, named, rest }: Bound): Value {
  const others = rest.flatMap((word) => (word.name === null && word.value !== null ? [asPatterns(word.value)] : []));
  const path = value("path");
  const all = others.length === 0 ? path : listValue([...(path === undefined ? [] : [path]), ...others]);
  perform(call, [deletes("path", { recursive: "recurse" })], {
    path: all ?? unknownValue,
    recurse: named.get("recurse"),
  });
  return noneValue;
}

/** The origin of all variables, if a path names the drive of the environment: `env:*`. */
function environmentOf(path: Value | undefined): Value | undefined {
  return /^env:/i.test(textOf(path) ?? "") ? unknownValueFrom([{ kind: "environment" }]) : undefined;
}

/** Reads files: as lines, or with `-Raw` as one text. */
export function read({ call, value, has }: Bound): Value {
  const path = value("path");
  const searched = call.input !== null && path === call.input && /^(?:select-string|sls)$/i.test(call.by);
  if (path === undefined || (searched && !namesFiles(path)))
    return unknownValueFrom(path === undefined ? [] : originsOf(path));
  const environment = environmentOf(path);
  if (environment !== undefined) return environment;
  const data = perform(call, [reads("path")], { path });
  const content = contentOfFile(path, call.interpreter);
  if (content === undefined) return data;
  return has("raw") ? content : linesOf(content);
}

/** Whether a value of the pipeline is a file. */
function namesFiles(value: Value): boolean {
  const item = anyOutputItem(value);
  return item?.alternatives.some(({ kind }) => kind === "path") === true;
}

const mostLines = 200;

/** The lines of texts. */
export function linesOf(content: Value): Value {
  return mapAlternatives(content, (each, single) => {
    if (each.kind !== "text") return single;
    const lines = each.text.replace(/\r?\n$/, "").split(/\r?\n/);
    const [only, other] = lines.map((line) => textValue(line, content.from));
    if (only !== undefined && other === undefined) return only;
    return lines.length > mostLines
      ? unknownValueFrom(content.from)
      : listValue(lines.map((line) => textValue(line, content.from)));
  });
}

/** Lists directories. @returns their files */
export function list({ call, value, has, named }: Bound): Value {
  const recursive = has("recurse");
  const path = value("path") ?? textValue(".");
  const environment = environmentOf(path);
  if (environment !== undefined) return environment;
  perform(call, [lists("path", { recursive: "recurse" })], { path, recurse: named.get("recurse") });
  const isWhole =
    !["filter", "include", "exclude"].some((each) => named.has(each)) && !has("file") && !has("directory");
  const given = value("filter") ?? value("include");
  const { items, more } = given === undefined ? { items: [], more: null } : outputItems(given);
  const patterns = more === null ? items.map(textOf) : [];
  const isKnown = patterns.length > 0 && patterns.every((each) => /^[\w.*?-]+$/.test(each ?? ""));
  const files = (text: string, isPattern: boolean): Value =>
    joinAllValues((isKnown ? patterns : ["*"]).map((name = "*") => filesNamed(name, text, isPattern)));
  const filesNamed = (name: string, text: string, isPattern: boolean): Value => {
    const place = normalizeWindowsPath(text);
    const inside = place === "" || place === "." ? "" : `${place.replace(/\/$/, "")}/`;
    const whole = isPattern
      ? recursive
        ? place.replace(/[^/]*$/, "**/$&")
        : place
      : `${inside}${recursive ? "**/" : ""}${name}`;
    return exactValue({
      kind: "path",
      text: whole,
      wildcards: (isPattern ? !recursive && isWhole : isWhole) ? "all" : "some",
    });
  };
  return mapAlternatives(path, (each, single) => {
    if (each.kind === "path") return files(each.text, each.wildcards !== undefined);
    if (each.kind === "text") return files(each.text, false);
    if (each.kind !== "list") return unknownValueFrom(single.from);
    return listValue(
      each.items.map((item) => mapPaths(item, (text) => files(text, /[*?[]/.test(text)))),
      each.more === null ? null : unknownValue,
    );
  });
}

/** Evaluates `Get-Item`, which also reads registry keys. */
export function item({ call, value }: Bound): Value {
  const path = value("path") ?? noneValue;
  const keys = fileTargets(path, call.interpreter).filter((target) => target?.path.startsWith("/HK"));
  for (const target of keys) emitEffect(call, { kind: "read", target, recursive: false });
  return environmentOf(path) ?? path;
}

/** Joins paths. */
export function join({ named }: Bound): Value {
  const parts = ["parent", "childpath", "additionalchildpath"].flatMap((name) => {
    const value = named.get(name);
    return value === undefined ? [] : outputItems(value).more === null ? outputItems(value).items : [unknownValue];
  });
  return concatenateTexts(
    parts.flatMap((part, at) => {
      const text = mapAlternatives(asText(part), (each, single) =>
        each.kind === "text" && at > 0
          ? { ...single, alternatives: [{ ...each, text: each.text.replace(/^[\\/]+/, "") }] }
          : each.kind === "text" && at < parts.length - 1
            ? { ...single, alternatives: [{ ...each, text: each.text.replace(/[\\/]+$/, "") }] }
            : single,
      );
      return at === 0 ? [text] : [textValue("/"), text];
    }),
  );
}

/** Writes to files. */
export function write({ call, value, has }: Bound, mode: "replace" | "append"): Value {
  const path = value("path");
  if (path === noneValue) return noneValue;
  if (value("stream") !== undefined) emitAnything(call, "data is hidden in another stream of a file");
  const data = value("value") ?? noneValue;
  const own = has("nonewline") || textOf(data) === "" ? asText(data, "") : asContent(data);
  perform(call, [{ kind: "write", target: "path", mode, from: "data" }], { path: path ?? unknownValue, data: own });
  return noneValue;
}

/** Evaluates `>>`. */
export function appendText(bound: Bound): Value {
  return write(bound, "append");
}

/** Evaluates `Tee-Object`, which also writes its input to a file. */
export function tee(bound: Bound): Value {
  const name = textOf(bound.value("variable"));
  const { interpreter, input } = bound.call;
  if (name !== undefined) setVariable(interpreter.scope, name.toLowerCase(), input ?? noneValue, interpreter);
  else write(bound, bound.has("append") ? "append" : "replace");
  return input ?? noneValue;
}

/** Creates a file, a directory or a link. */
export function create({ call, value, has }: Bound): Value {
  const [place, name] = [value("place"), value("name")];
  const path =
    place !== undefined && name !== undefined
      ? concatenateTexts([asText(place), textValue("/"), asText(name)])
      : (place ?? name ?? unknownValue);
  const literal = mapAlternatives(path, (each, single) =>
    each.kind === "path" ? textValue(each.text, path.from) : single,
  );
  const type = textOf(value("itemtype")) ?? "";
  const isDirectory = /^dir/i.test(type) || /^(?:mkdir|md)$/i.test(call.by);
  const mode = has("force") && !isDirectory ? "replace" : "create";
  const data = value("value");
  if (/^hard/i.test(type)) perform(call, copyOf(mode), { path: literal, src: data });
  else if (/link|junction/i.test(type))
    perform(call, [{ kind: "write", target: "path", mode, linkTo: "to" }], { path: literal, to: data });
  else if (isDirectory) perform(call, [{ kind: "write", target: "path", mode }], { path: literal });
  else
    perform(call, [replaces("path", "data")], { path: literal, data: data === undefined ? undefined : asText(data) });
  return mapPaths(literal, (text, from) => exactValue({ kind: "path", text }, from));
}

/** Copies content for a hard link. */
function copyOf(mode: "replace" | "create"): readonly EffectEntry[] {
  return [reads("src"), { kind: "write", target: "path", mode, from: "@fetched" }];
}

/** Copies or moves files: into a directory, or to another name. */
export function transfer({ call, value, named }: Bound, effects: readonly EffectEntry[]): Value {
  const src = value("src");
  if (named.has("tosession")) perform(call, [reads("src"), sends({ from: "@fetched" })], { src });
  else
    perform(call, effects, {
      src: src ?? unknownValue,
      dst: value("dst") ?? textValue("."),
      recursive: named.get("recurse"),
    });
  return noneValue;
}

/** Renames files. */
export function rename({ call, value }: Bound): Value {
  const [path = unknownValue, name = unknownValue] = [value("path"), value("newname")];
  for (const block of blocksOf(name)) callForEach(block, path, call.span, call.interpreter);
  const to = joinAllValues(
    outputItems(path).items.map((item) => {
      const [from, next] = [textOf(item), textOf(name)].map((text) => text && normalizeWindowsPath(text));
      // A new name has no folder, unless it fails.
      return from === undefined ? unknownValue : textValue(joinPaths(parentPath(from), next ?? unknownName));
    }),
  );
  perform(call, [moves("src", "dst")], { src: path, dst: to });
  return noneValue;
}

/** Evaluates packing or unpacking an archive; the content of unpacked files is unknown. */
export function archive({ call, value }: Bound): Value {
  const { interpreter } = call;
  const dst = value("destinationpath") ?? textValue(".");
  const effects: readonly EffectEntry[] = [reads("src"), creates("dst", "@fetched")];
  perform(call, effects, { src: value("path") ?? unknownValue, dst });
  if (!/^expand/i.test(call.by)) return noneValue;
  willChange(interpreter.world, interpreter);
  for (const target of fileTargets(dst, interpreter))
    if (target !== null && !target.glob)
      interpreter.writtenFiles.set(`${target.path || "."}/**`, { from: [{ kind: "unknown" }] });
  return noneValue;
}

/** Changes an item of any drive: a key of the registry, a variable. */
export function change({ call, value }: Bound): Value {
  const { interpreter } = call;
  const path = value("path");
  const data = value("value") ?? value("name") ?? call.input ?? noneValue;
  emitFileMark(path ?? unknownValue, textOf(value("name")) ?? "", value("value"), interpreter);
  const [, drive = "", name = ""] = /^(env|alias|function|variable):[\\/]?(.*)$/i.exec(textOf(path) ?? "") ?? [];
  if (/^env$/i.test(drive)) setEnvironment(name.toUpperCase(), asText(data), interpreter);
  else if (drive !== "") {
    const key = /^variable$/i.test(drive) ? name : `${drive}:${name}`;
    setVariable(interpreter.scope, key.toLowerCase(), data, interpreter);
  } else perform(call, [changes("path", "data")], { path: path ?? unknownValue, data });
  return noneValue;
}

const locations = "(locations)";

/** Changes the working directory. */
export function go({ call, value }: Bound): Value {
  const { interpreter } = call;
  if (/^push/i.test(call.by)) remember(call);
  const place = value("place") ?? textValue("~");
  const literal = mapAlternatives(place, (each, single) => (each.kind === "path" ? textValue(each.text) : single));
  const [target = null, other] = fileTargets(literal, interpreter);
  changeWorld(interpreter, { directory: target === null || target.glob || other !== undefined ? null : target.path });
  return noneValue;
}

/** Stores the directory for `Pop-Location`. */
export function remember({ interpreter }: ProgramCall): void {
  const { items, more } = outputItems(lookUp(interpreter.moduleScope, locations) ?? listValue([]));
  const here = interpreter.directory === null ? unknownValue : textValue(interpreter.directory);
  setVariable(interpreter.moduleScope, locations, listValue([...items, here], more), interpreter);
}

/** Returns to an earlier directory. */
export function goBack({ call: { interpreter } }: Pick<Bound, "call">): Value {
  const { items, more } = outputItems(lookUp(interpreter.moduleScope, locations) ?? listValue([]));
  const last = items.at(-1);
  changeWorld(interpreter, { directory: more === null ? (exactText(last) ?? null) : null });
  setVariable(interpreter.moduleScope, locations, listValue(items.slice(0, -1), more), interpreter);
  return noneValue;
}
