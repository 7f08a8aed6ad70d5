import type { ToolContext } from "@helve/core";
import { ToolDefinitionError, Toolkit, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

const boldText = "make text bold\n\nArgs:\n    text (str): input text";

describe("a class with only run", () => {
  class Bold extends Toolkit {
    static readonly docstring = boldText;
    run(text: string): string {
      return `**${text}**`;
    }
  }

  it("is a single tool by the class's name", async () => {
    const bold = new Bold();
    expect(bold).toMatchObject({ name: "Bold", description: "make text bold", isToolkit: false, enable: true });
    expect(bold.tools.map(({ name }) => name)).toEqual(["Bold"]);
    expect(await bold.tools[0]?.execute({ text: "x" }, context)).toBe("**x**");
  });

  it("may be decorated, to say more", () => {
    class Italic extends Toolkit {
      @toolApi(`${boldText}\n\nReturns:\n    italic_text (str): italic text`, { returnsNamedValue: true, timeout: 5 })
      run(text: string): string {
        return text;
      }
    }
    expect(new Italic().tools).toMatchObject([{ name: "Italic", timeout: 5, returnData: [{ name: "italic_text" }] }]);
  });

  it("is described by the class where its docstring says only the parameters", () => {
    class Loud extends Toolkit {
      static readonly description = "make text loud";
      static readonly docstring = "Args:\n    text (str): input text";
      run(text: string): string {
        return text.toUpperCase();
      }
    }
    expect(new Loud().tools).toMatchObject([{ name: "Loud", description: "make text loud" }]);
  });

  it("is inherited, and what a child overrides runs", async () => {
    class Twice extends Bold {
      override run(text: string): string {
        return super.run(super.run(text));
      }
    }
    const [tool] = new Twice().tools;
    expect(tool?.name).toBe("Twice");
    expect(await tool?.execute({ text: "x" }, context)).toBe("****x****");
  });

  it("needs a description", () => {
    class Silent extends Toolkit {
      run(): string {
        return "";
      }
    }
    expect(() => new Silent().tools).toThrow('the tool "Silent" needs a description: the model chooses by it');
  });
});

describe("a toolkit", () => {
  it("has a description as a field, a static property or an option", () => {
    class Field extends Toolkit {
      override readonly description = "a field";
      @toolApi("Do it.")
      act(): void {}
    }
    class Static extends Toolkit {
      static readonly description = "a static property";
      @toolApi("Do it.")
      act(): void {}
    }
    expect(new Field().description).toBe("a field");
    expect(new Static().description).toBe("a static property");
    expect(new Static({ description: "an option", enable: false })).toMatchObject({
      description: "an option",
      enable: false,
      isToolkit: true,
    });
  });

  it("names all that is missing at once", () => {
    class Bare extends Toolkit {
      @toolApi("Args:\n    a (int):")
      one(_a: number): void {}
      @toolApi("Two.", { name: "t w o" })
      two(): void {}
    }
    const tools = () => new Bare().tools;
    expect(tools).toThrow(ToolDefinitionError);
    expect(tools).toThrow(
      [
        'the toolkit "Bare" needs a description: the model chooses by it',
        'the tool "one" needs a description: the model chooses by it',
        'the parameter "a" of the tool "one" needs a description: the model chooses by it',
        'the tool name "t w o" must be 1 to 64 letters, digits, "_" or "-"',
      ].join("\n"),
    );
  });

  it("collects the tools of parents and of mixins", () => {
    abstract class Parent extends Toolkit {
      @toolApi("Be a parent.")
      parent(): void {}
    }
    function withBold(base: typeof Parent) {
      abstract class WithBold extends base {
        @toolApi(boldText)
        bold(text: string): string {
          return `**${text}**`;
        }
      }
      return WithBold;
    }
    class Child extends withBold(Parent) {
      override readonly description = "a child";
      @toolApi("Be a child.")
      child(): void {}
    }
    expect(new Child().tools.map(({ name }) => name)).toEqual(["parent", "bold", "child"]);
  });

  it("leaves a run alone that nobody described", () => {
    class Kit extends Toolkit {
      override readonly description = "a kit";
      @toolApi("Do it.")
      act(): string {
        return this.run();
      }
      private run(): string {
        return "ran";
      }
    }
    expect(new Kit().tools.map(({ name }) => name)).toEqual(["act"]);
  });
});

it("a static or private method is refused when the class is defined", () => {
  const define = () =>
    class Kit extends Toolkit {
      @toolApi("Do it.")
      static act(): void {}
    };
  expect(define).toThrow(ToolDefinitionError);
  expect(define).toThrow(
    "the method \"act\" can't be a tool: a toolkit's tools are public methods that are not static",
  );
});

it("a method is described once", () => {
  const define = () =>
    class Kit extends Toolkit {
      @toolApi("Do it.")
      @toolApi("Do it again.")
      act(): void {}
    };
  expect(define).toThrow(ToolDefinitionError);
  expect(define).toThrow('the method "act" is described twice: one @toolApi is enough');
});

describe("with other decorators", () => {
  const loud = (method: (this: Toolkit) => string, _: ClassMethodDecoratorContext) => (): string =>
    `${Reflect.apply(method, undefined, [])}!`;

  it("describes what the one below makes of a method", async () => {
    class Kit extends Toolkit {
      override readonly description = "a kit";
      @toolApi("Do it.")
      @loud
      act(): string {
        return "done";
      }
    }
    expect(await new Kit().tools[0]?.execute({}, context)).toBe("done!");
  });

  it("does not lose a tool to the one above: the toolkit says so when it is made", () => {
    class Kit extends Toolkit {
      override readonly description = "a kit";
      @loud
      @toolApi("Do it.")
      act(): string {
        return "done";
      }
      @toolApi("Do something else.")
      other(): void {}
    }
    const make = () => new Kit();
    expect(make).toThrow(ToolDefinitionError);
    expect(make).toThrow('another decorator replaced the method "act": write @toolApi above it');
  });

  it("lets a child take the place of a method, or an instance", async () => {
    class Parent extends Toolkit {
      override readonly description = "a kit";
      @toolApi("Do it.")
      act(): string {
        return "parent";
      }
    }
    class Child extends Parent {
      override act(): string {
        return "child";
      }
    }
    class Odd extends Parent {
      override act = (): string => "field";
    }
    const results = [new Parent(), new Child(), new Odd()].map(({ tools }) => tools[0]?.execute({}, context));
    expect(await Promise.all(results)).toEqual(["parent", "child", "field"]);
  });
});

it("decorators of TypeScript's older kind are refused", () => {
  const decorate: (target: never, name: never) => void = toolApi("Do it.");
  expect(() => decorate({} as never, "act" as never)).toThrow(ToolDefinitionError);
  expect(() => decorate({} as never, "act" as never)).toThrow("turn experimentalDecorators off");
});

it("what is no method is refused where the compiler does not", () => {
  const decorate: (target: never, context: never) => void = toolApi("Do it.");
  const field = { ...methodContext("act"), kind: "field" };
  expect(() => decorate(undefined as never, field as never)).toThrow('the field "act" can\'t be a tool');
});

describe("names", () => {
  it("of the toolkit's own are refused when the class is defined", () => {
    for (const name of ["tools", "isToolkit", "enable", "description", "name", "parser"]) {
      const context = methodContext(name);
      expect(() => toolApi("Do it.")(() => undefined, context)).toThrow(ToolDefinitionError);
      expect(() => toolApi("Do it.")(() => undefined, context)).toThrow(
        `a toolkit's method "${name}" can't be a tool: the name is reserved`,
      );
    }
  });

  it("that clash are refused when the toolkit is made, all at once", () => {
    class Clash extends Toolkit {
      override readonly description = "clashes";
      @toolApi("One.")
      one(): void {}
      @toolApi("Again.", { name: "one" })
      again(): void {}
      @toolApi("Tools.", { name: "tools" })
      other(): void {}
      @toolApi("Run.")
      run(): void {}
    }
    const make = () => new Clash();
    expect(make).toThrow(ToolDefinitionError);
    expect(make).toThrow(
      [
        'the toolkit "Clash" has a tool in "run", which makes it a single tool, but also one, again, other: rename "run"',
        'the toolkit "Clash" has two tools named "one"',
        'the toolkit "Clash" can\'t have a tool named "tools": the name is reserved',
      ].join("\n"),
    );
  });
});

/** The context that a decorator receives for a method. */
function methodContext(name: string): ClassMethodDecoratorContext {
  const access = { has: () => true, get: () => () => undefined };
  const addInitializer = (): void => undefined;
  return { kind: "method", name, static: false, private: false, metadata: {}, access, addInitializer };
}
