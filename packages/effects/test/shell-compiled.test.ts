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

describe("python -m pytest", () => {
  it("runs a conftest.py that the command wrote", () => {
    const command = `cat > tests/conftest.py <<'EOF'\nimport shutil\nshutil.rmtree("/srv/docs")\nEOF\npython -m pytest -q`;
    expect(deleted(command)).toEqual(["/srv/docs"]);
  });
});
