/** Programs that are made for attacks: they count with any arguments. A shell and Windows know them by the same names. */

/** Programs that read passwords, hashes or tickets of other accounts, or guess them. */
export const credentialTools =
  "mimikatz lazagne pypykatz secretsdump secretsdump.py procdump nanodump dumpert outflank-dumpert handlekatz gsecdump pwdump pwdump7 fgdump wce safetykatz sharpdpapi sharpchrome rubeus kekeo certipy petitpotam petitpotam.py kerbrute hashcat john hydra ncrack crackmapexec netexec nxc ntlmrelayx ntlmrelayx.py getuserspns.py getnpusers.py mimipenguin mimipenguin.sh 3snake patator";

/** Programs that collect what an attack on a machine or a domain needs. */
export const enumerationTools =
  "sharphound soaphound bloodhound-python azurehound adrecon winpeas winpeasx64 winpeasany linpeas.sh linpeas linenum.sh linenum lse.sh smbmap enum4linux enum4linux-ng sqlmap nikto gobuster dirb wfuzz ffuf wpscan nuclei masscan zmap pspy pspy64 pspy32 linux-exploit-suggester.sh les.sh unix-privesc-check seatbelt sharpup powerup.ps1 powerview.ps1";

/** Programs that get the rights of another account. */
export const escalationTools =
  "juicypotato juicypotatong roguepotato printspoofer godpotato sweetpotato badpotato akagi akagi64 incognito gtfoblookup got_injection traitor traitor-amd64 dirtycow dirtypipe pwnkit";

/** Programs that run commands on other machines with credentials that they get. */
export const remoteTools =
  "psexec psexec64 psexec.py wmiexec.py smbexec.py atexec.py dcomexec.py paexec csexec winexe evil-winrm stratus msfconsole msfvenom sliver-server";

/** Programs that end or blind the protection of a machine. */
export const blindingTools = "backstab backstab64 phant0m edrsilencer pchunter64 defendercontrol invoke-phant0m";

/** Programs with which somebody elsewhere sees the screen of a machine and controls it. Attacks use them because nothing stops them. */
export const remoteControls =
  "anydesk teamviewer teamviewerqs teamviewer_service rustdesk ammyy aa_v3 remotepc remotepcsuite remotepcservice netsupport client32 pcictlui screenconnect screenconnect.clientservice connectwisecontrol.client splashtop srserver strwinclt logmein lmi_rescue g2comm gotoassist gotomypc supremo radmin rserver3 ultraviewer ultraviewer_desktop winvnc tvnserver dwrcs dwagent dwagsvc meshagent ateraagent action1_agent ninjarmmagent simplehelp isllight za_connect zohoassist bomgar-scc getscreen hoptodesk awesun quickassist msra fleetdeck_agent tacticalrmm syncro remoteutilities rutserv rfusclient AnyDesk TeamViewer TeamViewerQS RustDesk RemotePC ScreenConnect Splashtop LogMeIn GoToAssist Supremo UltraViewer QuickAssist HopToDesk";

/** The names of programs that are made for attacks, without their endings. */
const attackTools: ReadonlySet<string> = new Set(
  [credentialTools, enumerationTools, escalationTools, remoteTools, blindingTools].flatMap((names) =>
    names.split(" ").map(withoutEnding),
  ),
);

/**
 * Whether a program is an attack tool by the name in its path (`mimikatz.exe`, `tools/linpeas.sh`), or has the name of a document
 * (`invoice.pdf.exe`) or an invisible name.
 */
export function isAttackTool(program: string): boolean {
  const name = /[^\\/]*$/.exec(program.trim().toLowerCase())?.[0] ?? "";
  const [bare, last] = [withoutEnding(name), withoutEnding(name.slice(name.lastIndexOf(" ") + 1))];
  return attackTools.has(bare) || attackTools.has(last) || /key-?_?logg(?:er|ing)/.test(bare) || isDisguised(name);
}

/** Whether a file name disguises a program as a document, such as `report.pdf.exe`, or has invisible characters. */
function isDisguised(name: string): boolean {
  return (
    /\.(?:pdf|docx?|xlsx?|pptx?|rtf|txt|csv|jpe?g|png|gif|mp[34]|zip)\.(?:exe|scr|com|bat|cmd|ps1|vbs|sh|app|pif|lnk)$/.test(
      name,
    ) || /[\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/.test(name)
  );
}

/** Returns a program's name in lower case without an ending such as `.exe` or `.py`. */
function withoutEnding(name: string): string {
  return name.toLowerCase().replace(/\.(?:exe|py|ps1|sh|bat|cmd|jar|swift)$/, "");
}
