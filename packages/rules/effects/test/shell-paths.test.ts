import type { EffectContext } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The paths that a command deletes, with their certainty; `?` for an unknown path. */
function deleted(command: string, context?: EffectContext): readonly string[] {
  return readShell(command, context)
    .effects.flatMap((effect) =>
      effect.kind === "delete"
        ? [`${effect.target?.path ?? "?"} ${effect.certainty}`]
        : effect.kind === "anything"
          ? ["anything"]
          : [],
    )
    .toSorted();
}

describe("a variable with several values", () => {
  it.each([
    ["if c; then x=a; else x=b; fi; rm $x", ["a possible", "b possible"]],
    ["case $1 in q) x=a;; *) x=b;; esac; rm $x/y", ["a/y possible", "b/y possible"]],
    ["c && x=a || x=b; rm $x", ["a possible", "b possible"]],
    ["x=a; c && x=b; y=$x/z; rm $y", ["a/z possible", "b/z possible"]],
    ["x=a; for i in *.txt; do rm $x; x=b; done", ["a certain", "a possible", "b certain", "b possible"]],
    ["if c; then x=a; else x=a; fi; rm $x", ["a certain"]],
    ["if c; then x=a; fi; rm $x", ["? possible", "a possible"]],
  ])("%s deletes what each value names", (command, paths) => {
    const found = deleted(command);
    expect(found.length).toBeGreaterThan(0);
    for (const each of found) expect(paths).toContain(each);
    const names = new Set(paths.map((path) => path.replace(/ .*/, "")));
    expect(new Set(found.map((path) => path.replace(/ .*/, "")))).toEqual(names);
  });

  it("is unknown if it changes in too many ways", () => {
    expect(deleted("x=a; while c; do x=$x/b; done; rm $x").some((path) => path.startsWith("?"))).toBe(true);
    const nine = Array.from({ length: 9 }, (_, at) => `${at}) x=a${at};;`).join(" ");
    expect(deleted(`case $1 in ${nine} *) x=b;; esac; rm $x`)).toContain("? possible");
  });

  it("leaves the certainty of what does not depend on it", () => {
    const { effects } = readShell("if c; then x=a; else x=b; fi; cp $x /tmp/y");
    expect(effects.find((effect) => effect.kind === "execute" && effect.by === "cp")?.certainty).toBe("certain");
  });
});

describe("a path that ends early", () => {
  it.each([
    ["case $1 in a) d=tmp;; *) d=/; exit 1;; esac; rm -r $d", ["tmp certain"]],
    ["if c; then cd /etc; exit; fi; rm x", ["x certain"]],
    ["d=/; c && d=tmp || exit 1; rm -r $d", ["tmp certain"]],
    ["f() { if c; then d=/; return; fi; d=tmp; }; f; rm -r $d", ["/ possible", "tmp possible"]],
    ["echo 'if c; then d=/; return; fi; d=tmp' > s; . ./s; rm -r $d", ["/ possible", "tmp possible"]],
    ["d=a; for i in 1 2; do d=b; eval 'c && break'; d=z; done; rm -r $d", ["b possible", "z possible"]],
    ["d=a; while c; do d=b; c && break; d=z; done; rm -r $d", ["a possible", "b possible", "z possible"]],
  ])("%s continues with the values of the others", (command, paths) => {
    expect(deleted(command)).toEqual(paths);
  });

  it.each([
    "(echo 'rm /hit' > a.sh; exit); bash a.sh",
    "f() { echo 'rm /hit' > a.sh; exit 1; }; (f); bash a.sh",
    "f() { if c; then echo 'rm /hit' > a.sh; return; fi; }; f; bash a.sh",
    "while c; do echo 'rm /hit' > a.sh; break; done; bash a.sh",
    "for i in 1; do bash -c \"if c; then echo 'rm /hit' > a.sh; break; fi\"; bash a.sh; done",
    'bash -c "if c; then echo rm /hit > a.sh; exit; fi"; bash a.sh',
  ])("%s runs the file that was written before", (command) => {
    expect(deleted(command).some((path) => path.startsWith("/hit "))).toBe(true);
  });

  it("leaves the files that it has written to later commands", () => {
    const { after } = readShell("if c; then echo 'rm /hit' > a.sh; exit; fi");
    expect(deleted("bash a.sh", after)).toEqual(["/hit certain"]);
  });
});

describe("files, links and settings on several paths", () => {
  it.each([
    ["if c; then echo 'rm a' > s; else echo 'rm b' > s; fi; bash s", ["a possible", "b possible"]],
    ["echo 'rm a' > s; c && echo 'rm b' > s; bash s", ["a possible", "b possible"]],
    ["echo 'rm a' > s; echo 'rm b' > s & bash s", ["a possible", "b possible"]],
    ["echo 'rm a' > s; echo 'rm b' > s; bash s", ["b certain"]],
    ["echo 'rm a' > s; if c; then rm s; fi; bash s", ["a certain", "s possible"]],
    ["mkdir -p d; ln -s /etc d/l; cd d; rm l/x", ["/etc/x certain", "d/l/x certain"]],
    ["ln -s a b; ln -s b a; rm a/x", ["a/x certain"]],
  ])("%s deletes what each path has left", (command, paths) => {
    expect(deleted(command)).toEqual(paths);
  });

  it("makes a setting unknown that has two values", () => {
    const remote = (url: string): string => `git remote set-url o ${url}`;
    const { after } = readShell(
      `if c; then ${remote("https://a.example/r")}; else ${remote("https://b.example/r")}; fi`,
    );
    expect(after?.settings?.get("git remote o")).toBeNull();
  });

  it("says when a command does too much to be analyzed, and only if something is left out", () => {
    const pure = `python3 -c "${Array.from({ length: 400 }, (_, at) => `x${at} = [a for a in range(9)]`).join("\n")}"`;
    expect(deleted(`${Array.from({ length: 200 }, () => pure).join("; ")}; rm /hit`)).not.toEqual([]);
  });
});

describe("a file with a partly unknown name", () => {
  /** The paths of the files that a command writes; `?` for an unknown one. */
  function written(command: string): readonly string[] {
    return readShell(command, { workingDirectory: "/work" }).effects.flatMap((effect) =>
      effect.kind === "write" ? [effect.target?.path ?? "?"] : effect.kind === "move" ? [effect.to?.path ?? "?"] : [],
    );
  }

  it.each([
    ["id=$(jq -r .id /work/a.json); echo x > out/zone_$id.json", "out/zone_*.json"],
    ['f="out/zone_$(./next.sh).json"; echo x > "$f"', "out/zone_*.json"],
    ['a=(b c); for i in "${!a[@]}"; do f="out/${a[$i]}"; g="out/r_${a[$i]}"; echo x >> "$g"; done', "out/r_*"],
    ['mv x "out/zone_$(./next.sh)"', "out/zone_*"],
    ["for i in $(echo a:1,b:2 | tr ',' ' '); do echo x > out/${i%%:*}; done", "out/a"],
  ])("%s stays in its folder", (command, path) => {
    expect(new Set(written(command))).toContain(path);
    expect(written(command)).not.toContain("?");
  });

  it.each([
    'echo x > "out/$(./next.sh)"',
    'echo x > "out/..$(./next.sh)"',
    'cp x "out/zone_$(./next.sh)/y"',
    "mv x out/zone_$(./next.sh)",
    'f="/etc/passwd $(./next.sh)"; cp x $f',
    'f="/etc/passwd $(date)"; cp x $f',
  ])("%s may write anywhere", (command) => {
    expect(written(command)).toContain("?");
  });
});

describe("a file that is emptied", () => {
  function losses(command: string): readonly string[] {
    return readShell(command).effects.flatMap((effect) =>
      effect.kind === "destroy" ? [effect.target?.path ?? "?"] : [],
    );
  }

  it.each(["a", "src/a"])("keeps nothing of %s", (path) => {
    expect(losses(`: > ${path}`)).toEqual([path]);
    expect(losses(`echo x >> ${path}; : > ${path}`)).toEqual([path]);
  });

  it("is overwritten if it is filled afterwards", () => {
    expect(losses(": > log; for f in *; do echo $f >> log; done")).toEqual([]);
  });
});

it.each([
  ["grep -l x a", true],
  ["grep -q x a && b", true],
  ["rg -l x a", true],
  ["grep x a", false],
])("%s prints only names: %s", (command, namesOnly) => {
  const reads = readShell(command).effects.flatMap((effect) =>
    effect.kind === "read" ? [effect.namesOnly === true] : [],
  );
  expect(reads).toEqual([namesOnly]);
});

describe("cd - and popd", () => {
  const deleted = (command: string): readonly (string | undefined)[] =>
    readShell(command).effects.flatMap((effect) => (effect.kind === "delete" ? [effect.target?.path] : []));

  it.each([
    ["cd a && cd - && rm x", "x"],
    ["cd a && cd b && cd - && rm x", "a/x"],
    ["cd a && cd .. && cd - && cd - && rm x", "x"],
    ["pushd a && popd && rm x", "x"],
    ["pushd a && pushd b && popd && rm x", "a/x"],
    ["cd ~ && cd - && cd - && rm x", "~/x"],
  ])("return to the directory before: %s", (command, path) => {
    expect(deleted(command)).toEqual([path]);
  });

  it.each([
    "cd - && rm x",
    "popd && rm x",
    "pushd a && popd -n && rm x",
    "pushd a && pushd && rm x",
    "cd a; if b; then cd c; fi; cd - && rm x",
  ])("lead to an unknown directory if it is unknown: %s", (command) => {
    expect(deleted(command)).toEqual([undefined]);
  });
});
