import { batch, type FlowRow, go, node, php } from "./programs.ts";

const times = (count: number, part: (index: number) => string, separator = "\n"): string =>
  Array.from({ length: count }, (_, index) => part(index)).join(separator);

/** Programs that are larger than a reader may follow. What it leaves out must be said to be unknown. */
export const flowLimits: readonly FlowRow[] = [
  {
    idiom: "the deletion stands after thousands of statements",
    shell: `${times(6000, (i) => `a${i % 50}=${i}`)}\nrm -rf /hit`,
    python: `import shutil\n${times(6000, (i) => `a${i % 50} = ${i}`)}\nshutil.rmtree('/hit')`,
    javascript: node(`let a;\n${times(6000, (i) => `a = ${i};`)}\nfs.rmSync('/hit', { recursive: true });`),
    powershell: `${times(4000, (i) => `$a${i % 50} = ${i}`)}\nRemove-Item -Recurse /hit`,
    cmd: batch(`${times(4000, (i) => `set a${i % 50}=${i}`)}\nrd /s /q \\hit`),
    php: php(`${times(6000, (i) => `$a = ${i};`)}\nunlink('/hit');`),
    go: go(`a := 0\n${times(6000, (i) => `a = ${i}`)}\nos.RemoveAll("/hit")`),
  },
  {
    idiom: "the path is the last of thousands of elements",
    shell: `for d in ${times(3000, (i) => `a${i}`, " ")} /hit; do rm -rf $d; done`,
    python: `import shutil\nfor d in [${times(3000, (i) => `'a${i}'`, ", ")}, '/hit']:\n    shutil.rmtree(d)`,
    javascript: node(
      `for (const d of [${times(3000, (i) => `'a${i}'`, ", ")}, '/hit']) fs.rmSync(d, { recursive: true });`,
    ),
    powershell: `foreach ($d in ${times(3000, (i) => `'a${i}'`, ", ")}, '/hit') { Remove-Item -Recurse $d }`,
    cmd: batch(`for %%d in (${times(700, (i) => `a${i}`, " ")} \\hit) do rd /s /q %%d`),
    php: php(`foreach ([${times(3000, (i) => `'a${i}'`, ", ")}, '/hit'] as $d) unlink($d);`),
    go: go(`for _, d := range []string{${times(3000, (i) => `"a${i}"`, ", ")}, "/hit"} {\n\tos.RemoveAll(d)\n}`),
  },
  {
    idiom: "the path is reached after hundreds of rounds",
    shell: "i=0; while [ $i -lt 500 ]; do i=$((i + 1)); if [ $i -eq 400 ]; then d=/hit; rm -rf $d; fi; done",
    python:
      "import shutil\nd = 'a'\nfor i in range(500):\n    if i == 400:\n        d = '/hit'\n    if i == 401:\n        shutil.rmtree(d)",
    javascript: node(
      "let d = 'a';\nfor (let i = 0; i < 500; i++) { if (i === 400) d = '/hit'; if (i === 401) fs.rmSync(d, { recursive: true }); }",
    ),
    powershell:
      "$d = 'a'; for ($i = 0; $i -lt 500; $i++) { if ($i -eq 401) { Remove-Item -Recurse $d }; if ($i -eq 400) { $d = '/hit' } }",
    php: php("$d = 'a';\nfor ($i = 0; $i < 500; $i++) { if ($i == 400) $d = '/hit'; if ($i == 401) unlink($d); }"),
    go: go(
      'd := "a"\nfor i := 0; i < 500; i++ {\n\tif i == 400 {\n\t\td = "/hit"\n\t}\n\tif i == 401 {\n\t\tos.RemoveAll(d)\n\t}\n}',
    ),
  },
  {
    idiom: "a value moves through sixty variables of a loop",
    shell: `${times(60, (i) => `v${i}=a`, "; ")}; for i in *; do rm -rf $v0; ${times(59, (i) => `v${i}=$v${i + 1}`, "; ")}; v59=/hit; done`,
    python: `import shutil\n${times(60, (i) => `v${i} = 'a'`)}\nfor i in names():\n    shutil.rmtree(v0)\n${times(59, (i) => `    v${i} = v${i + 1}`)}\n    v59 = '/hit'`,
    javascript: node(
      `let ${times(60, (i) => `v${i} = 'a'`, ", ")};\nfor (const i of names()) { fs.rmSync(v0, { recursive: true }); ${times(59, (i) => `v${i} = v${i + 1};`, " ")} v59 = '/hit'; }`,
    ),
    powershell: `${times(60, (i) => `$v${i} = 'a'`, "; ")}; foreach ($i in Get-ChildItem) { Remove-Item -Recurse $v0; ${times(59, (i) => `$v${i} = $v${i + 1}`, "; ")}; $v59 = '/hit' }`,
    php: php(
      `${times(60, (i) => `$v${i} = 'a';`)}\nforeach (glob('*') as $i) { unlink($v0); ${times(59, (i) => `$v${i} = $v${i + 1};`, " ")} $v59 = '/hit'; }`,
    ),
    go: go(
      `${times(60, (i) => `v${i} := "a"`)}\nfor range os.Args {\n\tos.RemoveAll(v0)\n${times(59, (i) => `\tv${i} = v${i + 1}`)}\n\tv59 = "/hit"\n}`,
    ),
  },
  {
    idiom: "the deletion is inside hundreds of blocks",
    shell: `${times(300, () => "if [ -e a ]; then ", "")}rm -rf /hit; ${times(300, () => "fi; ", "")}`,
    python: `import shutil\n${times(90, (i) => `${" ".repeat(i)}if c():`)}\n${" ".repeat(90)}shutil.rmtree('/hit')`,
    javascript: node(
      `${times(300, () => "if (c()) { ", "")}fs.rmSync('/hit', { recursive: true });${times(300, () => " }", "")}`,
    ),
    powershell: `${times(300, () => "if ($c) { ", "")}Remove-Item -Recurse /hit${times(300, () => " }", "")}`,
    php: php(`${times(300, () => "if (c()) { ", "")}unlink('/hit');${times(300, () => " }", "")}`),
    go: go(`${times(300, () => "if len(os.Args) > 1 {", " ")} os.RemoveAll("/hit") ${times(300, () => "}", " ")}`),
  },
  {
    idiom: "hundreds of functions call each other to the one that deletes",
    shell: `${times(300, (i) => `f${i}() { f${i + 1}; }`)}\nf300() { rm -rf /hit; }\nf0`,
    python: `import shutil\n${times(300, (i) => `def f${i}():\n    f${i + 1}()`)}\ndef f300():\n    shutil.rmtree('/hit')\nf0()`,
    javascript: node(
      `${times(300, (i) => `function f${i}() { f${i + 1}(); }`)}\nfunction f300() { fs.rmSync('/hit', { recursive: true }); }\nf0();`,
    ),
    powershell: `${times(300, (i) => `function F${i} { F${i + 1} }`)}\nfunction F300 { Remove-Item -Recurse /hit }\nF0`,
    php: php(`${times(300, (i) => `function f${i}() { f${i + 1}(); }`)}\nfunction f300() { unlink('/hit'); }\nf0();`),
    go: go("f0()", `${times(300, (i) => `func f${i}() { f${i + 1}() }\n`)}\nfunc f300() { os.RemoveAll("/hit") }`),
  },
  {
    idiom: "hundreds of functions hand on the path",
    shell: `${times(120, (i) => `f${i}() { f${i + 1} "$1"; }`)}\nf120() { rm -rf "$1"; }\nf0 /hit`,
    python: `import shutil\n${times(120, (i) => `def f${i}(p):\n    return f${i + 1}(p)`)}\ndef f120(p):\n    return p\nshutil.rmtree(f0('/hit'))`,
    javascript: node(
      `${times(120, (i) => `const f${i} = (p) => f${i + 1}(p);`)}\nconst f120 = (p) => p;\nfs.rmSync(f0('/hit'), { recursive: true });`,
    ),
    powershell: `${times(120, (i) => `function F${i}($p) { F${i + 1} $p }`)}\nfunction F120($p) { Remove-Item -Recurse $p }\nF0 /hit`,
    php: php(
      `${times(120, (i) => `function f${i}($p) { return f${i + 1}($p); }`)}\nfunction f120($p) { return $p; }\nunlink(f0('/hit'));`,
    ),
    go: go(
      'os.RemoveAll(f0("/hit"))',
      `${times(120, (i) => `func f${i}(p string) string { return f${i + 1}(p) }\n`)}\nfunc f120(p string) string { return p }`,
    ),
  },
  {
    idiom: "a deep recursion deletes at its end",
    shell: "f() { if [ $1 -gt 200 ]; then rm -rf $2; else f $(($1 + 1)) $2; fi; }; f 0 /hit",
    python:
      "import shutil\ndef f(n, p):\n    if n > 200:\n        shutil.rmtree(p)\n    else:\n        f(n + 1, p)\nf(0, '/hit')",
    javascript: node(
      "function f(n, p) { if (n > 200) fs.rmSync(p, { recursive: true }); else f(n + 1, p); }\nf(0, '/hit');",
    ),
    powershell: "function F($n, $p) { if ($n -gt 200) { Remove-Item -Recurse $p } else { F ($n + 1) $p } }; F 0 /hit",
    php: php("function f($n, $p) { if ($n > 200) unlink($p); else f($n + 1, $p); }\nf(0, '/hit');"),
    go: go(
      'f(0, "/hit")',
      "func f(n int, p string) {\n\tif n > 200 {\n\t\tos.RemoveAll(p)\n\t} else {\n\t\tf(n+1, p)\n\t}\n}",
    ),
  },
  {
    idiom: "a recursion builds the path",
    shell:
      'f() { if [ ${#1} -ge 4 ]; then rm -rf "$1"; else case ${#1} in 1) f $1h;; 2) f $1i;; 3) f $1t;; esac; fi; }; f /',
    python: "import shutil\ndef f(n):\n    return '' if n == 4 else '/hit'[n] + f(n + 1)\nshutil.rmtree(f(0))",
    javascript: node("const f = (n) => (n === 4 ? '' : '/hit'[n] + f(n + 1));\nfs.rmSync(f(0), { recursive: true });"),
    powershell:
      "function F($n) { if ($n -eq 4) { '' } else { '/hit'[$n] + (F ($n + 1)) } }; Remove-Item -Recurse (F 0)",
    php: php("function f($n) { return $n == 4 ? '' : '/hit'[$n] . f($n + 1); }\nunlink(f(0));"),
    go: go(
      "os.RemoveAll(f(0))",
      'func f(n int) string {\n\tif n == 4 {\n\t\treturn ""\n\t}\n\treturn "/hit"[n:n+1] + f(n+1)\n}',
    ),
  },
  {
    idiom: "many branches give more paths than can be listed",
    shell: `p=/; ${times(12, (i) => `if [ -e c${i} ]; then p=$p${"hit".charAt(i) || "x"}; fi`, "; ")}; rm -rf $p`,
    python: `import shutil\np = '/'\n${times(12, (i) => `if c(${i}):\n    p += '${"hit".charAt(i) || "x"}'`)}\nshutil.rmtree(p)`,
    javascript: node(
      `let p = '/';\n${times(12, (i) => `if (c(${i})) p += '${"hit".charAt(i) || "x"}';`)}\nfs.rmSync(p, { recursive: true });`,
    ),
    powershell: `$p = '/'; ${times(12, (i) => `if (Test-Path c${i}) { $p += '${"hit".charAt(i) || "x"}' }`, "; ")}; Remove-Item -Recurse $p`,
    cmd: batch(`set p=\\\n${times(12, (i) => `if exist c${i} set p=%p%${"hit".charAt(i) || "x"}`)}\nrd /s /q %p%`),
    php: php(`$p = '/';\n${times(12, (i) => `if (c(${i})) $p .= '${"hit".charAt(i) || "x"}';`)}\nunlink($p);`),
    go: go(
      `p := "/"\n${times(12, (i) => `if len(os.Args) > ${i} {\n\tp += "${"hit".charAt(i) || "x"}"\n}`)}\nos.RemoveAll(p)`,
    ),
  },
  {
    idiom: "thousands of files are written before the script that runs",
    shell: `echo 'rm -rf /hit' > a.sh; ${times(1200, (i) => `echo ls > b${i}.sh`, "; ")}; sh a.sh`,
    python: `import os\nopen('a.sh', 'w').write('rm -rf /hit')\n${times(1200, (i) => `open('b${i}.sh', 'w').write('ls')`)}\nos.system('sh a.sh')`,
    javascript: node(
      `fs.writeFileSync('a.sh', 'rm -rf /hit');\n${times(1200, (i) => `fs.writeFileSync('b${i}.sh', 'ls');`)}\nexecSync('sh a.sh');`,
    ),
    powershell: `Set-Content a.ps1 'Remove-Item -Recurse /hit'\n${times(1200, (i) => `Set-Content b${i}.ps1 'ls'`)}\n./a.ps1`,
    php: php(
      `file_put_contents('a.sh', 'rm -rf /hit');\n${times(1200, (i) => `file_put_contents('b${i}.sh', 'ls');`)}\nsystem('sh a.sh');`,
    ),
    go: go(
      `os.WriteFile("a.sh", []byte("rm -rf /hit"), 0o755)\n${times(1200, (i) => `os.WriteFile("b${i}.sh", []byte("ls"), 0o755)`)}\nexec.Command("sh", "a.sh").Run()`,
    ),
  },
  {
    idiom: "code is inside code inside code",
    shell: `bash -c "bash -c \\"bash -c 'sh -c \\\\\\"sh -c rm\\\\ -rf\\\\ /hit\\\\\\"'\\""`,
    python: `import os\nos.system(${times(6, () => "\"python3 -c \" + repr('import os\\nos.system(' + repr(", "")}'rm -rf /hit'${times(6, () => ") + ')')", "")})`,
    javascript: node(
      `const w = (c) => 'node -e ' + JSON.stringify("require('child_process').execSync(" + JSON.stringify(c) + ')');\nexecSync(${times(6, () => "w(", "")}'rm -rf /hit'${times(6, () => ")", "")});`,
    ),
    powershell: `${times(6, () => "powershell -Command { ", "")}Remove-Item -Recurse /hit${times(6, () => " }", "")}`,
    php: php(`eval('eval("eval(\\'eval(\\"unlink(chr(47) . chr(104) . chr(105) . chr(116));\\");\\');");');`),
  },
];
