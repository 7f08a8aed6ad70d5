import { batch, type FlowRow, go, node, php } from "./programs.ts";

/** Ways through exceptions, generators, tasks, classes and code that is built. */
export const errorsAndObjects: readonly FlowRow[] = [
  {
    idiom: "an exception ends a block between two assignments",
    shell: "x=a; ( set -e; false ) || x=/hit; rm -rf $x",
    python: "import shutil\nx = 'a'\ntry:\n    x = '/hit'\n    f()\n    x = 'b'\nexcept OSError:\n    shutil.rmtree(x)",
    javascript: node(
      "let x = 'a';\ntry { x = '/hit'; f(); x = 'b'; } catch (e) { fs.rmSync(x, { recursive: true }); }",
    ),
    powershell:
      "$x = 'a'; try { $x = '/hit'; Get-Item c -ErrorAction Stop; $x = 'b' } catch { Remove-Item -Recurse $x }",
    php: php("$x = 'a';\ntry { $x = '/hit'; f(); $x = 'b'; } catch (Exception $e) { unlink($x); }"),
    go: go(
      'x := "a"\ndefer func() {\n\tif recover() != nil {\n\t\tos.RemoveAll(x)\n\t}\n}()\nx = "/hit"\nfmt.Println(os.Args[7])\nx = "b"',
    ),
  },
  {
    idiom: "a finally block deletes",
    shell: "trap 'rm -rf $x' EXIT; x=/hit; make",
    python: "import shutil\nx = 'a'\ntry:\n    x = '/hit'\n    f()\nfinally:\n    shutil.rmtree(x)",
    javascript: node("let x = 'a';\ntry { x = '/hit'; f(); } finally { fs.rmSync(x, { recursive: true }); }"),
    powershell: "$x = 'a'; try { $x = '/hit'; Get-Item c } finally { Remove-Item -Recurse $x }",
    php: php("$x = 'a';\ntry { $x = '/hit'; f(); } finally { unlink($x); }"),
    go: go('x := "/hit"\ndefer os.RemoveAll(x)\nx = "a"\nfmt.Println(x)'),
  },
  {
    idiom: "a finally block runs although the function returns",
    shell: "f() { trap 'rm -rf /hit' RETURN; return 0; }; f",
    python: "import shutil\ndef f():\n    try:\n        return 1\n    finally:\n        shutil.rmtree('/hit')\nf()",
    javascript: node("function f() { try { return 1; } finally { fs.rmSync('/hit', { recursive: true }); } }\nf();"),
    powershell: "function F { try { return 1 } finally { Remove-Item -Recurse /hit } }; F",
    php: php("function f() { try { return 1; } finally { unlink('/hit'); } }\nf();"),
    go: go("f()", 'func f() int {\n\tdefer func() { os.RemoveAll("/hit") }()\n\treturn 1\n}'),
  },
  {
    idiom: "an exception carries the path",
    python: "import shutil\ntry:\n    raise ValueError('/hit')\nexcept ValueError as e:\n    shutil.rmtree(e.args[0])",
    javascript: node("try { throw new Error('/hit'); } catch (e) { fs.rmSync(e.message, { recursive: true }); }"),
    powershell: "try { throw '/hit' } catch { Remove-Item -Recurse $_.Exception.Message }",
    php: php("try { throw new Exception('/hit'); } catch (Exception $e) { unlink($e->getMessage()); }"),
    go: go(
      "if err := check(); err != nil {\n\tos.RemoveAll(err.Error())\n}",
      'func check() error { return errors.New("/hit") }',
    ),
  },
  {
    idiom: "an exception leaves several functions",
    python:
      "import shutil\nstate = {'p': 'a'}\ndef inner():\n    state['p'] = '/hit'\n    raise KeyError\ndef outer():\n    inner()\n    state['p'] = 'b'\ntry:\n    outer()\nexcept KeyError:\n    shutil.rmtree(state['p'])",
    javascript: node(
      "let x = 'a';\nfunction inner() { x = '/hit'; throw 1; }\nfunction outer() { inner(); x = 'b'; }\ntry { outer(); } catch { fs.rmSync(x, { recursive: true }); }",
    ),
    powershell:
      "$x = 'a'; function Inner { $script:x = '/hit'; throw 'no' }; function Outer { Inner; $script:x = 'b' }; try { Outer } catch { Remove-Item -Recurse $x }",
    php: php(
      "$x = 'a';\nfunction inner() { global $x; $x = '/hit'; throw new Exception(); }\nfunction outer() { global $x; inner(); $x = 'b'; }\ntry { outer(); } catch (Exception) { unlink($x); }",
    ),
  },
  {
    idiom: "an else branch or a second handler deletes",
    shell: "if ! grep -q x list; then :; elif mkdir d; then rm -rf /hit; fi",
    python:
      "import shutil\ntry:\n    f()\nexcept KeyError:\n    pass\nexcept OSError:\n    pass\nelse:\n    shutil.rmtree('/hit')",
    javascript: node("f().then(() => 1, () => fs.rmSync('/hit', { recursive: true }));"),
    powershell: "try { Get-Item c } catch [IO.IOException] { 'a' } catch { Remove-Item -Recurse /hit }",
    cmd: batch("if not exist c (echo a) else if exist d (echo b) else rd /s /q \\hit"),
    php: php("try { f(); } catch (TypeError $e) { echo 1; } catch (Exception $e) { unlink('/hit'); }"),
    go: go('if len(os.Args) > 3 {\n\tfmt.Println("a")\n} else if len(os.Args) > 2 {\n\tos.RemoveAll("/hit")\n}'),
  },
  {
    idiom: "a generator yields the path",
    shell: 'names() { echo a; echo /hit; }; names | while read -r n; do rm -rf "$n"; done',
    python:
      "import shutil\ndef paths():\n    yield 'a'\n    yield from ['/hit']\nfor p in paths():\n    shutil.rmtree(p)",
    javascript: node(
      "function* paths() { yield 'a'; yield* ['/hit']; }\nfor (const p of paths()) fs.rmSync(p, { recursive: true });",
    ),
    powershell: "function Get-It { 'a'; Write-Output '/hit' }; Get-It | Remove-Item -Recurse",
    php: php("function paths() { yield 'a'; yield from ['/hit']; }\nforeach (paths() as $p) unlink($p);"),
    go: go(
      "for p := range paths() {\n\tos.RemoveAll(p)\n}",
      'func paths() chan string {\n\tc := make(chan string)\n\tgo func() {\n\t\tc <- "a"\n\t\tc <- "/hit"\n\t\tclose(c)\n\t}()\n\treturn c\n}',
    ),
  },
  {
    idiom: "a generator is advanced by hand",
    python: "import shutil\npaths = iter(['a', '/hit'])\nnext(paths)\nshutil.rmtree(next(paths))",
    javascript: node(
      "const paths = ['a', '/hit'][Symbol.iterator]();\npaths.next();\nfs.rmSync(paths.next().value, { recursive: true });",
    ),
    php: php("$paths = (function () { yield 'a'; yield '/hit'; })();\n$paths->next();\nunlink($paths->current());"),
    go: go('c := make(chan string, 2)\nc <- "a"\nc <- "/hit"\n<-c\nos.RemoveAll(<-c)'),
  },
  {
    idiom: "a task that runs at the same time deletes",
    shell: "{ sleep 1; rm -rf /hit; } & wait",
    python: "import threading, shutil\nt = threading.Thread(target=shutil.rmtree, args=('/hit',))\nt.start()\nt.join()",
    javascript: node("setTimeout(() => fs.rmSync('/hit', { recursive: true }), 10);"),
    powershell: "Start-Job { Remove-Item -Recurse /hit } | Wait-Job",
    cmd: batch("start /b cmd /c rd /s /q \\hit"),
    php: php("register_shutdown_function(fn() => unlink('/hit'));"),
    go: go('var wg sync.WaitGroup\nwg.Add(1)\ngo func() { defer wg.Done(); os.RemoveAll("/hit") }()\nwg.Wait()'),
  },
  {
    idiom: "a task gets its path from the code around it",
    shell: "x=/hit; (cd / && rm -rf $x) & x=a; wait",
    python:
      "from concurrent.futures import ThreadPoolExecutor\nimport shutil\nwith ThreadPoolExecutor() as pool:\n    pool.map(shutil.rmtree, ['a', '/hit'])",
    javascript: node("Promise.all(['a', '/hit'].map((p) => fs.promises.rm(p, { recursive: true })));"),
    powershell: "$x = '/hit'; Start-Job { Remove-Item -Recurse $using:x }",
    go: go('c := make(chan string)\ngo func() { c <- "/hit" }()\nos.RemoveAll(<-c)'),
  },
  {
    idiom: "an asynchronous function deletes what another one returns",
    python:
      "import asyncio, shutil\nasync def pick():\n    return '/hit'\nasync def main():\n    shutil.rmtree(await pick())\nasyncio.run(main())",
    javascript: node(
      "const pick = async () => '/hit';\n(async () => { await fs.promises.rm(await pick(), { recursive: true }); })();",
    ),
    powershell: "$x = Receive-Job (Start-Job { '/hit' }) -Wait; Remove-Item -Recurse $x",
    go: go(
      "os.RemoveAll(<-pick())",
      'func pick() <-chan string {\n\tc := make(chan string, 1)\n\tc <- "/hit"\n\treturn c\n}',
    ),
  },
  {
    idiom: "promises are chained",
    python:
      "import asyncio, shutil\nasync def main():\n    await asyncio.gather(asyncio.to_thread(shutil.rmtree, '/hit'))\nasyncio.run(main())",
    javascript: node("Promise.resolve('hit').then((n) => '/' + n).then((p) => fs.rmSync(p, { recursive: true }));"),
  },
  {
    idiom: "a with statement opens a place in which the code deletes",
    shell: "pushd /hit > /dev/null; rm -rf ./*; popd",
    python: "import contextlib, shutil\nwith contextlib.chdir('/'):\n    shutil.rmtree('hit')",
    javascript: node(
      "class Clean { [Symbol.dispose]() { fs.rmSync('/hit', { recursive: true }); } }\n{ using c = new Clean(); }",
    ),
    powershell: "Push-Location /; Remove-Item -Recurse hit; Pop-Location",
    cmd: batch("pushd \\\nrd /s /q hit\npopd"),
    go: go('os.Chdir("/")\ndefer os.Chdir("/tmp")\nos.RemoveAll("hit")'),
  },
  {
    idiom: "a context manager of one's own deletes",
    python:
      "import contextlib, shutil\n@contextlib.contextmanager\ndef place(p):\n    try:\n        yield p\n    finally:\n        shutil.rmtree(p)\nwith place('/hit') as p:\n    print(p)",
    javascript: node(
      "function place(p, f) { try { f(p); } finally { fs.rmSync(p, { recursive: true }); } }\nplace('/hit', (p) => console.log(p));",
    ),
    powershell:
      "function Use-It($p, [scriptblock]$f) { try { & $f $p } finally { Remove-Item -Recurse $p } }; Use-It /hit { 'a' }",
    php: php("function place($p, $f) { try { $f($p); } finally { unlink($p); } }\nplace('/hit', fn($p) => print($p));"),
    go: go(
      'place("/hit", func(p string) { fmt.Println(p) })',
      "func place(p string, f func(string)) {\n\tdefer os.RemoveAll(p)\n\tf(p)\n}",
    ),
  },
  {
    idiom: "a method deletes what the constructor got",
    python:
      "import shutil\nclass Cleaner:\n    def __init__(self, p):\n        self.p = p\n    def run(self):\n        shutil.rmtree(self.p)\nCleaner('/hit').run()",
    javascript: node(
      "class Cleaner { constructor(p) { this.p = p; } run() { fs.rmSync(this.p, { recursive: true }); } }\nnew Cleaner('/hit').run();",
    ),
    powershell:
      "class Cleaner { [string]$P; Cleaner($p) { $this.P = $p }; [void] Run() { Remove-Item -Recurse $this.P } }; [Cleaner]::new('/hit').Run()",
    php: php(
      "class Cleaner { function __construct(private $p) {} function run() { unlink($this->p); } }\n(new Cleaner('/hit'))->run();",
    ),
    go: go(
      'c := cleaner{"/hit"}\nc.run()',
      "type cleaner struct{ p string }\n\nfunc (c cleaner) run() { os.RemoveAll(c.p) }",
    ),
  },
  {
    idiom: "a field is changed before a method deletes",
    python:
      "import shutil\nclass Cleaner:\n    p = 'a'\n    def set(self, p):\n        self.p = p\n        return self\n    def run(self):\n        shutil.rmtree(self.p)\nCleaner().set('/hit').run()",
    javascript: node(
      "class Cleaner { #p = 'a'; set(p) { this.#p = p; return this; } run() { fs.rmSync(this.#p, { recursive: true }); } }\nnew Cleaner().set('/hit').run();",
    ),
    powershell:
      "class Cleaner { [string]$P = 'a'; [void] Run() { Remove-Item -Recurse $this.P } }; $c = [Cleaner]::new(); $c.P = '/hit'; $c.Run()",
    php: php(
      "class Cleaner { public $p = 'a'; function run() { unlink($this->p); } }\n$c = new Cleaner; $c->p = '/hit';\n$c->run();",
    ),
    go: go(
      'c := &cleaner{}\nc.set("/hit")\nos.RemoveAll(c.p)',
      "type cleaner struct{ p string }\n\nfunc (c *cleaner) set(p string) { c.p = p }",
    ),
  },
  {
    idiom: "a subclass overrides a method",
    python:
      "import shutil\nclass Base:\n    def path(self):\n        return 'a'\n    def run(self):\n        shutil.rmtree(self.path())\nclass Sub(Base):\n    def path(self):\n        return '/hit'\nSub().run()",
    javascript: node(
      "class Base { path() { return 'a'; } run() { fs.rmSync(this.path(), { recursive: true }); } }\nclass Sub extends Base { path() { return '/hit'; } }\nnew Sub().run();",
    ),
    powershell:
      "class Base { [string] Path() { return 'a' }; [void] Run() { Remove-Item -Recurse $this.Path() } }; class Sub : Base { [string] Path() { return '/hit' } }; [Sub]::new().Run()",
    php: php(
      "class Base { function path() { return 'a'; } function run() { unlink($this->path()); } }\nclass Sub extends Base { function path() { return '/hit'; } }\n(new Sub)->run();",
    ),
    go: go(
      "run(sub{})",
      'type pather interface{ path() string }\n\ntype sub struct{}\n\nfunc (sub) path() string { return "/hit" }\n\nfunc run(p pather) { os.RemoveAll(p.path()) }',
    ),
  },
  {
    idiom: "a property or a class-level value gives the path",
    python:
      "import shutil\nclass Config:\n    ROOT = '/'\n    @property\n    def target(self):\n        return self.ROOT + 'hit'\nshutil.rmtree(Config().target)",
    javascript: node(
      "class Config { static root = '/'; get target() { return Config.root + 'hit'; } }\nfs.rmSync(new Config().target, { recursive: true });",
    ),
    powershell: "class Config { static [string]$Root = '/hit' }; Remove-Item -Recurse ([Config]::Root)",
    php: php("class Config { const ROOT = '/'; static $name = 'hit'; }\nunlink(Config::ROOT . Config::$name);"),
  },
  {
    idiom: "code is built as a text and evaluated",
    shell: "c='rm -rf'; eval \"$c /hit\"",
    python: "verb = 'rmtree'\nexec(f\"import shutil\\nshutil.{verb}('/hit')\")",
    javascript: node("const verb = 'rmSync';\neval(`fs.${verb}('/hit', { recursive: true })`);"),
    powershell: "$c = 'Remove-Item'; Invoke-Expression \"$c -Recurse /hit\"",
    cmd: batch("set c=rd /s /q\ncall %c% \\hit"),
    php: php("$verb = 'unlink';\neval(\"$verb('/hit');\");"),
    go: go('c := "rm -rf"\nexec.Command("sh", "-c", c+" /hit").Run()'),
  },
  {
    idiom: "evaluated code sets a variable",
    shell: "eval 'x=/hit'; rm -rf \"$x\"",
    python: "import shutil\nexec(\"x = '/hit'\")\nshutil.rmtree(x)",
    javascript: node("var x = 'a';\neval(\"x = '/hit'\");\nfs.rmSync(x, { recursive: true });"),
    powershell: "Invoke-Expression '$x = \"/hit\"'; Remove-Item -Recurse $x",
    php: php("$x = 'a';\neval('$x = \"/hit\";');\nunlink($x);"),
  },
  {
    idiom: "code is compiled from a text",
    shell: "f='clean() { rm -rf /hit; }'; source <(echo \"$f\"); clean",
    python: "import shutil\ncode = compile(\"shutil.rmtree('/hit')\", 'a', 'exec')\nexec(code)",
    javascript: node("new Function('fs', \"fs.rmSync('/hit', { recursive: true })\")(fs);"),
    powershell: "& ([scriptblock]::Create('Remove-Item -Recurse /hit'))",
    php: php("file_put_contents('a.php', '<?php unlink(\"/hit\");');\ninclude 'a.php';"),
  },
  {
    idiom: "a variable is named by another one",
    shell: 'path=/hit; n=path; rm -rf "${!n}"',
    python: "import shutil\nglobals()['p' + 'ath'] = '/hit'\nshutil.rmtree(path)",
    javascript: node("globalThis['p' + 'th'] = '/hit';\nfs.rmSync(pth, { recursive: true });"),
    powershell: "Set-Variable -Name path -Value /hit; Remove-Item -Recurse (Get-Variable path -ValueOnly)",
    cmd: batch("setlocal enabledelayedexpansion\nset path1=\\hit\nset n=path1\nrd /s /q !%n%!"),
    php: php("$n = 'path';\n$$n = '/hit';\nunlink($path);"),
  },
];
