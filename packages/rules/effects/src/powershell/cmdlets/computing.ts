import type { Bound, Cmdlet } from "../bind.ts";
import { emit } from "../evaluation.ts";
import { runBlock } from "../nested-code.ts";
import { arrayOf, itemOf, itemsOf, nothing, originsOf, textOf, type Value } from "../value.ts";

/** Cmdlets that compute, print and pass values on. */
export const computingCmdlets: readonly Cmdlet[] = [
  {
    names: "Where-Object where ?",
    at: "filterscript property value",
    valued: "inputobject",
    switches: "eq ne gt lt ge le like notlike match notmatch contains in not is",
    run: where,
  },
  {
    names: "ForEach-Object foreach %",
    at: "process*",
    valued: "begin end remainingscripts inputobject parallel throttlelimit membername argumentlist",
    run: each,
  },
  {
    names:
      "Write-Output echo write Write-Host Write-Verbose Write-Information Write-Warning Write-Error Write-Debug Out-String Out-Host oh Out-Default Out-Null Out-GridView ogv",
    at: "inputobject*",
    valued: "message object foregroundcolor backgroundcolor separator width",
    switches: "nonewline stream noenumerate passthru",
    run: output,
  },
  {
    names:
      "Invoke-Pester Invoke-ScriptAnalyzer Select-Object select Sort-Object sort Get-Unique gu Format-Table ft Format-List fl Format-Wide fw Format-Custom fc Measure-Object measure Group-Object group Compare-Object diff compare",
    at: "property*",
    valued: "inputobject excludeproperty expandproperty first last skip index referenceobject differenceobject",
    switches: "unique descending autosize wrap line word character sum average maximum minimum",
    run: pass,
  },
  {
    names:
      "ConvertTo-Json ConvertFrom-Json ConvertTo-Csv ConvertFrom-Csv ConvertTo-Html ConvertTo-Xml ConvertFrom-StringData ConvertTo-SecureString",
    at: "inputobject",
    valued: "depth delimiter header string",
    switches: "compress ashashtable asplaintext force notypeinformation",
    run: pass,
  },
  {
    names:
      "Get-Date date Get-Random Start-Sleep sleep Clear-Host cls clear Test-Path Split-Path Get-Location gl pwd Get-Member gm Get-Help help man Get-Command gcm Get-Alias gal Get-Module gmo Get-History h history Set-StrictMode Get-Variable gv Remove-Variable rv New-TimeSpan New-Guid Wait-Job Get-Job gjb Receive-Job rcjb Remove-Job Measure-Command Write-Progress Get-Host Set-PSDebug Remove-Module rmo Set-PSReadLineOption Get-Culture Pause Exit Get-Process gps ps Get-Service gsv Test-Connection Test-NetConnection tnc Get-NetIPAddress Get-ComputerInfo Read-Host Stop-Transcript Wait-Process Wait-Event Export-ModuleMember New-Variable nv Add-Member Update-TypeData Get-PSDrive gdr Select-Xml Test-ModuleManifest Get-Culture Set-Clipboard scb Get-ExecutionPolicy Get-WmiObject gwmi Get-CimInstance gcim Get-EventLog Get-WinEvent",
    at: "value*",
    valued: "path name id childpath filter query class classname namespace computername seconds milliseconds format",
    switches: "parent leaf force raw list all",
    run: compute,
  },
  {
    names: "Set-Variable sv set",
    at: "name value",
    valued: "scope option visibility",
    switches: "force passthru",
    run: setVariable,
  },
  {
    names: "Set-Alias sal New-Alias nal",
    at: "name value",
    valued: "scope option description",
    switches: "force passthru",
    run: setAlias,
  },
  { names: "Get-Clipboard gcb", switches: "raw", run: () => ({ from: [{ kind: "secret", what: "the clipboard" }] }) },
  {
    names: "Get-Credential Get-Secret Get-StoredCredential",
    at: "credential",
    valued: "message username name target vault",
    switches: "asplaintext",
    run: secret,
  },
];

function where({ value, call }: Bound): Value {
  const block = value("filterscript")?.block;
  const input = value("inputobject") ?? call.input ?? nothing;
  if (block === undefined) return partial(input);
  runBlock(block, call.evaluation, { input: itemOf(input) });
  return partial(input);
}

/** A value of which only some items remain. */
function partial(value: Value): Value {
  if (value.files !== undefined)
    return { ...value, files: value.files.map((target) => target && { ...target, partial: true }) };
  if (value.items !== undefined) return { items: value.items.map(partial), from: value.from };
  return { from: value.from };
}

function each({ value, call }: Bound): Value {
  const { evaluation } = call;
  const blocks = ["begin", "process", "parallel", "end"].flatMap((name) =>
    itemsOf(value(name)).map(({ block }) => ({ name, block })),
  );
  const input = value("inputobject") ?? call.input ?? nothing;
  const items = itemsOf(input);
  const areKnown = items.length > 0 && items.length <= 300 && items.every(({ text }) => text !== undefined);
  const outputs: Value[] = [];
  for (const { name, block } of blocks) {
    if (block === undefined) continue;
    const isOnce = name === "begin" || name === "end";
    for (const item of isOnce ? [undefined] : areKnown ? items : [itemOf(input)])
      outputs.push(runBlock(block, evaluation, { input: item }));
  }
  if (blocks.length === 0) return { from: input.from, files: input.files };
  const known = outputs.filter((each) => each !== nothing);
  return known.length === 1 ? (known[0] ?? nothing) : arrayOf(known);
}

function output({ value, call }: Bound): Value {
  if (/^(?:out-null|write-(?:host|verbose|debug|warning|error|information))$/i.test(call.by)) return nothing;
  return value("inputobject") ?? call.input ?? nothing;
}

function pass({ value, call }: Bound): Value {
  const input = value("inputobject") ?? call.input;
  for (const { block } of itemsOf(value("property")))
    if (block !== undefined) runBlock(block, call.evaluation, { input });
  if (/^(?:select|sort|format|out|get)/i.test(call.by)) {
    if (input?.files !== undefined)
      return { from: input.from, files: input.files.map((target) => target && { ...target, partial: true }) };
    const text = textOf(input);
    return {
      from: originsOf(input),
      text: text !== undefined && value("first") === undefined && input?.items === undefined ? text : undefined,
    };
  }
  const path = value("inputobject");
  return { from: originsOf(input, path) };
}

function compute({ value, call }: Bound): Value {
  for (const { block } of itemsOf(value("value")))
    if (block !== undefined) runBlock(block, call.evaluation, { input: call.input });
  if (/^(?:get-location|gl|pwd)$/i.test(call.by)) return { text: ".", from: [] };
  if (/^split-path$/i.test(call.by)) {
    const path = value("path") ?? value("value") ?? call.input;
    const text = textOf(path)?.replace(/[\\/][^\\/]*$/, "");
    return text === undefined || path === undefined ? { from: originsOf(path) } : { text, from: path.from };
  }
  if (/^read-host$/i.test(call.by)) return { from: [{ kind: "input" }] };
  return { from: [{ kind: "output", by: call.by }] };
}

function setVariable({ value, call }: Bound): Value {
  const name = textOf(value("name"));
  if (name !== undefined) call.evaluation.variables.set(name.toLowerCase(), value("value") ?? call.input ?? nothing);
  return nothing;
}

function setAlias({ value, call }: Bound): Value {
  const name = textOf(value("name"));
  if (name !== undefined) call.evaluation.variables.set(`alias:${name.toLowerCase()}`, value("value") ?? nothing);
  return nothing;
}

function secret({ call }: Bound): Value {
  if (!/^get-credential$/i.test(call.by)) emit(call, { kind: "reveal", what: "a stored credential" });
  return { from: [{ kind: "secret", what: "a credential" }] };
}
