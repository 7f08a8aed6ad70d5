import { cpuTime } from "@helve/testing/cpu-time";
import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TreeNode } from "../src/copied-tree.ts";
import { lowerGo } from "../src/go/lower.ts";
import { readTree } from "../src/go/tree.ts";

/** Every node of a lowered program that has a kind. */
function nodesIn(value: unknown): readonly { kind: string; start: number; end: number }[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return "kind" in value && "start" in value
    ? [value as { kind: string; start: number; end: number }, ...inner]
    : inner;
}

function lowered(program: string): ReturnType<typeof lowerGo> {
  return lowerGo(program, (span) => span);
}

/** The calls of functions in a program; conversions such as `int(x)` are not calls. */
function callsIn(node: TreeNode, program: string): readonly TreeNode[] {
  const inner = node.children.flatMap((child) => callsIn(child, program));
  const isCall = node.name === "CallExpr" && !/^(int|any|Path|panic)\b/.test(program.slice(node.start, node.end));
  return isCall ? [node, ...inner] : inner;
}

const statements = [
  'os.Remove("a")',
  'data, err := os.ReadFile("a")\nif err != nil { log.Fatal(err) }\nuse(data)',
  "if x := f(); x > g() { a() } else if b() { c() } else { d() }",
  "for i := start(); i < n(); i = next(i) { body(i) }",
  "for i, j := 0, end(); i < j; i, j = up(i), down(j) { body() }",
  "for k, v := range items() { use(k, v) }",
  "for range times() { again() }",
  "for { if stop() { break }\nwork() }",
  "switch kind() { case one(): a(); fallthrough; case two(), three(): b(); default: c() }",
  "switch v := value().(type) { case int: a(v); case nil: b() }",
  "select { case v := <-channel(): a(v); case out() <- in(): b(); default: c() }",
  "go func() { defer done(); run() }()",
  "defer closing(name())",
  "outer: for { for { continue outer }\ninner() }",
  "var a, b = f(), g()",
  "const size = len(name())",
  "x, y := pair()",
  "items[index()] += value()",
  "*pointer() = value()",
  "p := &Point{x: a(), y: b()}",
  "m := map[string][]Point{key(): {{a(), b()}}}",
  "t := []struct{ name string; run func() }{{name(), func() { run() }}}",
  "handlers[name](f())",
  "Map[int, string](values(), func(i int) string { return show(i) })",
  "s := text()[from():to()]",
  "ok := a() && !b() || c()",
  "n := int(size()) + -one() << two()",
  "_ = Path(join()).Clean(now())",
  "_ = any(x()).(Shape).Area()",
  "c := make([]byte, size(), capacity())",
  "type local struct { a int }\n_ = local{value()}",
  "func() (a int, err error) { a = one(); return }()",
  "done := true\nif done == false {\nstop() /* now */\n}\nx := call() /* c */\nuse(x) // c",
];

/** A program with statements in its `main`. */
function programOf(parts: readonly string[]): string {
  return `package main\n\ntype Point struct{ x, y int }\ntype Path string\n\nfunc (p Path) Clean(t int) { os.Remove(string(p)) }\n\nfunc main() {\n${parts.join("\n")}\n}\n`;
}

describe("a lowered Go program", () => {
  it("contains every call of the program", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...statements), { maxLength: 8 }), (parts) => {
        const program = programOf(parts);
        const found = new Set(nodesIn(lowered(program)).map(({ start, end }) => `${start}-${end}`));
        const { root, problem } = readTree(program);
        expect(problem).toBeNull();
        const calls = root === null ? [] : callsIn(root, program);
        const missing = calls.filter(({ start, end }) => !found.has(`${start}-${end}`));
        expect(missing.map(({ start, end }) => program.slice(start, end))).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it("has an unread statement for what it can't express", () => {
    const kinds = (program: string): readonly string[] => nodesIn(lowered(program)).map(({ kind }) => kind);
    expect(kinds("package main\nfunc main() { goto end; end: }")).toContain("unread");
    expect(kinds("package main\nfunc assembly(x int) int\n")).toContain("unread");
    expect(kinds(`package main\nvar x = ${"(".repeat(400)}f()${")".repeat(400)}`)).toContain("unread");
    expect(kinds('package main\n/*\nvoid f() { system("x"); }\n*/\nimport "C"\n')).toContain("unread");
  });

  it("reports a syntax error, and keeps the lines and declarations around it", () => {
    const { statements: kept, problem } = lowered(programOf(["a()", "b(", "c()"]));
    expect(problem).toMatch(/^does not parse \(from character \d+ on\)$/);
    expect(nodesIn(kept).filter(({ kind }) => kind === "call").length).toBeGreaterThan(2);
  });

  it("never throws, and takes positions from the text", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...statements.flatMap((each) => each.split(/(?<=\W)|(?=\W)/))), { maxLength: 60 }),
        (parts) => {
          const program = programOf([parts.join(" ")]);
          for (const { start, end } of nodesIn(lowered(program))) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeLessThanOrEqual(program.length);
          }
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it("places a literal text where the program contains it", () => {
    const program = 'package main\nvar a = "rm"\nvar b = `x\ny`\nvar c = "\\x72m"\n';
    const texts = nodesIn(lowered(program)).filter((node) => node.kind === "text");
    expect(texts).toMatchObject([
      { text: "rm", at: program.indexOf("rm") },
      { text: "x\ny", at: program.indexOf("x\n") },
      { text: "rm", at: null },
    ]);
  });

  it("does not take long for hostile texts", () => {
    const texts = [
      "func\n".repeat(20_000),
      "func f() { x(".repeat(3000),
      `package main\nvar x = ${"-".repeat(90_000)}1`,
      "{".repeat(90_000),
    ];
    for (const text of texts) expect(cpuTime(() => lowered(text))).toBeLessThan(5000);
  });
});
