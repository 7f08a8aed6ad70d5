import fc from "fast-check";
import type { Nodes, Root } from "hast";
import { describe, expect, it } from "vitest";
import { htmlPage } from "../../src/web/html-page.ts";
import { htmlTree, maxElements } from "../../src/web/html-tree.ts";

const pageOf = (html: string): string => htmlPage(html, "https://a.example/").text;

/** How many elements a tree has, and how deep it is. */
function sizeOf(tree: Root): { readonly elements: number; readonly depth: number } {
  let [elements, depth] = [0, 0];
  const visit = (node: Nodes, level: number): void => {
    depth = Math.max(depth, level);
    if (node.type === "element") elements++;
    if ("children" in node) for (const child of node.children) visit(child, level + 1);
  };
  visit(tree, 0);
  return { elements, depth };
}

describe("a page that grows in parsers that follow the standard", () => {
  it.each<[string, string, number]>([
    [
      "open formatting elements",
      `${Array.from({ length: 300 }, (_, id) => `<b id=${id}>`).join("")}${"<p>x".repeat(3000)}`,
      3300,
    ],
    ["formatting elements around paragraphs", "<b><i><p>x".repeat(1000), 3000],
    ["templates", "<template>".repeat(10_000), 10_000],
    ["nested tables", "<table><tr><td>x".repeat(3000), 9000],
    ["misplaced elements in a table", `<table>${"<b>x<tr>".repeat(3000)}`, 6001],
    ["attributes", `<p ${Array.from({ length: 50_000 }, (_, at) => `a${at}`).join(" ")}>x`, 1],
    ["end tags of nothing", `${"<b>".repeat(1000)}${"</i></p>".repeat(50_000)}`, 1000],
  ])("has an element for each tag: %s", (_, html, elements) => {
    const size = sizeOf(htmlTree(html).tree);
    expect(size.elements).toBe(elements);
    expect(size.depth).toBeLessThanOrEqual(202);
  });

  it("is cut after many elements, and says so", () => {
    const { tree, isComplete } = htmlTree(`${"<b>x".repeat(maxElements)}<i>y`);
    expect([sizeOf(tree).elements, isComplete]).toEqual([maxElements, false]);
    expect(pageOf(`a${"<b></b>".repeat(maxElements)}<i>y`)).toBe(
      "a\n\n[The page has more than 200,000 elements: the rest is left out.]",
    );
    expect(htmlTree("<b>x".repeat(maxElements)).isComplete).toBe(true);
  });
});

describe("Markdown of a hostile page", () => {
  it("is not larger than the nesting of lists, quotes and bold text that a person can see", () => {
    expect(pageOf(`${"<b><i>".repeat(90)}x`)).toMatch(/^\*{3}x\*{3}$|^\*\*_x_\*\*$/);
    expect(pageOf(`${"<blockquote>".repeat(190)}${"<p>x</p>".repeat(100)}`).length).toBeLessThan(100 * 2 * 40);
    expect(pageOf(`${"<ul><li>".repeat(90)}${"<p>x</p>".repeat(100)}`).length).toBeLessThan(100 * 2 * 80);
  });

  it("has no rows that are widened to a much wider one", () => {
    const text = pageOf(`<table><tr>${"<td>x".repeat(5000)}${"<tr><td>y".repeat(5000)}</table>`);
    expect(text.length).toBeLessThan(40_000);
  });

  it("is plain text if the page has very much text", () => {
    expect(pageOf(`<p>${"*".repeat(1_000_001)}`)).toBe("*".repeat(1_000_001));
  });
});

describe("a page whose tags are incomplete", () => {
  it.each<[string, string]>([
    ["<ul><li><p>a<li><p>b</ul>c", "- a\n\n- b\n\nc"],
    ["<table><tr><th><p>a<th>b<tr><td><p>c<td>d</table>e", "| a | b |\n| - | - |\n| c | d |\n\ne"],
    ["<table><thead><tr><th>a<tbody><tr><td>b<tfoot><tr><td>c</table>", "| a |\n| - |\n| b |\n| c |"],
    ["<p>a<p><b>b<p>c<h1>d<h2>e", "a\n\n**b**\n\nc\n\n# d\n\n## e"],
    ["<head><title>T</title><p>a", "a"],
    ["<table>before<tr><th>a</th>also<div>this</div></tr></table>after", "beforealso\n\nthis\n\n| a |\n| - |\n\nafter"],
    ["<a href=/x>x<a href=/y>y", "[x](https://a.example/x)[y](https://a.example/y)"],
    ["<div><table><tr><th>a</div>b</p></th></tr></table>c</div>d", "| ab |\n| - |\n\nc\n\nd"],
    ["a<td>b</tr>c", "abc"],
    ["<svg/>a<svg><title/><g/></svg>b", "ab"],
    ["<pre>\na\n b</pre>", "```\na\n b\n```"],
    ["a &lt;b&gt; &#x41;&notin;&amp", "a \\<b> A∉&"],
    ["<p hidden>a<p title='>' TITLE=x>b<!-- > --><br/>c", "b\\\nc"],
    ["<script>a</b></script><style>b</style><textarea><p>c</textarea>d", "d"],
    ['a<a href="b', "a"],
  ])("is read as browsers do: %s", (html, markdown) => {
    expect(pageOf(html)).toBe(markdown);
  });

  it("never has more elements than tags, and keeps its text in order outside of tables", () => {
    const names = "b i p div ul li a h1 pre span svg blockquote dl dd section form".split(" ");
    const piece = fc.oneof(
      fc.constantFrom(...names).map((name) => `<${name}>`),
      fc.constantFrom(...names).map((name) => `</${name}>`),
      fc.constantFrom("x", "y", "<br>", "<!-- -->", "<svg/>"),
    );
    const text = (node: Nodes): string =>
      node.type === "text" ? node.value : "children" in node ? node.children.map(text).join("") : "";
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { tree } = htmlTree(pieces.join(""));
        expect(sizeOf(tree).elements).toBeLessThanOrEqual(pieces.filter((each) => /^<[a-z]/.test(each)).length);
        expect(text(tree)).toBe(pieces.filter((each) => /^[xy]$/.test(each)).join(""));
      }),
    );
  });
});
