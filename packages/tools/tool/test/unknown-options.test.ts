import { type ToolApiOptions, Toolkit, toolApi, toolFromFunction, toolWith } from "@helve/tool";
import { expect, it } from "vitest";

const docstring = `Greet somebody.

Args:
    name (str): who`;

function greet(name: string): string {
  return `Hello ${name}`;
}

class Greetings extends Toolkit {
  override readonly description = "Greets.";
  @toolApi(docstring)
  greet(name: string) {
    return greet(name);
  }
}

it("toolApi refuses options that it does not have, and names the one that is meant", () => {
  const misspelled = { explode_return: true } as ToolApiOptions;
  const message = '"explode_return" is not an option of toolApi (did you mean "explodeReturn"?)';
  expect(() => toolApi(docstring, greet, misspelled)).toThrow(message);
  expect(() => toolApi(docstring, misspelled)).toThrow(message);
});

it("toolApi refuses the function after its options", () => {
  const reversed = toolApi as unknown as (...args: unknown[]) => unknown;
  expect(() => reversed(docstring, {}, greet)).toThrow("toolApi takes a docstring, the function, then the options");
});

it("toolWith refuses changes that tools and toolkits don't have", () => {
  const change = { descripton: "Greet." };
  const message = '"descripton" is not an option of toolWith (did you mean "description"?)';
  expect(() => toolWith(toolApi(docstring, greet), change as object)).toThrow(message);
  expect(() => toolWith(new Greetings(), change as object)).toThrow(message);
  expect(() => toolWith(new Greetings(), { tools: { greet: change as object } })).toThrow(message);
});

it("toolFromFunction refuses a definition without its function", () => {
  const create = toolFromFunction as unknown as (definition: object) => unknown;
  expect(() => create({ tool: greet, name: "greet" })).toThrow(
    "toolFromFunction takes a function, then its definition",
  );
});

it("toolkits refuse options of another type", () => {
  for (const parser of ["json", null, {}, Map]) {
    expect(() => new Greetings({ parser } as object)).toThrow(
      'the option "parser" of the toolkit "Greetings" must be a parser of arguments',
    );
  }
  expect(() => new Greetings({ enable: "no" } as object)).toThrow(
    'the option "enable" of the toolkit "Greetings" must be true or false',
  );
  expect(() => new Greetings({ description: {} } as object)).toThrow(
    'the option "description" of the toolkit "Greetings" must be a text',
  );
});
