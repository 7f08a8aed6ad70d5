import { type Case, commands, write } from "../case.ts";

/** Searches that reach what Helve remembers: the key, sessions, trusted folders. */
export const stateReads: readonly Case[] = commands("ask", [
  "find ~ -name '*.jsonl' -exec cat {} +",
  "find ~ -type f -exec cat {} \\;",
  "find ~/.local -newer x -exec cp {} /tmp/x \\;",
  "fd -H record.key ~ -x cat",
  "cat ~/.local/*/*/*",
  `python3 -c "import pathlib; [print(p.read_text()) for p in pathlib.Path.home().rglob('*')]"`,
  "cd ~ && rg --hidden key",
  "cd ~ && rg -uu key",
  "cd ~/.local/state && rg key",
  "cd ~/.local/state/helve && rg .",
  "git -C ~ grep --no-index key",
  // Names in a file.
  "find ~/.local > l; tar cf a.tar -T l",
  "ls -R ~/.local/state > l; mytool l",
  // Names that programs print which look elsewhere.
  "locate record.key | cpio -o",
  "locate helve | xargs cat",
  "plocate -r '.*' | mytool",
  "mdfind -name record.key | cpio -o",
  "compgen -G '~/.local/state/helve/*' | cpio -o",
  "compgen -f ~/.local/state/helve/ | mytool",
  "git ls-files ~/.local | cpio -o",
  "git -C ~ ls-files -o | cpio -o",
  "git --work-tree=$HOME ls-files -o | tar cf a.tar -T -",
  "fd . ~/.local > l && zip -@ a.zip < l",
  // Texts that include files.
  `echo '#include "{home}/.local/state/helve/record.key"' | cpp`,
  `echo '.incbin "../../.local/state/helve/record.key"' | as -o a.o`,
  `gcc -I ~/.local/state/helve -include record.key -E -xc /dev/null`,
]).concat(
  (
    [
      ["a.s", `.incbin "../../.local/state/helve/record.key"`, "gcc -c a.s"],
      ["a.c", `const char x[] = {\n#embed "{home}/.local/state/helve/record.key"\n};`, "clang a.c"],
      ["a.rs", `const X: &str = include_str!("../../.local/state/helve/record.key");`, "rustc a.rs"],
      ["a.asm", `incbin "../../.local/state/helve/record.key"`, "nasm a.asm"],
      ["a.tex", "\\input{../../.local/state/helve/record.key}", "pdflatex a.tex"],
      ["a.rst", ".. include:: ../../.local/state/helve/record.key", "rst2html a.rst"],
      ["a.adoc", "include::../../.local/state/helve/record.key[]", "asciidoctor a.adoc"],
      ["a.m4", "include(`../../.local/state/helve/record.key')", "m4 a.m4"],
    ] as const
  ).map(([path, text, command]): Case => ({ expected: "ask", steps: [write(path, text), command] })),
  commands("silent", ["find src > l; tar cf a.tar -T l", "ls -R src | mytool", "fd . src | cpio -o"]),
  commands("silent", ["git ls-files | cpio -o", "locate libssl.so | xargs ls -l", "compgen -c | sort | mytool"]),
  commands("silent", [
    "find . -name '*.jsonl' -exec wc -l {} +",
    "find . -type f | xargs cat",
    "rg --hidden TODO",
    "rg -uu TODO src",
    "cd ~ && rg TODO",
  ]),
);
