import type { SyntaxTree, SyntaxTreeResult } from "@helve/effects";
import { type Child, h } from "./dom.ts";
import { foldedView } from "./section-view.ts";

/** The tree that the rules' predicates read. A pointer or the focus on a node marks its characters in the input. */
export function treeView(result: SyntaxTreeResult): HTMLElement {
  return foldedView("tree", "Syntax tree", () => treeContent(result));
}

/** The most nodes that are shown. */
const mostNodes = 400;

function treeContent({ tree, problem }: SyntaxTreeResult): readonly Child[] {
  const left = { nodes: mostNodes };
  return [
    problem === undefined ? undefined : h("p", { class: "muted" }, problem),
    tree === null ? undefined : h("ul", { class: "tree" }, nodeView(tree, left)),
    left.nodes <= 0 ? h("p", { class: "muted" }, `Only the first ${mostNodes} nodes are shown.`) : undefined,
  ];
}

function nodeView(node: SyntaxTree, left: { nodes: number }): HTMLElement {
  left.nodes--;
  const { name, detail, start, end, children } = node;
  const isMarkable = start !== undefined && end !== undefined;
  const label = [
    h("span", { class: "node-name" }, name),
    detail === undefined ? undefined : h("span", { class: "node-detail" }, ` ${detail}`),
  ];
  const shown = children.flatMap((child) => (left.nodes > 0 ? [nodeView(child, left)] : []));
  return h(
    "li",
    {},
    !isMarkable
      ? h("span", { class: "node" }, ...label)
      : h(
          "button",
          {
            type: "button",
            class: "node",
            "data-key": `node ${name} ${start} ${end}`,
            "data-start": start,
            "data-end": end,
          },
          ...label,
        ),
    shown.length > 0 ? h("ul", {}, ...shown) : undefined,
  );
}
