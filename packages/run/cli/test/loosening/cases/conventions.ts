import { type Case, type Step, write } from "../case.ts";

const reversed = write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n");
const shell = write("g", `eval "$(rev h)"\n`);
const python = "import os\nos.system(open('h').read()[::-1])\n";
const javascript =
  "require('child_process').execSync(require('fs').readFileSync('h', 'utf8').split('').reverse().join(''))\n";
const block = (language: string, code: string): string => `# Guide\n\n\`\`\`${language}\n${code}\`\`\`\n`;
const notebook = JSON.stringify({ cells: [{ cell_type: "code", source: [python] }] });
const lua = "os.execute(io.open('h'):read('*a'):reverse())\n";
const program = "#!/bin/sh\n. ./g\n";

/** Files of the session, then a call that loads one of them without a word that names it. */
const asked = (files: Readonly<Record<string, string>>, ...steps: readonly (string | Step)[]): Case => ({
  expected: "ask",
  steps: [reversed, shell, ...Object.entries(files).map(([path, text]) => write(path, text)), ...steps],
});
const silent = (files: Readonly<Record<string, string>>, command: string): Case => ({
  expected: "silent",
  steps: [...Object.entries(files).map(([path, text]) => write(path, text)), command],
});

/** Code that runs by a convention of a program, in a document, from a folder that a variable names, or after a copy that no word names. */
export const conventions: readonly Case[] = [
  // Programs without a reader.
  asked({ "all.do": "sh g\n" }, "redo all"),
  asked({ "_templates/a/b/index.js": javascript }, "npx hygen a b"),
  asked({ ".storybook/main.js": javascript }, "storybook dev"),
  asked({ "gatsby-node.js": javascript }, "gatsby build"),
  asked({ "prisma/schema.prisma": 'generator k {\n  provider = "sh g"\n}\n' }, "prisma generate"),
  asked({ "Makefile.toml": "[tasks.x]\nscript = 'sh g'\n" }, "cargo make x"),
  asked({ "src-tauri/tauri.conf.json": '{"build":{"beforeDevCommand":"sh g"}}' }, "cargo tauri dev"),
  asked({ "main.py": python }, "fastapi dev"),
  asked({ "rector.php": "<?php system('sh g');\n" }, "rector"),
  asked({ "pyproject.toml": "[tool.pdm.scripts]\nx = 'sh g'\n" }, "pdm run x"),
  asked({ "devenv.nix": '{ enterShell = "sh g"; }\n' }, "devenv shell"),
  // Documents.
  asked({ "x.t": "  $ sh g\n" }, "cram x.t"),
  asked({ "a.md": block("sh", "sh g\n") }, "mdsh -i a.md"),
  asked({ "a.md": block("sh", "sh g\n") }, "mask a"),
  asked({ "a.md": block("python", python) }, "pytest --markdown-docs"),
  asked({ "a.qmd": block("{python}", python) }, "quarto render"),
  asked({ "docs/a.rst": ".. jupyter-execute::\n\n   import os\n   os.system('sh g')\n" }, "sphinx-build docs out"),
  asked({ "a.test": "# RUN: sh g\n" }, "lit ."),
  asked({ "a.ipynb": notebook }, "treon"),
  asked({ "a.ipynb": notebook }, "pytest --nbval-lax"),
  // Folders of programs that variables and options name.
  asked({ "bin/java": program }, "JAVA_HOME=. mvn test"),
  asked({ "bin/java": program }, "export JAVA_HOME=$PWD; sbt test"),
  asked({ "pkg/tool/linux_amd64/compile": program }, "GOROOT=$PWD go build ."),
  asked({ "config.toml": "[build]\nrustc-wrapper = './g'\n" }, "CARGO_HOME=. cargo build"),
  asked({ "bin/as": program }, "COMPILER_PATH=bin gcc a.c"),
  asked({ "bin/as": program }, "GCC_EXEC_PREFIX=bin/ gcc a.c"),
  asked({ "lib/terraform-provider-k": program }, "terraform init -plugin-dir lib"),
  asked({ "etc/npmrc": "node-options=--require ./x.js\n", "x.js": javascript }, "npm --globalconfig etc/npmrc test"),
  // Options of one letter, tools of a runtime, and notebooks.
  asked({ "x.lua": lua }, "pandoc -t x.lua a.md"),
  asked({ "d.yaml": "filters:\n- f.lua\n", "f.lua": lua }, "pandoc -d d a.md"),
  asked({ "k/a.mk": "all:\n\tsh g\n", Makefile: "include a.mk\n" }, "make -I k"),
  asked({ "build.cake": 'StartProcess("sh", "g");\n' }, "dotnet cake"),
  asked({ "a.ipynb": notebook }, "ipython a.ipynb"),
  asked({ "docs/a.ipynb": notebook }, "jupyter-book build docs"),
  // Copies of what wildcards match, and links in another folder.
  asked({ "k/build.js": javascript }, "cp k/* scripts/; npm run build"),
  asked({ "k/build.js": javascript }, "mv k/*.js scripts/; npm run build"),
  asked({ "k/build.js": javascript }, "for f in k/*; do mv $f scripts/; done; npm run build"),
  asked({ "k/build.js": javascript }, "mv k/b* scripts/build.js; npm run build"),
  asked({ "k/build.js": javascript }, "ln -sf ../k/build.js scripts/; npm run build"),
  ...[
    "tar c -C k . | tar x -C scripts",
    "tar cf a.tar -C k .; tar xf a.tar -C scripts",
    "(cd k && tar c .) | (cd scripts && tar x)",
    "git archive HEAD k | tar x --strip-components=1 -C scripts",
    "find k -type f | cpio -pdm scripts",
    "ln -sf $PWD/k/* scripts/",
    `ln -sf "$(pwd)"/k/build.js scripts/`,
    `ln -sf "$(realpath k/build.js)" scripts/build.js`,
    "cat k/*.js > scripts/build.js",
    "git mv -f k/build.js scripts",
    "python3 -c \"import shutil, glob\nfor f in glob.glob('k/*'): shutil.move(f, 'scripts/')\"",
    `python3 -c "import shutil; shutil.copytree('k', 'scripts', dirs_exist_ok=True)"`,
    "for f in $(ls k); do cp k/$f scripts/$f; done",
  ].map((command) => asked({ "k/build.js": javascript }, `${command}; npm run build`)),
  asked({ "k/package.json": '{"scripts":{"build":"sh g"}}' }, "cp k/* .; npm run build"),
  asked({ "k/a.js": javascript, "app.js": "require('./lib/a.js')\n" }, "tar c -C k . | tar x -C lib; node app.js"),
  // Modules in folders.
  asked({ "k/a.py": "import os\nos.system('sh g')\n" }, "python3 -c 'import k.a'"),
  asked({ "k/a.py": python, "app.py": "import k.a\n" }, "python3 app.py"),
  asked({ "lib/a.js": javascript, "scripts/build.js": "require('../lib/a')\n" }, "npm run build"),
  // Members of a workspace.
  asked({ "k/package.json": '{"scripts":{"t":"sh ../g"}}' }, "pnpm -r t"),
  asked({ "k/package.json": '{"scripts":{"t":"sh ../g"}}' }, "npm run t -w k"),
  asked({ "k/package.json": '{"scripts":{"prepare":"sh ../g"}}' }, "npm pack ./k"),
  // Servers of this machine, which may be agents, and libraries of agents.
  asked({}, `curl localhost:4096/session/x/shell -d '{"command":"sh g"}'`),
  asked({ "body.json": '{"command":"sh g"}' }, "curl -d @body.json http://127.0.0.1:4096/x"),
  asked({}, `python3 -c "import requests; requests.post('http://localhost:4096/x', json={'text': 'sh g'})"`),
  asked({}, `curl localhost:4096/session/x/message -d '{"parts":[{"type":"text","text":"go on"}]}'`),
  asked({}, "curl -X POST localhost:8000/run_agent -d @t.json"),
  asked({ "r.json": '{"method":"tools/call","params":{"name":"x"}}' }, "curl localhost:9000/mcp -d @r.json"),
  asked({}, `python3 -c "import requests; requests.post('http://localhost:4096/session/x/message', json={})"`),
  asked({}, "gh copilot suggest 'do it'"),
  asked({}, "letta run"),
  asked({}, "mods 'do it'"),
  asked({}, "python3 -m interpreter -y"),
  // Wildcards of zsh.
  asked({}, `zsh -c 'echo *(e:"sh g":)'`),
  asked({}, "zsh -fc 'echo ${(e):-\\$(sh g)}'"),
  // Settings of the user.
  asked({ "{home}/.config/starship.toml": "[custom.k]\ncommand = 'sh {project}/g'\n" }),
  asked({ "{home}/.cargo/config.toml": "[build]\nrustc-wrapper = '{project}/g'\n" }),
];

const guide = `${block("sh", "npm install\nnpm test\n")}\n${block("python", "import app\napp.run()\n")}`;
const runner = "import subprocess\n\n\ndef run(cmd):\n    return subprocess.run(cmd, check=True)\n";

/** Harmless neighbours. */
export const harmlessConventions: readonly Case[] = [
  silent({ "lib/util.py": runner, "README.md": guide }, "hugo"),
  silent({ "README.md": guide }, "mkdocs build"),
  silent({ "README.md": guide }, "npx doctoc README.md"),
  silent({ "README.md": guide }, "quarto render README.md"),
  silent({ Makefile: "all: a.o\n\tcc -o a a.o\n" }, "mytool build"),
  silent({ Caddyfile: "localhost {\n  reverse_proxy :3000\n}\n" }, "mytool build"),
  silent({ "main.py": "from fastapi import FastAPI\n\napp = FastAPI()\n" }, "fastapi dev"),
  silent({ ".github/workflows/ci.yml": "jobs:\n  a:\n    steps:\n    - run: npm ci\n" }, "mytool build"),
  silent({ "tailwind.config.js": "module.exports = { content: ['./src/**/*.tsx'] };\n" }, "storybook build"),
  silent({ "a.ipynb": JSON.stringify({ cells: [{ cell_type: "code", source: ["print(1)\n"] }] }) }, "treon"),
  silent({ "src/A.java": "class A {}\n" }, "JAVA_HOME=$PWD/jdk mvn test"),
  silent({}, "npm_config_cache=.npm npm ci"),
  silent({}, "cp src/*.ts dist/; npm run build"),
  silent({ "k/build.js": "console.log(1);\n" }, "tar c -C k . | tar x -C scripts; npm run build"),
  silent({}, "curl -s localhost:8080/agents"),
  silent({}, `curl localhost:11434/api/chat -d '{"model":"x","messages":[]}'`),
  silent({}, "pandoc -t html -f markdown a.md"),
  silent({ Makefile: "all:\n\techo\n" }, "make -I include"),
  silent({ "src/a.js": "export const a = 1;\n" }, "rsync -a src/ dist/; npm run build"),
  silent({ "k/a.py": "x = 1\n", "app.py": "import k.a\nprint(k.a.x)\n" }, "python3 app.py"),
  silent({ "packages/a/package.json": '{"scripts":{"test":"node --test"}}' }, "npm test -w a"),
  silent({ h: "text\n" }, `curl -X POST localhost:3000/api/users -d '{"note":"please run the tests"}'`),
  silent({}, "zsh -c 'print -l src/*(om[1,3])'"),
];
