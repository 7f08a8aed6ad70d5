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

it.each([
  [{ types: "maybe" }, 'the option "types" of toolApi must be "required" or "optional"'],
  [{ describe: true }, 'the option "describe" of toolApi must be "required" or "optional"'],
  [{ style: "sphinx" }, 'the option "style" of toolApi must be "auto", "google", "numpy", "rest", "epydoc" or "jsdoc"'],
  [{ reader: 5 }, 'the option "reader" of toolApi must be an object with a method `read`'],
  [{ signature: "name: str" }, 'the option "signature" of toolApi must be a list of parameters with their names'],
  [{ signature: [{ name: "name", type: 5 }] }, 'the option "signature" of toolApi must be a list of parameters'],
  [{ explodeReturn: "yes" }, 'the option "explodeReturn" of toolApi must be true or false'],
])("toolApi refuses the option %j", (options, message) => {
  expect(() => toolApi(docstring, greet, options as ToolApiOptions)).toThrow(message);
  expect(() => toolApi(docstring, options as ToolApiOptions)).toThrow(message);
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
  for (const texts of ["no", [], { tools: "no" }, { description: 5, tools: {} }]) {
    expect(() => new Greetings({ texts } as object)).toThrow('the option "texts" of the toolkit "Greetings" must be');
  }
  for (const options of [null, "enable", 5]) {
    expect(() => new Greetings(options as unknown as object)).toThrow("must be an object: { enable: false }");
  }
});
