import type { ToolContext } from "@helve/core";
import { lagentDescription, lagentDocstrings } from "@helve/lagent";
import { ToolDefinitionError, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";

const context = { signal: new AbortController().signal } as ToolContext;

describe("lagentDocstrings", () => {
  it("takes what the docstring names for the signature, when there is none", async () => {
    const add = toolApi("Add.\n\nArgs:\n    x (int): X\n    y (Point): Y", (x: number, y = 2) => x + y, {
      name: "add",
      reader: lagentDocstrings,
    });
    expect(lagentDescription(add)).toEqual({
      name: "add",
      description: "Add.",
      parameters: [
        { name: "x", type: "NUMBER", description: "X" },
        { name: "y", type: "NUMBER", description: "Y" },
      ],
      required: ["x"],
    });
    expect(await add.execute({ x: 1 }, context)).toBe(3);
  });

  it("warns of descriptions that are missing, and fails where Lagent fails", () => {
    expect(toolApi("", () => 1, { name: "silent", reader: lagentDocstrings }).diagnostics).toMatchObject([
      { code: "description" },
    ]);
    const untyped = () => toolApi("Do.\n\nArgs:\n    a: A", (a: string) => a, { name: "do", reader: lagentDocstrings });
    expect(untyped).toThrow(ToolDefinitionError);
    expect(untyped).toThrow(
      'the parameter "a" of the tool "do" has no type in its docstring, which Lagent can\'t read',
    );
  });

  it("reports a parameter of the function that the docstring lacks as a diagnostic", () => {
    const docstring = "Do.\n\nArgs:\n    x (int): X";
    const sum = toolApi(docstring, (x: number, y: number) => x + y, { name: "do", reader: lagentDocstrings });
    expect(sum.diagnostics).toMatchObject([{ code: "parameters" }]);
  });

  it("fails where no members are listed for explodeReturn", () => {
    const options = { name: "none", explodeReturn: true, reader: lagentDocstrings };
    expect(() => toolApi("Do.", () => ({}), options)).toThrow("list index out of range");
  });
});
