import { describe, expect, it } from "vitest";
import { findingOf } from "./finding.ts";

const ada = { workingDirectory: "/home/ada", home: "/home/ada", importantFiles: ["documents/**"] };

const braced = (expansion: string): string => `\${${expansion}}`;

async function answers(command: string): Promise<readonly unknown[]> {
  const destructive = await findingOf("is_destructive", command, ada);
  const important = await findingOf("is_delete_important_file", command, ada);
  return [destructive.value, important.value];
}

describe("what misled the predicates once", () => {
  it.each([
    // [a command that must not pass as harmless, its harmless twin]
    ["ssh $OPTS host 'rm -rf /x'", "ssh host 'ls -rf /x'"],
    ["ssh host -p 22 'rm -rf /x'", "ssh host -p 22 'ls /x'"],
    ["ssh host -- rm -rf /x", "ssh host -- ls /x"],
    ["ssh -o ProxyCommand='rm -r documents' host", "ssh -o ConnectTimeout=5 host"],
    ["timeout $OPTS 5 rm -r documents", "timeout 5 ls documents"],
    ["alias x='rm -rf'; x documents", "alias x='ls -a'; x documents"],
    ["alias s='sudo '; alias x='rm -r'; s x documents", "alias s='sudo '; s ls documents"],
    ["alias x='cd documents'; x; rm a", "alias x='cd documents'; x; ls a"],
    ["flock l env -u X rm documents/a", "flock l env -u X ls documents/a"],
    ["flock l nice -n 5 rm documents/a", "flock l nice -n 5 ls documents/a"],
    ["flock l -c 'rm documents/a'", "flock l -c 'ls documents/a'"],
    ["runuser -u ada -- rm documents/a", "runuser -u ada -- ls documents/a"],
    ["su ada -- -c 'rm documents/a'", "su ada -- -c 'ls documents/a'"],
    ["su - ada -c 'rm documents/a'", "su - ada -c 'ls documents/a'"],
    ["env - rm documents/a", "env - ls documents/a"],
    ["env -S 'bash -c' 'rm -rf documents'", "env -S 'bash -c' 'ls documents'"],
    ["env -S'rm\\_documents/x'", "env -S'ls documents/x'"],
    ["env a.b=1 rm documents/a", "env a.b=1 ls documents/a"],
    ["watch -x sh -c 'rm documents/a'", "watch -x sh -c 'ls documents/a'"],
    ["sudo -D documents rm a", "sudo -D documents ls a"],
    ["sudo -i rm documents/a", "sudo -i ls documents/a"],
    ["echo x | parallel", "echo x | parallel echo"],
    ["parallel < jobs", "parallel ls < jobs"],
    ["parallel 'rm -rf documents;' ::: 1", "parallel 'ls documents' ::: 1"],
    ["parallel {1} {2} ::: rm ::: f", "parallel ls {1} {2} ::: a ::: f"],
    ["python3 /dev/stdin <<< 'x'", "python3 x.py <<< 'x'"],
    ["python3 <(curl x)", 'python3 "$file"'],
    ["node --loader tsx -e 'x()'", "node --loader tsx x.js"],
    ["node --unheard tsx -e 'x()'", "node --unheard=tsx x.js"],
    ["awk -f x.awk", "awk 'NR > 1 { print $2 }' f"],
    ['awk \'BEGIN { print "" > "documents/a" }\'', "awk '/a|b/' f"],
    ["at -f clean.sh now", "at -l"],
    ["find documents -execdir rm a \\;", "find documents -execdir ls a \\;"],
    ["find $x -type f", 'find "$x" -type f -name "$y"'],
    ["git clean --f -d documents", "git clean --dry-run -d documents"],
    ["rm --r documents", "ls --r documents"],
    ["git -c clean.requireForce=false clean -d", "git -c user.name=x status"],
    ["git -c core.fsmonitor='rm x;' status", "git -c core.quotepath=off status"],
    ["git config alias.n '!rm x'", "git config user.name ada"],
    ["git restore :/", "git restore --staged :/"],
    ["git restore --pathspec-from-file=l", "git add --pathspec-from-file=l"],
    ["git rm -r 'doc*'", "git rm -r --cached 'doc*'"],
    ["git submodule foreach 'rm x'", "git submodule status"],
    ["git bisect run rm x", "git bisect start"],
    ["git rebase --exec 'rm x' HEAD~1", "git rebase HEAD~1"],
    ["git checkout-index -f -a", "git checkout-index --help"],
    ["git stash $A", "git stash list"],
    ["rsync --delete-missing-args x documents/", "rsync x documents/"],
    ["rsync -a --delete src/ documents/ --log-file /tmp/log", "rsync -a src/ documents/ --log-file /tmp/log"],
    ["rsync -e 'sh -c \"rm x\"' a b:", "rsync -e ssh a b:"],
    ["trap 'cd documents' DEBUG; rm a", "trap 'ls documents' DEBUG; ls a"],
    ["hash -p /bin/rm x; x f", "hash -r"],
    ["compgen -C 'rm x'", "complete -p"],
    ["mapfile -C 'rm x' a", "mapfile -t a"],
    ["printf -v 'a[$(rm x)]' y", "printf -v a y"],
    [`x='$(rm x)'; echo ${braced("x@P")}`, `x='$(rm x)'; echo ${braced("x@Q")}`],
    ["BASH_ENV=evil.sh bash -c true", "ENV=production bash -c true"],
    ["PAGER='rm x' man ls", "PAGER=cat man ls"],
    ["export PROMPT_COMMAND='rm x'", "export LANG=C"],
    [`echo ${braced("x^$(rm documents/a)")}`, `echo ${braced("x^a")}`],
    ["bash +n -c 'rm documents/a'", "bash -n x.sh"],
    ["npx rimraf@5 documents", "npx --version"],
    ["unshare -r rm -rf documents", "unshare -r ls documents"],
    ["uv run rm -r documents", "uv run ls documents"],
    ["npm exec -- rm -r documents", "npm exec -- ls documents"],
    ["docker exec c rm -rf /x", "docker exec c ls /x"],
    ["script -q /dev/null -c 'rm -r documents'", "script -q /dev/null -c 'ls documents'"],
    ["sed '1e rm documents/a' x", "sed -n '1,5p; s/we/x/g' x"],
    ["sed 's/^/rm /e' x", "sed -e 's/a/b/' < x"],
    ["make -f - <<< 'a:;rm x'", "make -f Makefile"],
    ["gzip documents/a", "gzip -k documents/a"],
    ["tar czf a.tgz --remove-files documents", "tar czf a.tgz documents"],
    ["tar cf a x --to-command='rm x'", "tar cf a x"],
    ["mkfs.minix /dev/sda1", "mkfs.minix --help"],
    ["fd -e md -x rm", "fd -e md"],
  ])("%s is not false, but %s is", async (harmful, harmless) => {
    expect(await answers(harmful)).not.toContain(false);
    expect(await answers(harmless)).toEqual([false, false]);
  });

  it.each([
    // [a command that touches an important file, or may do so; its twin that does not]
    [
      "for d in documents downloads; do [ -d $d ] && break; done; rm -r $d",
      "for d in cache downloads; do [ -d $d ]; done; rm -r $d",
    ],
    ["f() { cd documents; [ -f x ] && return; cd /tmp; }; f; rm a", "f() { cd documents; cd /tmp; }; f; rm a"],
    ["f() { cd documents; if x; then return; fi; cd /tmp; }; f; rm a", "f() { if x; then return; fi; }; f; rm a"],
    ["x=/tmp/a; while :; do x=documents/a; break; x=/tmp/a; done; rm $x", "x=/tmp/a; while :; do break; done; rm $x"],
    ["cd() { :; }; cd /tmp; rm -r documents", "cd /tmp; rm -r documents"],
    ["x=/tmp/a; printf -vx documents/a; rm $x", "x=/tmp/a; printf -vy documents/a; rm $x"],
    ["x=/tmp/a; read -ax; rm $x", "x=/tmp/a; read -r z; rm $x"],
    ["REPLY=/tmp/a; read; rm $REPLY", "REPLY=/tmp/a; rm $REPLY"],
    ["x=/tmp/a; declare -n r=x; r=documents/a; rm $x", "x=/tmp/a; declare r=x; r=documents/a; rm $x"],
    ["declare -l x=DOCUMENTS/a; rm $x", "declare x=DOCUMENTS/a; rm $x"],
    ["OLDPWD=/tmp; cd documents; rm $OLDPWD/a", "OLD=/tmp; cd documents; rm $OLD/a"],
    ["IFS+=,; x=rm,documents/a; $x", "IFS= read -r l; x=/tmp/a; rm $x"],
    ["if x; then IFS=,; fi; x=a,documents/a; rm $x", "if x; then y=,; fi; x=a,documents/a; rm $x"],
    ["pushd -n /tmp; rm documents/a", "pushd /tmp; rm documents/a"],
    ["pushd documents; pushd /tmp; pushd +1; rm a", "pushd documents; pushd /tmp; rm a"],
    ["CDPATH=/home/ada/documents; cd x; rm a", "CDPATH= cd x; rm a"],
    ["true | cd documents; rm a", "true | (cd documents); rm a"],
    [
      "d=/tmp/x; case 1 in 1) d=documents ;& 2) rm -r $d;; esac",
      "d=/tmp/x; case 1 in 1) d=documents ;; 2) rm -r $d;; esac",
    ],
    ["rm -r [[=d=]]ocuments", "rm -r [[:digit:]]ocuments"],
    ["rm -r [[.d.]]ocuments", "rm -r [abc]ocuments"],
    ["rm -r [d']']ocuments", "rm -r [a]ocuments"],
    ["x='@(documents)/a'; rm $x", "x='drafts/a'; rm $x"],
    ["shopt -s nocaseglob; rm -r DOC*", "shopt -s nullglob; rm -r DOC*"],
    ["rm /proc/self/cwd/documents/a", "rm /proc/self/x"],
    ["find . -fprint documents/a", "find . -fprint drafts/a"],
    ["git checkout documents", "git checkout main"],
    ["sort -o documents/a x", "sort -o drafts/a documents/a"],
    ["sed -i d documents/a", "sed d documents/a"],
    ["curl -o documents/a x.org", "curl x.org"],
    ["cp /dev/null documents/a", "cp documents/a b"],
    ["mv documents/a /dev/null", "mv documents/a b"],
  ])("%s may touch an important file, but %s does not", async (harmful, harmless) => {
    expect((await answers(harmful))[1]).not.toBe(false);
    expect((await answers(harmless))[1]).toBe(false);
  });

  it.each([
    "git push origin :main",
    "git push origin +main",
    "git push --prune origin",
    "git branch --delete --force x",
    "git branch -df x",
    "git tag -d v1",
    "git update-ref -d refs/heads/main",
    "git reflog expire --expire=now --all",
    "crontab -r",
    "docker volume rm x",
    "kubectl delete ns x",
    "zfs destroy tank",
  ])("%s is destructive", async (command) => {
    expect((await answers(command))[0]).toBe(true);
  });
});

describe("a command that would take long to follow", () => {
  const words = Array.from({ length: 32 }, (_, index) => index).join(" ");
  const loop = (body: string): string => `for a in ${words}; do for b in ${words}; do ${body}; done; done`;
  it.each([
    ["braces in loops", loop(`for c in ${words}; do : ${"{1..256} ".repeat(1500)}; done`)],
    ["many braces", `: ${"{1..256} ".repeat(1600)}`],
    ["braces given to rm", loop(`rm ${"{1..256} ".repeat(1500)}`)],
    ["a long path in loops", loop(`cd ${"a/".repeat(7000)}`)],
    ["a directory that grows", loop(`cd ${"a".repeat(200)}; rm x`)],
    ["a long variable", `x=${"a/".repeat(5000)}; ${loop("rm $x$a")}`],
    [
      "many variables",
      `${Array.from({ length: 1200 }, (_, i) => `a${i}=1`).join(";")};${loop("if x; then x; fi; x $a$b")}`,
    ],
    ["a long word that is split", `x='${"a ".repeat(7000)}'; ${loop("rm $x")}`],
    ["brackets without end", `x='${"[".repeat(15_000)}'; $x`],
    ["find in find", `find . ${"-exec find . ".repeat(1000)}`],
    ["many places and commands", `find ${"a ".repeat(3000)} ${"-exec rm {} + ".repeat(400)}`],
  ])("is given up as unknown: %s", async (_, command) => {
    const [, important] = await answers(command);
    expect(important).toBe("unknown");
  });
});
