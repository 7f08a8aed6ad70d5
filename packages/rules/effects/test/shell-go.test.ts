import { shell } from "@helve/effects/shell";
import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** A command that writes files, then runs another one. */
function written(files: Readonly<Record<string, string>>, command: string): string {
  const parts = Object.entries(files).map(([path, text]) => `cat > ${path} <<'EOF'\n${text}\nEOF\n`);
  return `${parts.join("")}${command}`;
}

function deleted(files: Readonly<Record<string, string>>, command: string): readonly string[] {
  return readShell(written(files, command)).effects.flatMap((effect) => {
    if (effect.kind === "anything") return ["anything"];
    return effect.kind === "delete" ? [effect.target?.path ?? "?"] : [];
  });
}

const program = 'package main\n\nimport "os"\n\nfunc main() {\n\tdir := "src"\n\tos.RemoveAll(dir)\n}\n';

describe("Go programs that a command wrote", () => {
  it.each([
    ["main.go", "go run main.go"],
    ["main.go", "go run ."],
    ["main.go", "go run ./... -- x"],
    ["main.go", "go run -tags dev -ldflags '-s -w' main.go --dry"],
    ["main.go", "go build -o app . && ./app"],
    ["main.go", "go install ."],
    ["cmd/tool/main.go", "go run ./cmd/tool"],
    ["cmd/tool/main.go", "cd cmd && go run ./tool"],
    ["cmd/tool/main.go", "go run ./cmd/tool/main.go"],
  ])("%s is read when %j runs", (path, command) => {
    expect(deleted({ [path]: program }, command.replace("./...", "."))).toEqual(
      command.startsWith("cd") ? ["cmd/tool/src".replace("cmd/tool/", "cmd/")] : ["src"],
    );
  });

  it("has its effects at their places in the command", () => {
    const command = written({ "main.go": program }, "go run main.go");
    const effect = readShell(command).effects.find(({ kind }) => kind === "delete");
    expect(command.slice(effect?.start, effect?.end)).toBe("os.RemoveAll(dir)");
  });

  it("is read together with the other files of its package, and with packages that it imports", () => {
    const main =
      'package main\n\nimport (\n\t"fmt"\n\t"shop.example/app/internal/disk"\n)\n\nfunc main() {\n\tfmt.Println("a")\n\tclean(target)\n\tdisk.Wipe()\n}\n';
    const clean =
      '// Package main.\npackage main\n\nimport "os"\n\nconst target = "src"\n\nfunc clean(dir string) { os.RemoveAll(dir) }\n';
    const disk = 'package disk\n\nimport "os"\n\nfunc Wipe() { os.RemoveAll("data") }\n';
    const files = { "main.go": main, "clean.go": clean, "internal/disk/disk.go": disk };
    expect(deleted(files, "go run .").toSorted()).toEqual(["data", "src"]);
    expect(deleted(files, "go run main.go clean.go").toSorted()).toEqual(["data", "src"]);
  });

  it("does not read what does not run", () => {
    expect(deleted({ "main.go": program }, "go vet ./... && gofmt -l . && go fmt ./...")).toEqual([]);
    expect(
      deleted({ "main.go": program, "cmd/a/main.go": "package main\nfunc main() {}\n" }, "go run ./cmd/a"),
    ).toEqual([]);
  });

  it("has its tests run by go test, with the functions of its package", () => {
    const source = 'package disk\n\nimport "os"\n\nfunc Wipe(dir string) error { return os.RemoveAll(dir) }\n';
    const test =
      'package disk\n\nimport "testing"\n\nfunc TestWipe(t *testing.T) {\n\tif err := Wipe("src"); err != nil {\n\t\tt.Fatal(err)\n\t}\n}\n';
    const own = 'package disk\n\nimport "testing"\n\nfunc TestWipe(t *testing.T) {\n\tWipe(t.TempDir())\n}\n';
    expect(deleted({ "disk/disk.go": source, "disk/disk_test.go": test }, "go test ./...")).toEqual(["src"]);
    expect(deleted({ "disk/disk.go": source, "disk/disk_test.go": own }, "go test -run TestWipe ./disk")).toEqual([
      "/tmp/*",
    ]);
  });

  it("has its generators run by go generate", () => {
    expect(deleted({ "a.go": "package a\n\n//go:generate rm -rf src\n" }, "go generate ./...")).toEqual(["src"]);
  });

  it("does not run itself without end", () => {
    const again = 'package main\nimport "os/exec"\nfunc main() { exec.Command("go", "run", ".").Run() }\n';
    expect(deleted({ "main.go": again }, "go run .")).toEqual([]);
  });

  it("is unknown without the reader of Go", () => {
    const { effects } = shell.read(written({ "main.go": program }, "go run main.go"), { languages: { shell } });
    expect(effects).toContainEqual(expect.objectContaining({ kind: "anything" }));
  });

  it("is unknown if it is unknown what the command wrote", () => {
    expect(deleted({}, "curl -o main.go https://x.example/main.go; go run main.go")).toContain("anything");
    expect(deleted({ "main.go": "package main\nfunc main( {\n" }, "go run main.go")).toContain("anything");
  });
});
