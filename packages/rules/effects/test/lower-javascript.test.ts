import { runs } from "@helve/testing/property-runs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lowerJavaScript } from "../src/javascript/lower.ts";
import { parseProgram } from "../src/javascript/parse-program.ts";

/** All nodes of a lowered program. */
function nodesOf(value: unknown): readonly Record<string, unknown>[] {
  const nodes: Record<string, unknown>[] = [];
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if ("kind" in next) nodes.push({ ...next });
    waiting.push(...Object.values(next));
  }
  return nodes;
}

const lower = (text: string) => lowerJavaScript(text, (span) => span);

/** The spans of the calls in a program's tree that no lowered node has. */
function lostCalls(text: string): readonly string[] {
  const { statements } = lower(text);
  const kept = new Set(nodesOf(statements).map(({ kind, start, end }) => `${kind} ${start} ${end}`));
  const lost: string[] = [];
  parseProgram(text).tree?.iterate({
    enter: ({ name, from, to, node }) => {
      if (name === "AmbientDeclaration" || /^Type|Type$/.test(name)) return false;
      if (/^(CallExpression|NewExpression|TaggedTemplateExpression|DynamicImport)$/.test(name) && node.firstChild)
        if (!kept.has(`call ${from} ${to}`)) lost.push(text.slice(from, to));
      return;
    },
  });
  return lost;
}

const constructs = [
  "f();",
  "const a = g(1, ...h(), [i(), , ...j()]);",
  "let { b = k(), c: { d } = l(), [m()]: n, ...o } = p(), [q, , r = s(), ...t] = u();",
  "({ a: b.c, d: [e] } = f());",
  "({ a, [g()]: h(), i() { j(); }, get k() { return l(); }, async *m() { yield* n(); }, ...o(), 'p': q(), 3: r() });",
  "if (a()) { const b = c(); } else if (d()) e(); else f();",
  "for (let i = a(); b(i); c(i)) { d(); continue; }",
  "for (;;) { if (a()) break; }",
  "for (const [k, v] of a()) b(k);",
  "for await (x of a()) b();",
  "for (const k in a()) b(k);",
  "while (a()) b();",
  "do { a(); } while (b());",
  "outer: for (const a of b()) { for (;;) continue outer; }",
  "once: { a(); break once; }",
  "switch (a()) { case b(): case c(): d(); case e(): f(); break; default: { g(); } }",
  "try { a(); } catch ({ message = b() }) { c(); } finally { d(); }",
  "throw a();",
  "function a(b = c(), { d = e() } = {}, ...f) { return g(); }",
  "const a = async (b) => await c(b), d = (e) => { f(); };",
  "(function g() { h(); })();",
  "@A(b()) class C extends d() { static e = f(); #g = h(); [i()] = j(); constructor(private k = l()) { super(m()); } @N(o()) p() { q(); } static { r(); } get s() { return t(); } set s(v) { u(v); } }",
  "new A; new B(c()); new d.E(...f());",
  "a`b${c()}d`; `e${f()}${`g${h()}`}`;",
  "a?.b?.(c())?.[d()];",
  "i++; --j[a()]; k += b(); l ??= c(); m ||= d(); delete n[e()]; void f(); typeof g(); -h();",
  "(a(), b()); c() ? d() : e(); f() || g() && h() ?? i();",
  "a() as B; <const>(c()); d()!; e() satisfies F; g<H>(i());",
  "import a, { b as c, default as d } from 'm'; import * as e from './n'; import 'o'; export * from './p'; export { q as r } from 's';",
  "export default f(); export const a = b(); export function c() { d(); } export class E { f() { g(); } }",
  "import('a').then((b) => b.c()); import.meta.url; new.target;",
  "enum A { B = c(), D } namespace E { export const f = g(); } declare const h: string; type I = J; interface K { l(): void }",
  'const a = <A b={c()} {...d()}>{e()}<F.G h="i" />{...j()}</A>;',
  "var a = b(); { var c = d(); }",
  "label: ; ;;; debugger; with (a()) b();",
  "/a/.test(b()); 1_000n; 0x1f; 'a\\u{62}'; null; this; undefined;",
];

describe("the lowering of JavaScript", () => {
  it.each(constructs)("keeps every call: %s", (text) => {
    expect(lower(text).problem).toSatisfy((problem) => problem === null || /\(\{ a: b\.c|<const>|namespace/.test(text));
    expect(lostCalls(text)).toEqual([]);
  });

  it("keeps every call of any sequence of constructs, and marks texts where they stand", () => {
    const programs = fc.array(fc.constantFrom(...constructs), { maxLength: 8 }).map((parts) => parts.join("\n"));
    fc.assert(
      fc.property(programs, (text) => {
        expect(lostCalls(text)).toEqual([]);
        for (const { kind, text: literal, at } of nodesOf(lower(text).statements))
          if (kind === "text" && typeof literal === "string" && typeof at === "number")
            expect(text.slice(at, at + literal.length)).toBe(literal);
      }),
      { numRuns: runs(100) },
    );
  });

  it("never throws, and tells what it can't read", () => {
    const words = [..."(){}[]`${;,.:=<>?!&|+-*/'\"\\@#\n"].concat(
      "let x function class async of in import as".split(" "),
    );
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...words, " "), { maxLength: 60 }), (parts) => {
        const { statements } = lower(parts.join(""));
        expect(Array.isArray(statements)).toBe(true);
      }),
      { numRuns: runs(300) },
    );
    expect(lower("f(").problem).toMatch(/syntax error/);
    expect(lower(" ".repeat(100_001)).problem).toMatch(/longer than/);
    for (const nested of [
      "[".repeat(500) + "]".repeat(500),
      `${"f(".repeat(500)}${")".repeat(500)}`,
      "{".repeat(5000) + "}".repeat(5000),
    ])
      expect(lower(nested).problem).toMatch(/nested too deeply|syntax error/);
  });

  it("declares the variables of var for the whole function", () => {
    const [declared] = lower("if (a) { var b = 1; }").statements;
    expect(declared).toMatchObject({ kind: "assignment", targets: [{ name: "b" }], declares: true });
    expect(lower("function f(a) { var a = 1; }").statements[0]).toMatchObject({ body: [{ declares: undefined }] });
  });

  it("defines functions before the statements of their block", () => {
    expect(lower("f(); function f() {}").statements.map(({ kind }) => kind)).toEqual(["function", "expression"]);
  });

  it("repeats what a case falls through to", () => {
    const [match] = lower("switch (a) { case 1: f(); case 2: g(); break; default: h() }").statements;
    expect(match).toMatchObject({
      kind: "match",
      clauses: [{ body: [{}, {}, { kind: "leave" }] }, { body: [{}, {}] }, { isDefault: true }],
    });
  });
});
