// Commands that start Helve's own program: a runtime, a way to name the file, and a command.

/** Runtimes of JavaScript, as one writes them before the name of a file. */
export const runtimes: readonly string[] = [
  "node",
  "nodejs",
  "{node}",
  "env node",
  "$(which node)",
  "node --import data:text/javascript,0",
  "node --no-warnings",
  "bun",
  "bun run",
  "deno run -A",
  "tsx",
  "npx tsx",
  "npx -y node@24",
];

/** A way to name the file: a command with `<run>` for the runtime and `<args>` for the command of Helve. */
export interface Naming {
  readonly name: string;
  readonly command: string;
  /** A script that runs in the project before. */
  readonly before?: string;
  /** The whole command is encoded, and `<code>` stands for it. */
  readonly isEncoded?: true;
}

export const namings: readonly Naming[] = [
  { name: "literal", command: "<run> {dist}/main.js <args>" },
  { name: "in quotes", command: `<run> "{packages}/hel"'ve'/dist/main.js <args>` },
  { name: "an up and down path", command: "<run> {packages}/npm/../helve/./dist/main.js <args>" },
  { name: "a link that is there", before: "ln -s {dist}/main.js tool.mjs", command: "<run> tool.mjs <args>" },
  { name: "a link in the command", command: "ln -s {dist}/main.js l.mjs; <run> l.mjs <args>" },
  { name: "a hard link", before: "ln {dist}/main.js tool.mjs", command: "<run> tool.mjs <args>" },
  {
    name: "a link to the folder",
    before: "ln -s {packages} vendor",
    command: "<run> vendor/helve/dist/main.js <args>",
  },
  { name: "a copied folder that is there", before: "cp -r {dist} tools", command: "<run> tools/main.js <args>" },
  { name: "a folder copied in the command", command: "cp -r {dist} t; <run> t/main.js <args>" },
  { name: "files copied in the command", command: "cp {dist}/*.js .; <run> main.js <args>" },
  { name: "a packed folder", command: "tar cf - -C {packages} helve | tar xf -; <run> helve/dist/main.js <args>" },
  { name: "a glob", command: "<run> {packages}/hel?e/dist/main.js <args>" },
  { name: "a glob with a class", command: "<run> {packages}/[h]elve/dist/m*.js <args>" },
  { name: "braces", command: "<run> {packages}/{helve,x}/dist/main.js <args>" },
  { name: "cd", command: "cd {dist} && <run> main.js <args>" },
  { name: "cd by a glob", command: "cd {packages}/h*/dist && <run> ./main.js <args>" },
  { name: "pushd", command: "pushd {dist} >/dev/null; <run> main.js <args>" },
  { name: "a variable", command: `X={dist}/main.js; <run> "$X" <args>` },
  { name: "joined variables", command: `A={packages}; B=hel; <run> "$A/\${B}ve/dist/main.js" <args>` },
  { name: "a substitution", command: `<run> "$(command -v helve)" <args>` },
  { name: "backticks", command: "<run> `which helve` <args>" },
  { name: "readlink -f", command: `<run> "$(readlink -f "$(command -v helve)")" <args>` },
  { name: "realpath of a variable", command: `h=$(command -v helve); <run> "$(realpath $h)" <args>` },
  {
    name: "a path in a file",
    before: "echo {dist}/main.js > path.txt",
    command: `read F < path.txt; <run> "$F" <args>`,
  },
  { name: "cat of a file", before: "echo {dist}/main.js > path.txt", command: `<run> "$(cat path.txt)" <args>` },
  { name: "ls", command: `<run> "$(ls {packages}/*/dist/main.js | head -1)" <args>` },
  { name: "a here-document", command: "sh <<'E'\n<run> {dist}/main.js <args>\nE" },
  { name: "xargs", command: "echo {dist}/main.js | xargs -I F <run> F <args>" },
  { name: "find -exec", command: "find {packages} -name main.js -exec <run> {} <args> \\;" },
  { name: "find and xargs", command: "find ~ -path '*helve/dist/main.js' | xargs -I F <run> F <args>" },
  { name: "base64", command: "echo <code> | base64 -d | sh", isEncoded: true },
  { name: "base64 in eval", command: `eval "$(echo <code> | base64 -d)"`, isEncoded: true },
  { name: "Python", command: `python3 -c "import subprocess; subprocess.run('<run> {dist}/main.js <args>'.split())"` },
  {
    name: "Python with joined words",
    command: `python3 -c "import os; os.system('<run> {packages}/hel' + 've/dist/main.js <args>')"`,
  },
  { name: "a program of Node", command: `node -e "require('child_process').execSync('<run> {dist}/main.js <args>')"` },
  { name: "Perl", command: `perl -e 'system("<run> {dist}/main.js <args>")'` },
  { name: "nohup in the background", command: "nohup <run> {dist}/main.js <args> >/dev/null 2>&1 &" },
  { name: "a detached session", command: "setsid <run> {dist}/main.js <args>" },
  { name: "a pseudo-terminal", command: "echo y | script -qc '<run> {dist}/main.js <args>' /dev/null" },
];

/** Commands of Helve that loosen it. */
export const looseningCommands: readonly string[] = [
  "hook uninstall claude-code --yes",
  "trust",
  "allow 44ddf5b9",
  "log --purge --yes",
  "init --force --yes",
];

/** Code that uses a module of Helve, with `<module>` for its path. */
export const importingCode: readonly string[] = [
  `node -e "import('<module>')"`,
  `node -p "import('<module>')"`,
  `node --input-type=module -e "import * as m from '<module>'"`,
  `node --input-type=module -e "await (await import('<module>')).trust('.', {}, {ask: async () => 'y'})"`,
  "node --import <module> -e 0",
  "node -r <module> -e 0",
  "NODE_OPTIONS='--import <module>' node -e 0",
  `bun -e "import('<module>')"`,
  `deno eval "import('file://<module>')"`,
  `tsx -e "import('<module>')"`,
  `npx tsx -e "import('<module>')"`,
  `echo "import '<module>'" | node --input-type=module -`,
  `node --input-type=module <<'E'\nimport "<module>";\nE`,
  `node -e "require('module').createRequire('/')('<module>')"`,
  `node -e "new (require('worker_threads').Worker)('<module>')"`,
  `node -e "const p = '<module>'; import(p)"`,
  `python3 -c "import subprocess; subprocess.run(['node', '-e', 'import(\\"<module>\\")'])"`,
  "node <module>",
];

/** The path of a module of Helve, with its name. */
export const modulePaths: readonly string[] = [
  "{dist}/trust.js",
  "{dist}/allow.js",
  "{dist}/hook-install.js",
  "{packages}/helve/dist/../dist/trust.js",
];
