import { noneValue, unknownValueFrom } from "../engine/value.ts";
import type { Cmdlet } from "./bind.ts";
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

/** Cmdlets that compute, print and pass values on. */
export const computingCmdlets: readonly Cmdlet[] = [
  {
    calls: "Where-Object where ?",
    parameters: "filterscript property value",
    valued: "inputobject",
    switches: "eq ne gt lt ge le like notlike match notmatch contains in not is",
    run: where,
  },
  {
    calls: "ForEach-Object foreach %",
    parameters: "process*",
    valued: "begin end remainingscripts inputobject parallel throttlelimit membername argumentlist",
    run: each,
  },
  {
    calls:
      "Write-Output echo write Write-Host Write-Verbose Write-Information Write-Warning Write-Error Write-Debug Out-String Out-Host oh Out-Default Out-Null Out-GridView ogv",
    parameters: "inputobject*",
    valued: "message object foregroundcolor backgroundcolor separator width",
    switches: "nonewline stream noenumerate passthru",
    run: output,
  },
  {
    calls: "Select-Object select",
    parameters: "property*",
    valued: "inputobject excludeproperty expandproperty first last skip index",
    switches: "unique wait",
    run: select,
  },
  {
    calls: "Sort-Object sort Get-Unique gu",
    parameters: "property*",
    valued: "inputobject",
    switches: "unique descending",
    run: sort,
  },
  {
    calls:
      "Invoke-Pester Invoke-ScriptAnalyzer Format-Table ft Format-List fl Format-Wide fw Format-Custom fc Measure-Object measure Group-Object group Compare-Object diff compare ConvertTo-Json ConvertTo-Csv ConvertFrom-Csv ConvertTo-Html ConvertTo-Xml ConvertFrom-StringData ConvertTo-SecureString",
    parameters: "property*",
    valued: "inputobject referenceobject differenceobject depth delimiter header string",
    switches:
      "autosize wrap line word character sum average maximum minimum compress ashashtable asplaintext force notypeinformation",
    run: pass,
  },
  { calls: "ConvertFrom-Json", parameters: "inputobject", valued: "depth", switches: "ashashtable", run: fromJson },
  {
    calls: "Split-Path",
    parameters: "where|path",
    switches: "parent leaf leafbase extension qualifier noqualifier isabsolute resolve",
    run: splitPath,
  },
  {
    calls:
      "Get-Date date Get-Random Start-Sleep sleep Clear-Host cls clear Get-Member gm Get-Help help man Get-Command gcm Get-Alias gal Get-Module gmo Get-History h history Set-StrictMode Remove-Variable rv New-TimeSpan New-Guid Remove-Job Measure-Command Write-Progress Get-Host Set-PSDebug Remove-Module rmo Set-PSReadLineOption Get-Culture Pause Exit Get-Process gps ps Get-Service gsv Test-Connection Test-NetConnection tnc Get-NetIPAddress Get-ComputerInfo Read-Host Stop-Transcript Wait-Process Wait-Event Export-ModuleMember Add-Member Update-TypeData Get-PSDrive gdr Select-Xml Test-ModuleManifest Set-Clipboard scb Get-ExecutionPolicy Get-WmiObject gwmi Get-CimInstance gcim Get-EventLog Get-WinEvent",
    parameters: "value*",
    valued: "path name id childpath filter query class classname namespace computername seconds milliseconds format",
    switches: "parent leaf force raw list all",
    run: compute,
  },
  {
    calls: "Wait-Job Receive-Job rcjb Get-Job gjb",
    parameters: "job",
    valued: "id name timeout",
    switches: "wait autoremovejob keep force",
    piped: "job",
    run: received,
  },
  {
    calls: "Set-Variable sv set New-Variable nv",
    parameters: "name value",
    valued: "scope option visibility",
    switches: "force passthru",
    run: setVariableByName,
  },
  {
    calls: "Get-Variable gv",
    parameters: "name",
    valued: "scope include exclude",
    switches: "valueonly",
    run: getVariable,
  },
  {
    calls: "Set-Alias sal New-Alias nal",
    parameters: "name value",
    valued: "scope option description",
    switches: "force passthru",
    run: setAlias,
  },
  {
    calls: "Get-Clipboard gcb",
    switches: "raw",
    run: () => unknownValueFrom([{ kind: "secret", what: "the clipboard" }]),
  },
  {
    calls: "Get-Credential Get-Secret Get-StoredCredential",
    parameters: "credential",
    valued: "message username name target vault",
    switches: "asplaintext",
    run: secret,
  },
  { calls: "Set-Culture", run: () => noneValue },
];
