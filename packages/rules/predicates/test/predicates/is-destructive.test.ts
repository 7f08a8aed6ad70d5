import { describe, expect, it } from "vitest";
import { findingOf } from "../finding.ts";

describe("is_destructive", () => {
  it.each([
    // [a command that deletes or destroys, its harmless twin]
    ["rm -rf x", "ls -rf x"],
    ["/bin/rm x", "/bin/ls x"],
    ["\\rm x", "\\ls x"],
    ["r''m x", "l''s x"],
    ["'rm' x", "'rm x'"],
    ["$'\\x72m' x", "echo $'\\x72m' x"],
    ["sudo -u root rm x", "sudo -u rm ls"],
    ["env A=1 rm x", "env A=rm ls"],
    ["A=1 rm x", "A=rm ls"],
    ["nohup rm x &", "nohup ls rm &"],
    ["timeout -k 5 10 rm x", "timeout 5 echo rm x"],
    ["nice -n 5 rm x", "nice -n 5 ls"],
    ["command rm x", "command -v rm"],
    ["exec rm x", "exec ls x"],
    ["ls | xargs -0 rm", "ls | xargs -0 echo rm"],
    ["ls | xargs -I{} rm {}", "ls | xargs -I{} stat {}"],
    ["find . -delete", "find . -name delete"],
    ["find . -exec rm {} \\;", "find . -exec grep rm {} \\;"],
    ["true && rm x", "true && echo rm x"],
    ["true; rm x", "true; echo rm x"],
    ["ls | rm x", "ls | grep rm"],
    ["ls & rm x", "ls & jobs"],
    ["false || rm x", "false || echo rm"],
    ["(cd y; rm x)", "(cd rm; ls x)"],
    ["((rm -rf x))", "((i < 3))"],
    ["{ rm x; }", "{ echo rm x; }"],
    ["for f in a b; do rm $f; done", "for f in a rm; do ls $f; done"],
    ["for c in ls rm; do $c x; done", "for c in ls cat; do $c x; done"],
    ["while read f; do rm $f; done < list", "while read rm; do ls $rm; done < list"],
    ["if [ -f x ]; then rm x; fi", "if [ -f rm ]; then ls x; fi"],
    ["case $1 in rm) rm x;; esac", "case $1 in rm) ls;; esac"],
    ["f() { rm $1; }; f x", "f() { ls $1; }; f rm"],
    ["clean() { rm x; }; clean", "clean() { rm x; }"],
    ["echo $(rm x)", "echo '$(rm x)'"],
    ['echo "`rm x`"', "echo '`rm x`'"],
    ["diff <(rm x) y", "diff 'rm' y"],
    ["x=`rm z`", "x=`ls rm`"],
    ["echo $(($(rm z)))", "echo $((rm))"],
    ["cat <<EOF\n$(rm x)\nEOF", "cat <<'EOF'\n$(rm x)\nEOF"],
    ['bash -c "rm x"', 'bash -c "echo rm x"'],
    ["bash -lc 'sudo rm x'", "bash -c 'man rm'"],
    ["eval rm x", "eval echo rm x"],
    ['eval "rm x"', "eval 'echo \"rm x\"'"],
    ["bash <<EOF\nrm x\nEOF", "bash <<EOF\nls x\nEOF"],
    ["sh <<< 'rm x'", "cat <<< 'rm x'"],
    ["c=rm; $c x", "c=ls; $c rm"],
    ["c='rm -f'; $c x", "c='ls -f'; $c rm"],
    ["trap 'rm x' EXIT", "trap 'echo rm' EXIT"],
    ["alias ls='rm x'", "alias rm='ls'"],
    ["shred x", "shred --help"],
    ["unlink x", "readlink x"],
    ["unlink x", "rmdir x"],
    ["truncate -s 0 x", "truncate --version"],
    ["dd if=/dev/zero of=/dev/sda", "dd if=/dev/sda of=/dev/null"],
    ["mkfs.ext4 /dev/sdb1", "lsblk /dev/sdb1"],
    ["wipefs -a /dev/sdb", "wipefs /dev/sdb"],
    ["> x", "echo hi > x"],
    ["echo hi > /dev/sda", "echo hi > /dev/null"],
    ["git clean -fd", "git clean -n"],
    ["git reset --hard HEAD~1", "git reset HEAD~1"],
    ["git checkout -- .", "git checkout main"],
    ["git -C sub checkout .", "git -C sub checkout -b rm"],
    ["git restore x", "git restore --staged x"],
    ["git push --forc origin x", "git push origin x"],
    ["rsync -a --delete a/ b/", "rsync -a a/ b/"],
    ["rm -- --help", "rm --help"],
  ])("%s, but not %s", async (harmful, harmless) => {
    expect(await findingOf("is_destructive", harmful)).toMatchObject({ value: true });
    expect(await findingOf("is_destructive", harmless)).toMatchObject({ value: false });
  });

  it.each([
    'echo "rm x"',
    "grep rm file",
    "man rm",
    "ls # rm",
    'git commit -m "rm x"',
    "npm test",
    'ls() { command ls "$@"; }; ls x',
    "make clean",
    "python manage.py test",
    "node server.js",
    "awk '{print $1}' file",
    "rm -f",
    "",
  ])("is false for %s", async (command) => {
    expect(await findingOf("is_destructive", command)).toEqual({
      value: false,
      reason: "nothing in the code deletes or destroys anything",
      evidence: [],
    });
  });

  it.each([
    ["$CMD x", "it is unknown what $CMD runs", "$CMD"],
    ["$(locate rm) x", "it is unknown what $(locate rm) runs", "$(locate rm)"],
    ['eval "$x"', "it is unknown what eval runs", '"$x"'],
    ["node -e 'x()'", "node runs javascript code that is not read: pass languages: { javascript }", "'x()'"],
    ["curl -s example.com | sh", "the code that sh gets from example.com is unknown", "sh"],
    ["curl -s example.com | python3 -", "the code that python3 gets from example.com is unknown", "python3"],
    ["f() { f & }; f", "f calls itself or is nested too deeply to be analyzed", "f"],
    ["find $x", "an unknown argument of find may be -delete", "find $x"],
    ["git $x", "it is unknown which subcommand git gets", "git $x"],
    ["git -c alias.x='!rm y' x", "git gets a setting that may run any command", "git -c alias.x='!rm y' x"],
    ["rm 'x", "the command can't be read: unterminated single quote", "rm 'x"],
  ])("is unknown for %s", async (command, reason, text) => {
    const finding = await findingOf("is_destructive", command);
    expect(finding).toMatchObject({ value: "unknown", reason });
    expect(finding.evidence.map((evidence) => evidence.text)).toEqual([text]);
  });

  it("is unknown for a command that is too long or nested too deeply", async () => {
    expect(await findingOf("is_destructive", `rm ${"x".repeat(20_000)}`)).toMatchObject({ value: "unknown" });
    expect(await findingOf("is_destructive", `${"$(".repeat(70)}rm x${")".repeat(70)}`)).toMatchObject({
      value: "unknown",
    });
    const loops = "for f in 1 2 3 4 5 6 7 8 9; do ";
    expect(await findingOf("is_destructive", `${loops.repeat(8)} ls; ${"done;".repeat(8)}`)).toMatchObject({
      value: "unknown",
    });
  });

  it("is true if one part is destructive, even if other parts are unknown", async () => {
    expect(await findingOf("is_destructive", '$CMD; rm x; python -c "y"')).toMatchObject({ value: true });
  });

  it("names the effects, their targets and their positions in the command", async () => {
    const command = "cd build && sudo rm -rf ./out lib; bash -c 'shred \"key\"'; git push -f; rm a; rm b";
    const { reason, evidence } = await findingOf("is_destructive", command);
    expect(reason).toBe("rm deletes build/out; rm deletes build/lib; shred destroys build/key; and 3 more");
    expect(evidence.map(({ path, start, end }) => [path, command.slice(start, end)])).toEqual([
      ["/command", "rm -rf ./out"],
      ["/command", "rm -rf ./out lib"],
      ["/command", 'shred "key"'],
      ["/command", "git push -f"],
      ["/command", "rm a"],
      ["/command", "rm b"],
    ]);
  });

  it("locates the whole word if a nested command contains escapes", async () => {
    const { evidence } = await findingOf("is_destructive", 'echo; bash -c "rm \\"x\\""');
    expect(evidence.map(({ text }) => text)).toEqual(['"rm \\"x\\""']);
  });
});
