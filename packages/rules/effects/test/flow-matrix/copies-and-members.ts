import { type FlowRow, go, node, php } from "./programs.ts";

/** Ways through copies of objects, and through members that an object may have from its class. */
export const copiesAndMembers: readonly FlowRow[] = [
  {
    idiom: "two lists grow out of one, whose room they share",
    go: go(
      'a := make([]string, 1, 4)\nb := append(a, "x")\nc := append(a, "/hit")\nfmt.Println(len(c))\nos.RemoveAll(b[1])',
    ),
  },
  {
    idiom: "a list that is cut grows over the rest of the other",
    go: go('a := []string{"a", "b"}\nb := append(a[:1], "/hit")\nfmt.Println(len(b))\nos.RemoveAll(a[1])'),
  },
  {
    idiom: "a part of a list grows over its rest",
    go: go('a := []string{"a", "b", "c"}\nb := a[:2]\nb = append(b, "/hit")\nos.RemoveAll(a[2])'),
  },
  {
    idiom: "a loop by reference changes the items",
    php: php("$a = ['x', 'y']; foreach ($a as $k => &$v) { $v = '/hit'; } unset($v); unlink($a[1]);"),
  },
  {
    idiom: "the variable of a loop by reference is set after the loop",
    php: php("$a = ['x', 'y']; foreach ($a as &$v) {} $v = '/hit'; unlink($a[1]);"),
  },
  {
    idiom: "the variable of a loop by reference is that of the next loop",
    php: php("$a = ['x', 'y']; foreach ($a as &$v) {} foreach (['/hit'] as $v) {} unlink($a[1]);"),
  },
  {
    idiom: "a copy keeps what the original loses",
    python: "import copy, shutil\na = {'p': ['/hit']}\nb = copy.deepcopy(a)\na['p'][0] = 'x'\nshutil.rmtree(b['p'][0])",
    javascript: node(
      "const a = { p: ['/hit'] };\nconst b = structuredClone(a);\na.p[0] = 'x';\nfs.rmSync(b.p[0], { recursive: true });",
    ),
    php: php("$a = new stdClass; $a->p = '/hit';\n$b = clone $a;\n$a->p = 'x';\nunlink($b->p);"),
  },
  {
    idiom: "a shallow copy keeps its own items and shares theirs",
    python:
      "import copy, shutil\na = [['x'], '/hit']\nb = copy.copy(a)\na[1] = 'x'\nb[0][0] = b[1]\nshutil.rmtree(a[0][0])",
    javascript: node(
      "const a = [['x'], '/hit'];\nconst b = [...a];\na[1] = 'x';\nb[0][0] = b[1];\nfs.rmSync(a[0][0], { recursive: true });",
    ),
  },
  {
    idiom: "a copy is changed by the hook of its class",
    php: php(
      "class A { public $p = 'a'; function __clone() { $this->p = '/hit'; } }\n$b = clone new A;\nunlink($b->p);",
    ),
  },
  {
    idiom: "the fields of one object are assigned to another",
    python: "import shutil\na = {'p': 'a'}\na.update({'p': '/hit'})\nshutil.rmtree(a['p'])",
    javascript: node("const a = { p: 'a' };\nObject.assign(a, { p: '/hit' });\nfs.rmSync(a.p, { recursive: true });"),
  },
  {
    idiom: "an object may have the value of its class or one of its own",
    python:
      "import shutil, sys\nclass A:\n    p = '/hit'\na = A()\nif len(sys.argv) > 1:\n    a.p = 'b'\nshutil.rmtree(a.p)",
  },
  {
    idiom: "a setter keeps another value than it gets",
    python:
      "import shutil\nclass A:\n    @property\n    def p(self):\n        return self._p\n    @p.setter\n    def p(self, v):\n        self._p = '/' + v\na = A()\na.p = 'hit'\nshutil.rmtree(a.p)",
    javascript: node(
      "class A { get p() { return this.q; } set p(v) { this.q = '/' + v; } }\nconst a = new A();\na.p = 'hit';\nfs.rmSync(a.p, { recursive: true });",
    ),
  },
  {
    idiom: "each call of a callback makes an object of its own",
    python:
      "import shutil\nclass A:\n    def __init__(self, p):\n        self.p = p\nl = list(map(A, ['a', '/hit']))\nl[0].p = 'b'\nfor o in l:\n    shutil.rmtree(o.p)",
    javascript: node(
      "const l = ['a', '/hit'].map((p) => ({ p }));\nl[0].p = 'b';\nl.forEach((o) => fs.rmSync(o.p, { recursive: true }));",
    ),
    php: php(
      "class A { function __construct(public $p) {} }\n$l = array_map(fn($p) => new A($p), ['a', '/hit']);\n$l[0]->p = 'b';\nforeach ($l as $o) unlink($o->p);",
    ),
  },
  {
    idiom: "a callback gets what a pattern matches",
    python: "import re, shutil\nre.sub(r'/\\w+', lambda m: shutil.rmtree(m.group(0)) or '', 'a /hit')",
    javascript: node("'a /hit'.replace(/\\/\\w+/g, (m) => { fs.rmSync(m, { recursive: true }); return ''; });"),
    php: php("preg_replace_callback('/\\/\\w+/', function ($m) { unlink($m[0]); return ''; }, 'a /hit');"),
  },
];
