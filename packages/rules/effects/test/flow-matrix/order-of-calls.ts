import { type FlowRow, go, node, php } from "./programs.ts";

/** Ways in which the order of calls, or of the ends of code, decides what is deleted. */
export const orderOfCalls: readonly FlowRow[] = [
  {
    idiom: "functions that nothing calls hand on the path in the order of their calls",
    python:
      "import shutil\na = 'x'\nb = 'x'\ndef third():\n    shutil.rmtree(b)\ndef second():\n    global b\n    b = a\ndef first():\n    global a\n    a = '/hit'",
    javascript: node(
      "let a = 'x', b = 'x';\nmodule.exports = { third() { fs.rmSync(b, { recursive: true }); }, second() { b = a; }, first() { a = '/hit'; } };",
    ),
    php: php(
      "$a = 'x'; $b = 'x';\nfunction third() { global $b; unlink($b); }\nfunction second() { global $a, $b; $b = $a; }\nfunction first() { global $a; $a = '/hit'; }",
    ),
    go: go(
      "fmt.Println(a)",
      'var a, b = "x", "x"\n\nfunc Third() { os.RemoveAll(b) }\n\nfunc Second() { b = a }\n\nfunc First() { a = "/hit" }',
    ),
  },
  {
    idiom: "methods that nothing calls share a field",
    python:
      "import shutil\nclass C:\n    path = 'a'\n    def clean(self):\n        shutil.rmtree(self.path)\n    def setup(self):\n        self.path = '/hit'",
    javascript: node(
      "class C { path = 'a'; clean() { fs.rmSync(this.path, { recursive: true }); } setup() { this.path = '/hit'; } }\nmodule.exports = C;",
    ),
    php: php(
      "class C { static $p = 'a'; static function clean() { unlink(self::$p); } static function set() { self::$p = '/hit'; } }",
    ),
    go: go(
      "fmt.Println(T{})",
      'type T struct{ p, n string }\n\nfunc (t *T) Clean() { os.RemoveAll(t.p) }\n\nfunc (t *T) Set() { t.p = t.n }\n\nfunc (t *T) Init() { t.n = "/hit" }',
    ),
  },
  {
    idiom: "tasks that run at the same time hand on the path in reverse",
    javascript: node(
      "let x = 'a', y = 'a';\nsetTimeout(() => fs.rmSync(x, { recursive: true }), 30);\nsetTimeout(() => { x = y; }, 20);\nsetTimeout(() => { y = '/hit'; }, 10);",
    ),
    go: go('x, y := "a", "a"\ngo func() { os.RemoveAll(x) }()\ngo func() { x = y }()\ngo func() { y = "/hit" }()'),
  },
  {
    idiom: "what is done at last after a return changes the path",
    python:
      "import shutil\nx = 'a'\ndef f():\n    global x\n    try:\n        return x\n    finally:\n        x = '/hit'\nf()\nshutil.rmtree(x)",
    javascript: node(
      "let x = 'a';\nfunction f() { try { return x; } finally { x = '/hit'; } }\nf();\nfs.rmSync(x, { recursive: true });",
    ),
    php: php("$x = 'a';\nfunction f() { global $x; try { return $x; } finally { $x = '/hit'; } }\nf();\nunlink($x);"),
  },
  {
    idiom: "what is done at last after a break changes the path",
    python:
      "import shutil\nx = 'a'\nwhile True:\n    try:\n        break\n    finally:\n        x = '/hit'\nshutil.rmtree(x)",
    javascript: node(
      "let x = 'a';\nfor (;;) { try { break; } finally { x = '/hit'; } }\nfs.rmSync(x, { recursive: true });",
    ),
    php: php("$x = 'a';\nwhile (true) { try { break; } finally { $x = '/hit'; } }\nunlink($x);"),
  },
  {
    idiom: "an error that nothing handles ends the program, and a hook deletes",
    python: "import shutil, sys\ndef hook(*error):\n    shutil.rmtree('/hit')\nsys.excepthook = hook\nraise ValueError",
    javascript: node(
      "process.on('uncaughtException', () => fs.rmSync('/hit', { recursive: true }));\nthrow new Error();",
    ),
    php: php("set_exception_handler(function ($e) { unlink($e->getMessage()); });\nthrow new Exception('/hit');"),
  },
  {
    idiom: "a context manager is left by an error",
    python:
      "import shutil\nclass Guard:\n    def __enter__(self):\n        return self\n    def __exit__(self, *error):\n        self.path = '/hit'\n        return True\ng = Guard()\ng.path = 'a'\nwith g:\n    raise ValueError\nshutil.rmtree(g.path)",
  },
  {
    idiom: "a context manager suppresses the error between two assignments",
    python:
      "import contextlib, shutil\nx = '/hit'\nwith contextlib.suppress(ValueError):\n    int('z')\n    x = 'a'\nshutil.rmtree(x)",
  },
  {
    idiom: "a generator stops between two assignments",
    python:
      "import shutil\nfrom contextlib import contextmanager\nx = 'a'\n@contextmanager\ndef place():\n    global x\n    x = '/hit'\n    yield\n    x = 'b'\nwith place():\n    shutil.rmtree(x)",
    javascript: node(
      "let x = 'a';\nfunction* g() { x = '/hit'; yield 1; x = 'b'; }\ng().next();\nfs.rmSync(x, { recursive: true });",
    ),
    php: php("$x = 'a';\nfunction g() { global $x; $x = '/hit'; yield 1; $x = 'b'; }\ng()->current();\nunlink($x);"),
  },
  {
    idiom: "a generator is used between two later assignments",
    python: "import shutil\nx = 'a'\ndef g():\n    yield shutil.rmtree(x)\nit = g()\nx = '/hit'\nlist(it)\nx = 'b'",
    javascript: node(
      "let x = 'a';\nfunction* g() { yield fs.rmSync(x, { recursive: true }); }\nconst it = g();\nx = '/hit';\n[...it];\nx = 'b';",
    ),
    php: php(
      "$x = 'a';\nfunction g() { global $x; yield unlink($x); }\n$it = g();\n$x = '/hit';\nforeach ($it as $_) {}\n$x = 'b';",
    ),
  },
  {
    idiom: "a lazy sequence is used between two later assignments",
    python: "import shutil\nx = 'a'\nit = (shutil.rmtree(x) for _ in [1])\nx = '/hit'\nlist(it)\nx = 'b'",
  },
  {
    idiom: "a lazy map is used between two later changes of a dictionary",
    python:
      "import shutil\nd = {'x': 'a'}\nit = map(lambda _: shutil.rmtree(d['x']), [1])\nd['x'] = '/hit'\nlist(it)\nd['x'] = 'b'",
  },
  {
    idiom: "a function runs by itself between two later assignments",
    python:
      "import shutil, threading\nx = 'a'\nt = threading.Timer(1, lambda: shutil.rmtree(x))\nt.start()\nx = '/hit'\nt.join()\nx = 'b'",
    javascript: node(
      "(async () => {\n  let x = 'a';\n  setTimeout(() => fs.rmSync(x, { recursive: true }), 1);\n  x = '/hit';\n  await new Promise((resolve) => setTimeout(resolve, 9));\n  x = 'b';\n})();",
    ),
    powershell:
      "$x = 'a'\nRegister-ObjectEvent $timer Elapsed -Action { Remove-Item -Recurse $x }\n$x = '/hit'\nStart-Sleep 5\n$x = 'b'",
    go: go(
      'x := "a"\nvar wg sync.WaitGroup\nwg.Add(1)\ngo func() {\n\tdefer wg.Done()\n\tos.RemoveAll(x)\n}()\nx = "/hit"\nwg.Wait()\nx = "b"',
    ),
  },
  {
    idiom: "a function keeps the value that a variable had",
    python: "import shutil\nx = '/hit'\nf = lambda x=x: shutil.rmtree(x)\nx = 'a'\nf()",
    javascript: node("let x = '/hit';\nconst f = ((x) => () => fs.rmSync(x, { recursive: true }))(x);\nx = 'a';\nf();"),
    powershell: "$x = '/hit'\n$f = { Remove-Item -Recurse $x }.GetNewClosure()\n$x = 'a'\n& $f",
    php: php("$x = '/hit';\n$f = function () use ($x) { unlink($x); };\n$x = 'a';\n$f();"),
    go: go('x := "/hit"\nf := func(x string) func() {\n\treturn func() { os.RemoveAll(x) }\n}(x)\nx = "a"\nf()'),
  },
  {
    idiom: "an array is copied by an assignment, and the copy changes",
    shell: 'a=(/hit x); b=("${a[@]}"); b[0]=y; rm -rf "${a[0]}"',
    php: php("$a = ['/hit', 'x'];\n$b = $a;\n$b[0] = 'y';\nunlink($a[0]);"),
    go: go('a := [2]string{"/hit", "x"}\nb := a\nb[0] = "y"\nos.RemoveAll(a[0])'),
  },
  {
    idiom: "an array is passed to a function, which changes its own copy",
    php: php("$a = ['/hit', 'x'];\nfunction f($a) { $a[0] = 'y'; }\nf($a);\nunlink($a[0]);"),
    go: go('a := [2]string{"/hit", "x"}\nfunc(a [2]string) { a[0] = "y" }(a)\nos.RemoveAll(a[0])'),
  },
  {
    idiom: "a generator gets the path from outside",
    python:
      "import shutil\ndef g():\n    p = yield\n    shutil.rmtree(p)\nit = g()\nnext(it)\ntry:\n    it.send('/hit')\nexcept StopIteration:\n    pass",
    javascript: node(
      "function* g() { const p = yield; fs.rmSync(p, { recursive: true }); }\nconst it = g();\nit.next();\nit.next('/hit');",
    ),
    php: php("function g() { $p = yield; unlink($p); }\ng()->send('/hit');"),
  },
  {
    idiom: "each iteration has a variable that its function keeps",
    python: "import shutil\nfs = []\nfor p in ['/hit', 'a']:\n    fs.append(lambda p=p: shutil.rmtree(p))\nfs[0]()",
    javascript: node(
      "const l = [];\nfor (const p of ['/hit', 'a']) l.push(() => fs.rmSync(p, { recursive: true }));\nl[0]();",
    ),
    php: php("$l = [];\nforeach (['/hit', 'a'] as $p) $l[] = fn() => unlink($p);\n$l[0]();"),
    go: go(
      'var l []func()\nfor _, p := range []string{"/hit", "a"} {\n\tl = append(l, func() { os.RemoveAll(p) })\n}\nl[0]()',
    ),
  },
  {
    idiom: "a decorator of the program calls with another argument",
    python:
      "import shutil\ndef fix(f):\n    def inner(*args):\n        return f('/hit')\n    return inner\n@fix\ndef clean(p):\n    shutil.rmtree(p)\nclean('a')",
  },
  {
    idiom: "a decorator of the program changes the class",
    python:
      "import shutil\ndef place(c):\n    c.path = '/hit'\n    return c\n@place\nclass A:\n    path = 'a'\nshutil.rmtree(A.path)",
  },
  {
    idiom: "a link leads to the root",
    shell: "ln -s / r; rm -rf r/hit",
    python: "import os, shutil\nos.symlink('/', 'r')\nshutil.rmtree('r/hit')",
    javascript: node("fs.symlinkSync('/', 'r');\nfs.rmSync('r/hit', { recursive: true });"),
    php: php("symlink('/', 'r');\nunlink('r/hit');"),
    go: go('os.Symlink("/", "r")\nos.RemoveAll("r/hit")'),
  },
  {
    idiom: "code that runs at the end of the process sees the last value",
    shell: "p=a; trap 'rm -rf \"$p\"' EXIT; p=/hit",
    python: "import atexit, shutil\nx = 'a'\natexit.register(lambda: shutil.rmtree(x))\nx = '/hit'",
    javascript: node("let x = 'a';\nprocess.on('exit', () => fs.rmSync(x, { recursive: true }));\nx = '/hit';"),
    php: php("$x = 'a';\nregister_shutdown_function(function () use (&$x) { unlink($x); });\n$x = '/hit';"),
    go: go('x := "a"\ndefer func() { os.RemoveAll(x) }()\nx = "/hit"'),
  },
  {
    idiom: "code that runs at the end of the process sees the value at an early exit",
    shell: "p=a; trap 'rm -rf \"$p\"' EXIT; if [ -e c ]; then p=/hit; exit 1; fi; p=b",
    python:
      "import atexit, shutil, sys\nx = 'a'\natexit.register(lambda: shutil.rmtree(x))\nif len(sys.argv) > 1:\n    x = '/hit'\n    sys.exit(1)\nx = 'b'",
  },
  {
    idiom: "a loaded file returns before it resets the path",
    shell: "echo 'p=/hit; return; p=a' > s; . ./s; rm -rf $p",
  },
  {
    idiom: "evaluated code leaves the loop around it",
    shell: "p=/hit; for i in 1 2; do eval break; p=a; done; rm -rf $p",
  },
  {
    idiom: "a here-document keeps a variable for the shell that reads it",
    shell: "export p=/hit; sh <<E\nrm -rf \\$p\nE",
  },
  {
    idiom: "a shell that reads its commands gets the path as an argument",
    shell: "echo 'rm -rf \"$1\"' | bash -s -- /hit",
  },
  {
    idiom: "a counter that a function keeps chooses the element",
    python:
      "import itertools, shutil\nn = itertools.count()\nl = ['a', '/hit']\ndef take():\n    return l[next(n)]\ntake()\nshutil.rmtree(take())",
    javascript: node(
      "const take = ((i) => () => ['a', '/hit'][i++])(0);\ntake();\nfs.rmSync(take(), { recursive: true });",
    ),
    php: php("function take() { static $i = 0; return ['a', '/hit'][$i++]; }\ntake();\nunlink(take());"),
  },
  {
    idiom: "a static member is that of the class on which it is used",
    python:
      "import shutil\nclass A:\n    p = 'a'\n    @classmethod\n    def go(cls):\n        shutil.rmtree(cls.p)\nclass B(A):\n    p = '/hit'\nB.go()",
    javascript: node(
      "class A { static p = 'a'; static go() { fs.rmSync(this.p, { recursive: true }); } }\nclass B extends A { static p = '/hit'; }\nB.go();",
    ),
    php: php(
      "class A { static $p = 'a'; static function go() { unlink(static::$p); } }\nclass B extends A { static $p = '/hit'; }\nB::go();",
    ),
  },
  {
    idiom: "a pointer leads into a structure or a list",
    go: go(
      't := T{"a", []string{"a"}}\np, q := &t.p, &t.l[0]\n*p, *q = "/h", "it"\nos.RemoveAll(t.p + t.l[0])',
      "type T struct {\n\tp string\n\tl []string\n}",
    ),
  },
  {
    idiom: "a function that waits sees what the code after its call sets",
    python:
      "import asyncio, shutil\nx = 'a'\nasync def f():\n    await asyncio.sleep(1)\n    shutil.rmtree(x)\nasync def main():\n    global x\n    t = asyncio.create_task(f())\n    x = '/hit'\n    await t\nasyncio.run(main())",
    javascript: node(
      "let x = 'a';\nasync function f() { await null; fs.rmSync(x, { recursive: true }); }\nf();\nx = '/hit';",
    ),
  },
  {
    idiom: "a class gets its member from the nearest of several bases",
    python:
      "import shutil\nclass A:\n    p = 'a'\nclass B(A):\n    pass\nclass C(A):\n    p = '/hit'\nclass D(B, C):\n    pass\nshutil.rmtree(D().p)",
  },
  {
    idiom: "the definition of a class calls a hook of its base",
    python:
      "import shutil\nclass B:\n    def __init_subclass__(cls, p=None):\n        cls.p = p\nclass A(B, p='/hit'):\n    p = 'a'\nshutil.rmtree(A.p)",
  },
  {
    idiom: "a metaclass changes the members of a class",
    python:
      "import shutil\nclass M(type):\n    def __new__(m, n, b, d):\n        d['p'] = '/hit'\n        return super().__new__(m, n, b, d)\nclass A(metaclass=M):\n    p = 'a'\nshutil.rmtree(A.p)",
  },
];
