import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

function deleted(command: string): readonly string[] {
  return readShell(command).effects.flatMap((each) => (each.kind === "delete" ? [each.target?.path ?? "?"] : []));
}

describe("a source file that the command wrote and compiles", () => {
  it.each([
    ["main.go", 'package main\nimport "os"\nfunc main() { os.RemoveAll("/srv/docs") }', "go run main.go"],
    [
      "main.go",
      'package main\nimport "os/exec"\nfunc main() { exec.Command("rm", "-rf", "/srv/docs").Run() }',
      "go run .",
    ],
    ["main.go", "package main\n//go:generate rm -rf /srv/docs", "go generate ./..."],
    ["x.c", 'int main(void) { return system("rm -rf /srv/docs"); }', "gcc x.c -o x && ./x"],
    ["x.cpp", 'int main() { std::filesystem::remove_all("/srv/docs"); }', "g++ x.cpp && ./a.out"],
    ["x", 'int main(void) { return system("rm -rf /srv/docs"); }', "gcc -xc x"],
    ["x", 'int main(void) { return system("rm -rf /srv/docs"); }', "gcc -x c - < x"],
    ["x", 'int main(void) { return system("rm -rf /srv/docs"); }', "cat x | clang -E -xc -"],
    ["d/main.go", 'package main\nimport "os"\nfunc main() { os.RemoveAll("/srv/docs") }', "go run ./..."],
    ["d/main.go", 'package main\nimport "os"\nfunc main() { os.RemoveAll("/srv/docs") }', 'go run "$X"'],
    ["d/main.go", 'package main\nimport "os"\nfunc main() { os.RemoveAll("/srv/docs") }', "go -C d run ."],
    ["X.java", 'class X { void m() { Files.delete(Path.of("/srv/docs")); } }', "java X.java"],
    ["x.rs", 'fn main() { std::fs::remove_dir_all("/srv/docs").unwrap(); }', "rustc x.rs && ./x"],
  ])("is read: %s %s", (file, source, command) => {
    expect(deleted(`cat > ${file} <<'EOF'\n${source}\nEOF\n${command}`)).toEqual(["/srv/docs"]);
  });

  it.each([
    [
      "main.go",
      'package main\nimport "fmt"\nfunc main() { fmt.Println(`a "b`, \'x\'); run(os.Args) }',
      "go run main.go",
    ],
    [
      "x.c",
      '#include <stdio.h>\nint main(int c, char **v) { puts("it\'s"); return remove(v[1]); }',
      "gcc x.c -o x && ./x",
    ],
    [
      "X.java",
      'class X { public static void main(String[] a) { list.delete(0); System.out.println("a"); } }',
      "java X.java",
    ],
  ])("may do ordinary things: %s", (file, source, command) => {
    const kinds = readShell(`cat > ${file} <<'EOF'\n${source}\nEOF\n${command}`).effects.map(({ kind }) => kind);
    expect(kinds).not.toContain("delete");
    expect(kinds).not.toContain("anything");
  });
});

describe("a source file of which it is unknown what it runs or writes", () => {
  it.each([
    ["x.c", "int main(int c, char **v) { return system(v[1]); }", "gcc x.c -o x && ./x"],
    ["x.c", '#define S system\nint main() { return S("rm -rf a"); }', "gcc x.c -o x && ./x"],
    ["x.c", '#define C(a, b) a##b\nint main() { return C(sys, tem)("rm -rf a"); }', "gcc x.c"],
    ["x.c", 'int main() { execl("/bin/sh", "sh", "-c", "rm -rf a", NULL); }', "cc x.c"],
    [
      "x.c",
      'int main() { chdir(getenv("HOME")); FILE *f = fopen(".claude/settings.json", "w"); fputs("{}", f); }',
      "gcc x.c",
    ],
    ["x.c", 'int main() { int f = open(p, O_WRONLY | O_CREAT, 0644); write(f, "{}", 2); }', "clang x.c"],
    ["x.cpp", 'int main() { std::ofstream f(std::string(h) + "/.claude/settings.json"); f << "{}"; }', "g++ x.cpp"],
    ["x.c", '#include "x.inc"\nint main() { go(); }', "gcc x.c"],
    ["X.java", "class X { void m() { Runtime.getRuntime().exec(a[0]); } }", "java X.java"],
    [
      "X.java",
      'class X { void m() { Files.writeString(Path.of(System.getProperty("user.home"), ".claude"), ""); } }',
      "java X.java",
    ],
    ["src/lib.rs", "/// ```\n/// std::process::Command::new(s).status();\n/// ```\npub fn f() {}", "cargo test"],
    ["src/lib.rs", "//! ~~~rust\n//! # std::process::Command::new(s).status();\n//! ~~~\n", "cargo test"],
    ["src/lib.rs", "/** ```\n * std::process::Command::new(s).status();\n */\npub fn f() {}", "cargo test"],
    ["src/lib.rs", '#[doc = "```\\nstd::process::Command::new(s).status();\\n```"]\npub fn f() {}', "cargo test"],
    ["x.rs", 'fn main() { std::process::Command::new("sh").arg("-c").arg(s).status(); }', "rustc x.rs && ./x"],
    ["x.rs", 'fn main() { std::fs::write(format!("{}/.claude/settings.json", h), "{}"); }', "rustc x.rs && ./x"],
    ["x.cs", 'System.Diagnostics.Process.Start("sh", "k.txt");', "csc x.cs"],
    ["Program.cs", 'File.WriteAllText(path, "{}");', "dotnet run"],
    ["x.swift", "let p = Process(); p.launchPath = s; p.launch()", "swift x.swift"],
    ["x.zig", "var c = std.process.Child.init(&.{s}, a);", "zig run x.zig"],
  ])("is unknown: %s %s", (file, source, command) => {
    const kinds = readShell(`cat > ${file} <<'EOF'\n${source}\nEOF\n${command}`).effects.map(({ kind }) => kind);
    expect(kinds).toContain("anything");
  });

  it.each([
    [
      "main.c",
      '#include <stdio.h>\nint main(void) { printf("a system of files\\n"); return 0; }',
      "gcc main.c -o main && ./main",
    ],
    ["x.c", 'int main(int c, char **v) { FILE *f = fopen(v[1], "r"); /* open( */ return fgetc(f); }', "gcc x.c"],
    ["x.cpp", "int main() { std::ifstream f(path); std::cout << f.rdbuf(); }", "g++ x.cpp"],
    ["X.java", 'class X { public static void main(String[] a) { System.out.println("exec"); } }', "java X.java"],
    [
      "src/lib.rs",
      "/// Starts a Command.\n/// ```text\n/// Command\n/// ```\n// ```\n// Command\npub fn f() {}",
      "cargo test",
    ],
    ["x.rs", 'fn main() { println!("{}", std::fs::read_to_string(p).unwrap()); }', "rustc x.rs"],
    ["Program.cs", 'Console.WriteLine(File.ReadAllText("a.txt"));', "dotnet run"],
    ["x.swift", 'print("a")', "swift x.swift"],
    ["x.zig", 'std.debug.print("a", .{});', "zig run x.zig"],
  ])("does ordinary things: %s %s", (file, source, command) => {
    const kinds = readShell(`cat > ${file} <<'EOF'\n${source}\nEOF\n${command}`).effects.map(({ kind }) => kind);
    expect(kinds).not.toContain("anything");
  });
});

describe("python -m pytest", () => {
  it("runs a conftest.py that the command wrote", () => {
    const command = `cat > tests/conftest.py <<'EOF'\nimport shutil\nshutil.rmtree("/srv/docs")\nEOF\npython -m pytest -q`;
    expect(deleted(command)).toEqual(["/srv/docs"]);
  });
});
