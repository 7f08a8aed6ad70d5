import type { SyntaxTree, SyntaxTreeResult } from "../syntax-tree.ts";
import { parseShell } from "./parse.ts";
import type { Assignment, Capture, Redirect, ShellNode, SimpleCommand, Word } from "./syntax.ts";

/**
 * Parses a shell command to the tree that `shell.read` evaluates, to show it to a person. A substitution stands before the command with it,
 * because it runs first.
 *
 * @example
 * shellTree("cd a && rm b").tree?.children.map(({ name }) => name); // ["command", "command"]
 */
export function shellTree(command: string): SyntaxTreeResult {
  const parsed = parseShell(command, { start: 0, end: command.length }, command);
  return parsed.ok ? { tree: treeOf(parsed.node) } : { tree: null, problem: `the command ${parsed.reason}` };
}

/** Converts a node of the shell's syntax tree for display. */
function treeOf(node: ShellNode): SyntaxTree {
  switch (node.kind) {
    case "command":
      return commandTree(node);
    case "sequence":
      return node.nodes.length === 1 && node.nodes[0] !== undefined
        ? treeOf(node.nodes[0])
        : parent(node.kind, node.nodes);
    case "pipeline":
      return parent(node.kind, node.nodes);
    case "chain": {
      const children = node.links.map(({ after, node: link }, index) =>
        index === 0 ? treeOf(link) : { ...treeOf(link), detail: after === "and" ? "after success" : "after failure" },
      );
      return { name: node.kind, children };
    }
    case "branches":
      return parent(node.kind, node.bodies);
    case "subshell":
    case "background":
      return parent(node.kind, [node.body]);
    case "capture":
      return captureTree(node);
    case "loop": {
      const words = node.words?.map(wordTree) ?? [];
      const detail = node.variable === null ? {} : { detail: node.variable };
      return { name: node.kind, ...detail, children: [...words, treeOf(node.body)] };
    }
    case "group":
      return { name: node.kind, children: [treeOf(node.body), ...node.redirects.map(redirectTree)] };
    case "function":
      return { name: node.kind, detail: node.name, children: [treeOf(node.body)] };
    case "unknown":
      return { name: node.kind, detail: node.reason, start: node.start, end: node.end, children: [] };
  }
}

/** Creates a tree node with children. */
function parent(name: string, nodes: readonly ShellNode[]): SyntaxTree {
  return { name, children: nodes.map(treeOf) };
}

function commandTree({ words, assignments, redirects }: SimpleCommand): SyntaxTree {
  return {
    name: "command",
    children: [...assignments.map(assignmentTree), ...words.map(wordTree), ...redirects.map(redirectTree)],
  };
}

function assignmentTree({ name, value, elements }: Assignment): SyntaxTree {
  const words = value === null ? elements : [value];
  return { name: "assignment", detail: name, children: words.map(wordTree) };
}

function redirectTree({ kind, start, end }: Redirect): SyntaxTree {
  return { name: "redirect", detail: kind, start, end, children: [] };
}

function wordTree({ start, end }: Word): SyntaxTree {
  return { name: "word", start, end, children: [] };
}

function captureTree({ body }: Capture): SyntaxTree {
  return { name: "substitution", children: [treeOf(body)] };
}
