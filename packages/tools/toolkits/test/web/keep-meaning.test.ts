import { expect, it } from "vitest";
import { htmlPage } from "../../src/web/html-page.ts";

const pageOf = (html: string): string => htmlPage(html, "https://a.example/").text;

it.each([
  [
    "superscripts",
    "<p>10<sup>6</sup> cells, 2<sup>10</sup>, x<sup>n+1</sup>, H<sub>2</sub>O</p>",
    "10^6 cells, 2^10, x^(n+1), H₂O",
  ],
  [
    "ordinals, signs and references",
    '<p>the 1<sup>st</sup> Saw<sup>™</sup><sup><a href="#n">[1]</a></sup></p>',
    "the 1st Saw™\\[1]",
  ],
  [
    "values below a merged cell",
    "<table><tr><th>Land<th>Year<tr><td rowspan=2>A<td>2023<tr><td>2024</table>",
    "| Land | Year |\n| - | - |\n| A | 2023 |\n| A | 2024 |",
  ],
  [
    "columns beside a merged cell",
    "<table><tr><th colspan=2>Who<th>Value<tr><td>A<td>B<td>10</table>",
    "| Who | | Value |\n| - | - | - |\n| A | B | 10 |",
  ],
  [
    "formulas with TeX",
    '<p>so <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></p>',
    "so `x^2`",
  ],
  [
    "formulas with a text",
    '<p>so <math alttext="\\frac{a}{b}"><mfrac><mi>a</mi><mi>b</mi></mfrac></math></p>',
    "so `\\frac{a}{b}`",
  ],
  [
    "formulas in tables",
    '<table><tr><th>f<tr><td><math alttext="x^2"><mi>x</mi></math></table>',
    "| f |\n| - |\n| `x^2` |",
  ],
  [
    "lists and code in a cell",
    "<table><tr><th>O<th>D<tr><td>a<td><ul><li>x</li><li>y</li></ul><pre>l1\nl2</pre></table>",
    "| O | D |\n| - | - |\n| a | x; y; `l1 l2` |",
  ],
  [
    "tables for layout",
    "<table><tr><td><h1>Site</h1><p>Hello</p></td><td>side</td></tr></table>",
    "# Site\n\nHello\n\nside",
  ],
  [
    "emphasis beside spaces and other scripts",
    "<p>This is <em>very </em>important. <strong>注意：</strong>これは</p>",
    "This is *very* important. **注意**：これは",
  ],
  [
    "text that React streams",
    '<div id="root"><p>Loading</p></div><div hidden id="S:0"><h1>Saws</h1></div>',
    "Loading\n\n# Saws",
  ],
])("keeps %s", (_, html, text) => {
  expect(pageOf(html)).toBe(text);
});

it("says that a page needs JavaScript, with what it says of itself", () => {
  const page =
    '<title>App</title><meta name="description" content="A shop."><div id="root"></div><noscript>Enable it.</noscript><script></script>';
  expect(pageOf(page)).toBe("[The page has no text without JavaScript, which is not run.]\n\nA shop.\n\nEnable it.");
});
