import { type Case, commands } from "../case.ts";

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
]).concat(
  commands("silent", [
    "find . -name '*.jsonl' -exec wc -l {} +",
    "find . -type f | xargs cat",
    "rg --hidden TODO",
    "rg -uu TODO src",
    "cd ~ && rg TODO",
  ]),
);
