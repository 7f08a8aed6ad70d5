import { noneValue, objectValue, unknownValueFrom } from "../engine/value.ts";
import { type Cmdlet, cmdlet } from "./bind.ts";
import { emitEffect } from "./call.ts";
import {
  compute,
  each,
  fromJson,
  getVariable,
  output,
  pass,
  received,
  secret,
  select,
  setAlias,
  setVariableByName,
  sort,
  splitPath,
  where,
} from "./computing-cmdlets.ts";

/** The effects of PowerShell cmdlets that compute, print and pass values on. */
export const computingCmdlets: readonly Cmdlet[] = [
  cmdlet(
    "Where-Object where ?",
    "filterscript property value; inputobject; eq ne gt lt ge le like notlike match notmatch contains in not is",
    where,
  ),
  cmdlet(
    "ForEach-Object foreach %",
    "process*; begin end remainingscripts inputobject parallel throttlelimit membername argumentlist",
    each,
  ),
  cmdlet(
    "Write-Output echo write Write-Host Write-Verbose Write-Information Write-Warning Write-Error Write-Debug Out-String Out-Host oh Out-Default Out-Null Out-GridView ogv",
    "inputobject*; message object foregroundcolor backgroundcolor separator width; nonewline stream noenumerate passthru",
    output,
  ),
  cmdlet(
    "Select-Object select",
    "property*; inputobject excludeproperty expandproperty first last skip index; unique wait",
    select,
  ),
  cmdlet("Sort-Object sort Get-Unique gu", "property*; inputobject; unique descending", sort),
  cmdlet(
    "Invoke-Pester Invoke-ScriptAnalyzer Format-Table ft Format-List fl Format-Wide fw Format-Custom fc Measure-Object measure Group-Object group Compare-Object diff compare ConvertTo-Json ConvertTo-Csv ConvertFrom-Csv ConvertTo-Html ConvertTo-Xml ConvertFrom-StringData ConvertTo-SecureString",
    "property*; inputobject referenceobject differenceobject depth delimiter header string; autosize wrap line word character sum average maximum minimum compress ashashtable asplaintext force notypeinformation",
    pass,
  ),
  cmdlet("ConvertFrom-Json", "inputobject; depth; ashashtable", fromJson),
  cmdlet(
    "Split-Path",
    "where|path; ; parent leaf leafbase extension qualifier noqualifier isabsolute resolve",
    splitPath,
  ),
  cmdlet(
    "Get-Date date Get-Random Start-Sleep sleep Clear-Host cls clear Get-Member gm Get-Help help man Get-Command gcm Get-Alias gal Get-Module gmo Get-History h history Set-StrictMode Remove-Variable rv New-TimeSpan New-Guid Remove-Job rjb Stop-Job spjb Suspend-Job Resume-Job Measure-Command Write-Progress Get-Host Set-PSDebug Remove-Module rmo Set-PSReadLineOption Get-Culture Pause Exit Get-Process gps ps Get-Service gsv Test-Connection Test-NetConnection tnc Get-NetIPAddress Get-ComputerInfo Read-Host Stop-Transcript Wait-Process Wait-Event Export-ModuleMember Add-Member Update-TypeData Get-PSDrive gdr Select-Xml Test-ModuleManifest Set-Clipboard scb Get-ExecutionPolicy Get-CimInstance gcim Get-EventLog Get-WinEvent",
    "value*; path name id childpath filter query class classname namespace computername seconds milliseconds format; parent leaf force raw list all",
    compute,
  ),
  cmdlet(
    "Wait-Job Receive-Job rcjb Get-Job gjb",
    "job; id name timeout; wait autoremovejob keep force",
    { piped: "job" },
    received,
  ),
  cmdlet(
    "Set-Variable sv set New-Variable nv",
    "name value; scope option visibility; force passthru",
    setVariableByName,
  ),
  cmdlet("Get-Variable gv", "name; scope include exclude; valueonly", getVariable),
  cmdlet("Set-Alias sal New-Alias nal", "name value; scope option description; force passthru", setAlias),
  cmdlet("Get-WmiObject gwmi", "class query; namespace computername filter property; list", ({ has }) =>
    has("list") ? objectValue("wmiclass") : unknownValueFrom([]),
  ),
  cmdlet("Get-Clipboard gcb", "; ; raw", ({ call }) => {
    emitEffect(call, { kind: "reveal", what: "the clipboard" });
    return unknownValueFrom([{ kind: "secret", what: "the clipboard" }]);
  }),
  cmdlet(
    "Get-Credential Get-Secret Get-StoredCredential",
    "credential; message username name target vault; asplaintext",
    secret,
  ),
  cmdlet("Set-Culture", "", () => noneValue),
];
