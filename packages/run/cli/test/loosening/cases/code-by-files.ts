import { type Case, type Step, write } from "../case.ts";

const reversed = write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n");
const shell = `eval "$(rev h)"\n`;
const python = "import os\nos.system(open('h').read()[::-1])\n";
const javascript =
  "require('child_process').execSync(require('fs').readFileSync('h', 'utf8').split('').reverse().join(''))\n";

/** Files of the session, then a call that runs code of them although no word of it names what runs. */
const asked = (files: Readonly<Record<string, string>>, ...steps: readonly (string | Step)[]): Case => ({
  expected: "ask",
  steps: [reversed, ...Object.entries(files).map(([path, text]) => write(path, text)), ...steps],
});
const silent = (command: string): Case => ({ expected: "silent", steps: [command] });

const alias = "[alias]\n  x = !sh g\n";
const examples = ">>> import os\n>>> os.system(open('h').read()[::-1])\n";

/** Code that runs because a file was written: scripts of a manifest, settings of git, modules, examples, links to shells. */
export const codeByFiles: readonly Case[] = [
  // A manifest that a program changes.
  asked({ g: shell }, `jq '.scripts.x="sh g"' package.json > p && mv p package.json && npm run x`),
  asked({ g: shell }, `jq '.scripts["x"]="sh g"' package.json | sponge package.json; pnpm x`),
  asked({ g: shell }, `sed -i 's/node --test/sh g/' package.json && npm test`),
  asked({ g: shell }, `perl -pi -e 's/node --test/sh g/' package.json && npm test`),
  asked({ g: shell }, `yq -i '.scripts.x="sh g"' package.json && yarn x`),
  asked({ g: shell }, `npm pkg set scripts.x="sh g" && npm run x`),
  asked(
    { g: shell },
    `python3 -c "import json; p=json.load(open('package.json')); p['scripts']['x']='sh g'; json.dump(p,open('package.json','w'))" && npm run x`,
  ),
  asked(
    { g: shell },
    `node -e "const f=require('fs'),p=JSON.parse(f.readFileSync('package.json'));p.scripts.x='sh g';f.writeFileSync('package.json',JSON.stringify(p))" && npm run x`,
  ),
  silent(`jq '.version="1.2.3"' package.json > p && mv p package.json && npm run build`),
  silent(`jq --arg v 1.2.3 '.version = $v' package.json > p && mv p package.json && npm run build`),
  silent("npx prettier --write package.json && npm test"),
  // A package in a folder, or among those that are installed.
  asked({ "k/package.json": `{"name":"k","bin":"k.js"}`, "k/k.js": `#!/bin/sh\n${shell}` }, "npx ./k"),
  asked({ "k/package.json": `{"name":"k","bin":"k.js"}`, "k/k.js": javascript }, "bunx ./k"),
  asked(
    { "node_modules/x/package.json": `{"main":"lib/a.js"}`, "node_modules/x/lib/a.js": javascript },
    `node -e "require('x')"`,
  ),
  asked({ "node_modules/typescript/lib/tsc.js": javascript }, "npx tsc"),
  asked({ ".venv/lib/python3/site-packages/six.py": python }, "python3 -m pytest"),
  // Settings of git.
  asked({ g: shell, gc: alias }, "GIT_CONFIG_GLOBAL=gc git x"),
  asked({ g: shell, gc: alias }, "GIT_CONFIG_SYSTEM=gc git x"),
  asked({ g: shell, gc: alias }, "export GIT_CONFIG_GLOBAL=gc; git x"),
  asked({ g: shell, gc: "[core]\n  pager = sh g\n" }, "GIT_CONFIG_GLOBAL=gc git -p log"),
  asked({ g: shell, "d/.gitconfig": alias }, "HOME=d git x"),
  asked({ g: shell, "d/git/config": alias }, "XDG_CONFIG_HOME=d git x"),
  silent("GIT_CONFIG_GLOBAL=/dev/null git status"),
  // Modules that replace other modules.
  asked({ "json.py": python, "k.py": "import json\n" }, "python3 k.py"),
  asked({ "random.py": python, "k.py": "import tempfile\n" }, "python3 k.py"),
  asked({ "src/random.py": python, "src/k.py": "import tempfile\n" }, "python3 src/k.py"),
  asked({ "random.py": python }, "python3 -m timeit 1"),
  asked({ "yaml.py": python }, `python3 -c "import requests"`),
  asked({ "urllib3/__init__.py": python, "k.py": "import requests\n" }, "python3 k.py"),
  asked({ "numpy.py": python }, "python3 -m pandas"),
  asked({ "pluggy.py": python }, "pytest"),
  asked({ "click.py": python }, "flask run"),
  {
    ...asked({ "own.py": python, "k.py": "import requests\n" }, "python3 k.py"),
    before: "mkdir -p .venv/lib/python3.13/site-packages/own",
  },
  asked({ "lib/sitecustomize.py": python }, "PYTHONPATH=lib python3 -c 1"),
  asked(
    { "lib/x.pth": "import os; os.system(open('h').read()[::-1])\n" },
    `python3 -c "import site; site.addsitedir('lib')"`,
  ),
  // Examples in texts.
  asked({ f: examples }, "python3 -m doctest f"),
  asked({ "f.py": `"""\n${examples}"""\n` }, "python3 -m doctest f.py"),
  asked({ "f.txt": examples }, "python3 -m doctest f.txt"),
  asked({ "f.md": examples }, "pytest --doctest-glob='*.md'"),
  // Functions that a shell loads, and links to shells.
  asked({ "fn/foo": shell }, "zsh -c 'fpath=(fn $fpath); autoload -Uz foo; foo'"),
  asked({ "fn/foo": shell }, "ksh -c 'FPATH=fn; foo'"),
  asked({ g: shell }, "ln -s /bin/sh b; ./b g"),
  asked({ g: shell }, "ln -s /bin/busybox b; ./b sh g"),
  asked({ g: shell }, "cmake -E env sh g"),
  asked({ g: shell }, "go run -exec 'sh g' ."),
  asked({ g: shell }, "lerna exec 'sh g'"),
  asked({ g: shell }, "busybox find . -name g -exec sh {} \\;"),
  asked({ g: shell }, `perl -e '@ARGV=("sh g|"); print <>'`),
  asked({ g: shell }, `perl -e 'unshift @ARGV, "sh g|"; while (<>) { print }'`),
  asked({ g: shell, "x.pl": `@ARGV = ("sh g|");\nprint <>;\n` }, "perl x.pl"),
];
