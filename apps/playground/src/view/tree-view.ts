import type { SyntaxTree, SyntaxTreeResult } from "@helve/effects";
import { h } from "./dom.ts";
import { foldedView } from "./section-view.ts";
import { highlighting, type VerdictActions } from "./verdict-actions.ts";

/** The most nodes that are shown. */
const mostNodes = 400;

/** The tree that the rules' predicates read. A pointer or the focus on a node marks its characters in the input. */
export function treeView({ tree, problem }: SyntaxTreeResult, actions: VerdictActions): HTMLElement {
  const left = { nodes: mostNodes };
  return foldedView(
    "tree",
    "Syntax tree",
    problem === undefined ? undefined : h("p", { class: "muted" }, problem),
    tree === null ? undefined : h("ul", { class: "tree" }, nodeView(tree, left, actions)),
    left.nodes <= 0 ? h("p", { class: "muted" }, `Only the first ${mostNodes} nodes are shown.`) : undefined,
  );
}

function nodeView(node: SyntaxTree, left: { nodes: number }, actions: VerdictActions): HTMLElement {
  left.nodes--;
  const { name, detail, start, end, children } = node;
  const mark = start === undefined || end === undefined ? undefined : { start, end };
  const label = [
    h("span", { class: "node-name" }, name),
    detail === undefined ? undefined : h("span", { class: "node-detail" }, ` ${detail}`),
  ];
  const shown = children.flatMap((child) => (left.nodes > 0 ? [nodeView(child, left, actions)] : []));
  return h(
    "li",
    {},
    mark === undefined
      ? h("span", { class: "node" }, ...label)
      : h(
          "button",
          {
            type: "button",
            class: "node",
            "data-key": `node ${name} ${start} ${end}`,
            "data-start": start,
            "data-end": end,
            ...highlighting(mark, actions),
          },
          ...label,
        ),
    shown.length > 0 ? h("ul", {}, ...shown) : undefined,
  );
}
