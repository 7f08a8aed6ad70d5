import { describe, expect, it } from "vitest";
import { readers, verdictOn } from "./flow-matrix/verdict.ts";

const start = "const fs = require('fs'), path = require('path'), cp = require('child_process'), os = require('os');\n";

/** Programs that delete `/hit`, each by another construct of the language. */
const followed = [
 "if (c()) { var x = '/hit'; } fs.rmSync(x, {recursive:true})",
 "let p='/hit'; function f(){ var p='a'; } f(); fs.rmSync(p)",
 "let p='/hit'; { let p='a'; } fs.rmSync(p)",
 "let p='/hit'; for (const p of ['a']) {} fs.rmSync(p)",
 "let p='/hit'; try { x() } catch (p) {} fs.rmSync(p)",
 "class A { get d() { return '/hit' } } fs.rmSync(new A().d)",
 "class A { d = '/hit'; run() { fs.rmSync(this.d) } } class B extends A {} new B().run()",
 "class A { constructor(d) { this.d = d } } class B extends A { constructor() { super('/hit') } run() { fs.rmSync(this.d) } } new B().run()",
 "class A { rm(p) { fs.rmSync(p) } } class B extends A { go() { super.rm('/hit') } } new B().go()",
 "class A { static rm(p) { fs.rmSync(p) } } A.rm('/hit')",
 "class A { static d = '/hit' } fs.rmSync(A.d)",
 "class A { #d = '/hit'; run() { fs.rmSync(this.#d) } } new A().run()",
 "const sh = (s, ...v) => cp.execSync(s[0] + v[0]); sh`rm -rf ${'/hit'}`",
 "const tag = (strings, ...vals) => strings.reduce((a, s, i) => a + s + (vals[i] ?? ''), ''); fs.rmSync(tag`/${'hit'}`)",
 "(function del(p, n) { fs.rmSync(p); if (n) del('/hit', 0) })('a', 1)",
 "const f = function g(p) { if (p) g(); else fs.rmSync('/hit') }; f(1)",
 "function* g() { yield 'a'; yield '/hit' } for (const p of g()) fs.rmSync(p)",
 "const o = { run() { fs.rmSync(this.p) }, p: '/hit' }; o.run()",
 "const o = { p: '/hit' }; const { p, ...r } = o; fs.rmSync(p)",
 "const o = { a: { p: '/hit' } }; const { ...r } = o.a; fs.rmSync(r.p)",
 "const [, b] = ['a', '/hit'
];

/** Programs of which it is only known that they may delete anything. */
const unknown = [

];

describe("a program of JavaScript that deletes a file", () => {
  const verdictOf = (program: string): string | undefined =>
    readers.javascript === undefined ? undefined : verdictOn(start + program, readers.javascript);

  it.each(followed)("is followed: %s", (program) => {
    expect(verdictOf(program)).toBe("exact");
  });

  it.each(unknown)("is not found to be harmless: %s", (program) => {
    expect(verdictOf(program)).toBe("unknown");
  });
});
