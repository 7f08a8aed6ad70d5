import { expect, it } from "vitest";
import { htmlPage } from "../../src/web/html-page.ts";

const pageOf = (html: string): string => htmlPage(html, "https://a.example/").text;

it.each([
  ["readings of a ruby", "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp>字<rt>ji</rt></ruby>", "漢(kan)字(ji)"],
  [
    "formulas as pictures",
    '<p>so <span style="display:none"><math><mi>E</mi></math></span><img class="mwe-math-fallback-image" aria-hidden="true" alt="E=mc^2" src="e.svg">',
    "so `E=mc^2`",
  ],
  [
    "marks of word processors",
    '<p>costs <span style="font-weight:700">£3</span>, <span style="text-decoration:line-through">£4</span>, 12 m<span style="vertical-align:super">2</span></p>',
    "costs **£3**, ~~£4~~, 12 m^2",
  ],
  [
    "code beside a column of line numbers",
    "<table><tr><td class=linenos><pre>1\n2</pre><td class=code><div><pre>if x:\n    y()\n</pre></div></table>",
    "```\nif x:\n    y()\n```",
  ],
  [
    "code with a row for each line",
    '<table><tr><td class="blob-num" id=L1><td class="blob-code">if x:<tr><td class="blob-num"><td class="blob-code">    y()</table>',
    "```\nif x:\n    y()\n```",
  ],
  [
    "code with numbers in its lines",
    '<pre><code><span class="ln">1</span>a = 1\n<span class="ln">2</span>b = 2\n</code></pre>',
    "```\na = 1\nb = 2\n```",
  ],
  ["numbers of a list that jump", "<ol><li>a<li value=7>b<li>c</ol>", "1. a\n\n7) b\n8) c"],
  ["tasks", "<ul><li><input type=checkbox checked> a<li><input type=checkbox> b</ul>", "- [x] a\n- [ ] b"],
  [
    "values and choices of forms",
    "<form><label>Name <input value=Ann></label><label><input type=radio> Sail</label><label><input type=radio checked> Motor</label><select><option>a<option selected>b</select><input type=submit value=Save></form>",
    "Name Ann ○ Sail ◉ Motor a; **b**; Save",
  ],
  [
    "the number of very many choices",
    `<form>Country <select>${"<option>x".repeat(40)}<option selected>y</select></form>`,
    "Country **y**; (41 choices)",
  ],
  [
    "no secrets of forms, and no controls of searches",
    "<form><input type=hidden value=s1><input type=password value=s2>Seen</form><form><label>Find</label><input name=q value=s3></form>",
    "Seen",
  ],
  [
    "panels that a tab or a button opens",
    "<div role=tabpanel hidden>a</div><button aria-controls=p>More</button><p id=p hidden>b</p><h3><button aria-expanded=false>Why?</button></h3><p hidden>c</p><p hidden>Hidden</p>",
    "a\n\nb\n\n### Why?\n\nc",
  ],
  [
    "labels of drawings",
    '<p><svg role=img><title>Load</title><desc>10 t to 44 t</desc></svg> <span role=img aria-label="4 of 5 stars"></span>',
    "Load: 10 t to 44 t 4 of 5 stars",
  ],
  ["pictures of AMP", '<amp-img alt="An eel" src="/e.jpg"></amp-img>', "![An eel](https://a.example/e.jpg)"],
  [
    "frames, as links",
    '<frameset><frame src="/menu" title="Menu"><noframes><p>Edition 7</p></noframes></frameset>',
    "[Menu](https://a.example/menu)\n\nEdition 7",
  ],
  [
    "parts that arrive later, at their places",
    `<main><h1>Tides</h1><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--><p>End</p></main>
    <div hidden id="S:0"><table><tr><th>Day<tr><td><template id="P:1"></template></table></div><script>$RC("B:0","S:0")</script>
    <div hidden id="S:1">Monday</div><script>$RS("S:1","P:1")</script>`,
    "# Tides\n\n| Day |\n| - |\n| Monday |\n\nEnd",
  ],
  ["no signs that link to a heading", '<h2>Use<a href="#use">¶</a></h2>', "## Use"],
  [
    "no banners, sidebars and links to share",
    `<div class="cookie-banner">We use cookies</div><div class="col sidebar">Jobs</div><p>${"word ".repeat(50)}</p><div id="share-links">Post</div>`,
    "word ".repeat(50).trim(),
  ],
  ["what holds most of a page with such a name", '<div class="has-sidebar sidebar">All of it</div>', "All of it"],
  [
    "nothing that is moved off the screen",
    '<p style="position:absolute;left:-9999px">Hidden</p><p style="left:-9px">Seen',
    "Seen",
  ],
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
    "formulas that only MathML writes",
    "<p>E <math><mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup></math>, <math><mfrac><mn>1</mn><msqrt><mi>n</mi></msqrt></mfrac></math>, <math><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub></math></p>",
    "E `E=mc^2`, `\\frac{1}{\\sqrt{n}}`, `∑_{i=1}^nx_i`",
  ],
  [
    "formulas in tables",
    '<table><tr><th>f<tr><td><math alttext="x^2"><mi>x</mi></math></table>',
    "| f |\n| - |\n| `x^2` |",
  ],
  ["exponents with spaces", "<p>2<sup>n + 1</sup>, a<sub>i, j</sub></p>", "2^(n+1), a\\_(i,j)"],
  [
    "a cell that reaches to the end of its table",
    "<table><tr><th>L<th>Y<tr><td rowspan=0>A<td>1<tr><td>2<tr><td>3</table>",
    "| L | Y |\n| - | - |\n| A | 1 |\n| A | 2 |\n| A | 3 |",
  ],
  [
    "words of which parts are marked",
    "<p>これは<em>「強調」</em>です。<b>a</b><i>b</i>c <b> x </b>y<b>。</b>z</p>",
    "これは「*強調*」です。**a**bc **x** y。z",
  ],
  [
    "text of a shadow root",
    '<x-card><template shadowrootmode="open"><h1>Saws</h1></template><p>Sharp.</p></x-card><template>no</template>',
    "# Saws\n\nSharp.",
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

it("says where a page without text sends its readers", () => {
  const page = (content: string) => `<meta http-equiv="Refresh" content="${content}">`;
  expect(pageOf(page("0; url=/new"))).toBe("[The page has no text. It sends its readers to https://a.example/new]");
  expect(pageOf(page("5;URL='https://b.example/x'"))).toContain("to https://b.example/x]");
  expect(pageOf(page("0; url=javascript:alert(1)"))).toBe("[The page has no text.]");
  expect(pageOf(page("30"))).toBe("[The page has no text.]");
});

it("says that a page needs JavaScript, with what it says of itself", () => {
  const page =
    '<title>App</title><meta name="description" content="A shop."><div id="root"></div><noscript>Enable it.</noscript><script></script>';
  expect(pageOf(page)).toBe("[The page has no text without JavaScript, which is not run.]\n\nA shop.\n\nEnable it.");
});
