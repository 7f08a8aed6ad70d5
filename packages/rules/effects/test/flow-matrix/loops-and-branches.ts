import { batch, type FlowRow, go, node, php } from "./programs.ts";

/** Ways through loops and branches. */
export const loopsAndBranches: readonly FlowRow[] = [
  {
    idiom: "a value set in a loop body is used in the next round",
    shell: "x=a; for i in *.txt; do rm -rf $x; x=/hit; done",
    python: "import shutil\nx = 'a'\nfor i in names():\n    shutil.rmtree(x)\n    x = '/hit'",
    javascript: node("let x = 'a';\nfor (const i of names()) { fs.rmSync(x, { recursive: true }); x = '/hit'; }"),
    powershell: "$x = 'a'; foreach ($i in Get-ChildItem) { Remove-Item -Recurse $x; $x = '/hit' }",
    cmd: batch("setlocal enabledelayedexpansion\nset x=a\nfor %%i in (*.txt) do (\nrd /s /q !x!\nset x=\\hit\n)"),
    php: php("$x = 'a';\nforeach (glob('*.txt') as $i) { unlink($x); $x = '/hit'; }"),
    go: go('x := "a"\nfor range os.Args {\n\tos.RemoveAll(x)\n\tx = "/hit"\n}'),
  },
  {
    idiom: "a value moves through two variables of a loop",
    shell: "x=a; y=b; for i in *.txt; do rm -rf $x; x=$y; y=/hit; done",
    python: "import shutil\nx = 'a'\ny = 'b'\nfor i in names():\n    shutil.rmtree(x)\n    x = y\n    y = '/hit'",
    javascript: node("let x = 'a', y = 'b';\nwhile (more()) { fs.rmSync(x, { recursive: true }); x = y; y = '/hit'; }"),
    powershell: "$x = 'a'; $y = 'b'; while (Test-Path c) { Remove-Item -Recurse $x; $x = $y; $y = '/hit' }",
    cmd: batch(
      "setlocal enabledelayedexpansion\nset x=a\nset y=b\nfor %%i in (*.txt) do (\nrd /s /q !x!\nset x=!y!\nset y=\\hit\n)",
    ),
    php: php("$x = 'a'; $y = 'b';\nwhile ($row = fgets($in)) { unlink($x); $x = $y; $y = '/hit'; }"),
    go: go('x, y := "a", "b"\nfor range os.Args {\n\tos.RemoveAll(x)\n\tx = y\n\ty = "/hit"\n}'),
  },
  {
    idiom: "a value moves through three variables of a loop",
    shell: "x=a; y=b; z=c; for i in *.txt; do rm -rf $x; x=$y; y=$z; z=/hit; done",
    python:
      "import shutil\nx, y, z = 'a', 'b', 'c'\nfor i in names():\n    shutil.rmtree(x)\n    x = y\n    y = z\n    z = '/hit'",
    javascript: node(
      "let x = 'a', y = 'b', z = 'c';\nfor (const i of names()) { fs.rmSync(x, { recursive: true }); x = y; y = z; z = '/hit'; }",
    ),
    powershell:
      "$x = 'a'; $y = 'b'; $z = 'c'; foreach ($i in Get-ChildItem) { Remove-Item -Recurse $x; $x = $y; $y = $z; $z = '/hit' }",
    php: php("$x = 'a'; $y = 'b'; $z = 'c';\nforeach (glob('*') as $i) { unlink($x); $x = $y; $y = $z; $z = '/hit'; }"),
    go: go('x, y, z := "a", "b", "c"\nfor range os.Args {\n\tos.RemoveAll(x)\n\tx, y, z = y, z, "/hit"\n}'),
  },
  {
    idiom: "a while loop changes the path for the code after it",
    shell: 'x=a; while read -r line; do x=/hit; done < list.txt; rm -rf "$x"',
    python: "import shutil\nx = 'a'\nwhile more():\n    x = '/hit'\nshutil.rmtree(x)",
    javascript: node("let x = 'a';\nwhile (more()) { x = '/hit'; }\nfs.rmSync(x, { recursive: true });"),
    powershell: "$x = 'a'; while (Test-Path lock) { $x = '/hit' }; Remove-Item -Recurse $x",
    cmd: batch("set x=a\n:again\nif not exist lock goto done\nset x=\\hit\ngoto again\n:done\nrd /s /q %x%"),
    php: php("$x = 'a';\nwhile (file_exists('lock')) { $x = '/hit'; }\nunlink($x);"),
    go: go('x := "a"\nfor more() {\n\tx = "/hit"\n}\nos.RemoveAll(x)', "func more() bool { return len(os.Args) > 1 }"),
  },
  {
    idiom: "an endless loop ends with break",
    shell: "while true; do x=/hit; [ -e lock ] && break; x=a; done; rm -rf $x",
    python:
      "import shutil, os\nwhile True:\n    x = '/hit'\n    if os.path.exists('lock'):\n        break\n    x = 'a'\nshutil.rmtree(x)",
    javascript: node(
      "let x;\nfor (;;) { x = '/hit'; if (fs.existsSync('lock')) break; x = 'a'; }\nfs.rmSync(x, { recursive: true });",
    ),
    powershell: "while ($true) { $x = '/hit'; if (Test-Path lock) { break }; $x = 'a' }; Remove-Item -Recurse $x",
    php: php("while (true) { $x = '/hit'; if (file_exists('lock')) break; $x = 'a'; }\nunlink($x);"),
    go: go('var x string\nfor {\n\tx = "/hit"\n\tif len(os.Args) > 2 {\n\t\tbreak\n\t}\n\tx = "a"\n}\nos.RemoveAll(x)'),
  },
  {
    idiom: "continue skips the statement that resets the path",
    shell: "x=a; for i in *; do rm -rf $x; x=/hit; [ -f $i ] && continue; x=a; done",
    python:
      "import shutil\nx = 'a'\nfor i in names():\n    shutil.rmtree(x)\n    x = '/hit'\n    if i:\n        continue\n    x = 'a'",
    javascript: node(
      "let x = 'a';\nfor (const i of names()) { fs.rmSync(x, { recursive: true }); x = '/hit'; if (i) continue; x = 'a'; }",
    ),
    powershell:
      "$x = 'a'; foreach ($i in Get-ChildItem) { Remove-Item -Recurse $x; $x = '/hit'; if ($i.Length) { continue }; $x = 'a' }",
    php: php("$x = 'a';\nforeach (glob('*') as $i) { unlink($x); $x = '/hit'; if (is_file($i)) continue; $x = 'a'; }"),
    go: go(
      'x := "a"\nfor _, i := range os.Args {\n\tos.RemoveAll(x)\n\tx = "/hit"\n\tif i == "b" {\n\t\tcontinue\n\t}\n\tx = "a"\n}',
    ),
  },
  {
    idiom: "a loop goes through a list of known paths",
    shell: 'for d in a b /hit; do rm -rf "$d"; done',
    python: "import shutil\nfor d in ['a', 'b', '/hit']:\n    shutil.rmtree(d)",
    javascript: node("for (const d of ['a', 'b', '/hit']) fs.rmSync(d, { recursive: true });"),
    powershell: "foreach ($d in 'a', 'b', '/hit') { Remove-Item -Recurse $d }",
    cmd: batch("for %%d in (a b \\hit) do rd /s /q %%d"),
    php: php("foreach (['a', 'b', '/hit'] as $d) unlink($d);"),
    go: go('for _, d := range []string{"a", "b", "/hit"} {\n\tos.RemoveAll(d)\n}'),
  },
  {
    idiom: "nested loops build the path",
    shell: 'for a in x /; do for b in y hit; do rm -rf "$a$b"; done; done',
    python: "import shutil\nfor a in ['x', '/']:\n    for b in ['y', 'hit']:\n        shutil.rmtree(a + b)",
    javascript: node(
      "for (const a of ['x', '/']) for (const b of ['y', 'hit']) fs.rmSync(a + b, { recursive: true });",
    ),
    powershell: "foreach ($a in 'x', '/') { foreach ($b in 'y', 'hit') { Remove-Item -Recurse \"$a$b\" } }",
    cmd: batch("for %%a in (x \\) do for %%b in (y hit) do rd /s /q %%a%%b"),
    php: php("foreach (['x', '/'] as $a) foreach (['y', 'hit'] as $b) unlink($a . $b);"),
    go: go(
      'for _, a := range []string{"x", "/"} {\n\tfor _, b := range []string{"y", "hit"} {\n\t\tos.RemoveAll(a + b)\n\t}\n}',
    ),
  },
  {
    idiom: "one of two branches sets the path",
    shell: "if [ -e c ]; then x=/hit; else x=b; fi; rm -rf $x",
    python: "import shutil\nif c():\n    x = '/hit'\nelse:\n    x = 'b'\nshutil.rmtree(x)",
    javascript: node("let x;\nif (c()) { x = '/hit'; } else { x = 'b'; }\nfs.rmSync(x, { recursive: true });"),
    powershell: "if (Test-Path c) { $x = '/hit' } else { $x = 'b' }; Remove-Item -Recurse $x",
    cmd: batch("if exist c (\nset x=\\hit\n) else (\nset x=b\n)\nrd /s /q %x%"),
    php: php("if (file_exists('c')) { $x = '/hit'; } else { $x = 'b'; }\nunlink($x);"),
    go: go('x := "b"\nif len(os.Args) > 1 {\n\tx = "/hit"\n} else {\n\tx = "c"\n}\nos.RemoveAll(x)'),
  },
  {
    idiom: "a branch without else keeps the old value",
    shell: "x=/hit; if [ -e c ]; then x=b; fi; rm -rf $x",
    python: "import shutil\nx = '/hit'\nif c():\n    x = 'b'\nshutil.rmtree(x)",
    javascript: node("let x = '/hit';\nif (c()) x = 'b';\nfs.rmSync(x, { recursive: true });"),
    powershell: "$x = '/hit'; if (Test-Path c) { $x = 'b' }; Remove-Item -Recurse $x",
    cmd: batch("set x=\\hit\nif exist c set x=b\nrd /s /q %x%"),
    php: php("$x = '/hit';\nif (file_exists('c')) $x = 'b';\nunlink($x);"),
    go: go('x := "/hit"\nif len(os.Args) > 1 {\n\tx = "b"\n}\nos.RemoveAll(x)'),
  },
  {
    idiom: "one case of several sets the path",
    shell: "case $1 in a) x=a;; b*) x=/hit;; *) x=c;; esac; rm -rf $x",
    python:
      "import shutil\nmatch mode():\n    case 'a':\n        x = 'a'\n    case 'b':\n        x = '/hit'\n    case _:\n        x = 'c'\nshutil.rmtree(x)",
    javascript: node(
      "let x;\nswitch (mode()) { case 'a': x = 'a'; break; case 'b': x = '/hit'; break; default: x = 'c'; }\nfs.rmSync(x, { recursive: true });",
    ),
    powershell:
      "switch ($args[0]) { 'a' { $x = 'a' } 'b' { $x = '/hit' } default { $x = 'c' } }; Remove-Item -Recurse $x",
    cmd: batch("goto %1\n:a\nset x=a\ngoto end\n:b\nset x=\\hit\n:end\nrd /s /q %x%"),
    php: php("$x = match ($argv[1]) { 'a' => 'a', 'b' => '/hit', default => 'c' };\nunlink($x);"),
    go: go(
      'var x string\nswitch os.Args[1] {\ncase "a":\n\tx = "a"\ncase "b":\n\tx = "/hit"\ndefault:\n\tx = "c"\n}\nos.RemoveAll(x)',
    ),
  },
  {
    idiom: "a case falls through to the next one",
    shell: "case $1 in a) x=/hit;& b) rm -rf $x;; esac",
    javascript: node(
      "let x = 'a';\nswitch (mode()) { case 'a': x = '/hit'; case 'b': fs.rmSync(x, { recursive: true }); }",
    ),
    powershell: "$x = 'a'; switch ($args[0]) { 'a' { $x = '/hit' } { $_ } { Remove-Item -Recurse $x } }",
    cmd: batch("goto %1\n:a\nset x=\\hit\n:b\nrd /s /q %x%"),
    php: php("$x = 'a';\nswitch ($argv[1]) { case 'a': $x = '/hit'; case 'b': unlink($x); }"),
    go: go('x := "a"\nswitch os.Args[1] {\ncase "a":\n\tx = "/hit"\n\tfallthrough\ncase "b":\n\tos.RemoveAll(x)\n}'),
  },
  {
    idiom: "a conditional expression chooses the path",
    shell: "x=$([ -e c ] && echo /hit || echo b); rm -rf $x",
    python: "import shutil\nshutil.rmtree('/hit' if c() else 'b')",
    javascript: node("fs.rmSync(c() ? '/hit' : 'b', { recursive: true });"),
    powershell: "$x = if (Test-Path c) { '/hit' } else { 'b' }; Remove-Item -Recurse $x",
    php: php("unlink(file_exists('c') ? '/hit' : 'b');"),
  },
  {
    idiom: "a missing value is replaced by the path",
    shell: 'rm -rf "${1:-/hit}"',
    python: "import os, shutil\nx = os.environ.get('DIR') or '/hit'\nshutil.rmtree(x)",
    javascript: node("const x = process.env.DIR || '/hit';\nfs.rmSync(x ?? 'a', { recursive: true });"),
    powershell: "$x = $env:DIR; if (-not $x) { $x = '/hit' }; Remove-Item -Recurse $x",
    cmd: batch('if "%1"=="" (set x=\\hit) else set x=%1\nrd /s /q %x%'),
    php: php("$x = getenv('DIR') ?: '/hit';\nunlink($x);"),
    go: go('x := os.Getenv("DIR")\nif x == "" {\n\tx = "/hit"\n}\nos.RemoveAll(x)'),
  },
  {
    idiom: "the deletion stands behind a short circuit",
    shell: '[ -e c ] || x=/hit; [ -n "$x" ] && rm -rf $x',
    python: "import shutil\nc() and shutil.rmtree('/hit')",
    javascript: node("c() && fs.rmSync('/hit', { recursive: true });"),
    powershell: "(Test-Path c) -and (Remove-Item -Recurse /hit)",
    cmd: batch("dir c || set x=\\hit\nif defined x rd /s /q %x%"),
    php: php("file_exists('c') or unlink('/hit');"),
    go: go('_ = len(os.Args) > 1 && os.RemoveAll("/hit") == nil'),
  },
  {
    idiom: "a condition assigns the path that it tests",
    shell: "if x=$(echo /hit); then rm -rf $x; fi",
    python: "import shutil\nif (x := '/hit') != c():\n    shutil.rmtree(x)",
    javascript: node("let x;\nif ((x = '/hit') !== c()) fs.rmSync(x, { recursive: true });"),
    powershell: "if ($x = '/hit') { Remove-Item -Recurse $x }",
    php: php("if ($x = '/hit') unlink($x);"),
    go: go('if x := "/hit"; len(os.Args) > 1 {\n\tos.RemoveAll(x)\n}'),
  },
  {
    idiom: "the script exits early on one path only",
    shell: "x=a; if [ -e c ]; then x=/hit; else exit 0; fi; rm -rf $x",
    python: "import shutil, sys\nx = 'a'\nif c():\n    x = '/hit'\nelse:\n    sys.exit(0)\nshutil.rmtree(x)",
    javascript: node(
      "let x = 'a';\nif (c()) { x = '/hit'; } else { process.exit(0); }\nfs.rmSync(x, { recursive: true });",
    ),
    powershell: "$x = 'a'; if (Test-Path c) { $x = '/hit' } else { exit 0 }; Remove-Item -Recurse $x",
    cmd: batch("set x=a\nif exist c (set x=\\hit) else exit /b 0\nrd /s /q %x%"),
    php: php("$x = 'a';\nif (file_exists('c')) { $x = '/hit'; } else { exit(0); }\nunlink($x);"),
    go: go('x := "a"\nif len(os.Args) > 1 {\n\tx = "/hit"\n} else {\n\tos.Exit(0)\n}\nos.RemoveAll(x)'),
  },
  {
    idiom: "a counting loop chooses an element by its number",
    shell: 'l=(a b /hit); for ((i = 0; i < 3; i++)); do rm -rf "${l[i]}"; done',
    python: "import shutil\nl = ['a', 'b', '/hit']\nfor i in range(len(l)):\n    shutil.rmtree(l[i])",
    javascript: node(
      "const l = ['a', 'b', '/hit'];\nfor (let i = 0; i < l.length; i++) fs.rmSync(l[i], { recursive: true });",
    ),
    powershell: "$l = 'a', 'b', '/hit'; for ($i = 0; $i -lt 3; $i++) { Remove-Item -Recurse $l[$i] }",
    cmd: batch("set l1=a\nset l2=\\hit\nfor /l %%i in (1,1,2) do call rd /s /q %%l%%i%%"),
    php: php("$l = ['a', 'b', '/hit'];\nfor ($i = 0; $i < count($l); $i++) unlink($l[$i]);"),
    go: go('l := []string{"a", "b", "/hit"}\nfor i := 0; i < len(l); i++ {\n\tos.RemoveAll(l[i])\n}'),
  },
];
