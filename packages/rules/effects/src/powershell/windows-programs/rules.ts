/** The form in which the effects of Windows programs such as `reg.exe` are listed: arguments that match, and effects. */
import { blindingTools, credentialTools, enumerationTools, escalationTools, remoteTools } from "../../attack-tools.ts";
import { fileTargets } from "../../engine/file-targets.ts";
import { unknownValue, type Value } from "../../engine/value.ts";
import { normalizeWindowsPath } from "../../windows-path.ts";
import { windowsConsequences } from "../../windows-places.ts";
import {
  destroyed,
  discard,
  diskCopy,
  lowered,
  type NewEffect,
  type ProgramCall,
  persist,
  privilege,
  signal,
} from "../call.ts";
import { asPatterns, textOf } from "../values.ts";

/** The effects of a Windows program when its arguments match. */
interface Rule {
  /** Matches the arguments, joined by spaces; an unknown one is the character 0. */
  readonly when: RegExp;
  readonly effects: (line: string, args: readonly Value[], call: ProgramCall) => readonly NewEffect[];
}

/** The rules of a program. */
export interface Rules {
  readonly rows: readonly Rule[];
  /** Whether other arguments change nothing. */
  readonly otherwiseReads: boolean;
}

const always = /^/;
const rule = (when: RegExp, ...effects: readonly NewEffect[]): Rule => ({ when, effects: () => effects });

/** Creates the effects of writing or deleting a registry key. */
function registryChange(kind: "write" | "delete") {
  return (_: string, args: readonly Value[]): readonly NewEffect[] => {
    const key = textOf(args[1]);
    const path = key === undefined ? undefined : normalizeWindowsPath(key.replace(/^\\\\[^\\]+\\/, ""));
    const target = path === undefined ? null : { path, glob: false, hidden: false, partial: false };
    if (kind === "delete") return [{ kind, target, recursive: true }];
    const means = windowsConsequences(target).map((each) => ({ ...each, target }));
    return [{ kind, target, recursive: false, mode: "change", from: [{ kind: "literal" }] }, ...means];
  };
}

/** Creates the effects of changing permissions of files. */
function permission(change: "acl" | "owner" | "attributes") {
  return (line: string, args: readonly Value[], call: ProgramCall): readonly NewEffect[] => {
    const named = args.filter((arg) => !/^[/+-]/.test(textOf(arg) ?? ""));
    const path =
      change === "owner"
        ? args[args.findIndex((arg) => /^\/f$/i.test(textOf(arg) ?? "")) + 1]
        : change === "acl"
          ? named[0]
          : named.at(-1);
    const grants = /\s\/(?:grant|g|p)\b/i.test(line) || (/\s\/(?:deny|d|remove:g)\b/i.test(line) ? false : "unknown");
    return fileTargets(asPatterns(path ?? unknownValue), call.interpreter).map((target) => ({
      kind: "permission",
      target,
      recursive: /\/[trsq]\b/i.test(line),
      change,
      value: line,
      grants: change === "acl" ? grants : "unknown",
    }));
  };
}

/** Creates the effects of installing packages. */
function installs(manager: string) {
  return (line: string): readonly NewEffect[] => {
    const packages = line
      .split(/\s+/)
      .slice(1)
      .filter((word) => word !== "" && !word.startsWith("-"));
    const isKnown = !line.includes("\0");
    return [
      {
        kind: "install",
        manager,
        packages: isKnown ? packages : null,
        source: /--?(?:source|s|manifest)\b|https?:/.test(line) ? "address" : "registry",
      },
    ];
  };
}

const tables: readonly (readonly [names: string, rows: readonly Rule[], others?: "anything"])[] = [
  [
    "reg",
    [
      { when: /^add\b/i, effects: registryChange("write") },
      { when: /^delete\b/i, effects: registryChange("delete") },
      rule(/^(?:save|export)\b.*\b(?:sam|security|system)\b/i, { kind: "reveal", what: "passwords in the registry" }),
      {
        when: /^(?:save|export)\b/i,
        effects: (_, args, call) =>
          fileTargets(args[2] ?? unknownValue, call.interpreter).map((target) => ({
            kind: "write",
            target,
            recursive: false,
            mode: "replace",
            from: [{ kind: "output", by: "reg" }],
          })),
      },
      rule(/^query\b.*(?:putty|winlogon|vnc|\/f\s+pass|simontatham|autologon|intelliforms)/i, {
        kind: "reveal",
        what: "passwords in the registry",
      }),
      rule(/^(?:import|restore|load|unload|copy|flags)\b/i, {
        kind: "write",
        target: null,
        recursive: true,
        mode: "change",
        from: [{ kind: "unknown" }],
      }),
    ],
  ],
  [
    "regedit",
    [
      rule(/\.reg\b|\/s/i, {
        kind: "write",
        target: null,
        recursive: true,
        mode: "change",
        from: [{ kind: "unknown" }],
      }),
    ],
  ],
  [
    "schtasks",
    [
      rule(/^[/-](?:create|change)\b/i, persist("schedule")),
      rule(/^[/-]delete\b/i, discard("a scheduled task")),
      rule(/^[/-]end\b/i, signal(null)),
      rule(/^[/-]run\b/i, { kind: "execute", program: null, from: [{ kind: "unknown" }] }),
    ],
  ],
  ["at", [rule(/\d+:\d+/, persist("schedule")), rule(/\/delete/i, discard("a scheduled task"))]],
  [
    "net net1",
    [
      {
        when: /^(?:user|localgroup|group)\b.*(?:\/add|\/active:yes)|^user\s+\S+\s+[^/\s]/i,
        effects: (line) => {
          const isMember = /^(?:local)?group\s+(?:"[^"]*"|\S+)\s+[^/\s]/i.test(line);
          return [privilege(line.split(/\s+/)[1] ?? null, isMember || undefined)];
        },
      },
      rule(/^(?:user|localgroup|group)\b.*\/(?:delete|del|active:no)/i, discard("a user or a group")),
      rule(/^(?:stop|pause)\b/i, signal(null)),
      rule(/^share\s+\S+=/i, { kind: "network", direction: "listen", host: null, protocol: "smb", from: [] }),
      rule(/^use\s+.*\\\\/i, { kind: "network", direction: "in", host: null, protocol: "smb", from: [] }),
      rule(/^(?:use|share)\b.*\/delete/i, discard("a connection to a share")),
    ],
  ],
  [
    "sc",
    [
      rule(/^(?:\\\\\S+\s+)?create\b|^(?:\\\\\S+\s+)?config\b.*binpath|^(?:\\\\\S+\s+)?failure\b/i, persist("service")),
      rule(/^(?:\\\\\S+\s+)?delete\b/i, discard("a service")),
      rule(/^(?:\\\\\S+\s+)?(?:stop|config|pause|sdset)\b/i, signal(null)),
    ],
  ],
  [
    "netsh",
    [
      rule(
        /\badvfirewall\b.*\b(?:off|delete|reset|add|set)\b|\bfirewall\b.*\b(?:disable|add|set|delete|reset)\b/i,
        lowered("the firewall"),
      ),
      rule(/\btrace\s+start\b.*capture/i, { kind: "reveal", what: "the traffic of the network" }),
      rule(/\bportproxy\b.*\badd\b/i, { kind: "network", direction: "listen", host: null, from: [] }),
      rule(/\bwlan\b.*key=clear/i, { kind: "reveal", what: "passwords of networks" }),
      rule(/\b(?:winhttp set|winsock reset|interface .*(?:set|reset|delete|disable)|ip reset)\b/i, persist("settings")),
      rule(/\badd helper\b/i, persist("service")),
    ],
  ],
  ["vssadmin", [rule(/delete|resize/i, discard("backup copies of a disk")), rule(/create\s+shadow/i, diskCopy)]],
  ["pktmon", [rule(/^(?:start|filter\s+add)/i, { kind: "reveal", what: "the traffic of the network" })]],
  ["tshark dumpcap windump rpcapd", [rule(always, { kind: "reveal", what: "the traffic of the network" })]],
  ["rpcping", [rule(/ntlm/i, { kind: "reveal", what: "the hash of a password" })]],
  ["fltmc", [rule(/^(?:unload|detach)/i, signal("a filter of the file system"))]],
  ["secedit", [rule(/\/(?:configure|import)/i, persist("settings"))]],
  [
    "appcmd",
    [
      rule(/\b(?:install|add|set)\b/i, persist("service")),
      rule(/list\s+apppool/i, { kind: "reveal", what: "passwords of IIS" }),
    ],
  ],
  [
    "setspn",
    [
      rule(/-[asdr]\b/i, persist("settings")),
      rule(/-q\s+["']?\*/i, { kind: "reveal", what: "the service accounts of a domain" }),
    ],
  ],
  ["nltest dnscmd", [rule(/\/(?:config|recordadd|recorddelete|sc_reset)/i, persist("settings"))]],
  ["esentutl", [rule(/\/vss|\/y/i, { kind: "reveal", what: "files that the system locks" })]],
  ["createdump sqldumper rdrleakdiag", [rule(always, { kind: "reveal", what: "the memory of a process" })]],
  ["sdelete sdelete64", [rule(always, destroyed)]],
  ["wbadmin", [rule(/delete|disable/i, discard("backups"))]],
  ["diskshadow", [rule(always, discard("backup copies of a disk"))]],
  ["wevtutil", [rule(/^(?:cl|clear-log|sl|set-log|um)\b/i, discard("an event log"))]],
  ["auditpol", [rule(/\/(?:clear|remove|set)/i, lowered("the audit policy"))]],
  [
    "bcdedit",
    [rule(/\/(?:set|delete|deletevalue|import|create|timeout|default)/i, lowered("the start of the system"))],
  ],
  ["bootrec bcdboot", [rule(always, lowered("the start of the system"))]],
  [
    "fsutil",
    [
      rule(/usn\s+deletejournal/i, discard("the journal of a disk")),
      rule(/setzerodata|file\s+set/i, destroyed),
      rule(/behavior\s+set/i, lowered("the file system")),
    ],
  ],
  [
    "format diskpart clean",
    [
      {
        when: always,
        effects: (line, args) => (line === "" || line === "/?" || /^-/.test(textOf(args[0]) ?? "") ? [] : [destroyed]),
      },
    ],
  ],
  ["cipher", [rule(/\/w/i, destroyed), rule(/\/e/i, destroyed)]],
  ["manage-bde", [rule(/-(?:off|on|lock|protectors|changepassword)/i, destroyed)]],
  [
    "cmdkey",
    [
      rule(/\/list/i, { kind: "reveal", what: "stored credentials" }),
      rule(/\/(?:add|generic)/i, persist("settings")),
      rule(/\/delete/i, discard("stored credentials")),
    ],
  ],
  ["vaultcmd", [rule(/\/list/i, { kind: "reveal", what: "stored credentials" })]],
  [credentialTools, [rule(always, { kind: "reveal", what: "passwords in memory" })]],
  [enumerationTools, [rule(always, { kind: "reveal", what: "weak points of the machine or the domain" })]],
  [escalationTools, [rule(always, privilege("SYSTEM"))]],
  [remoteTools, [rule(always, { kind: "remote", change: "change", service: "another computer", what: "processes" })]],
  [blindingTools, [rule(always, lowered("the protection of the system"))]],
  [
    "windowssensor csuninstalltool sentinelcleaner mbuns kavremover mcpr cleanwipe edrsensor uninstallcli xagtsetup",
    [rule(/uninstall|remove|clean|\/silent|\/quiet/i, lowered("the protection of the system"))],
  ],
  ["ntdsutil", [rule(always, { kind: "reveal", what: "passwords of a domain" })]],
  ["takeown", [{ when: always, effects: permission("owner") }]],
  [
    "icacls cacls xcacls",
    [{ when: /\/(?:grant|deny|remove|reset|setowner|inheritance|g|e|p|restore)/i, effects: permission("acl") }],
  ],
  ["attrib", [{ when: /[+-][rashix]/i, effects: permission("attributes") }]],
  ["taskkill tskill", [{ when: always, effects: (line) => [signal(/\/(?:im|pid)\s+(\S+)/i.exec(line)?.[1] ?? line)] }]],
  ["shutdown", [rule(/[/-][srghpltf]/i, signal("the machine")), rule(/[/-]a\b/i)]],
  ["logoff tsdiscon", [rule(always, signal("the session"))]],
  ["setx", [{ when: /\S+\s+\S/, effects: () => [persist("settings")] }]],
  ["assoc ftype", [rule(/=/, persist("settings"))]],
  [
    "winget",
    [
      { when: /^(?:install|add|upgrade|update|import)\b/i, effects: installs("winget") },
      rule(/^(?:uninstall|remove|rm)\b/i, discard("an installed program")),
      rule(/^source\s+(?:add|remove|reset)/i, persist("settings")),
    ],
  ],
  [
    "choco chocolatey cinst cup",
    [
      { when: /^(?:install|upgrade)\b/i, effects: installs("choco") },
      rule(/^uninstall\b/i, discard("an installed program")),
    ],
  ],
  [
    "scoop",
    [
      { when: /^(?:install|update|bucket add)\b/i, effects: installs("scoop") },
      rule(/^uninstall\b/i, discard("an installed program")),
    ],
  ],
  [
    "msiexec",
    [
      {
        when: /[/-](?:i|package|a)\b/i,
        effects: (line) => [
          {
            kind: "install",
            manager: "msiexec",
            packages: [line.split(/\s+/)[1] ?? ""],
            source: /https?:/i.test(line) ? "address" : "file",
          },
        ],
      },
      // The package may run any code.
      rule(/[/-](?:i|package|a|j[mu]?)\b/i, { kind: "execute", program: null, from: [{ kind: "unknown" }] }),
      rule(/[/-](?:x|uninstall)/i, discard("an installed program")),
      rule(/(?:^|\s)[/-][yz]\b/i, persist("settings")),
    ],
  ],
  ["dism", [rule(/\/(?:enable|add|disable|remove|apply|cleanup)/i, lowered("the features of the system"))]],
  ["pnputil", [rule(/[/-](?:a|add|i|delete|d)/i, persist("service"))]],
  ["dsadd dsmod", [rule(always, privilege(null))]],
  [
    "wmic",
    [
      rule(/\b(?:delete|call\s+terminate)\b/i, signal(null)),
      rule(/\/format:\s*["']?https?:/i, { kind: "execute", program: null, from: [{ kind: "network", host: null }] }),
      rule(/\/node:/i, { kind: "remote", change: "change", service: "another computer", what: "processes" }),
      rule(/shadowcopy\b.*create/i, diskCopy),
      rule(/shadowcopy\b.*delete/i, discard("backup copies of a disk")),
      rule(/call\s+create/i, { kind: "execute", program: null, from: [{ kind: "literal" }] }),
      rule(/call\s+(?!create|terminate)/i, signal(null)),
    ],
  ],
  ["route arp", [rule(/\b(?:add|delete|change|-f|-d|-s)\b/i, persist("settings"))]],
  ["ipconfig", [rule(/\/(?:release|renew)/i, signal("the network"))]],
  ["wsreset sfc chkdsk defrag gpupdate", [rule(/\/(?:f|r|x|scannow|force)\b/i, lowered("the system"))]],
  [
    "hostname whoami ver vol where tasklist systeminfo findstr find netstat ipconfig sort more tree title cls chcp date time nslookup ping tracert pathping getmac driverquery query quser qwinsta gpresult fc comp clip choice timeout pause color mode prompt verify break help doskey winver nbtstat w32tm",
    [],
  ],
];

const byName: ReadonlyMap<string, Rules> = new Map(
  tables.flatMap(([names, rows, others]) =>
    names.split(" ").map((name) => [name, { rows, otherwiseReads: others === undefined }] as const),
  ),
);

/** The rules of a program by its name in lower case. */
export function rulesOf(program: string): Rules | undefined {
  return byName.get(program);
}
