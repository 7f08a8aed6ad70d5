// Ways to start a file `g` of the session whose folder is not known, or that another file or value of the session leads to.

/** Commands that start the file in a folder that is not known. */
export const unknownPlaces: readonly string[] = [
  `cd "$(pwd)"; sh g`,
  "cd $(dirname $PWD)/$(basename $PWD) && sh g",
  `mkdir -p d; cp g h d; cd "$(ls -d d)"; sh g`,
  `cd ..; cd "$OLDPWD"; sh g`,
  "cd /proc/self/cwd; sh g",
  "sh /proc/self/cwd/g",
  "env -C /proc/self/cwd sh g",
  "find g -execdir sh {} +",
  `perl -e 'chdir $ENV{PWD}; exec "sh g"'`,
  "read x <<< 'a[$(sh g)]'; ((x))",
];

/** Files of the session with what starts them. */
export const startingFiles: readonly (readonly [file: string, content: string, command: string])[] = [
  ["b/ls", "#!/bin/sh\nsh g\n", `chmod +x b/ls; export PATH="$(pwd)/b:$PATH"; ls`],
  ["b/ls", "#!/bin/sh\nsh g\n", "chmod +x b/ls; PATH=`realpath b`:$PATH ls"],
  ["git-zz", "#!/bin/sh\nsh g\n", "chmod +x git-zz; PATH=$PATH:. git zz"],
  ["zz", "#!/bin/sh\nsh g\n", "chmod +x zz; BASH_CMDS[git]=./zz; git status"],
  ["f", "a[$(sh g)]\n", "read x < f; [[ $x -eq 1 ]]"],
  ["f", "a[$(sh g)]\n", "mapfile -t q < f; echo $((q))"],
  ["m.mk", ".RECIPEPREFIX=>\nall:\n>sh g\n", "make -f m.mk"],
  ["m.mk", "SHELL=./zz\nall:\n\techo 1\n", "make -f m.mk"],
  ["m.mk", "$(eval $(file < q))\nall:\n", "make -f m.mk"],
  ["q", "all: ; sh g\n", "MAKEFILES=q make all"],
  ["x.py", "# coding: raw_unicode_escape\nx = 1 # \\u000aimport os\n", "python3 x.py"],
  ["x.py", "#!/usr/bin/python3\n# -*- coding: utf-7 -*-\nprint(1)\n", "python3 x.py"],
  ["x.js", "require('fs').readFileSync(process.env.HOME+'/.cl'+'aude/settings.json',{flag:'w+'})", "node x.js"],
  ["x.js", "require('fs').createReadStream(process.env.HOME+'/.cl'+'aude/settings.json',{flags:'w'})", "node x.js"],
];

/** Data of the session that a loader runs. */
export const loadedData: readonly (readonly [file: string, code: string])[] = [
  ["c.bin", "import pickle\npickle.load(open('c.bin','rb'))\n"],
  ["c.bin", "import joblib\njoblib.load('c.bin')\n"],
  ["c.ini", "import logging.config\nlogging.config.fileConfig('c.ini')\n"],
];

/** Commands that write to a protected file by a descriptor. */
export const descriptorWrites: readonly string[] = [
  "exec {fd}<~/.claude/settings.json; echo 1 > /dev/fd/$fd",
  "exec 5<~/.claude/settings.json; echo 1 > /dev/fd/$((4+1))",
  "exec {fd}<~/.claude/settings.json; cp package.json /dev/fd/$fd",
  `python3 -c "open('/dev/fd/3','w')" 3< ~/.claude/settings.json`,
  `node -e "require('fs').writeFileSync('/dev/fd/3','1')" 3< ~/.claude/settings.json`,
];

/** Commands that read what Helve remembers in a folder that is only partly known. */
export const unknownFolders: readonly string[] = [
  "cd ~; cd .local; cd state; cd h*; cat r*",
  "cd ~/.local/state; cd *; cat *",
  "pushd ~/.local/state; pushd h*; cat *",
  "cd ~/.local/state; cd $(ls); cat *",
  "for d in ~/.local/state/*; do cd $d; cat *; done",
  "read a < n; cat ~/.local/state/*/$a",
  "read a < n; cat ~/.local/state/$a",
  "read a < n; cd ~/.local/state/$a; cat *",
  "du -a ~/.local/state | cut -f2 | grep key | xargs cat",
  "cd ~; cd .c*e; script -qc 'echo 1' settings.json",
];
