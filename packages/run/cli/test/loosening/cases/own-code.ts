import { type Case, type Step, write } from "../case.ts";

/** Code that can't be read. */
const script = 'eval "$(rev g)"\n';
const python = "import os\nexec(os.environ['X'])\n";

const asked = (...steps: readonly (string | Step)[]): Case => ({ expected: "ask", steps });
const silent = (...steps: readonly (string | Step)[]): Case => ({ expected: "silent", steps });
const edit = (file_path: string): Step => ({ tool: "Edit", args: { file_path, old_string: "a", new_string: "b" } });

/** A case in a project with a script that can't be read, and that no step has written. */
const withScript = (...steps: readonly (string | Step)[]): Case => ({
  expected: "ask",
  before: `mkdir -p scripts; printf '%s\\n' 'eval "$(rev g)"' > scripts/run.sh`,
  steps,
});

/** Code of the session that no step has whole: made of other data, changed in part, or under another name. */
export const ownCode: readonly Case[] = [
  // A program that the session makes of data.
  asked("rev f > w.sh; sh w.sh"),
  asked("rev f > w.sh", "sh w.sh"),
  asked("printf '%s' \"$Y\" > w.sh", "sh w.sh"),
  asked("cat f g > w.js", "node w.js"),
  asked("tr a b < f > w.py; python3 w.py"),
  asked("xxd -r f w.sh; sh w.sh"),
  asked("git show HEAD:x > w.sh; . ./w.sh"),
  // A file that it has changed in part.
  withScript(edit("scripts/run.sh"), "sh scripts/run.sh"),
  withScript("perl -pi -e 's/a/b/' scripts/run.sh", "sh scripts/run.sh"),
  withScript("python3 -c \"p='scripts/run.sh'; s=open(p).read(); open(p,'w').write(s)\"", "sh scripts/run.sh"),
  {
    ...withScript(
      {
        tool: "apply_patch",
        args: { input: "*** Begin Patch\n*** Update File: scripts/run.sh\n@@\n-a\n+b\n*** End Patch\n" },
      },
      "sh scripts/run.sh",
    ),
    client: "codex",
  },
  // Another name of it.
  ...["ln -s w.py v.py", "ln w.py v.py", "ln -s $PWD/w.py v.py", 'ln -s "$X" v.py'].map((link) =>
    asked(write("w.py", python), `${link}; python3 -m pydoc v`),
  ),
  asked(write("a/w.py", python), "ln -s a b", "python3 -m pydoc b.w"),
  asked(write("w.sh", script), "ln -s w.sh v; mytool v"),
  ...["tar cf a.tar w.sh; tar xf a.tar -C d", "rsync -a ./ d/", "git checkout-index --prefix=d/ w.sh"].map((copying) =>
    asked(write("w.sh", script), `${copying}; sh d/w.sh`),
  ),
  asked(write("w.sh", script), "split -n 1 w.sh; sh xaa"),
  // Code that runs in the background of the same call.
  asked(`(sleep 5; sh w.sh) & cat > w.sh <<'E'\n${script}E`),
  asked("(sleep 5; sh w.sh) & rev f > w.sh"),
  asked(`coproc sh w.sh; cat > w.sh <<'E'\n${script}E`),
  asked("(sleep 5; sh w.sh) &", "printf '%s' \"$Y\" > w.sh"),
  asked(write("f.sh", script), "(sleep 5; sh w.sh) & ln -s f.sh w.sh"),
];

/** Similar harmless calls. */
export const harmlessOwnCode: readonly Case[] = [
  silent(edit("scripts/build.js"), "node scripts/build.js && npm test"),
  silent("sed -i 's/built/done/' scripts/build.js"),
  silent(write("main.c", "int main(void) { return 0; }\n"), "gcc -o app main.c && ./app"),
  silent("cp scripts/build.js scripts/b.js; node scripts/b.js"),
  silent("npm run dev & echo started > log.txt"),
  silent("ln -s ../shared src/shared; node src/index.ts"),
  silent("sort names.txt > sorted.txt; wc -l sorted.txt"),
];
