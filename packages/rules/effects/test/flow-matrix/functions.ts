import { batch, type FlowRow, go, node, php } from "./programs.ts";

/** Ways through functions, their arguments and their results. */
export const functions: readonly FlowRow[] = [
  {
    idiom: "an argument holds the path",
    shell: 'clean() { rm -rf "$1"; }; clean /hit',
    python: "import shutil\ndef clean(p):\n    shutil.rmtree(p)\nclean('/hit')",
    javascript: node("const clean = (p) => fs.rmSync(p, { recursive: true });\nclean('/hit');"),
    powershell: "function Clear-It($p) { Remove-Item -Recurse $p }; Clear-It '/hit'",
    cmd: batch("call :clean \\hit\nexit /b\n:clean\nrd /s /q %~1"),
    php: php("function clean($p) { unlink($p); }\nclean('/hit');"),
    go: go('clean("/hit")', "func clean(p string) { os.RemoveAll(p) }"),
  },
  {
    idiom: "a default argument holds the path",
    shell: 'clean() { local p=${1-/hit}; rm -rf "$p"; }; clean',
    python: "import shutil\ndef clean(p='/hit'):\n    shutil.rmtree(p)\nclean()",
    javascript: node("function clean(p = '/hit') { fs.rmSync(p, { recursive: true }); }\nclean();"),
    powershell: "function Clear-It($p = '/hit') { Remove-Item -Recurse $p }; Clear-It",
    php: php("function clean($p = '/hit') { unlink($p); }\nclean();"),
  },
  {
    idiom: "a named argument holds the path",
    python: "import shutil\ndef clean(keep, drop):\n    shutil.rmtree(drop)\nclean(drop='/hit', keep='a')",
    javascript: node(
      "function clean({ keep, drop }) { fs.rmSync(drop, { recursive: true }); }\nclean({ drop: '/hit', keep: 'a' });",
    ),
    powershell: "function Clear-It($Keep, $Drop) { Remove-Item -Recurse $Drop }; Clear-It -Drop /hit -Keep a",
    php: php("function clean($keep, $drop) { unlink($drop); }\nclean(drop: '/hit', keep: 'a');"),
    go: go(
      'clean(options{drop: "/hit", keep: "a"})',
      "type options struct{ keep, drop string }\n\nfunc clean(o options) { os.RemoveAll(o.drop) }",
    ),
  },
  {
    idiom: "the rest of the arguments holds the path",
    shell: 'clean() { shift; rm -rf "$@"; }; clean a b /hit',
    python:
      "import shutil\ndef clean(first, *rest):\n    for p in rest:\n        shutil.rmtree(p)\nclean('a', 'b', '/hit')",
    javascript: node(
      "function clean(first, ...rest) { rest.forEach((p) => fs.rmSync(p, { recursive: true })); }\nclean('a', 'b', '/hit');",
    ),
    powershell: "function Clear-It { Remove-Item -Recurse $args[1] }; Clear-It a /hit",
    cmd: batch("call :clean a \\hit\nexit /b\n:clean\nshift\nrd /s /q %1"),
    php: php("function clean($first, ...$rest) { foreach ($rest as $p) unlink($p); }\nclean('a', 'b', '/hit');"),
    go: go(
      'clean("a", "b", "/hit")',
      "func clean(first string, rest ...string) {\n\tfor _, p := range rest {\n\t\tos.RemoveAll(p)\n\t}\n}",
    ),
  },
  {
    idiom: "a list is spread over the arguments",
    shell: 'l=(-rf /hit); rm "${l[@]}"',
    python: "import shutil\nargs = ['/hit']\noptions = {'ignore_errors': True}\nshutil.rmtree(*args, **options)",
    javascript: node("const args = ['/hit', { recursive: true }];\nfs.rmSync(...args);"),
    powershell: "$o = @{ Path = '/hit'; Recurse = $true }; Remove-Item @o",
    php: php("$args = ['/hit'];\nunlink(...$args);"),
    go: go('args := []string{"-rf", "/hit"}\nexec.Command("rm", args...).Run()'),
  },
  {
    idiom: "a function returns early",
    shell: 'pick() { if [ -e c ]; then echo /hit; return; fi; echo b; }; rm -rf "$(pick)"',
    python: "import shutil\ndef pick():\n    if c():\n        return '/hit'\n    return 'b'\nshutil.rmtree(pick())",
    javascript: node(
      "function pick() { if (c()) return '/hit'; return 'b'; }\nfs.rmSync(pick(), { recursive: true });",
    ),
    powershell: "function Pick { if (Test-Path c) { return '/hit' }; return 'b' }; Remove-Item -Recurse (Pick)",
    cmd: batch("call :pick\nrd /s /q %x%\nexit /b\n:pick\nset x=\\hit\nif exist c exit /b\nset x=b"),
    php: php("function pick() { if (file_exists('c')) return '/hit'; return 'b'; }\nunlink(pick());"),
    go: go(
      "os.RemoveAll(pick())",
      'func pick() string {\n\tif len(os.Args) > 1 {\n\t\treturn "/hit"\n\t}\n\treturn "b"\n}',
    ),
  },
  {
    idiom: "a function returns out of a loop",
    shell: "pick() { for i in *; do if [ -d $i ]; then x=/hit; return; fi; done; x=a; }; pick; rm -rf $x",
    python:
      "import shutil\ndef pick(names):\n    for n in names:\n        if n.startswith('t'):\n            return '/hit'\n    return 'a'\nshutil.rmtree(pick(names()))",
    javascript: node(
      "function pick(l) { for (const n of l) { if (n.length > 2) return '/hit'; } return 'a'; }\nfs.rmSync(pick(names()), { recursive: true });",
    ),
    powershell:
      "function Pick { foreach ($n in Get-ChildItem) { if ($n.Length) { return '/hit' } }; 'a' }; Remove-Item -Recurse (Pick)",
    php: php(
      "function pick($l) { foreach ($l as $n) { if (is_dir($n)) return '/hit'; } return 'a'; }\nunlink(pick(glob('*')));",
    ),
    go: go(
      "os.RemoveAll(pick(os.Args))",
      'func pick(l []string) string {\n\tfor _, n := range l {\n\t\tif n != "" {\n\t\t\treturn "/hit"\n\t\t}\n\t}\n\treturn "a"\n}',
    ),
  },
  {
    idiom: "a function returns several values",
    shell: 'both() { echo a /hit; }; read -r x y <<< "$(both)"; rm -rf $y',
    python: "import shutil\ndef both():\n    return 'a', '/hit'\nx, y = both()\nshutil.rmtree(y)",
    javascript: node("const both = () => ['a', '/hit'];\nconst [x, y] = both();\nfs.rmSync(y, { recursive: true });"),
    powershell: "function Both { 'a'; '/hit' }; $x, $y = Both; Remove-Item -Recurse $y",
    php: php("function both() { return ['a', '/hit']; }\n[$x, $y] = both();\nunlink($y);"),
    go: go("_, y := both()\nos.RemoveAll(y)", 'func both() (string, string) { return "a", "/hit" }'),
  },
  {
    idiom: "a closure sees a variable that changes later",
    shell: "x=a; clean() { rm -rf $x; }; x=/hit; clean",
    python: "import shutil\nx = 'a'\nclean = lambda: shutil.rmtree(x)\nx = '/hit'\nclean()",
    javascript: node("let x = 'a';\nconst clean = () => fs.rmSync(x, { recursive: true });\nx = '/hit';\nclean();"),
    powershell: "$x = 'a'; $clean = { Remove-Item -Recurse $x }; $x = '/hit'; & $clean",
    cmd: batch("set x=a\nset x=\\hit\ncall :clean\nexit /b\n:clean\nrd /s /q %x%"),
    php: php("$x = 'a';\n$clean = function () use (&$x) { unlink($x); };\n$x = '/hit';\n$clean();"),
    go: go('x := "a"\nclean := func() { os.RemoveAll(x) }\nx = "/hit"\nclean()'),
  },
  {
    idiom: "a function returns a function",
    python:
      "import shutil\ndef cleaner(p):\n    def run():\n        shutil.rmtree(p)\n    return run\ncleaner('/hit')()",
    javascript: node("const cleaner = (p) => () => fs.rmSync(p, { recursive: true });\ncleaner('/hit')();"),
    powershell: "function New-Cleaner($p) { { Remove-Item -Recurse $p }.GetNewClosure() }; & (New-Cleaner '/hit')",
    php: php("$cleaner = fn($p) => fn() => unlink($p);\n$cleaner('/hit')();"),
    go: go('cleaner("/hit")()', "func cleaner(p string) func() {\n\treturn func() { os.RemoveAll(p) }\n}"),
  },
  {
    idiom: "a callback gets each element",
    shell: 'each() { for i in a /hit; do "$1" $i; done; }; clean() { rm -rf $1; }; each clean',
    python: "import shutil\nlist(map(shutil.rmtree, ['a', '/hit']))",
    javascript: node("['a', '/hit'].forEach((p) => fs.rmSync(p, { recursive: true }));"),
    powershell: "'a', '/hit' | ForEach-Object { Remove-Item -Recurse $_ }",
    php: php("array_map(fn($p) => unlink($p), ['a', '/hit']);"),
    go: go(
      'each([]string{"a", "/hit"}, func(p string) { os.RemoveAll(p) })',
      "func each(l []string, f func(string)) {\n\tfor _, p := range l {\n\t\tf(p)\n\t}\n}",
    ),
  },
  {
    idiom: "a callback makes the elements that are deleted",
    shell: "printf '%s\\n' hit | sed 's|^|/|' | xargs rm -rf",
    python: "import shutil\nfor p in map(lambda n: '/' + n, ['a', 'hit']):\n    shutil.rmtree(p)",
    javascript: node(
      "['a', 'hit'].map((n) => '/' + n).filter((p) => p !== '/a').forEach((p) => fs.rmSync(p, { recursive: true }));",
    ),
    powershell: "'a', 'hit' | ForEach-Object { \"/$_\" } | Where-Object { $_ -ne '/a' } | Remove-Item -Recurse",
    php: php(
      "foreach (array_filter(array_map(fn($n) => \"/$n\", ['a', 'hit']), fn($p) => $p !== '/a') as $p) unlink($p);",
    ),
  },
  {
    idiom: "a comprehension deletes or makes the paths",
    shell: "rm -rf /{hit,b}",
    python: "import shutil\n[shutil.rmtree(p) for p in ['/' + n for n in ('a', 'hit') if n]]",
    javascript: node("for (const p of Array.from(['a', 'hit'], (n) => `/${n}`)) fs.rmSync(p, { recursive: true });"),
    powershell: "@(foreach ($n in 'a', 'hit') { \"/$n\" }) | Remove-Item -Recurse",
  },
  {
    idiom: "a function changes a global variable",
    shell: "x=a; set_it() { x=/hit; }; set_it; rm -rf $x",
    python: "import shutil\nx = 'a'\ndef set_it():\n    global x\n    x = '/hit'\nset_it()\nshutil.rmtree(x)",
    javascript: node("let x = 'a';\nfunction setIt() { x = '/hit'; }\nsetIt();\nfs.rmSync(x, { recursive: true });"),
    powershell: "$x = 'a'; function Set-It { $script:x = '/hit' }; Set-It; Remove-Item -Recurse $x",
    cmd: batch("set x=a\ncall :setit\nrd /s /q %x%\nexit /b\n:setit\nset x=\\hit"),
    php: php("$x = 'a';\nfunction set_it() { global $x; $x = '/hit'; }\nset_it();\nunlink($x);"),
    go: go("setIt()\nos.RemoveAll(x)", 'var x = "a"\n\nfunc setIt() { x = "/hit" }'),
  },
  {
    idiom: "a nested function changes a variable of the outer one",
    shell: "outer() { local x=a; inner() { x=/hit; }; inner; rm -rf $x; }; outer",
    python:
      "import shutil\ndef outer():\n    x = 'a'\n    def inner():\n        nonlocal x\n        x = '/hit'\n    inner()\n    shutil.rmtree(x)\nouter()",
    javascript: node(
      "function outer() { let x = 'a'; function inner() { x = '/hit'; } inner(); fs.rmSync(x, { recursive: true }); }\nouter();",
    ),
    powershell:
      "function Outer { $x = 'a'; function Inner { Set-Variable -Name x -Value /hit -Scope 1 }; Inner; Remove-Item -Recurse $x }; Outer",
    php: php(
      "function outer() { $x = 'a'; $inner = function () use (&$x) { $x = '/hit'; }; $inner(); unlink($x); }\nouter();",
    ),
    go: go("outer()", 'func outer() {\n\tx := "a"\n\tinner := func() { x = "/hit" }\n\tinner()\n\tos.RemoveAll(x)\n}'),
  },
  {
    idiom: "a module-level constant is used before its function is called",
    shell: 'readonly ROOT=/hit; clean() { rm -rf "$ROOT"; }; clean',
    python:
      "import shutil\nfrom pathlib import Path\nROOT = Path('/hit')\ndef main():\n    shutil.rmtree(ROOT)\nif __name__ == '__main__':\n    main()",
    javascript: node("function main() { fs.rmSync(ROOT, { recursive: true }); }\nconst ROOT = '/hit';\nmain();"),
    powershell: "Set-Variable ROOT '/hit' -Option Constant; function Main { Remove-Item -Recurse $ROOT }; Main",
    php: php("const ROOT = '/hit';\ndefine('OTHER', 'a');\nfunction main() { unlink(ROOT); }\nmain();"),
    go: go("os.RemoveAll(root)", 'const root = "/hit"'),
  },
  {
    idiom: "a function calls itself with another argument",
    shell: "f() { rm -rf $1; [ $2 -gt 2 ] || f /hit $(($2 + 1)); }; f a 0",
    python: "import shutil\ndef f(p, n):\n    shutil.rmtree(p)\n    if n < 2:\n        f('/hit', n + 1)\nf('a', 0)",
    javascript: node(
      "function f(p, n) { fs.rmSync(p, { recursive: true }); if (n < 2) f('/hit', n + 1); }\nf('a', 0);",
    ),
    powershell: "function f($p, $n) { Remove-Item -Recurse $p; if ($n -lt 2) { f '/hit' ($n + 1) } }; f 'a' 0",
    cmd: batch('call :f a\nexit /b\n:f\nrd /s /q %1\nif not "%1"=="\\hit" call :f \\hit'),
    php: php("function f($p, $n) { unlink($p); if ($n < 2) f('/hit', $n + 1); }\nf('a', 0);"),
    go: go('f("a", 0)', 'func f(p string, n int) {\n\tos.RemoveAll(p)\n\tif n < 2 {\n\t\tf("/hit", n+1)\n\t}\n}'),
  },
  {
    idiom: "arguments move on with each recursion",
    shell: 'f() { [ $# -eq 0 ] && return; rm -rf $1; shift; f "$@"; }; f a b c /hit',
    python:
      "import shutil\ndef f(l):\n    if l:\n        shutil.rmtree(l[0])\n        f(l[1:])\nf(['a', 'b', 'c', '/hit'])",
    javascript: node(
      "function f([first, ...rest]) { if (!first) return; fs.rmSync(first, { recursive: true }); f(rest); }\nf(['a', 'b', 'c', '/hit']);",
    ),
    powershell: "function f($x, $y, $z) { if (-not $x) { return }; Remove-Item -Recurse $x; f $y $z }; f a b /hit",
    php: php("function f($l) { if (!$l) return; unlink(array_shift($l)); f($l); }\nf(['a', 'b', 'c', '/hit']);"),
    go: go(
      'f([]string{"a", "b", "c", "/hit"})',
      "func f(l []string) {\n\tif len(l) > 0 {\n\t\tos.RemoveAll(l[0])\n\t\tf(l[1:])\n\t}\n}",
    ),
  },
  {
    idiom: "two functions call each other",
    shell: "f() { rm -rf $1; [ $2 -gt 3 ] || g $(($2 + 1)); }; g() { f /hit $1; }; f a 0",
    python:
      "import shutil\ndef f(p, n):\n    shutil.rmtree(p)\n    if n < 3:\n        g(n + 1)\ndef g(n):\n    f('/hit', n)\nf('a', 0)",
    javascript: node(
      "function f(p, n) { fs.rmSync(p, { recursive: true }); if (n < 3) g(n + 1); }\nfunction g(n) { f('/hit', n); }\nf('a', 0);",
    ),
    powershell:
      "function f($p, $n) { Remove-Item -Recurse $p; if ($n -lt 3) { g ($n + 1) } }; function g($n) { f '/hit' $n }; f 'a' 0",
    cmd: batch('call :f a\nexit /b\n:f\nrd /s /q %1\nif "%1"=="a" call :g\nexit /b\n:g\ncall :f \\hit'),
    php: php(
      "function f($p, $n) { unlink($p); if ($n < 3) g($n + 1); }\nfunction g($n) { f('/hit', $n); }\nf('a', 0);",
    ),
    go: go(
      'f("a", 0)',
      'func f(p string, n int) {\n\tos.RemoveAll(p)\n\tif n < 3 {\n\t\tg(n + 1)\n\t}\n}\n\nfunc g(n int) { f("/hit", n) }',
    ),
  },
  {
    idiom: "a variable holds the function that deletes",
    shell: "drop='rm -rf'; $drop /hit",
    python: "import shutil\ndrop = shutil.rmtree\ndrop('/hit')",
    javascript: node("const drop = fs.rmSync;\ndrop('/hit', { recursive: true });"),
    powershell: "$drop = 'Remove-Item'; & $drop -Recurse /hit",
    cmd: batch("set drop=rd /s /q\n%drop% \\hit"),
    php: php("$drop = 'unlink';\n$drop('/hit');"),
    go: go('drop := os.RemoveAll\ndrop("/hit")'),
  },
  {
    idiom: "the name of the member is computed",
    shell: 'r=r; m=m; "$r$m" -rf /hit',
    python: "import shutil\ngetattr(shutil, 'rm' + 'tree')('/hit')",
    javascript: node("fs['rm' + 'Sync']('/hit', { recursive: true });"),
    powershell: "& ('Remove' + '-Item') -Recurse /hit",
    cmd: batch("set a=r\nset b=d\n%a%%b% /s /q \\hit"),
    php: php("call_user_func('un' . 'link', '/hit');"),
  },
  {
    idiom: "a table of functions is asked by a key",
    shell: "declare -A t=([drop]='rm -rf' [show]=ls); ${t[drop]} /hit",
    python: "import shutil, os\ntable = {'drop': shutil.rmtree, 'show': os.listdir}\ntable[mode()]('/hit')",
    javascript: node(
      "const table = { drop: (p) => fs.rmSync(p, { recursive: true }), show: (p) => fs.readdirSync(p) };\ntable[mode()]('/hit');",
    ),
    powershell: "$t = @{ drop = { Remove-Item -Recurse $args[0] }; show = { Get-ChildItem } }; & $t['drop'] /hit",
    php: php("$table = ['drop' => 'unlink', 'show' => 'stat'];\n$table[$argv[1]]('/hit');"),
    go: go(
      'table := map[string]func(string) error{"drop": os.RemoveAll, "make": os.Remove}\ntable[os.Args[1]]("/hit")',
    ),
  },
  {
    idiom: "a decorator or a wrapper calls the function",
    shell: 'try() { "$@" || "$@"; }; try rm -rf /hit',
    python:
      "import shutil\ndef twice(f):\n    def run(*args):\n        f(*args)\n        f(*args)\n    return run\n@twice\ndef clean(p):\n    shutil.rmtree(p)\nclean('/hit')",
    javascript: node(
      "const twice = (f) => (...args) => { f(...args); f(...args); };\nconst clean = twice((p) => fs.rmSync(p, { recursive: true }));\nclean('/hit');",
    ),
    powershell:
      "function Invoke-Twice([scriptblock]$f, $p) { & $f $p; & $f $p }; Invoke-Twice { param($p) Remove-Item -Recurse $p } /hit",
    php: php("function twice(callable $f, ...$args) { $f(...$args); $f(...$args); }\ntwice('unlink', '/hit');"),
    go: go('twice(os.RemoveAll, "/hit")', "func twice(f func(string) error, p string) {\n\tf(p)\n\tf(p)\n}"),
  },
  {
    idiom: "some of the arguments are bound before the call",
    shell: "alias drop='rm -rf'\nshopt -s expand_aliases\ndrop /hit",
    python: "import shutil\nfrom functools import partial\nclean = partial(shutil.rmtree, '/hit')\nclean()",
    javascript: node("const clean = fs.rmSync.bind(fs, '/hit');\nclean({ recursive: true });"),
    powershell: "$PSDefaultParameterValues['Remove-Item:Path'] = '/hit'; Remove-Item -Recurse",
    php: php("$clean = unlink(...);\n$clean('/hit');"),
    go: go('clean := func(p string) func() error { return func() error { return os.RemoveAll(p) } }("/hit")\nclean()'),
  },
];
