import { escapeGlob } from "../../path.ts";
import { type Bound, pathsOf } from "../bind.ts";
import { emit } from "../evaluation.ts";
import { emitFiles, emitRead, emitTransfer, emitWrite, isEnvironment, targetsOf } from "../file-effects.ts";
import { runBlock } from "../nested-code.ts";
import { nothing, originsOf, textOf, type Value } from "../value.ts";

function allTargets(bound: Bound): ReturnType<typeof targetsOf> {
  const { paths, isLiteral } = pathsOf(bound);
  const filtered = bound.value("filter") ?? bound.value("include") ?? bound.value("exclude");
  const targets = targetsOf(paths ?? { text: "", from: [] }, bound.call, isLiteral);
  return filtered === undefined ? targets : targets.map((target) => target && { ...target, partial: true });
}

/** Deletes files or keys. */
export function remove(bound: Bound): Value {
  return lose(bound, "delete");
}

/** Deletes files, or destroys their content. */
export function lose(bound: Bound, kind: "delete" | "destroy"): Value {
  const targets = [
    ...allTargets(bound),
    ...bound.rest.flatMap((each) => (each.parameter === undefined ? targetsOf(each, bound.call) : [])),
  ];
  const drive = targets.find((target) => /^\/(?:env|function|alias|variable):/.test(target?.path ?? ""));
  if (drive === undefined) emitFiles(bound.call, kind, targets, bound.has("recurse"));
  return nothing;
}

/** Reads files. */
export function read(bound: Bound): Value {
  const { paths, isLiteral } = pathsOf(bound);
  return emitRead(bound.call, paths, isLiteral);
}

/** Searches in files. */
export function search(bound: Bound): Value {
  const files =
    bound.value("literalpath") ??
    bound.value("path") ??
    (bound.call.input?.files !== undefined ? bound.call.input : undefined);
  return files === undefined ? { from: originsOf(bound.call.input) } : { from: emitRead(bound.call, files).from };
}

/** Lists a directory. @returns its files */
export function list(bound: Bound): Value {
  const { call } = bound;
  const recursive = bound.has("recurse");
  const place = bound.value("path") ?? bound.value("literalpath") ?? { text: ".", from: [] };
  if (isEnvironment(place)) return { from: [{ kind: "environment" }] };
  const known = targetsOf(place, call, bound.value("literalpath") !== undefined);
  emitFiles(call, "list", known, recursive);
  const pattern = textOf(bound.value("filter") ?? bound.value("include"));
  const name = pattern !== undefined && /^[\w.*?-]+$/.test(pattern) ? pattern : "*";
  const isWhole =
    pattern === undefined && bound.value("exclude") === undefined && !bound.has("file") && !bound.has("directory");
  const files = known.map((target) => {
    if (target === null) return null;
    if (target.glob && !recursive) return target;
    if (target.glob) return { ...target, path: target.path.replace(/[^/]*$/, "**/$&"), partial: true };
    const directory = escapeGlob(target.path.replace(/\/$/, ""));
    const path = `${target.path === "" ? "" : `${directory}/`}${recursive ? "**/" : ""}${name}`;
    return { path, glob: true, hidden: true, partial: !isWhole };
  });
  return { from: [], files };
}

/** Gets files by their paths, or reads keys of the registry. */
export function item(bound: Bound): Value {
  const targets = allTargets(bound);
  if (isEnvironment(bound.value("path"))) return { from: [{ kind: "environment" }] };
  for (const target of targets) if (target?.path.startsWith("/HK") === true) emitFiles(bound.call, "read", [target]);
  const text = textOf(bound.value("path") ?? bound.value("literalpath"));
  return { from: [], files: targets, text: text !== undefined && !/[*?]/.test(text) ? text : undefined };
}

/** Joins paths. */
export function join({ value, call }: Bound): Value {
  const parts = [value("path") ?? call.input, value("childpath"), value("additionalchildpath")].filter(
    (each) => each !== undefined,
  );
  const texts = parts.map(textOf);
  const from = originsOf(...parts);
  if (!texts.includes(undefined)) return { text: texts.join("\\"), from };
  return { from: from.length > 0 ? from : [{ kind: "unknown" }] };
}

function data({ value, call }: Bound): Value | undefined {
  return value("value") ?? value("inputobject") ?? call.input;
}

function filePath(bound: Bound): ReturnType<typeof targetsOf> {
  return targetsOf(
    bound.value("filepath") ?? bound.value("literalpath") ?? bound.value("path"),
    bound.call,
    bound.value("literalpath") !== undefined,
  );
}

/** Writes or appends to files. */
export function write(bound: Bound, mode: "replace" | "append"): Value {
  emitWrite(bound.call, mode, filePath(bound), data(bound));
  return nothing;
}

/** Writes what it passes on to a file. */
export function tee(bound: Bound): Value {
  emitWrite(bound.call, bound.has("append") ? "append" : "replace", filePath(bound), data(bound));
  return bound.call.input ?? nothing;
}

/** Creates a file or a directory. */
export function create(bound: Bound): Value {
  const { value, call } = bound;
  const [path, name] = [value("path"), value("name")];
  const text = [textOf(path), textOf(name)].filter((each) => each !== undefined).join("\\");
  const isKnown = [path, name].every((each) => each === undefined || textOf(each) !== undefined);
  const targets = targetsOf(isKnown && path?.items === undefined ? { text, from: [] } : path, call, true);
  const content = value("value") ?? value("target");
  const isDirectory = /^dir/i.test(textOf(value("itemtype")) ?? "") || /^(?:mkdir|md)$/i.test(call.by);
  emitWrite(call, bound.has("force") && !isDirectory ? "replace" : "create", targets, content);
  return { from: [], files: targets };
}

/** Copies or moves files. */
export function transfer(bound: Bound, kind: "copy" | "move"): Value {
  const to = targetsOf(bound.value("destination") ?? { text: ".", from: [] }, bound.call, true);
  const session = bound.value("tosession");
  const sources = allTargets(bound);
  if (session === undefined) emitTransfer(bound.call, { kind, sources, to, recursive: bound.has("recurse") });
  else
    for (const target of sources)
      emit(bound.call, { kind: "network", direction: "out", host: null, from: [{ kind: "file", target }] });
  return nothing;
}

/** Renames files. */
export function rename(bound: Bound): Value {
  const name = bound.value("newname");
  if (name?.block !== undefined) runBlock(name.block, bound.call.evaluation, { input: bound.call.input });
  const [to = null] = name?.block === undefined ? targetsOf(name, bound.call, true) : [null];
  for (const target of allTargets(bound)) {
    const parent = target?.path.replace(/[^/]*$/, "") ?? "";
    const beside = to === null || to.path.includes("/") ? to : { ...to, path: parent + to.path };
    emit(bound.call, { kind: "move", target, to: beside, recursive: false });
  }
  return nothing;
}

/** Packs or unpacks an archive. */
export function archive(bound: Bound): Value {
  const to = targetsOf(bound.value("destinationpath") ?? { text: ".", from: [] }, bound.call, true);
  const sources = allTargets(bound);
  emitFiles(bound.call, "read", sources);
  emitWrite(bound.call, "create", to, { from: sources.map((target) => ({ kind: "file", target })) });
  return nothing;
}

/** Changes an item of any drive: a key of the registry, a variable. */
export function change(bound: Bound): Value {
  const { call } = bound;
  const path = textOf(bound.value("path") ?? bound.value("literalpath"));
  const [, drive, rest] = /^(env|alias|function|variable):[\\/]?(.*)$/i.exec(path ?? "") ?? [];
  const value = bound.value("value") ?? bound.value("name") ?? call.input;
  if (drive !== undefined && rest !== undefined) {
    const name =
      drive.toLowerCase() === "variable" ? rest.toLowerCase() : `${drive.toLowerCase()}:${rest.toLowerCase()}`;
    call.evaluation.variables.set(name, value ?? nothing);
  } else emitWrite(call, "change", allTargets(bound), value);
  return nothing;
}

/** Changes the permissions of files. */
export function permission(bound: Bound): Value {
  for (const target of allTargets(bound))
    emit(bound.call, { kind: "permission", target, recursive: false, change: "acl", value: null, grants: "unknown" });
  return nothing;
}

/** Changes the working directory. */
export function go(bound: Bound): Value {
  const { evaluation } = bound.call;
  if (/^push/i.test(bound.call.by)) evaluation.earlierDirectories.push(evaluation.directory);
  const [target = null] = targetsOf(
    bound.value("literalpath") ?? bound.value("path") ?? { text: "~", from: [] },
    bound.call,
    true,
  );
  evaluation.directory = evaluation.certainty === "certain" ? (target?.path ?? null) : null;
  return nothing;
}

/** Returns to an earlier directory. */
export function goBack({ call }: Bound): Value {
  const { evaluation } = call;
  const earlier = evaluation.earlierDirectories.pop() ?? null;
  evaluation.directory = evaluation.certainty === "certain" ? earlier : null;
  return nothing;
}

/** Deletes the files of the recycle bin. */
export function emptyBin({ call }: Bound): Value {
  emit(call, { kind: "discard", what: "the files in the recycle bin" });
  return nothing;
}
