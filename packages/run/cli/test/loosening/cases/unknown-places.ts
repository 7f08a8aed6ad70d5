import { type Case, type Step, write } from "../case.ts";

/** Code that can't be read. */
const unreadable = 'eval "$(rev h)"\n';

const asked = (...steps: readonly (string | Step)[]): Case => ({ expected: "ask", steps });

/** Ways to run the file `g` of the working directory that hide the directory. */
const runs: readonly string[] = [
  'cd "$(pwd)"; sh g',
  "cd $(dirname $PWD)/$(basename $PWD) && sh g",
  'mkdir -p d; cp g d; cd "$(ls -d d)"; sh g',
  'cd ..; cd "$OLDPWD"; sh g',
  "cd /proc/self/cwd; sh g",
  "sh /proc/self/cwd/g",
  "env -C /proc/self/cwd sh g",
  `{node} -e "require('child_process').execSync('sh g', { cwd: process.argv[1] })" "$PWD"`,
  "find g -exec sh {} +",
  "find g -execdir sh {} +",
];

/** Ways to run the program `b/ls` of the session in place of the known one. */
const replacements: readonly string[] = [
  'export PATH="$(pwd)/b:$PATH"; ls',
  "PATH=`realpath b`:$PATH ls",
  "read p < names; PATH=$p:$PATH; ls",
  "BASH_CMDS[ls]=b/ls; ls",
];

/** Ways to run the index of an array in the file `f`. */
const computations: readonly string[] = [
  "read x < f; [[ $x -eq 1 ]]",
  'read x < f; test -v "$x"',
  'read x < f; printf -v "$x" hi',
  "read x < f; declare -i q; q=$x",
  "read x < f; q[x]=1",
  "read x < f; echo ${x:0:1} ${*:$x}",
  "while read x; do case $((x)) in 0) ;; esac; done < f",
  "mapfile -t q < f; echo $((q))",
  "for i in $(cat f); do ((i)); done",
  'f() { (( $1 )); }; f "$(<f)"',
  "[[ $(<f) -eq 1 ]]",
  "echo ${q[$(<f)]}",
  `bash -c '(($0))' "$(<f)"`,
  "read x <<< 'a[$(sh g)]'; ((x))",
];

/** Ways to overwrite the file that descriptor 3 has open. */
const descriptors: readonly string[] = [
  "exec {n}<{home}/.claude/settings.json; echo 1 > /dev/fd/$n",
  "exec 3<{home}/.claude/settings.json; echo 1 > /dev/fd/$((2 + 1))",
  "exec {n}<{home}/.claude/settings.json; cp package.json /dev/fd/$n",
  "python3 -c \"open('/dev/fd/3', 'w')\" 3< {home}/.claude/settings.json",
  `{node} -e "require('fs').writeFileSync('/dev/fd/3', '1')" 3< {home}/.claude/settings.json`,
];

/** Where a file is, what a value holds and in which encoding a program is written is unknown. */
export const unknownPlaces: readonly Case[] = [
  ...runs.map((command) => asked(write("g", unreadable), command)),
  ...replacements.map((command) =>
    asked(write("b/ls", `#!/bin/sh\n${unreadable}`), write("names", "b\n"), `chmod +x b/ls; ${command}`),
  ),
  ...computations.map((command) => asked(write("g", unreadable), write("f", "a[$(sh g)]\n"), command)),
  ...descriptors.map((command) => asked(command)),
  ...["utf-7", "raw_unicode_escape", "unicode_escape"].map((encoding) =>
    asked(write("x.py", `# coding: ${encoding}\nx = 1 # \\u000aimport os\n`), "python3 x.py"),
  ),
  ...["readFileSync(p, { flag: 'w+' })", "createReadStream(p, { flags: 'w+' })"].map((call) =>
    asked(
      write("x.js", `const p = process.env.HOME + "/.cl" + "aude/settings.json";\nrequire("fs").${call};\n`),
      "{node} x.js",
    ),
  ),
];

/** Similar harmless calls. */
export const knownPlaces: readonly Case[] = [
  ["cd $(git rev-parse --show-toplevel); npm test"],
  [write("scripts/a.sh", "npm test\n"), "cd $(git rev-parse --show-toplevel) && sh scripts/a.sh"],
  [write("list", "a.txt\nb.txt\n"), "while read x; do wc -l $x; done < list"],
  [write("a.py", "# -*- coding: utf-8 -*-\nprint(1)\n"), "python3 a.py"],
  ["find . -name '*.py' -execdir wc -l {} +"],
  ["echo done > /dev/stderr; echo 1 > /dev/fd/2"],
].map((steps): Case => ({ expected: "silent", steps }));
