import { defineHastPlugin, type HastPluginEntry } from "satteri";

/**
 * Puts each table into a box that scrolls sideways where the screen is narrow. The box can have the focus, so that it also scrolls by
 * the keys.
 */
export const scrollingTables: HastPluginEntry = ({ fileURL }) =>
  defineHastPlugin({
    name: "helve:scrolling-tables",
    element: {
      filter: ["table"],
      visit(node, context) {
        const ariaLabel = fileURL?.pathname.includes("/docs/zh/") ? "表格" : "Table";
        context.wrapNode(node, {
          type: "element",
          tagName: "div",
          properties: { className: ["table-box"], tabIndex: 0, role: "group", ariaLabel },
          children: [],
        });
      },
    },
  });
