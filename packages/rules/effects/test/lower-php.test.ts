import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { TreeNode } from "../src/copied-tree.ts";
import { lowerPhp } from "../src/php/lower.ts";
import { parseProgram } from "../src/php/parse-program.ts";

interface Node {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
}

/** All nodes of a lowered program. */
function nodesOf(value: unknown): readonly Node[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(nodesOf);
  return "kind" in value && "start" in value ? [value as Node, ...inner] : inner;
}

/** The calls in a program's tree. */
function callsIn(node: TreeNode): readonly TreeNode[] {
  const isCall = /^(Call|New|Include|Require|Shell)Expression$/.test(node.name);
  return [...(isCall ? [node] : []), ...node.children.flatMap(callsIn)];
}

/** The texts of the calls that neither a call nor an unread node of the lowered program has. */
function lostCalls(text: string): readonly string[] {
  const { root, problem } = parseProgram(text, "Program");
  expect(problem, text).toBeNull();
  const { statements } = lowerPhp(text, ({ start, end }) => ({ start, end }));
  const nodes = nodesOf(statements);
  return (root === null ? [] : callsIn(root))
    .filter(
      (call) =>
        !nodes.some(({ kind, start, end }) =>
          kind === "unread"
            ? start <= call.start && call.end <= end
            : kind === "call" && start === call.start && end === call.end,
        ),
    )
    .map((call) => text.slice(call.start, call.end));
}

const constructs = [
  "f();",
  "$a = g(1, ...h(), name: i(), j(fn($x) => k($x)));",
  "[$a, , [$b]] = f(); ['k' => $c, g() => $d] = h(); list(, $e) = i();",
  "$a = [f(), ...g(), 'k' => h(), i() => j()];",
  "$a->b(c())->d[e()]->f ??= g();",
  "$a?->b(c()); $a->$b(d()); $a->{e()}(f()); A::{g()}(h()); A::$b(i());",
  "A\\B::c(d()); self::e(f()); parent::g(h()); $x::i(j());",
  "new A(f()); new $b(g()); new (h())(i()); new class(j()) extends K { function l() { m(); } };",
  "if (a()) b(); elseif (c()) { d(); } else e();",
  "if (a()): b(); elseif (c()): d(); else: e(); endif;",
  "while (a()) { b(); } while (c()): d(); endwhile; do { e(); } while (f());",
  "for ($i = a(), $j = b(); c(), d(); e(), f()) { g(); continue; }",
  "foreach (a() as $k => $v) { b(); } foreach (c() as [$x, $y]): d(); endforeach; foreach (e() as &$z) f();",
  "for (;;) { while (a()) { break 2; } b(); }",
  "switch (a()) { case b(): case c(): d(); case e(): f(); break; default: g(); }",
  "$a = match (b()) { c(), d() => e(), default => throw f() };",
  "try { a(); } catch (B | C $e) { d(); } catch (E) { f(); } finally { g(); }",
  "throw a();",
  "function a($b = c(), &...$d) { static $e = f(); global $g; return h(); }",
  "$f = function ($a) use ($b, &$c) { return d(); }; $g = static fn() => fn() => e();",
  "class A extends B { use T; const C = 1; public $d = 2; function __construct(private $e = 3) { f(); } static function g() { h(); } }",
  "trait T { function a() { b(); } } enum E: string { case A = 'a'; function b() { return c(); } }",
  "echo a(), b() . c(); print d(); $x = !e() && (int) f() || @g() ?: h() ?? i();",
  '"{$a->b(c())} ${d()} $e[0] $f->g";',
  "$h = <<<A\n  {$a->b(\"c\")} $d\n  A . e();\n$n = <<<'B'\n x() \nB;",
  "`a {$b->c(d())} e`; include f() . '.php'; require_once g();",
  "$$a = f(); ${g()} = h(); $GLOBALS[i()] = j(); unset($k[l()]);",
  "$a = &$b[c()]; $d = [&$e[f()]];",
  "function g() { $x = yield f(); yield g() => $h; yield from i(); }",
  "$x instanceof A && f(); (clone g())->h(); f()(i()); (fn() => j())();",
  "preg_match(a(), b(), $c[d()]); exec(e(), $f);",
  "declare(strict_types=1); const A = 1; goto end; end: f();",
  "namespace A { use B\\{C, D as E}; use function F\\g as h; h(); }",
  "?> <b>text</b> <?= f() ?> <?php g();",
];

describe("a lowered PHP program", () => {
  it.each(constructs)("has every call of %s", (text) => {
    expect(lostCalls(text)).toEqual([]);
  });

  it("has every call of several statements in blocks", () => {
    const others = constructs.filter((text) => !/^(declare|namespace|\?>)|<<</.test(text));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...others), { maxLength: 6 }), (parts) => {
        expect(lostCalls(`if (first()) {\n${parts.join("\n")}\n}`)).toEqual([]);
      }),
      { numRuns: runs(100) },
    );
  });

  it("never throws, and has spans inside the text", () => {
    const pieces = fc.constantFrom(
      ...constructs,
      "<?php ",
      "?>",
      "'",
      '"',
      "`",
      "{",
      "}",
      "(",
      ")",
      "<<<A\n",
      "\\",
      "$",
      "/*",
      "#[",
      ";",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join("");
        for (const { start, end } of nodesOf(
          lowerPhp(text, (span) => ({ start: span.start, end: span.end })).statements,
        )) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: runs(200) },
    );
  });

  it.each([
    ["unlink('a'", "a syntax error"],
    ["$x = <<<A\nAb\nA;", "a heredoc that the parser ends too early"],
    [`${"f(".repeat(400)}1${")".repeat(400)};`, "deep nesting"],
    [`${"f();".repeat(30_000)}`, "a long program"],
  ])("has a problem: %#", (text) => {
    expect(lowerPhp(text, (span) => ({ start: span.start, end: span.end })).problem).not.toBeNull();
  });

  it("gives texts their places in the program", () => {
    const text = "f('abc', \"d$e\", 'it\\'s', <<<'X'\nghi\nX);";
    const texts = nodesOf(lowerPhp(text, ({ start, end }) => ({ start, end })).statements).filter(
      ({ kind }) => kind === "text",
    );
    expect(texts).toMatchObject([
      { text: "abc", at: text.indexOf("abc") },
      { text: "it's", at: null },
      { text: "ghi", at: text.indexOf("ghi") },
    ]);
  });
});
