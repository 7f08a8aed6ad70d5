import type { DatabaseEffect, Effect, Target } from "../../effects.ts";
import { readCode } from "../../languages.ts";
import { hasUnknownText } from "../../unknown-text.ts";
import { isPassed } from "../arguments.ts";
import type { EffectEntry } from "../call-entry.ts";
import { setField } from "../container-mutations.ts";
import { fileTargets } from "../file-targets.ts";
import { emit, emitUnknown, type Interpreter, lessCertain } from "../interpreter.ts";
import { argumentValue, type LibraryCall, objectField } from "../library-call.ts";
import { knownTexts, type TextValue, textValue, unknownValue, type Value } from "../value.ts";
import { nonLiteralOrigins } from "../value-origins.ts";

/**
 * Emits the effects of statements that a call sends to a database. Statements that are unknown may change the database, and may do
 * anything if they come from elsewhere.
 */
export function emitStatements(entry: EffectEntry & { kind: "statements" }, call: LibraryCall): void {
  const { interpreter, by, span } = call;
  const value = argumentValue(entry.argument, call) ?? unknownValue;
  const texts = value.alternatives.filter((each): each is TextValue => each.kind === "text");
  if (texts.some(({ text }) => attaches.test(text))) forgetPlace(call.self, interpreter);
  const place = placeOf(call.self);
  if (value.alternatives.some((each) => each.kind === "object" && each.type === "statement of all rows"))
    emit(interpreter, {
      kind: "database",
      change: "update",
      what: "the rows of a table",
      all: true,
      by,
      start: span.start,
      end: span.end,
    });
  const read = entry.onlySql === true ? texts.filter(({ text }) => beginsLikeStatement.test(text)) : texts;
  const sure = texts.length === 1 && !value.mayBeUnknown ? "certain" : "possible";
  for (const each of read)
    for (const effect of effectsOf(each, call)) {
      const { certainty, ...rest } = effect;
      if (rest.kind === "database" && place === "memory" && !isQualified(rest.what)) continue;
      const placed =
        rest.kind === "database" && place !== undefined && place !== "memory"
          ? { ...rest, file: fileOf(place, call) }
          : rest;
      emit(interpreter, placed, lessCertain(sure, certainty));
    }
  if (
    place === "memory" ||
    entry.onlySql === true ||
    (!value.mayBeUnknown && texts.length === value.alternatives.length)
  )
    return;
  const isForeign = nonLiteralOrigins(value).some(({ kind }) => kind === "network" || kind === "encoded");
  const base = { by, start: span.start, end: span.end };
  if (isForeign) emitUnknown(interpreter, by, `it is unknown which statements ${by} runs`, span);
  else {
    const file = place === undefined ? {} : { file: fileOf(place, call) };
    emit(interpreter, { kind: "database", change: "update", what: null, all: false, ...file, ...base }, "possible");
  }
}

const attaches = /\battach\b/i;

/** Records after `ATTACH` that an in-memory database may change a file. */
function forgetPlace(self: Value | null, interpreter: Interpreter): void {
  for (const each of self?.alternatives ?? [])
    if (each.kind === "object") setField(each, "path", unknownValue, interpreter);
}

/** Whether an object is named with its database, which may be an attached file. */
function isQualified(what: string | null): boolean {
  return what === null || what.includes(".");
}

const beginsLikeStatement =
  /^[\s(;]*(?:--[^\n]*\n\s*|\/\*[^*]*\*\/\s*)*(?:select|insert|update|delete|drop|truncate|alter|create|grant|revoke|merge|replace|with|exec|execute|call|do|begin|copy|explain)\s/i;

/** Lists the effects of SQL statements, with positions in the program. */
function effectsOf({ text, at }: TextValue, { interpreter, by, span }: LibraryCall): readonly Effect[] {
  if (interpreter.steps.left <= 0) return [];
  const { context, nesting, depth, directory, writtenFiles } = interpreter;
  const { effects } = readCode("sql", text, {
    ...context,
    nesting: { ...nesting, depth },
    directory,
    files: writtenFiles,
    standardInput: undefined,
  });
  return effects.map((effect) => ({
    ...effect,
    by: effect.by === "" ? by : effect.by,
    start: at === null || hasUnknownText(text) ? span.start : at + effect.start,
    end: at === null || hasUnknownText(text) ? span.end : at + effect.end,
  }));
}

/** The file of a database, or `memory`; `undefined` if it is on a server. */
function placeOf(self: Value | null | undefined): Value | "memory" | undefined {
  const path = objectField(self, "path") ?? fileOfUrl(objectField(self, "url"));
  if (path === undefined) return undefined;
  const texts = knownTexts(path);
  return !path.mayBeUnknown && texts.length > 0 && texts.every((text) => inMemory.test(text)) ? "memory" : path;
}

const inMemory = /^(:memory:)?$|^file::memory:|[?&]mode=memory/;

/** The file of an engine's URL: `sqlite:///app.db`. */
function fileOfUrl(url: Value | undefined): Value | undefined {
  if (url === undefined) return undefined;
  const inner = objectField(url, "url");
  if (inner !== undefined) return fileOfUrl(inner);
  const [text, ...others] = knownTexts(url);
  if (text === undefined || others.length > 0 || url.mayBeUnknown) return undefined;
  const path = /^(?:sqlite|duckdb)(?:\+\w+)?:\/\/(?:\/(.*))?$/s.exec(text);
  return path === null ? undefined : textValue(path[1] ?? "");
}

/** Returns the only file that a path value names; `null` otherwise. */
function fileOf(path: Value, { interpreter }: LibraryCall): Target | null {
  const [target = null, ...others] = fileTargets(path, interpreter);
  return others.length === 0 ? target : null;
}

/** Emits a change of a database that a call makes without a statement. */
export function emitDatabaseChange(
  { change, what, all, filter }: EffectEntry & { kind: "database" },
  call: LibraryCall,
): void {
  const { interpreter, by, span } = call;
  const bind = argumentValue("bind", call);
  const place = placeOf(bind ?? call.self);
  if (place === "memory") return;
  const effect: Omit<DatabaseEffect, "certainty"> = {
    kind: "database",
    change,
    what,
    all: all || (filter !== undefined && isEmpty(argumentValue(filter, call))),
    file: place === undefined ? undefined : fileOf(place, call),
    by,
    start: span.start,
    end: span.end,
  };
  emit(interpreter, effect);
}

/** Whether a filter selects everything: it is missing or `{}`. */
function isEmpty(filter: Value | undefined): boolean {
  if (!isPassed(filter)) return true;
  return filter.alternatives.some((each) => each.kind === "dict" && each.entries.size === 0 && each.more === null);
}
