import { escapeGlob } from "../../path.ts";
import { type Bound, type Cmdlet, pathsOf } from "../bind.ts";
import { emit } from "../evaluation.ts";
import { emitFiles, emitRead, emitTransfer, emitWrite, targetsOf } from "../file-effects.ts";
import { runBlock } from "../nested-code.ts";
import { nothing, originsOf, textOf, type Value } from "../value.ts";

const filters = "filter include exclude credential stream encoding delimiter";

/** Cmdlets for files, directories and keys of the registry. */
export const fileCmdlets: readonly Cmdlet[] = [
  {
    names: "Remove-Item ri rm rmdir del erase rd",
    at: "path",
    valued: `literalpath ${filters}`,
    switches: "recurse force",
    run: remove,
  },
  {
    names: "Clear-RecycleBin",
    valued: "driveletter",
    switches: "force",
    run: emptyBin,
  },
  {
    names: "Remove-ItemProperty rp Clear-ItemProperty clp Rename-ItemProperty",
    at: "path name",
    valued: `literalpath newname ${filters}`,
    switches: "force",
    run: remove,
  },
  {
    names: "Clear-Content clc Clear-Item cli",
    at: "path",
    valued: `literalpath ${filters}`,
    switches: "force",
    run: (bound) => lose(bound, "destroy"),
  },
  {
    names: "Get-Content gc cat type",
    at: "path*",
    valued: `literalpath readcount totalcount tail head ${filters}`,
    switches: "raw wait force asbytestream",
    run: read,
  },
  {
    names: "Import-Csv ipcsv Import-Clixml Get-FileHash Unblock-File Import-PowerShellDataFile",
    at: "path*",
    valued: `literalpath header algorithm ${filters}`,
    run: read,
  },
  {
    names: "Select-String sls",
    at: "pattern path*",
    valued: `literalpath inputobject context ${filters}`,
    switches: "simplematch casesensitive quiet list allmatches notmatch raw",
    run: search,
  },
  {
    names: "Get-ChildItem gci ls dir",
    at: "path filter",
    valued: `literalpath include exclude depth attributes`,
    switches: "recurse force name file directory hidden readonly system followsymlink",
    run: list,
  },
  {
    names: "Get-Item gi Resolve-Path rvpa Convert-Path Get-ItemProperty gp Get-ItemPropertyValue gpv Get-Acl",
    at: "path name*",
    valued: `literalpath ${filters}`,
    switches: "force relative",
    run: item,
  },
  { names: "Join-Path", at: "path childpath*", valued: "additionalchildpath", switches: "resolve", run: join },
  {
    names: "Set-Content sc",
    at: "path value*",
    valued: `literalpath ${filters}`,
    switches: "force nonewline passthru",
    run: (bound) => write(bound, "replace"),
  },
  {
    names: "Add-Content ac",
    at: "path value*",
    valued: `literalpath ${filters}`,
    switches: "force nonewline passthru",
    run: (bound) => write(bound, "append"),
  },
  {
    names: "Out-File",
    at: "path encoding",
    valued: "literalpath filepath inputobject width value",
    switches: "append force noclobber nonewline",
    run: (bound) => write(bound, bound.has("append") ? "append" : "replace"),
  },
  {
    names: "Tee-Object tee",
    at: "path",
    valued: "literalpath filepath inputobject variable encoding",
    switches: "append",
    run: tee,
  },
  {
    names: "Export-Csv epcsv Export-Clixml",
    at: "path",
    valued: `literalpath inputobject depth ${filters}`,
    switches: "append force notypeinformation noclobber",
    run: (bound) => write(bound, "replace"),
  },
  {
    names: "New-Item ni mkdir md",
    at: "path",
    valued: "name itemtype value target credential",
    switches: "force",
    run: create,
  },
  {
    names: "New-TemporaryFile",
    run: () => ({ from: [], files: [{ path: "~/AppData/Local/Temp/*", glob: true, hidden: false, partial: true }] }),
  },
  {
    names: "Copy-Item cpi cp copy",
    at: "path destination",
    valued: `literalpath fromsession tosession ${filters}`,
    switches: "recurse force container passthru",
    run: (bound) => transfer(bound, "copy"),
  },
  {
    names: "Move-Item mi mv move",
    at: "path destination",
    valued: `literalpath ${filters}`,
    switches: "force passthru",
    run: (bound) => transfer(bound, "move"),
  },
  {
    names: "Rename-Item rni ren",
    at: "path newname",
    valued: "literalpath credential",
    switches: "force passthru",
    run: rename,
  },
  {
    names: "Compress-Archive",
    at: "path destinationpath",
    valued: "literalpath compressionlevel",
    switches: "force update",
    run: (bound) => archive(bound),
  },
  {
    names: "Expand-Archive",
    at: "path destinationpath",
    valued: "literalpath",
    switches: "force",
    run: (bound) => archive(bound),
  },
  {
    names: "Set-ItemProperty sp New-ItemProperty Set-Item si",
    at: "path name value",
    valued: `literalpath propertytype type inputobject ${filters}`,
    switches: "force",
    run: change,
  },
  { names: "Set-Acl", at: "path aclobject", valued: `literalpath ${filters}`, run: permission },
  {
    names: "Set-Location cd sl chdir Push-Location pushd",
    at: "path",
    valued: "literalpath stackname",
    switches: "passthru",
    run: go,
  },
  { names: "Pop-Location popd", run: goBack },
];

function allTargets(bound: Bound): ReturnType<typeof targetsOf> {
  const { paths, isLiteral } = pathsOf(bound);
  const filtered = bound.value("filter") ?? bound.value("include") ?? bound.value("exclude");
  const targets = targetsOf(paths ?? { text: "", from: [] }, bound.call, isLiteral);
  return filtered === undefined ? targets : targets.map((target) => target && { ...target, partial: true });
}

function remove(bound: Bound): Value {
  return lose(bound, "delete");
}

function lose(bound: Bound, kind: "delete" | "destroy"): Value {
  const targets = [
    ...allTargets(bound),
    ...bound.rest.flatMap((each) => (each.parameter === undefined ? targetsOf(each, bound.call) : [])),
  ];
  const drive = targets.find((target) => /^\/(?:env|function|alias|variable):/.test(target?.path ?? ""));
  if (drive === undefined) emitFiles(bound.call, kind, targets, bound.has("recurse"));
  return nothing;
}

function read(bound: Bound): Value {
  const { paths, isLiteral } = pathsOf(bound);
  return emitRead(bound.call, paths, isLiteral);
}

function search(bound: Bound): Value {
  const files =
    bound.value("literalpath") ??
    bound.value("path") ??
    (bound.call.input?.files !== undefined ? bound.call.input : undefined);
  return files === undefined ? { from: originsOf(bound.call.input) } : { from: emitRead(bound.call, files).from };
}

function list(bound: Bound): Value {
  const { call } = bound;
  const recursive = bound.has("recurse");
  const place = bound.value("path") ?? bound.value("literalpath") ?? { text: ".", from: [] };
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

function item(bound: Bound): Value {
  const targets = allTargets(bound);
  for (const target of targets) if (target?.path.startsWith("/HK") === true) emitFiles(bound.call, "read", [target]);
  const text = textOf(bound.value("path") ?? bound.value("literalpath"));
  return { from: [], files: targets, ...(text !== undefined && !/[*?]/.test(text) && { text }) };
}

function join({ value, call }: Bound): Value {
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

function write(bound: Bound, mode: "replace" | "append"): Value {
  emitWrite(bound.call, mode, filePath(bound), data(bound));
  return nothing;
}

function tee(bound: Bound): Value {
  emitWrite(bound.call, bound.has("append") ? "append" : "replace", filePath(bound), data(bound));
  return bound.call.input ?? nothing;
}

function create(bound: Bound): Value {
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

function transfer(bound: Bound, kind: "copy" | "move"): Value {
  const to = targetsOf(bound.value("destination") ?? { text: ".", from: [] }, bound.call, true);
  const session = bound.value("tosession");
  const sources = allTargets(bound);
  if (session === undefined) emitTransfer(bound.call, kind, sources, to, bound.has("recurse"));
  else
    for (const target of sources)
      emit(bound.call, { kind: "network", direction: "out", host: null, from: [{ kind: "file", target }] });
  return nothing;
}

function rename(bound: Bound): Value {
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

function archive(bound: Bound): Value {
  const to = targetsOf(bound.value("destinationpath") ?? { text: ".", from: [] }, bound.call, true);
  const sources = allTargets(bound);
  emitFiles(bound.call, "read", sources);
  emitWrite(bound.call, "create", to, { from: sources.map((target) => ({ kind: "file", target })) });
  return nothing;
}

function change(bound: Bound): Value {
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

function permission(bound: Bound): Value {
  for (const target of allTargets(bound))
    emit(bound.call, { kind: "permission", target, recursive: false, change: "acl", value: null, grants: "unknown" });
  return nothing;
}

function go(bound: Bound): Value {
  const { evaluation } = bound.call;
  const [target = null] = targetsOf(
    bound.value("literalpath") ?? bound.value("path") ?? { text: "~", from: [] },
    bound.call,
    true,
  );
  evaluation.directory = evaluation.certainty === "certain" ? (target?.path ?? null) : null;
  return nothing;
}

function goBack({ call }: Bound): Value {
  call.evaluation.directory = null;
  return nothing;
}

function emptyBin({ call }: Bound): Value {
  emit(call, { kind: "discard", what: "the files in the recycle bin" });
  return nothing;
}
