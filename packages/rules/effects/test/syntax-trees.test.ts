import type { SyntaxTree, SyntaxTreeResult } from "@helve/effects";
import { javascriptTree } from "@helve/effects/javascript";
import { pythonTree } from "@helve/effects/python";
import { shellTree } from "@helve/effects/shell";
import { describe, expect, it } from "vitest";

/** A tree as text, one node a line, with the text of nodes without children. */
function outline({ tree }: SyntaxTreeResult, text: string): string {
  const lines = (node: SyntaxTree, indent: string): readonly string[] => {
    const { name, detail, start, end, children } = node;
    const own = children.length === 0 && start !== undefined ? ` ${JSON.stringify(text.slice(start, end))}` : "";
    return [
      `${indent}${name}${detail === undefined ? "" : ` (${detail})`}${own}`,
      ...children.flatMap((child) => lines(child, `${indent}  `)),
    ];
  };
  return tree === null ? "" : lines(tree, "").join("\n");
}

describe("the tree of a shell command", () => {
  it.each([
    ["ls", 'command\n  word "ls"'],
    [
      "cd a && rm -r b > log || X=1 true",
      [
        "chain",
        ...["  command", '    word "cd"', '    word "a"'],
        ...[
          "  command (after success)",
          '    word "rm"',
          '    word "-r"',
          '    word "b"',
          '    redirect (write) "> log"',
        ],
        ...["  command (after failure)", "    assignment (X)", '      word "1"', '    word "true"'],
      ].join("\n"),
    ],
    [
      'echo "$(cat x | wc)"',
      [
        ...["sequence", "  substitution", "    pipeline", "      command", '        word "cat"', '        word "x"'],
        ...[
          "      command",
          '        word "wc"',
          "  command",
          '    word "echo"',
          `    word ${JSON.stringify('"$(cat x | wc)"')}`,
        ],
      ].join("\n"),
    ],
    [
      "for f in a; do (rm b) & done",
      'loop (f)\n  word "a"\n  background\n    subshell\n      command\n        word "rm"\n        word "b"',
    ],
    ["f() { ls; }", 'function (f)\n  command\n    word "ls"'],
    ["if a; then b; fi", ""],
  ])("of %s", (command, expected) => {
    const shown = outline(shellTree(command), command);
    if (expected !== "") expect(shown).toBe(expected);
    else expect(shown).toContain('word "b"');
  });

  it("is missing, with the reason, if the command can't be read", () => {
    expect(shellTree(`${"(".repeat(100)}`)).toEqual({
      tree: null,
      problem: "the command is nested deeper than 64 levels",
    });
  });
});

it("has the tree of a Python program, also around an error", () => {
  const program = "print(1)\n";
  expect(outline(pythonTree(program), program)).toContain('VariableName "print"');
  const broken = "print(1)\nif (:\n";
  expect(outline(pythonTree(broken), broken)).toContain('VariableName "print"');
  expect(pythonTree(broken).problem).toBe("the program does not parse (from character 14 on)");
});

it("has the tree of a JavaScript program, also around an error", () => {
  const program = "fetch('x')";
  expect(outline(javascriptTree(program), program)).toContain('VariableName "fetch"');
  expect(javascriptTree("fetch(").problem).toBe("the program has a syntax error");
});
