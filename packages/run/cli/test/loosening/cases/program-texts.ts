import { type Case, write } from "../case.ts";

const reversed = write("h", "nosj.sgnittes/edualc./~ > 1 ohce\n");
const script = write("g", `eval "$(rev h)"\n`);
const javascript =
  "require('child_process').execSync(require('fs').readFileSync('h', 'utf8').split('').reverse().join(''))\n";
const python = "import os\nos.system(open('h').read()[::-1])\n";

/** A file that the session writes, and a program that runs what it says. */
const asked = ([path, text]: readonly [string, string], ...commands: readonly string[]): readonly Case[] =>
  commands.map((command) => ({ expected: "ask", steps: [reversed, script, write(path, text), command] }));

const askedOf = (...commands: readonly string[]): readonly Case[] =>
  commands.map((command) => ({ expected: "ask", steps: [reversed, script, command] }));

const yaml = "tasks:\n  default:\n    cmds:\n      - sh g\n";
const xml = "<project default='x'><target name='x'><exec executable='sh'><arg value='g'/></exec></target></project>\n";

/** Programs that run a text which an option names, which they load by its name, or which a setting in a file names. */
export const programTexts: readonly Case[] = [
  // Commands of the program's own language.
  ...askedOf("sed -e '1{e sh g' -e '}' h", "sed -e 's/x/sh g/' -e e h", "sed -n -e 1 -e 'e sh g' h"),
  ...askedOf("sg group 'sh g'", "sg - group 'sh g'", "sg group -c 'sh g'", "newgrp group <<< 'sh g'"),
  ...askedOf("pnpm dlx -c 'sh g'", "pnpm -c dlx 'sh g'", "pnpm --shell-mode exec 'sh g'", "pnpm exec -c 'sh g'"),
  ...askedOf("npm config set script-shell ./g && npm test"),
  ...asked(["f", "execute_process(COMMAND sh g)\n"], "cmake -P f"),
  ...asked(
    ["f.cmake", "execute_process(COMMAND sh g)\n"],
    "cmake -P f.cmake",
    "cmake -C f.cmake .",
    "ctest -S f.cmake",
  ),
  ...asked(["CTestTestfile.cmake", "add_test(x sh g)\n"], "ctest"),
  ...asked(["f", "x:\n  sh g\n"], "just -f f x", "just --justfile=f x"),
  ...asked(["d/justfile", "x:\n  sh ../g\n"], "just d/x"),
  ...asked(["f", "x:\n\tsh g\n"], "make -f f"),
  ...asked(["f", yaml], "task -t f", "task --taskfile=f"),
  ...asked(["d/Taskfile.yml", yaml], "task -d d"),
  ...asked(["f", "import os\nos.system('sh g')\n"], "nox -f f", "doit -f f", "scons -f f"),
  ...asked(["f.py", "def x(c): c.run('sh g')\n"], "invoke -c f x", "fab -c f x", "nox -f f.py"),
  ...asked(["f", "[testenv]\ncommands = sh g\n"], "tox -c f"),
  ...asked(["tox.ini", "[testenv]\ncommands = sh g\n"], "tox"),
  ...asked(["f", "task(:x) { system 'sh g' }\n"], "rake -f f x"),
  ...asked(["f", "task x { exec { commandLine 'sh', 'g' } }\n"], "gradle -b f x", "gradle -I f x", "./gradlew -I f x"),
  ...asked(["f", xml], "ant -f f", "ant -buildfile f"),
  ...asked(["pom.xml", "<project><exec>sh g</exec></project>\n"], "mvn test"),
  ...asked(["f", "<project><exec>sh g</exec></project>\n"], "mvn -f f test", "mvn -s f test"),
  ...asked(["meson.build", "project('x')\nrun_command('sh', 'g')\n"], "meson setup b"),
  ...asked(["f", "rule x\n  command = sh g\nbuild o: x\n"], "ninja -f f"),
  ...asked(["BUILD", "genrule(name = 'x', cmd = 'sh g', outs = ['o'])\n"], "bazel build //:x"),
  ...asked(["f.json", `{"provisioners": [{"type": "shell-local", "inline": ["sh g"]}]}`], "packer build f.json"),
  ...asked(["index.js", javascript], "pulumi up"),
  ...asked(["shell.nix", `{ shellHook = "sh g"; }\n`], "nix-shell", "nix develop", "nix-build shell.nix"),
  ...asked(["f", "system('sh g')\n"], "gnuplot f", "octave f", "R -f f"),
  ...asked(["f", "* * * * * sh g\n"], "crontab f"),
  ...asked(["f", "call system('sh g')\n"], "vim -S f", "nvim -u f"),
  ...asked(["f", "shell sh g\n"], "gdb -x f", "lldb -s f"),
  ...asked(["f", "\\! sh g\n"], "psql -f f", "mysql -e 'source f'"),
  ...asked(["f", ".shell sh g\n"], "sqlite3 -init f x.db", "sqlite3 x.db '.read f'"),
  // Plugins, loaders and engines.
  ...asked(
    ["g.so", "x"],
    "openssl engine ./g.so",
    "clang -fplugin=./g.so a.c",
    "clang -Xclang -load -Xclang ./g.so a.c",
  ),
  ...asked(
    ["g.jar", "x"],
    "javac -J-javaagent:g.jar A.java",
    "javac -processorpath g.jar A.java",
    "kotlinc -Xplugin=g.jar A.kt",
  ),
  ...asked(["x.js", javascript], "eslint -c x.js src", "eslint --rulesdir . src", "prettier --plugin=./x.js src"),
  ...asked(["x.js", javascript], "webpack -c x.js", "npx vitest -c x.js", "npx gulp -f x.js"),
  ...asked(["p.py", python], "pylint --load-plugins=p src"),
  ...asked(["x.rb", "system 'sh g'\n"], "rubocop -r ./x.rb", "asciidoctor -r ./x.rb a.adoc"),
  ...asked(["as", "#!/bin/sh\nsh g\n"], "gcc -B. main.c"),
  ...askedOf("go build -toolexec 'sh g' .", "rustc -C linker=./g a.rs", "ghc -F -pgmF ./g a.hs"),
  // Settings that name what runs.
  ...["mypy.ini", "setup.cfg"].flatMap((path): readonly Case[] => [
    {
      expected: "ask",
      steps: [reversed, write("p.py", python), write(path, "[mypy]\nplugins = p\n"), "mypy ."],
    },
  ]),
  ...asked([".rspec", "--require ./g\n"], "rspec"),
  ...asked(["buf.gen.yaml", "plugins:\n  - local: ./g\n"], "buf generate"),
  ...asked(["k", "users:\n- user:\n    exec:\n      command: ./g\n"], "kubectl --kubeconfig k get pods"),
  ...asked(["w", "[default]\ncredential_process = sh g\n"], "AWS_CONFIG_FILE=w aws s3 ls"),
  ...asked(["c.yml", "run: sh g\n"], "mytool --config=c.yml"),
  ...asked(["c.json", `{"cmd": ["sh", "g"]}`], "mytool c.json"),
];

const silent = (command: string, ...files: readonly (readonly [string, string])[]): Case => ({
  expected: "silent",
  steps: [...files.map(([path, text]) => write(path, text)), command],
});

/** Similar harmless calls. */
export const harmlessProgramTexts: readonly Case[] = [
  silent("mvn -f pom.xml test", ["pom.xml", "<project><description>It's a shell app</description></project>\n"]),
  silent("meson setup b && ninja -C b", ["meson.build", "executable('x', 'main.c')\n"], ["main.c", "int main() {}\n"]),
  silent("tox -e py", ["tox.ini", "[testenv]\ncommands = pytest {posargs}\n"]),
  silent("task build", ["Taskfile.yml", "tasks:\n  build:\n    cmds:\n      - go build -o app .\n"]),
  silent("gradle build", ["build.gradle", "plugins { id 'java' }\n"], ["src/A.java", "class A {}\n"]),
  silent(
    "npx eslint -c eslint.config.js src/w.js",
    ["eslint.config.js", "export default [];\n"],
    ["src/w.js", "eval(x)\n"],
  ),
  silent("mytool conf.yml", ["conf.yml", "steps:\n  - It's great\n"]),
  silent("pnpm exec eslint ."),
];
