/** The effects of PowerShell cmdlets for processes, services and settings, such as `Stop-Process`, in rows. */
import { outputItems } from "../engine/commands.ts";
import { noneValue, unknownValueFrom, type Value } from "../engine/value.ts";
import { nonLiteralOrigins } from "../engine/value-origins.ts";
import type { Bound, Cmdlet } from "./bind.ts";
import { destroyed, discard, emitEffect, lowered, type NewEffect, persist, privilege, signal } from "./call.ts";
import { textOf } from "./values.ts";

const anyParameters =
  "name path literalpath id inputobject displayname description filter force user member group password credential value scope driveletter number disknumber filesystem newfilesystemlabel action trigger settings principal xml taskname taskpath xmlfile binarypathname startuptype startup logname computername direction program profile enabled exclusionpath exclusionprocess exclusionextension requiredversion source provider repository minimumversion maximumversion executionpolicy at historysavestyle historysavepath";

/** Creates the row of a cmdlet whose effect needs few of its arguments. */
function simple(calls: string, effect: (argument: string | null, bound: Bound) => NewEffect | undefined): Cmdlet {
  return {
    calls,
    parameters: "argument*",
    valued: anyParameters.replace(" force", ""),
    switches: "force asjob recurse passthru allowclobber",
    run: (bound) => {
      const named = ["argument", "name", "id", "displayname"].flatMap((name) => bound.value(name) ?? []);
      const first = named[0] ?? bound.call.input ?? noneValue;
      const found = effect(first === noneValue ? null : (textOf(first) ?? null), bound);
      if (found !== undefined) emitEffect(bound.call, found);
      return unknownValueFrom(nonLiteralOrigins(first));
    },
  };
}

/** Whether the script itself started a process: `$p = Start-Process x -PassThru`. */
function isStartedHere(process: Value | null | undefined): boolean {
  const from = process?.from ?? [];
  return from.length > 0 && from.every((origin) => origin.kind === "output" && origin.by === "Start-Process");
}

/** Functions of modules that are made for attacks: PowerSploit, Nishang, PowerView. */
const attackCmdlets =
  "Invoke-Mimikatz Invoke-Kerberoast Invoke-BloodHound Invoke-AllChecks Invoke-PowerShellTcp Invoke-Shellcode Invoke-DllInjection Invoke-ReflectivePEInjection Invoke-TokenManipulation Invoke-NinjaCopy Invoke-CredentialInjection Invoke-PSInject Invoke-SMBExec Invoke-WMIExec Invoke-Rubeus Invoke-Inveigh Invoke-PowerDump Invoke-UserHunter Invoke-Portscan Get-Keystrokes Get-TimedScreenshot Get-GPPPassword Get-GPPAutologon Get-VaultCredential Get-PassHashes Get-LSASecret Get-ApplicationHost Get-SiteListPassword Out-Minidump Out-CompressedDll Out-EncryptedScript Add-Persistence New-UserPersistenceOption New-ElevatedPersistenceOption Install-SSP Find-LocalAdminAccess Out-ATHPowerShellCommandLineParameter Invoke-ATHHTMLApplication Invoke-ATHCompiledHelp Invoke-ATHRemoteFXvGPUDisablementCommand Invoke-ATHTokenImpersonation Start-ATHProcessHerpaderp Start-ATHProcessUnderSpecificParent Test-ATHPowerShellCommandLineParameter";

/** Cmdlets that change the system: disks, services, tasks, users, protections, packages. */
export const systemCmdlets: readonly Cmdlet[] = [
  simple(
    "Format-Volume Clear-Disk Initialize-Disk Remove-Partition Reset-PhysicalDisk Repartition-Volume New-Partition Resize-Partition Set-Disk Set-Partition",
    () => destroyed,
  ),
  simple("Stop-Process spps kill Debug-Process", (process, { value, call }) => ({
    kind: "signal",
    process,
    harmless: isStartedHere(value("id") ?? value("argument") ?? value("inputobject") ?? call.input),
  })),
  simple("Stop-Service spsv Suspend-Service Restart-Service", (process) => signal(process)),
  simple("Enable-PSRemoting Enable-WSManCredSSP Set-WSManQuickConfig", () => persist("service")),
  simple("Unblock-File", (what) => lowered(`the mark of the web ${what ?? ""}`.trim())),
  simple("Set-PSReadlineOption", (_, { value }) =>
    value("historysavestyle") === undefined ? undefined : discard("the shell's history"),
  ),
  simple("Stop-Computer Restart-Computer", () => signal("the machine")),
  simple("Disable-NetAdapter Remove-NetRoute Disable-ComputerRestore Remove-Computer Rename-Computer", (what) =>
    signal(what),
  ),
  simple("Set-Service", (process, { value }) =>
    /disabled|stopped/i.test(textOf(value("startuptype")) ?? textOf(value("status")) ?? "disabled")
      ? signal(process)
      : persist("service"),
  ),
  simple("Remove-Service Unregister-ScheduledTask Disable-ScheduledTask Remove-VM Remove-SmbShare", (what, { call }) =>
    discard(`${nouns.get(call.by.toLowerCase()) ?? "a service"} ${what ?? ""}`.trim()),
  ),
  simple("New-Service Start-Service sasv", (_, { call }) => (/^new/i.test(call.by) ? persist("service") : undefined)),
  simple(
    "Register-ScheduledTask Register-ScheduledJob Set-ScheduledTask Enable-ScheduledTask Register-WmiEvent Set-WmiInstance Register-CimIndicationEvent New-CimInstance Set-CimInstance",
    () => persist("schedule"),
  ),
  simple(
    "New-ScheduledTaskAction New-ScheduledTaskTrigger New-ScheduledTaskPrincipal New-ScheduledTaskSettingsSet New-ScheduledTask New-JobTrigger Get-ScheduledTask Get-Disk Get-Partition Get-Volume Get-LocalUser Get-LocalGroup Get-LocalGroupMember Get-NetFirewallRule Get-MpPreference Get-MpComputerStatus Get-Package Find-Package Find-Module",
    () => undefined,
  ),
  simple("Start-ScheduledTask", (program) => ({ kind: "execute", program, from: [] })),
  simple("New-LocalUser Enable-LocalUser Set-LocalUser New-ADUser Set-ADAccountPassword New-LocalGroup", (user) =>
    privilege(user),
  ),
  simple("Add-LocalGroupMember Add-ADGroupMember", (group) => privilege(group, true)),
  simple(
    "Remove-LocalUser Remove-LocalGroup Remove-LocalGroupMember Disable-LocalUser Remove-ADUser Remove-ADObject",
    (user) => discard(`the user ${user ?? ""}`.trim()),
  ),
  simple("New-SmbShare New-NetFirewallRule Enable-NetFirewallRule", () => ({
    kind: "network",
    direction: "listen",
    host: null,
    from: [],
  })),
  simple(
    "Set-MpPreference Add-MpPreference Remove-MpPreference Set-NetFirewallProfile Disable-NetFirewallRule Remove-NetFirewallRule Set-NetFirewallRule Set-ExecutionPolicy Disable-WindowsOptionalFeature Enable-WindowsOptionalFeature Uninstall-WindowsFeature Set-ProcessMitigation Set-SmbServerConfiguration Set-DnsClientServerAddress Set-TimeZone Set-Date Disable-BitLocker Suspend-BitLocker",
    (value, { call, value: get }) => {
      const scope = textOf(get("scope"));
      if (scope !== undefined && /^process$/i.test(scope)) return undefined;
      return lowered(value ?? call.by);
    },
  ),
  simple("Clear-EventLog Remove-EventLog Limit-EventLog Clear-WinEvent", (name) =>
    discard(`the event log ${name ?? ""}`.trim()),
  ),
  simple("Clear-History Remove-PSReadLineHistory clhy", () => discard("the history of commands")),
  simple("Remove-WmiObject rwmi Remove-CimInstance rcim", (what) => discard(what ?? "an object of the system")),
  simple(attackCmdlets, () => ({ kind: "reveal", what: "passwords or weak points of the machine" })),
  simple("Checkpoint-Computer", () => undefined),
  simple("Restore-Computer", () => discard("the state of the system")),
  ...[
    "Install-Module inmo",
    "Install-Script",
    "Install-Package",
    "Install-PSResource",
    "Update-Module",
    "Install-WindowsFeature",
    "Add-AppxPackage",
    "Install-PackageProvider",
    "Register-PSRepository",
    "Save-Module",
  ].map(installer),
  simple("Uninstall-Module Uninstall-Package Remove-AppxPackage", (what) =>
    discard(`the package ${what ?? ""}`.trim()),
  ),
];

const nouns: ReadonlyMap<string, string> = new Map([
  ["unregister-scheduledtask", "the scheduled task"],
  ["disable-scheduledtask", "the scheduled task"],
  ["remove-vm", "the virtual machine"],
  ["remove-smbshare", "the share"],
]);

/** Returns the table row of cmdlets that install packages, such as `Install-Module`. */
function installer(names: string): Cmdlet {
  return simple(names, (_, bound) => {
    const named = bound.value("argument") ?? bound.value("name") ?? bound.value("path") ?? noneValue;
    const { items, more } = outputItems(named);
    const packages = items.map(textOf);
    const isFile = /appx/i.test(names);
    return {
      kind: "install",
      manager: /feature/i.test(names) ? "windows" : "powershell",
      packages: more === null && packages.every((each) => each !== undefined) ? packages : null,
      source: isFile ? "file" : "registry",
    };
  });
}
