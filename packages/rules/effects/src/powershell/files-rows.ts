import { deletes, destroys, reads, replaces } from "../engine/rows.ts";
import { exactValue, textValue, unknownValueFrom } from "../engine/value.ts";
import { unknownName } from "../unknown-text.ts";
import { type Cmdlet, cmdlet } from "./bind.ts";
import {
  appendText,
  archive,
  change,
  create,
  go,
  goBack,
  item,
  join,
  list,
  read,
  remove,
  rename,
  tee,
  transfer,
  write,
} from "./file-cmdlets.ts";
import { copying, moving } from "./shared-effects.ts";

const filters = "filter include exclude credential stream encoding delimiter";

/** The effects of PowerShell cmdlets for files, directories and keys of the registry. */
export const fileCmdlets: readonly Cmdlet[] = [
  cmdlet("Remove-Item ri rm rmdir del erase rd", `path*; ${filters}; recurse force`, remove),
  cmdlet("Clear-RecycleBin", "; driveletter; force", { kind: "discard", what: "the files in the recycle bin" }),
  cmdlet(
    "Remove-ItemProperty rp Clear-ItemProperty clp Rename-ItemProperty",
    `path name; newname ${filters}; force`,
    deletes("path"),
  ),
  cmdlet("Clear-Content clc Clear-Item cli", `path; ${filters}; force`, destroys("path")),
  cmdlet(
    "Get-Content gc cat type",
    `path*; readcount totalcount tail head ${filters}; raw wait force asbytestream`,
    read,
  ),
  cmdlet(
    "Import-Csv ipcsv Import-Clixml Get-FileHash Unblock-File Import-PowerShellDataFile",
    `path*; header algorithm ${filters}`,
    reads("path"),
  ),
  cmdlet(
    "Select-String sls",
    `pattern path*; inputobject context ${filters}; simplematch casesensitive quiet list allmatches notmatch raw`,
    read,
  ),
  cmdlet(
    "Get-ChildItem gci ls dir",
    "path filter; include exclude depth attributes; recurse force name file directory hidden readonly system followsymlink",
    list,
  ),
  cmdlet(
    "Get-Item gi Resolve-Path rvpa Convert-Path Get-ItemProperty gp Get-ItemPropertyValue gpv Get-Acl",
    `path name*; ${filters}; force relative`,
    item,
  ),
  cmdlet("Join-Path", "parent|path childpath*; additionalchildpath; resolve", join),
  cmdlet("Set-Content sc", `path value*; ${filters}; force nonewline passthru`, { piped: "value" }, (bound) =>
    write(bound, "replace"),
  ),
  cmdlet("Add-Content ac", `path value*; ${filters}; force nonewline passthru`, { piped: "value" }, (bound) =>
    write(bound, "append"),
  ),
  cmdlet(
    "Out-File >",
    "path|filepath encoding; value|inputobject width; append force noclobber nonewline",
    { piped: "value" },
    (bound) => write(bound, bound.has("append") ? "append" : "replace"),
  ),
  cmdlet(">>", "path; value", { piped: "value" }, appendText),
  cmdlet("Tee-Object tee", "path|filepath; value|inputobject variable encoding; append", { piped: "value" }, tee),
  cmdlet(
    "Export-Csv epcsv Export-Clixml",
    `path; value|inputobject depth ${filters}; append force notypeinformation noclobber`,
    replaces("path", "value"),
    { piped: "value" },
  ),
  cmdlet("New-Item ni mkdir md", "place|path; name itemtype|type value|target credential; force", create),
  cmdlet("New-TemporaryFile", "", () => exactValue({ kind: "path", text: `~/AppData/Local/Temp/${unknownName}` })),
  cmdlet(
    "Copy-Item cpi cp copy",
    `src|path dst|destination; fromsession tosession ${filters}; recurse force container passthru`,
    (bound) => transfer(bound, copying),
  ),
  cmdlet("Move-Item mi mv move", `src|path dst|destination; ${filters}; force passthru`, (bound) =>
    transfer(bound, moving),
  ),
  cmdlet("Rename-Item rni ren", "path newname; credential; force passthru", rename),
  cmdlet("Compress-Archive Expand-Archive", "path destinationpath; compressionlevel; force update", archive),
  cmdlet(
    "Set-ItemProperty sp New-ItemProperty Set-Item si",
    `path name value; propertytype type inputobject ${filters}; force`,
    change,
  ),
  cmdlet("Set-Acl", `path aclobject; ${filters}`, {
    kind: "permission",
    target: "path",
    change: "acl",
    value: "aclobject",
  }),
  cmdlet("Set-Location cd sl chdir Push-Location pushd", "place|path; stackname; passthru", go),
  cmdlet("Pop-Location popd", "", goBack),
  cmdlet("Test-Path", `path*; pathtype ${filters}; isvalid`, () => unknownValueFrom([])),
  cmdlet("Get-Location gl pwd", "", () => textValue(".")),
];
