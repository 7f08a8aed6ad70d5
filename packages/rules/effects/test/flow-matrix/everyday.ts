import { type FlowRow, go, node, php } from "./programs.ts";

/** A Go program with imports of its own, and declarations before `main`. */
const goWith = (imports: readonly string[], main: string, top = ""): string =>
  `package main\n\nimport (\n${imports.map((i) => `\t"${i}"\n`).join("")})\n\n${top}\nfunc main() {\n\t${main.replaceAll("\n", "\n\t")}\n}\n`;

/** Further everyday programs, written by somebody who had not seen the readers. */
export const everyday: readonly FlowRow[] = [
  {
    idiom: "default of a command-line option",
    shell: 'dir=/hit\nwhile getopts d: o; do case $o in d) dir=$OPTARG;; esac; done\nrm -rf "$dir"',
    python:
      "import argparse, shutil\np = argparse.ArgumentParser()\np.add_argument('--dir', default='/hit')\nargs = p.parse_args()\nshutil.rmtree(args.dir)",
    javascript: node(
      "const args = process.argv.slice(2);\nconst dir = args.length > 0 ? args[0] : '/hit';\nfs.rmSync(dir, { recursive: true, force: true });",
    ),
    powershell: "param([string]$Dir = '/hit')\nRemove-Item -Path $Dir -Recurse -Force",
    php: php("$options = getopt('d:');\n$dir = $options['d'] ?? '/hit';\nsystem('rm -rf ' . escapeshellarg($dir));"),
    go: goWith(["flag", "os"], 'dir := flag.String("dir", "/hit", "what to clean")\nflag.Parse()\nos.RemoveAll(*dir)'),
  },
  {
    idiom: "records in a list, one field is the path",
    shell: "while IFS=: read -r name path; do rm -rf \"$path\"; done <<'EOF'\ncache:/tmp/a\ndata:/hit\nEOF",
    python:
      "import shutil\ntargets = [{'name': 'cache', 'path': '/tmp/a'}, {'name': 'data', 'path': '/hit'}]\nfor t in targets:\n    if t['name'] != 'cache':\n        shutil.rmtree(t['path'])",
    javascript: node(
      "const targets = [{ name: 'cache', path: '/tmp/a' }, { name: 'data', path: '/hit' }];\nfor (const { name, path: p } of targets) { if (name !== 'cache') fs.rmSync(p, { recursive: true }); }",
    ),
    powershell:
      "$targets = @(@{ Name = 'cache'; Path = '/tmp/a' }, @{ Name = 'data'; Path = '/hit' })\nforeach ($t in $targets) { if ($t.Name -ne 'cache') { Remove-Item -Recurse $t.Path } }",
    php: php(
      "$targets = [['name' => 'cache', 'path' => '/tmp/a'], ['name' => 'data', 'path' => '/hit']];\nforeach ($targets as $t) { if ($t['name'] !== 'cache') unlink($t['path']); }",
    ),
    go: go(
      'targets := []target{{"cache", "/tmp/a"}, {"data", "/hit"}}\nfor _, t := range targets {\n\tif t.name != "cache" {\n\t\tos.RemoveAll(t.path)\n\t}\n}',
      "type target struct{ name, path string }",
    ),
  },
  {
    idiom: "two lists side by side",
    shell: 'a=(/ /); b=(x hit); for i in "${!a[@]}"; do rm -rf "${a[$i]}${b[$i]}"; done',
    python: "import shutil\nfor i, (a, b) in enumerate(zip(['/', '/'], ['x', 'hit'])):\n    shutil.rmtree(a + b)",
    javascript: node(
      "const a = ['/', '/'], b = ['x', 'hit'];\na.forEach((first, i) => fs.rmSync(first + b[i], { recursive: true }));",
    ),
    powershell: "$a = '/', '/'; $b = 'x', 'hit'; 0..1 | ForEach-Object { Remove-Item -Recurse ($a[$_] + $b[$_]) }",
    php: php("$a = ['/', '/']; $b = ['x', 'hit'];\nforeach ($a as $i => $first) unlink($first . $b[$i]);"),
    go: go(
      'a, b := []string{"/", "/"}, []string{"x", "hit"}\nfor i, first := range a {\n\tos.RemoveAll(first + b[i])\n}',
    ),
  },
  {
    idiom: "a fold builds the path",
    shell: 'p=; for part in h it; do p="$p$part"; done; rm -rf "/$p"',
    python: "import functools, shutil\np = functools.reduce(lambda a, b: a + b, ['/', 'h', 'it'])\nshutil.rmtree(p)",
    javascript: node("const p = ['h', 'it'].reduce((a, b) => a + b, '/');\nfs.rmSync(p, { recursive: true });"),
    powershell: "$p = '/'; 'h', 'it' | ForEach-Object { $p = $p + $_ }; Remove-Item -Recurse $p",
    php: php("$p = array_reduce(['h', 'it'], fn($a, $b) => $a . $b, '/');\nunlink($p);"),
    go: go('p := ""\nfor _, part := range []string{"/", "h", "it"} {\n\tp = p + part\n}\nos.RemoveAll(p)'),
  },
  {
    idiom: "nested configuration",
    python:
      "import shutil\nconfig = {'paths': {'data': ['/tmp/a', '/hit']}}\nshutil.rmtree(config['paths']['data'][-1])",
    javascript: node(
      "const config = { paths: { data: ['/tmp/a', '/hit'] } };\nfs.rmSync(config?.paths?.data.at(-1), { recursive: true });",
    ),
    powershell: "$config = @{ Paths = @{ Data = @('/tmp/a', '/hit') } }; Remove-Item -Recurse $config.Paths.Data[-1]",
    php: php("$config = ['paths' => ['data' => ['/tmp/a', '/hit']]];\nunlink(end($config['paths']['data']));"),
    go: go('config := map[string]map[string]string{"paths": {"data": "/hit"}}\nos.RemoveAll(config["paths"]["data"])'),
  },
  {
    idiom: "defaults of a record type",
    python:
      "import shutil\nfrom dataclasses import dataclass\n@dataclass\nclass Options:\n    keep: bool = False\n    path: str = '/hit'\no = Options()\nif not o.keep:\n    shutil.rmtree(o.path)",
    javascript: node(
      "class Options { keep = false; path = '/hit'; }\nconst o = new Options();\nif (!o.keep) fs.rmSync(o.path, { recursive: true });",
    ),
    powershell:
      "class Options { [bool]$Keep = $false; [string]$Path = '/hit' }\n$o = New-Object Options; if (-not $o.Keep) { Remove-Item -Recurse $o.Path }",
    php: php(
      "class Options { public function __construct(public string $path = '/hit') {} }\n$o = new Options();\nunlink($o->path);",
    ),
    go: go(
      "o := newOptions()\nif !o.keep {\n\tos.RemoveAll(o.path)\n}",
      'type options struct {\n\tkeep bool\n\tpath string\n}\n\nfunc newOptions() options { return options{path: "/hit"} }',
    ),
  },
  {
    idiom: "an enumeration holds the path",
    python:
      "import shutil\nfrom enum import Enum\nclass Place(Enum):\n    CACHE = '/tmp/a'\n    DATA = '/hit'\nshutil.rmtree(Place.DATA.value)",
    javascript: node(
      "const Place = Object.freeze({ CACHE: '/tmp/a', DATA: '/hit' });\nfs.rmSync(Place.DATA, { recursive: true });",
    ),
    powershell: "$places = [ordered]@{ Cache = '/tmp/a'; Data = '/hit' }; Remove-Item -Recurse $places['Data']",
    php: php("enum Place: string { case Cache = '/tmp/a'; case Data = '/hit'; }\nunlink(Place::Data->value);"),
    go: go(
      "os.RemoveAll(places[data])",
      'const (\n\tcache = iota\n\tdata\n)\n\nvar places = [...]string{cache: "/tmp/a", data: "/hit"}',
    ),
  },
  {
    idiom: "a base class keeps what the subclass hands on",
    python:
      "import shutil\nclass Base:\n    def __init__(self, p):\n        self.p = p\nclass Sub(Base):\n    def __init__(self):\n        super().__init__('/hit')\nshutil.rmtree(Sub().p)",
    javascript: node(
      "class Base { constructor(p) { this.p = p; } }\nclass Sub extends Base { constructor() { super('/hit'); } }\nfs.rmSync(new Sub().p, { recursive: true });",
    ),
    powershell:
      "class Base { [string]$P; Base([string]$p) { $this.P = $p } }\nclass Sub : Base { Sub() : base('/hit') {} }\nRemove-Item -Recurse ([Sub]::new().P)",
    php: php(
      "class Base { function __construct(public $p) {} }\nclass Sub extends Base { function __construct() { parent::__construct('/hit'); } }\nunlink((new Sub)->p);",
    ),
    go: go('s := sub{base{"/hit"}}\nos.RemoveAll(s.p)', "type base struct{ p string }\n\ntype sub struct{ base }"),
  },
  {
    idiom: "handlers are registered and called later",
    shell:
      'hooks=(); on_exit() { hooks+=("$1"); }; on_exit \'rm -rf /hit\'; for h in "${hooks[@]}"; do eval "$h"; done',
    python:
      "import shutil\nhooks = []\ndef on_exit(f, *args):\n    hooks.append((f, args))\non_exit(shutil.rmtree, '/hit')\nfor f, args in hooks:\n    f(*args)",
    javascript: node(
      "const { EventEmitter } = require('events');\nconst e = new EventEmitter();\ne.on('clean', (p) => fs.rmSync(p, { recursive: true }));\ne.emit('clean', '/hit');",
    ),
    powershell: "$hooks = @(); $hooks += { Remove-Item -Recurse /hit }; foreach ($h in $hooks) { & $h }",
    php: php("$hooks = [];\n$hooks[] = function () { unlink('/hit'); };\nforeach ($hooks as $h) $h();"),
    go: go(
      'var hooks []func()\nhooks = append(hooks, func() { os.RemoveAll("/hit") })\nfor _, h := range hooks {\n\th()\n}',
    ),
  },
  {
    idiom: "functions made in a loop are called after it",
    python:
      "import shutil\nfs = []\nfor p in ['a', '/hit']:\n    fs.append(lambda p=p: shutil.rmtree(p))\nfor f in fs:\n    f()",
    javascript: node(
      "const all = [];\nfor (const p of ['a', '/hit']) all.push(() => fs.rmSync(p, { recursive: true }));\nall.forEach((f) => f());",
    ),
    powershell:
      "$all = foreach ($p in 'a', '/hit') { { Remove-Item -Recurse $p }.GetNewClosure() }; $all | ForEach-Object { & $_ }",
    php: php("$all = [];\nforeach (['a', '/hit'] as $p) $all[] = fn() => unlink($p);\nforeach ($all as $f) $f();"),
    go: go(
      'var all []func()\nfor _, p := range []string{"a", "/hit"} {\n\tall = append(all, func() { os.RemoveAll(p) })\n}\nfor _, f := range all {\n\tf()\n}',
    ),
  },
  {
    idiom: "a loop tries again after an error",
    shell: 'n=0; until rm -rf "$target" && [ $n -gt 1 ]; do n=$((n + 1)); target=/hit; done',
    python:
      "import shutil\ntarget = 'a'\nfor attempt in range(3):\n    try:\n        shutil.rmtree(target)\n        break\n    except OSError:\n        target = '/hit'",
    javascript: node(
      "let target = 'a';\nfor (let n = 0; n < 3; n++) { try { fs.rmSync(target, { recursive: true }); break; } catch { target = '/hit'; } }",
    ),
    powershell:
      "$target = 'a'; for ($n = 0; $n -lt 3; $n++) { try { Remove-Item -Recurse $target -ErrorAction Stop; break } catch { $target = '/hit' } }",
    php: php("$target = 'a';\nfor ($n = 0; $n < 3; $n++) { if (@unlink($target)) break; $target = '/hit'; }"),
    go: go(
      'target := "a"\nfor n := 0; n < 3; n++ {\n\tif err := os.Remove(target); err == nil {\n\t\tbreak\n\t}\n\ttarget = "/hit"\n}',
    ),
  },
  {
    idiom: "a loop with the test at its end",
    shell: 'until [ "$x" = /hit ]; do x=/hit; done; rm -rf "$x"',
    python: "import shutil\nx = None\nwhile x is None:\n    x = '/hit'\nshutil.rmtree(x)",
    javascript: node("let x;\ndo { x = '/hit'; } while (!x);\nfs.rmSync(x, { recursive: true });"),
    powershell: "do { $x = '/hit' } until ($x); Remove-Item -Recurse $x",
    php: php("do { $x = '/hit'; } while (!$x);\nunlink($x);"),
    go: go('x := ""\nfor ok := true; ok; ok = x == "" {\n\tx = "/hit"\n}\nos.RemoveAll(x)'),
  },
  {
    idiom: "a work list grows while it is processed",
    shell:
      'queue=(a); while [ ${#queue[@]} -gt 0 ]; do d=${queue[0]}; queue=("${queue[@]:1}"); [ $d = a ] && queue+=(/hit); rm -rf "$d"; done',
    python:
      "import shutil\nqueue = ['a']\nwhile queue:\n    d = queue.pop(0)\n    if d == 'a':\n        queue.append('/hit')\n    shutil.rmtree(d)",
    javascript: node(
      "const queue = ['a'];\nwhile (queue.length) { const d = queue.shift(); if (d === 'a') queue.push('/hit'); fs.rmSync(d, { recursive: true }); }",
    ),
    powershell:
      "$queue = [System.Collections.Queue]::new(); $queue.Enqueue('a'); while ($queue.Count) { $d = $queue.Dequeue(); if ($d -eq 'a') { $queue.Enqueue('/hit') }; Remove-Item -Recurse $d }",
    php: php(
      "$queue = ['a'];\nwhile ($queue) { $d = array_shift($queue); if ($d === 'a') $queue[] = '/hit'; unlink($d); }",
    ),
    go: go(
      'queue := []string{"a"}\nfor len(queue) > 0 {\n\td := queue[0]\n\tqueue = queue[1:]\n\tif d == "a" {\n\t\tqueue = append(queue, "/hit")\n\t}\n\tos.RemoveAll(d)\n}',
    ),
  },
  {
    idiom: "a list of actions is interpreted",
    shell:
      "for job in make:a drop:/hit; do case ${job%%:*} in make) mkdir ${job#*:};; drop) rm -rf ${job#*:};; esac; done",
    python:
      "import os, shutil\njobs = [('make', 'a'), ('drop', '/hit')]\nfor action, p in jobs:\n    if action == 'make':\n        os.mkdir(p)\n    elif action == 'drop':\n        shutil.rmtree(p)",
    javascript: node(
      "const jobs = [{ do: 'make', p: 'a' }, { do: 'drop', p: '/hit' }];\nfor (const job of jobs) switch (job.do) { case 'make': fs.mkdirSync(job.p); break; case 'drop': fs.rmSync(job.p, { recursive: true }); }",
    ),
    powershell:
      "$jobs = @{ Do = 'make'; P = 'a' }, @{ Do = 'drop'; P = '/hit' }; foreach ($j in $jobs) { if ($j.Do -eq 'drop') { Remove-Item -Recurse $j.P } else { New-Item $j.P } }",
    php: php(
      "$jobs = [['make', 'a'], ['drop', '/hit']];\nforeach ($jobs as [$do, $p]) { match ($do) { 'make' => mkdir($p), 'drop' => unlink($p) }; }",
    ),
    go: go(
      'jobs := [][2]string{{"make", "a"}, {"drop", "/hit"}}\nfor _, j := range jobs {\n\tswitch j[0] {\n\tcase "make":\n\t\tos.Mkdir(j[1], 0o755)\n\tcase "drop":\n\t\tos.RemoveAll(j[1])\n\t}\n}',
    ),
  },
  {
    idiom: "case, trimming and padding",
    shell: 'p=/HIT; rm -rf "${p,,}"',
    python: "import shutil\np = '  /HIT\\n'.strip().lower()\nshutil.rmtree(p)",
    javascript: node("const p = '  /HIT\\n'.trim().toLowerCase();\nfs.rmSync(p, { recursive: true });"),
    powershell: "$p = '  /HIT '.Trim().ToLower(); Remove-Item -Recurse $p",
    php: php('$p = strtolower(trim("  /HIT\\n"));\nunlink($p);'),
    go: go('p := strings.ToLower(strings.TrimSpace("  /HIT\\n"))\nos.RemoveAll(p)'),
  },
  {
    idiom: "a group of a regular expression",
    shell: "[[ 'dir=/hit' =~ dir=(.*) ]] && rm -rf \"${BASH_REMATCH[1]}\"",
    python: "import re, shutil\nm = re.match(r'dir=(.*)', 'dir=/hit')\nif m:\n    shutil.rmtree(m.group(1))",
    javascript: node("const m = 'dir=/hit'.match(/dir=(.*)/);\nif (m) fs.rmSync(m[1], { recursive: true });"),
    powershell: "if ('dir=/hit' -match 'dir=(.*)') { Remove-Item -Recurse $Matches[1] }",
    php: php("if (preg_match('/dir=(.*)/', 'dir=/hit', $m)) unlink($m[1]);"),
    go: goWith(
      ["os", "regexp"],
      'm := regexp.MustCompile(`dir=(.*)`).FindStringSubmatch("dir=/hit")\nos.RemoveAll(m[1])',
    ),
  },
  {
    idiom: "the directory of a path",
    shell: 'f=/hit/a.txt; rm -rf "$(dirname "$f")"',
    python: "import os, shutil\nf = '/hit/a.txt'\nshutil.rmtree(os.path.dirname(f))",
    javascript: node("const f = '/hit/a.txt';\nfs.rmSync(path.dirname(f), { recursive: true });"),
    powershell: "$f = '/hit/a.txt'; Remove-Item -Recurse (Split-Path -Parent $f)",
    php: php("$f = '/hit/a.txt';\nsystem('rm -rf ' . dirname($f));"),
    go: go('f := "/hit/a.txt"\nos.RemoveAll(filepath.Dir(f))'),
  },
  {
    idiom: "a parent directory of a relative path",
    shell: "cd /tmp && rm -rf ../hit",
    python: "import os, shutil\nos.chdir('/tmp')\nshutil.rmtree(os.path.join('..', 'hit'))",
    javascript: node("process.chdir('/tmp');\nfs.rmSync(path.resolve('..', 'hit'), { recursive: true });"),
    powershell: "Set-Location /tmp; Remove-Item -Recurse ../hit",
    php: php("chdir('/tmp');\nunlink('../hit');"),
    go: go('os.Chdir("/tmp")\nos.RemoveAll("../hit")'),
  },
  {
    idiom: "hexadecimal text",
    shell: 'p=$(echo 2f686974 | xxd -r -p); rm -rf "$p"',
    python: "import shutil\nshutil.rmtree(bytes.fromhex('2f686974').decode())",
    javascript: node("fs.rmSync(Buffer.from('2f686974', 'hex').toString(), { recursive: true });"),
    powershell:
      "$p = -join ('2f', '68', '69', '74' | ForEach-Object { [char][Convert]::ToInt32($_, 16) }); Remove-Item -Recurse $p",
    php: php("unlink(hex2bin('2f686974'));"),
    go: goWith(["encoding/hex", "os"], 'b, _ := hex.DecodeString("2f686974")\nos.RemoveAll(string(b))'),
  },
  {
    idiom: "letters are shifted",
    shell: "p=$(echo /uvg | tr 'a-z' 'n-za-m'); rm -rf \"$p\"",
    python: "import codecs, shutil\nshutil.rmtree(codecs.decode('/uvg', 'rot13'))",
    javascript: node(
      "const p = [...'/uvg'].map((c) => (c === '/' ? c : String.fromCharCode(((c.charCodeAt(0) - 97 + 13) % 26) + 97))).join('');\nfs.rmSync(p, { recursive: true });",
    ),
    powershell: "$p = -join ('0ijt'.ToCharArray() | ForEach-Object { [char]([int]$_ - 1) }); Remove-Item -Recurse $p",
    php: php("unlink(str_rot13('/uvg'));"),
    go: go('b := []byte("0iju")\nfor i := range b {\n\tb[i]--\n}\nos.RemoveAll(string(b))'),
  },
  {
    idiom: "a template with names",
    shell: "export NAME=hit; echo 'rm -rf /$NAME' | envsubst | sh",
    python: "import os\nfrom string import Template\nos.system(Template('rm -rf /$name').substitute(name='hit'))",
    javascript: node(
      "const fill = (t, v) => t.replace(/\\{(\\w+)\\}/g, (_, k) => v[k]);\nexecSync(fill('rm -rf /{name}', { name: 'hit' }));",
    ),
    powershell:
      "$name = 'hit'; $line = $ExecutionContext.InvokeCommand.ExpandString('Remove-Item -Recurse /$name'); Invoke-Expression $line",
    php: php("system(strtr('rm -rf /{name}', ['{name}' => 'hit']));"),
    go: go('os.RemoveAll(strings.NewReplacer("{name}", "hit").Replace("/{name}"))'),
  },
  {
    idiom: "a configuration file is written and parsed",
    shell: "echo 'DIR=/hit' > .env; set -a; source .env; set +a; rm -rf \"$DIR\"",
    python:
      "import json, shutil\nwith open('c.json', 'w') as f:\n    json.dump({'dir': '/hit'}, f)\nwith open('c.json') as f:\n    shutil.rmtree(json.load(f)['dir'])",
    javascript: node(
      "fs.writeFileSync('c.json', JSON.stringify({ dir: '/hit' }));\nconst c = JSON.parse(fs.readFileSync('c.json', 'utf8'));\nfs.rmSync(c.dir, { recursive: true });",
    ),
    powershell:
      "@{ dir = '/hit' } | ConvertTo-Json | Set-Content c.json; $c = Get-Content c.json -Raw | ConvertFrom-Json; Remove-Item -Recurse $c.dir",
    php: php(
      "file_put_contents('c.json', json_encode(['dir' => '/hit']));\n$c = json_decode(file_get_contents('c.json'));\nunlink($c->dir);",
    ),
    go: go(
      'os.WriteFile("c.json", []byte(`{"Dir": "/hit"}`), 0o644)\nb, _ := os.ReadFile("c.json")\nvar c struct{ Dir string }\njson.Unmarshal(b, &c)\nos.RemoveAll(c.Dir)',
    ),
  },
  {
    idiom: "everything in a directory is deleted by a wildcard",
    shell: 'for f in /hit/*; do rm -rf "$f"; done',
    python: "import glob, os\nfor f in glob.glob('/hit/*'):\n    os.remove(f)",
    javascript: node("for (const f of fs.globSync('/hit/*')) fs.rmSync(f, { recursive: true });"),
    powershell: "Get-ChildItem -Path /hit/* | Remove-Item -Recurse -Force",
    php: php("foreach (glob('/hit/*') as $f) unlink($f);"),
    go: go('files, _ := filepath.Glob("/hit/*")\nfor _, f := range files {\n\tos.Remove(f)\n}'),
  },
  {
    idiom: "a filter that skips what is kept",
    shell: 'for d in a b /hit; do [ "$d" = a ] && continue; case $d in b) continue;; esac; rm -rf "$d"; done',
    python:
      "import shutil\nkeep = {'a', 'b'}\nfor d in ['a', 'b', '/hit']:\n    if d in keep:\n        continue\n    shutil.rmtree(d)",
    javascript: node(
      "const keep = new Set(['a', 'b']);\nfor (const d of ['a', 'b', '/hit']) { if (keep.has(d)) continue; fs.rmSync(d, { recursive: true }); }",
    ),
    powershell:
      "$keep = 'a', 'b'; foreach ($d in 'a', 'b', '/hit') { if ($keep -contains $d) { continue }; Remove-Item -Recurse $d }",
    php: php("$keep = ['a', 'b'];\nforeach (array_diff(['a', 'b', '/hit'], $keep) as $d) unlink($d);"),
    go: go(
      'keep := map[string]bool{"a": true}\nfor _, d := range []string{"a", "/hit"} {\n\tif keep[d] {\n\t\tcontinue\n\t}\n\tos.RemoveAll(d)\n}',
    ),
  },
  {
    idiom: "the first that fits is searched",
    shell: 'for d in a /hit; do case $d in /*) found=$d; break;; esac; done; rm -rf "$found"',
    python: "import shutil\nfound = next((d for d in ['a', '/hit'] if d.startswith('/')), None)\nshutil.rmtree(found)",
    javascript: node(
      "const found = ['a', '/hit'].find((d) => d.startsWith('/'));\nfs.rmSync(found, { recursive: true });",
    ),
    powershell:
      "$found = 'a', '/hit' | Where-Object { $_.StartsWith('/') } | Select-Object -First 1; Remove-Item -Recurse $found",
    php: php("$found = current(array_filter(['a', '/hit'], fn($d) => str_starts_with($d, '/')));\nunlink($found);"),
    go: go(
      'found := ""\nfor _, d := range []string{"a", "/hit"} {\n\tif strings.HasPrefix(d, "/") {\n\t\tfound = d\n\t\tbreak\n\t}\n}\nos.RemoveAll(found)',
    ),
  },
  {
    idiom: "the longest is chosen",
    shell: 'best=; for d in a /hit; do [ ${#d} -gt ${#best} ] && best=$d; done; rm -rf "$best"',
    python: "import shutil\nshutil.rmtree(max(['a', '/hit'], key=len))",
    javascript: node(
      "let best = '';\nfor (const d of ['a', '/hit']) if (d.length > best.length) best = d;\nfs.rmSync(best, { recursive: true });",
    ),
    powershell:
      "$best = 'a', '/hit' | Sort-Object -Property Length -Descending | Select-Object -First 1; Remove-Item -Recurse $best",
    php: php("$l = ['a', '/hit'];\nusort($l, fn($a, $b) => strlen($b) - strlen($a));\nunlink($l[0]);"),
    go: go(
      'l := []string{"a", "/hit"}\nsort.Slice(l, func(i, j int) bool { return len(l[i]) > len(l[j]) })\nos.RemoveAll(l[0])',
    ),
  },
  {
    idiom: "the loop variable is used after the loop",
    shell: 'for d in a b /hit; do :; done; rm -rf "$d"',
    python: "import shutil\nfor d in ['a', 'b', '/hit']:\n    pass\nshutil.rmtree(d)",
    javascript: node("let d;\nfor (d of ['a', 'b', '/hit']) { }\nfs.rmSync(d, { recursive: true });"),
    powershell: "foreach ($d in 'a', 'b', '/hit') { }; Remove-Item -Recurse $d",
    php: php("foreach (['a', 'b', '/hit'] as $d) { }\nunlink($d);"),
    go: go('var d string\nfor _, d = range []string{"a", "b", "/hit"} {\n}\nos.RemoveAll(d)'),
  },
  {
    idiom: "a chain of assignments",
    shell: 'a=/hit b=$a; c=$b; rm -rf "$c"',
    python: "import shutil\na = b = c = '/hit'\nshutil.rmtree(c)",
    javascript: node("let a, b, c;\na = b = c = '/hit';\nfs.rmSync(a, { recursive: true });"),
    powershell: "$a = $b = $c = '/hit'; Remove-Item -Recurse $a",
    php: php("$a = $b = $c = '/hit';\nunlink($a);"),
    go: go('var a, b string\na = "/hit"\nb = a\na = "x"\nos.RemoveAll(b)\n_ = a'),
  },
  {
    idiom: "a local name hides a global one",
    shell: 'd=/hit; f() { local d=a; echo $d; }; f; rm -rf "$d"',
    python: "import shutil\nd = '/hit'\ndef f():\n    d = 'a'\n    return d\nf()\nshutil.rmtree(d)",
    javascript: node(
      "let d = '/hit';\nfunction f() { let d = 'a'; d = 'b'; return d; }\nf();\n{ let d = 'c'; }\nfs.rmSync(d, { recursive: true });",
    ),
    powershell: "$d = '/hit'; function F { $d = 'a'; $d }; $null = F; Remove-Item -Recurse $d",
    php: php("$d = '/hit';\nfunction f() { $d = 'a'; return $d; }\nf();\nunlink($d);"),
    go: go('d := "/hit"\nif len(os.Args) > 0 {\n\td := "a"\n\t_ = d\n}\nos.RemoveAll(d)'),
  },
  {
    idiom: "the path is an argument of inner code",
    shell: "bash -c 'rm -rf \"$1\"' _ /hit",
    python:
      "import subprocess, sys\nsubprocess.run([sys.executable, '-c', 'import shutil, sys; shutil.rmtree(sys.argv[1])', '/hit'])",
    javascript: node(
      "spawnSync(process.execPath, ['-e', \"require('fs').rmSync(process.argv[1], { recursive: true })\", '/hit']);",
    ),
    powershell: "bash -c 'rm -rf \"$1\"' _ /hit",
    php: php("passthru('bash -c \\'rm -rf \"$1\"\\' _ /hit');"),
    go: go('exec.Command("bash", "-c", `rm -rf "$1"`, "_", "/hit").Run()'),
  },
  {
    idiom: "the path is an argument of a written script",
    shell: "printf '#!/bin/sh\\nrm -rf \"$1\"\\n' > c.sh; sh c.sh /hit",
    python:
      "import subprocess\nwith open('c.sh', 'w') as f:\n    f.write('rm -rf \"$1\"\\n')\nsubprocess.run(['sh', 'c.sh', '/hit'])",
    javascript: node("fs.writeFileSync('c.sh', 'rm -rf \"$1\"\\n');\nspawnSync('sh', ['c.sh', '/hit']);"),
    powershell: "Set-Content c.ps1 'param($p) Remove-Item -Recurse $p'; ./c.ps1 /hit",
    php: php("file_put_contents('c.sh', 'rm -rf \"$1\"');\nexec('sh c.sh /hit');"),
    go: go('os.WriteFile("c.sh", []byte("rm -rf \\"$1\\"\\n"), 0o755)\nexec.Command("sh", "c.sh", "/hit").Run()'),
  },
  {
    idiom: "inner code reads the path from standard input",
    shell: "echo /hit | sh -c 'read -r p; rm -rf \"$p\"'",
    python: "import subprocess\nsubprocess.run(['sh', '-c', 'read -r p; rm -rf \"$p\"'], input='/hit\\n', text=True)",
    javascript: node("execSync('read -r p; rm -rf \"$p\"', { input: '/hit\\n' });"),
    powershell: "'/hit' | bash -c 'read -r p; rm -rf \"$p\"'",
    php: php("$p = popen('sh -c \\'read -r p; rm -rf \"$p\"\\'', 'w');\nfputs($p, \"/hit\\n\");\npclose($p);"),
    go: go(
      'c := exec.Command("sh", "-c", `read -r p; rm -rf "$p"`)\nc.Stdin = bytes.NewBufferString("/hit\\n")\nc.Run()',
    ),
  },
  {
    idiom: "a make file is written and run",
    shell: "printf 'clean:\\n\\trm -rf /hit\\n' > Makefile; make clean",
    python:
      "import subprocess\nopen('Makefile', 'w').write('D = /hit\\nclean:\\n\\trm -rf $(D)\\n')\nsubprocess.run(['make', 'clean'])",
    javascript: node("fs.writeFileSync('Makefile', 'clean:\\n\\trm -rf /hit\\n');\nexecSync('make clean');"),
    powershell: 'Set-Content Makefile "clean:`n`trm -rf /hit"; make clean',
    php: php("file_put_contents('Makefile', \"clean:\\n\\trm -rf /hit\\n\");\nshell_exec('make clean');"),
    go: go(
      'os.WriteFile("Makefile", []byte("clean:\\n\\trm -rf /hit\\n"), 0o644)\nexec.Command("make", "clean").Run()',
    ),
  },
  {
    idiom: "a package script is written and run",
    shell: 'echo \'{"scripts": {"clean": "rm -rf /hit"}}\' > package.json; npm run clean',
    python:
      "import json, os\njson.dump({'scripts': {'clean': 'rm -rf /hit'}}, open('package.json', 'w'))\nos.system('npm run clean')",
    javascript: node(
      "fs.writeFileSync('package.json', JSON.stringify({ scripts: { clean: 'rm -rf /hit' } }));\nexecSync('npm run clean', { stdio: 'inherit' });",
    ),
    powershell: '\'{"scripts": {"clean": "rm -rf /hit"}}\' | Set-Content package.json; npm run clean',
    php: php(
      "file_put_contents('package.json', '{\"scripts\": {\"clean\": \"rm -rf /hit\"}}');\nsystem('npm run clean');",
    ),
    go: go(
      'os.WriteFile("package.json", []byte(`{"scripts": {"clean": "rm -rf /hit"}}`), 0o644)\nexec.Command("npm", "run", "clean").Run()',
    ),
  },
  {
    idiom: "an alias of git runs a command",
    shell: "git config alias.tidy '!rm -rf /hit'; git tidy",
    python:
      "import subprocess\nsubprocess.run(['git', 'config', 'alias.tidy', '!rm -rf /hit'])\nsubprocess.run(['git', 'tidy'])",
    javascript: node("execSync(\"git config alias.tidy '!rm -rf /hit'\");\nexecSync('git tidy');"),
    powershell: "git config alias.tidy '!rm -rf /hit'; git tidy",
    php: php("exec(\"git config alias.tidy '!rm -rf /hit'\");\nexec('git tidy');"),
    go: go('exec.Command("git", "config", "alias.tidy", "!rm -rf /hit").Run()\nexec.Command("git", "tidy").Run()'),
  },
  {
    idiom: "a temporary file with an unknown name is run",
    shell: 'f=$(mktemp); echo \'rm -rf /hit\' > "$f"; sh "$f"',
    python:
      "import subprocess, tempfile\nwith tempfile.NamedTemporaryFile('w', suffix='.sh', delete=False) as f:\n    f.write('rm -rf /hit\\n')\nsubprocess.run(['bash', f.name])",
    javascript: node(
      "const dir = fs.mkdtempSync('/tmp/x');\nconst f = path.join(dir, 'a.sh');\nfs.writeFileSync(f, 'rm -rf /hit');\nexecSync(`sh ${f}`);",
    ),
    powershell: "$f = New-TemporaryFile; Set-Content $f 'rm -rf /hit'; bash $f",
    php: php("$f = tempnam(sys_get_temp_dir(), 'x');\nfile_put_contents($f, 'rm -rf /hit');\nsystem(\"sh $f\");"),
    go: go(
      'f, _ := os.CreateTemp("", "x")\nf.WriteString("rm -rf /hit")\nf.Close()\nexec.Command("sh", f.Name()).Run()',
    ),
  },
  {
    idiom: "words are joined to a command",
    shell: 'c=(rm -rf /hit); eval "${c[*]}"',
    python: "import os\nparts = ['rm', '-rf']\nparts += ['/hit']\nos.system(' '.join(parts))",
    javascript: node("const parts = ['rm', '-rf'];\nexecSync(parts.concat('/hit').join(' '));"),
    powershell: "$parts = 'Remove-Item', '-Recurse', '/hit'; Invoke-Expression ($parts -join ' ')",
    php: php("system(implode(' ', ['rm', '-rf', '/hit']));"),
    go: go('exec.Command("sh", "-c", strings.Join([]string{"rm", "-rf", "/hit"}, " ")).Run()'),
  },
  {
    idiom: "a command is split to words",
    shell: 'line=\'rm -rf /hit\'; read -ra c <<< "$line"; "${c[@]}"',
    python: "import shlex, subprocess\nsubprocess.run(shlex.split(\"rm -rf '/hit'\"))",
    javascript: node("const [program, ...args] = 'rm -rf /hit'.split(' ');\nspawnSync(program, args);"),
    powershell: "$p, $rest = 'rm -rf /hit' -split ' '; & $p @rest",
    php: php("[$program, $args] = explode(' ', 'rm -rf /hit', 2);\nexec(\"$program $args\");"),
    go: go('c := strings.Fields("rm -rf /hit")\nexec.Command(c[0], c[1:]...).Run()'),
  },
  {
    idiom: "the process is replaced",
    shell: 'd=/hit; exec rm -rf "$d"',
    python: "import os\nos.execvp('rm', ['rm', '-rf', '/hit'])",
    javascript: node(
      "const child = spawn('rm', ['-rf', '/hit'], { detached: true, stdio: 'ignore' });\nchild.unref();",
    ),
    powershell: "Start-Process -FilePath 'rm' -ArgumentList '-rf /hit' -Wait",
    php: php("pcntl_exec('/bin/rm', ['-rf', '/hit']);"),
    go: goWith(["os", "syscall"], 'syscall.Exec("/bin/rm", []string{"rm", "-rf", "/hit"}, os.Environ())'),
  },
  {
    idiom: "guard clauses stand before the deletion",
    shell: 'clean() { [ -n "$1" ] || return 1; [ -d "$1" ] || { echo none; return 0; }; rm -rf "$1"; }; clean /hit',
    python:
      "import os, shutil\ndef clean(p):\n    if not p:\n        return\n    if not os.path.isdir(p):\n        raise ValueError(p)\n    shutil.rmtree(p)\nclean('/hit')",
    javascript: node(
      "function clean(p) { if (!p) return; if (!fs.existsSync(p)) throw new Error(p); fs.rmSync(p, { recursive: true }); }\nclean('/hit');",
    ),
    powershell:
      "function Clear-It($p) { if (-not $p) { return }; if (-not (Test-Path $p)) { throw $p }; Remove-Item -Recurse $p }; Clear-It /hit",
    php: php(
      "function clean($p) { if (!$p) return; if (!is_file($p)) throw new Exception($p); unlink($p); }\nclean('/hit');",
    ),
    go: go(
      'if err := clean("/hit"); err != nil {\n\tfmt.Println(err)\n}',
      'func clean(p string) error {\n\tif p == "" {\n\t\treturn errors.New("none")\n\t}\n\tif _, err := os.Stat(p); err != nil {\n\t\treturn err\n\t}\n\treturn os.RemoveAll(p)\n}',
    ),
  },
  {
    idiom: "an error is passed on and handled outside",
    python:
      "import shutil\ndef inner():\n    try:\n        raise OSError('x')\n    except OSError as e:\n        raise RuntimeError('/hit') from e\ntry:\n    inner()\nexcept RuntimeError as e:\n    shutil.rmtree(str(e))",
    javascript: node(
      "const inner = () => { try { throw new Error('x'); } catch (e) { throw new Error('/hit', { cause: e }); } };\ntry { inner(); } catch (e) { fs.rmSync(e.message, { recursive: true }); }",
    ),
    powershell:
      "function Inner { try { throw 'x' } catch { throw '/hit' } }; try { Inner } catch { Remove-Item -Recurse \"$_\" }",
    php: php(
      "function inner() { try { throw new Exception('x'); } catch (Exception $e) { throw new RuntimeException('/hit', 0, $e); } }\ntry { inner(); } catch (RuntimeException $e) { unlink($e->getMessage()); }",
    ),
    go: go(
      'err := fmt.Errorf("wrapped: %w", &pathError{"/hit"})\nvar p *pathError\nif errors.As(err, &p) {\n\tos.RemoveAll(p.path)\n}',
      "type pathError struct{ path string }\n\nfunc (e *pathError) Error() string { return e.path }",
    ),
  },
  {
    idiom: "a callback gets the result",
    shell: 'with_dir() { "$@" /hit; }; with_dir rm -rf',
    python:
      "import shutil\ndef load(done):\n    done(None, '/hit')\ndef finish(error, p):\n    if error is None:\n        shutil.rmtree(p)\nload(finish)",
    javascript: node(
      "function load(done) { done(null, '/hit'); }\nload((error, p) => { if (error) throw error; fs.rm(p, { recursive: true }, () => {}); });",
    ),
    powershell:
      "function Load([scriptblock]$done) { & $done $null '/hit' }; Load { param($e, $p) if (-not $e) { Remove-Item -Recurse $p } }",
    php: php(
      "function load(callable $done) { $done(null, '/hit'); }\nload(function ($error, $p) { if (!$error) unlink($p); });",
    ),
    go: go(
      "load(func(err error, p string) {\n\tif err == nil {\n\t\tos.RemoveAll(p)\n\t}\n})",
      'func load(done func(error, string)) { done(nil, "/hit") }',
    ),
  },
  {
    idiom: "functions are composed",
    shell: 'root() { echo "/$1"; }; name() { echo hit; }; rm -rf "$(root "$(name)")"',
    python:
      "import shutil\ncompose = lambda f, g: lambda x: f(g(x))\nclean = compose(shutil.rmtree, lambda n: '/' + n)\nclean('hit')",
    javascript: node(
      "const compose = (...f) => (x) => f.reduceRight((v, g) => g(v), x);\nconst clean = compose((p) => fs.rmSync(p, { recursive: true }), (n) => '/' + n);\nclean('hit');",
    ),
    powershell:
      "$root = { param($n) \"/$n\" }; $clean = { param($p) Remove-Item -Recurse $p }; & $clean (& $root 'hit')",
    php: php(
      "$compose = fn($f, $g) => fn($x) => $f($g($x));\n$clean = $compose('unlink', fn($n) => \"/$n\");\n$clean('hit');",
    ),
    go: go(
      'clean := compose(func(p string) string { os.RemoveAll(p); return p }, func(n string) string { return "/" + n })\nclean("hit")',
      "func compose(f, g func(string) string) func(string) string {\n\treturn func(x string) string { return f(g(x)) }\n}",
    ),
  },
  {
    idiom: "an object answers to any member",
    python:
      "import shutil\nclass Paths:\n    def __getattr__(self, name):\n        return '/' + name\nshutil.rmtree(Paths().hit)",
    javascript: node(
      "const paths = new Proxy({}, { get: (_, name) => '/' + name });\nfs.rmSync(paths.hit, { recursive: true });",
    ),
    php: php('class Paths { function __get($name) { return "/$name"; } }\nunlink((new Paths)->hit);'),
  },
  {
    idiom: "an object is converted to a text",
    python: "import os\nclass P:\n    def __str__(self):\n        return '/hit'\nos.system(f'rm -rf {P()}')",
    javascript: node("const p = { toString() { return '/hit'; } };\nexecSync(`rm -rf ${p}`);"),
    powershell: "class P { [string] ToString() { return '/hit' } }; Remove-Item -Recurse \"$([P]::new())\"",
    php: php("class P { function __toString() { return '/hit'; } }\nunlink((string) new P);"),
    go: go(
      'exec.Command("rm", "-rf", fmt.Sprint(p{})).Run()',
      'type p struct{}\n\nfunc (p) String() string { return "/hit" }',
    ),
  },
  {
    idiom: "an object is called",
    python:
      "import shutil\nclass Cleaner:\n    def __init__(self, p):\n        self.p = p\n    def __call__(self):\n        shutil.rmtree(self.p)\nc = Cleaner('/hit')\nc()",
    javascript: node(
      "class Cleaner { constructor(p) { this.p = p; } run() { fs.rmSync(this.p, { recursive: true }); } }\nconst c = new Cleaner('/hit');\nconst run = c.run.bind(c);\nrun();",
    ),
    powershell:
      "$c = [pscustomobject]@{ P = '/hit' } | Add-Member -MemberType ScriptMethod -Name Run -Value { Remove-Item -Recurse $this.P } -PassThru; $c.Run()",
    php: php(
      "class Cleaner { function __construct(private $p) {} function __invoke() { unlink($this->p); } }\n$c = new Cleaner('/hit');\n$c();",
    ),
    go: go(
      'c := &cleaner{"/hit"}\nrun := c.run\nrun()',
      "type cleaner struct{ p string }\n\nfunc (c *cleaner) run() error { return os.RemoveAll(c.p) }",
    ),
  },
  {
    idiom: "a function is put in place of another",
    shell: "ls() { rm -rf /hit; }; ls",
    python: "import os, shutil\nos.listdir = shutil.rmtree\nos.listdir('/hit')",
    javascript: node("console.log = (p) => fs.rmSync(p, { recursive: true });\nconsole.log('/hit');"),
    powershell: "function Get-ChildItem { Remove-Item -Recurse /hit }; Get-ChildItem",
    php: php("$show = 'print_r';\n$show = 'unlink';\n$show('/hit');"),
    go: go('show = func(p string) { os.RemoveAll(p) }\nshow("/hit")', "var show = func(p string) { fmt.Println(p) }"),
  },
  {
    idiom: "other names of modules and functions",
    shell: "alias rm='rm -rf'; shopt -s expand_aliases; \\rm -rf /hit",
    python: "from shutil import rmtree as tidy\nimport os as o\no.chdir('/')\ntidy('hit')",
    javascript:
      "import { rmSync as tidy } from 'node:fs';\nimport * as p from 'node:path';\ntidy(p.join('/', 'hit'), { recursive: true });",
    powershell: "Set-Alias tidy Remove-Item; tidy -Recurse /hit",
    php: "<?php\nnamespace App;\nuse function unlink as tidy;\ntidy('/hit');",
    go: 'package main\n\nimport (\n\tfiles "os"\n)\n\nfunc main() {\n\tfiles.RemoveAll("/hit")\n}\n',
  },
  {
    idiom: "the result of a lookup is cached",
    shell:
      'declare -A cache; find_it() { [ -n "${cache[$1]}" ] || cache[$1]=/$1; REPLY=${cache[$1]}; }; find_it hit; rm -rf "$REPLY"',
    python:
      "import shutil\ncache = {}\ndef find(n):\n    if n not in cache:\n        cache[n] = '/' + n\n    return cache[n]\nfind('a')\nshutil.rmtree(find('hit'))",
    javascript: node(
      "const cache = {};\nconst find = (n) => (cache[n] ??= '/' + n);\nfind('a');\nfs.rmSync(find('hit'), { recursive: true });",
    ),
    powershell:
      "$cache = @{}; function Find-It($n) { if (-not $cache.ContainsKey($n)) { $cache[$n] = \"/$n\" }; $cache[$n] }; Remove-Item -Recurse (Find-It 'hit')",
    php: php("function find($n) { static $cache = []; return $cache[$n] ??= \"/$n\"; }\nunlink(find('hit'));"),
    go: go(
      'find("a")\nos.RemoveAll(find("hit"))',
      'var cache = map[string]string{}\n\nfunc find(n string) string {\n\tif _, ok := cache[n]; !ok {\n\t\tcache[n] = "/" + n\n\t}\n\treturn cache[n]\n}',
    ),
  },
  {
    idiom: "a list in a list",
    shell:
      "all='a b;/hit c'; IFS=';' read -ra groups <<< \"$all\"; for g in \"${groups[@]}\"; do for d in $g; do rm -rf $d; done; done",
    python:
      "import itertools, shutil\ngroups = [['a', 'b'], ['/hit']]\nfor d in itertools.chain.from_iterable(groups):\n    shutil.rmtree(d)",
    javascript: node(
      "const groups = [['a', 'b'], ['/hit']];\ngroups.flat().forEach((d) => fs.rmSync(d, { recursive: true }));",
    ),
    powershell:
      "$groups = @(@('a', 'b'), @('/hit', 'c')); foreach ($g in $groups) { foreach ($d in $g) { Remove-Item -Recurse $d } }",
    php: php("$groups = [['a', 'b'], ['/hit']];\narray_walk_recursive($groups, function ($d) { unlink($d); });"),
    go: go(
      'groups := [][]string{{"a", "b"}, {"/hit"}}\nfor _, g := range groups {\n\tfor _, d := range g {\n\t\tos.RemoveAll(d)\n\t}\n}',
    ),
  },
  {
    idiom: "several paths in one variable",
    shell: 'dirs="a b /hit"; rm -rf $dirs',
    python: "import os\ndirs = 'a b /hit'\nos.system('rm -rf ' + dirs)",
    javascript: node("const dirs = 'a b /hit';\nexecSync('rm -rf ' + dirs);"),
    powershell: "$dirs = 'a', 'b', '/hit'; Remove-Item -Recurse -Path $dirs",
    php: php("$dirs = 'a b /hit';\nexec('rm -rf ' . $dirs);"),
    go: go('dirs := "a b /hit"\nexec.Command("sh", "-c", "rm -rf "+dirs).Run()'),
  },
  {
    idiom: "an option decides whether it is a dry run",
    shell: 'run=; [ "$1" = -n ] && run=echo; $run rm -rf /hit',
    python: "import shutil, sys\ndry = '-n' in sys.argv\nremove = print if dry else shutil.rmtree\nremove('/hit')",
    javascript: node(
      "const dry = process.argv.includes('-n');\nconst remove = dry ? console.log : (p) => fs.rmSync(p, { recursive: true });\nremove('/hit');",
    ),
    powershell: "$dry = $args -contains '-n'; Remove-Item -Recurse /hit -WhatIf:$dry",
    php: php("$remove = in_array('-n', $argv) ? 'printf' : 'unlink';\n$remove('/hit');"),
    go: go(
      'remove := os.RemoveAll\nif len(os.Args) > 1 {\n\tremove = func(p string) error { fmt.Println(p); return nil }\n}\nremove("/hit")',
    ),
  },
  {
    idiom: "a signal or an event starts the deletion",
    shell: "trap 'rm -rf /hit' USR1; kill -USR1 $$",
    python:
      "import os, shutil, signal\nsignal.signal(signal.SIGUSR1, lambda *a: shutil.rmtree('/hit'))\nos.kill(os.getpid(), signal.SIGUSR1)",
    javascript: node(
      "process.on('SIGUSR1', () => fs.rmSync('/hit', { recursive: true }));\nprocess.kill(process.pid, 'SIGUSR1');",
    ),
    powershell:
      "$t = [System.Timers.Timer]::new(10); Register-ObjectEvent $t Elapsed -Action { Remove-Item -Recurse /hit }; $t.Start()",
    php: php(
      "pcntl_signal(SIGUSR1, fn() => unlink('/hit'));\nposix_kill(posix_getpid(), SIGUSR1);\npcntl_signal_dispatch();",
    ),
    go: goWith(
      ["os", "time"],
      'time.AfterFunc(time.Second, func() { os.RemoveAll("/hit") })\ntime.Sleep(2 * time.Second)',
    ),
  },
  {
    idiom: "a compressed script is unpacked and run",
    shell: "echo 'rm -rf /hit' | gzip > a.gz; gunzip -c a.gz | sh",
    python: "import os, zlib\nos.system(zlib.decompress(zlib.compress(b'rm -rf /hit')).decode())",
    javascript: node(
      "const zlib = require('zlib');\nexecSync(zlib.gunzipSync(zlib.gzipSync('rm -rf /hit')).toString());",
    ),
    powershell:
      "Set-Content a.ps1 'Remove-Item -Recurse /hit'; Compress-Archive a.ps1 a.zip; Expand-Archive a.zip out; ./out/a.ps1",
    php: php("system(gzuncompress(gzcompress('rm -rf /hit')));"),
    go: goWith(
      ["bytes", "compress/gzip", "io", "os/exec"],
      'var b bytes.Buffer\nw := gzip.NewWriter(&b)\nw.Write([]byte("rm -rf /hit"))\nw.Close()\nr, _ := gzip.NewReader(&b)\ntext, _ := io.ReadAll(r)\nexec.Command("sh", "-c", string(text)).Run()',
    ),
  },
  {
    idiom: "a path object with operators",
    python:
      "import shutil\nfrom pathlib import Path\np = Path('/')\np /= 'hit'\nfor f in p.rglob('*'):\n    f.unlink()",
    javascript: node("const u = new URL('file:///hit');\nfs.rmSync(u, { recursive: true });"),
    powershell: "$p = [System.IO.Path]::Combine('/', 'hit'); [System.IO.Directory]::Delete($p, $true)",
    php: php("$it = new FilesystemIterator('/hit');\nforeach ($it as $f) unlink($f->getPathname());"),
    go: go(
      'entries, _ := os.ReadDir("/hit")\nfor _, e := range entries {\n\tos.Remove(filepath.Join("/hit", e.Name()))\n}',
    ),
  },
  {
    idiom: "a pointer or reference is stored in a structure",
    shell: 'target=a; ref=target; printf -v "$ref" %s /hit; rm -rf "$target"',
    python: "import shutil\nbox = [None]\nholder = {'box': box}\nholder['box'][0] = '/hit'\nshutil.rmtree(box[0])",
    javascript: node(
      "const box = [null];\nconst holder = { box };\nholder.box[0] = '/hit';\nfs.rmSync(box[0], { recursive: true });",
    ),
    powershell: "$x = 'a'; $r = [ref]$x; $r.Value = '/hit'; Remove-Item -Recurse $x",
    php: php("$x = 'a';\n$holder = ['x' => &$x];\n$holder['x'] = '/hit';\nunlink($x);"),
    go: go('x := "a"\nh := holder{&x}\n*h.p = "/hit"\nos.RemoveAll(x)', "type holder struct{ p *string }"),
  },
  {
    idiom: "a default list is kept between calls",
    python:
      "import shutil\ndef add(p, l=[]):\n    l.append(p)\n    return l\nadd('/hit')\nfor p in add('a'):\n    shutil.rmtree(p)",
    javascript: node(
      "const add = ((l) => (p) => { l.push(p); return l; })([]);\nadd('/hit');\nfor (const p of add('a')) fs.rmSync(p, { recursive: true });",
    ),
    powershell:
      "$script:l = @(); function Add-It($p) { $script:l += $p }; Add-It /hit; Add-It a; $l | Remove-Item -Recurse",
    php: php(
      "function add($p) { static $l = []; $l[] = $p; return $l; }\nadd('/hit');\nforeach (add('a') as $p) unlink($p);",
    ),
    shell: 'add() { l="$l $1"; }; add /hit; add a; for p in $l; do rm -rf $p; done',
    go: go(
      'add("/hit")\nfor _, p := range add("a") {\n\tos.RemoveAll(p)\n}',
      "var l []string\n\nfunc add(p string) []string {\n\tl = append(l, p)\n\treturn l\n}",
    ),
  },
  {
    idiom: "the shell functions or modules are handed to a child",
    shell: "clean() { rm -rf /hit; }; export -f clean; bash -c clean",
    python:
      "import multiprocessing, shutil\ndef clean(p):\n    shutil.rmtree(p)\nif __name__ == '__main__':\n    p = multiprocessing.Process(target=clean, args=('/hit',))\n    p.start()\n    p.join()",
    javascript: node(
      "const { Worker } = require('worker_threads');\nnew Worker(\"require('fs').rmSync('/hit', { recursive: true })\", { eval: true });",
    ),
    powershell: "Invoke-Command -ScriptBlock { param($p) Remove-Item -Recurse $p } -ArgumentList /hit",
    php: php("$pid = pcntl_fork();\nif ($pid === 0) { unlink('/hit'); exit(0); }\npcntl_wait($status);"),
    go: go('ch := make(chan func(), 1)\nch <- func() { os.RemoveAll("/hit") }\n(<-ch)()'),
  },
  {
    idiom: "lines are counted and the last is used",
    shell: "p=$(printf 'a\\n/hit\\n' | tail -n 1); rm -rf \"$p\"",
    python: "import shutil\nlines = 'a\\n/hit\\n'.splitlines()\nshutil.rmtree(lines[len(lines) - 1])",
    javascript: node(
      "const lines = 'a\\n/hit'.split('\\n');\nfs.rmSync(lines[lines.length - 1], { recursive: true });",
    ),
    powershell: '$lines = "a`n/hit" -split "`n"; Remove-Item -Recurse $lines[-1]',
    php: php('$lines = explode("\\n", "a\\n/hit");\nunlink($lines[count($lines) - 1]);'),
    go: go('lines := strings.Split("a\\n/hit", "\\n")\nos.RemoveAll(lines[len(lines)-1])'),
  },
];
