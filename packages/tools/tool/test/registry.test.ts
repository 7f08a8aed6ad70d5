import {
  getTool,
  listTools,
  Registry,
  RegistryError,
  register,
  ToolDefinitionError,
  Toolkit,
  tool,
  toolApi,
} from "@helve/tool";
import { describe, expect, it } from "vitest";

const add = tool({
  name: "add",
  description: "Add.",
  parameters: { type: "object", properties: { x: { type: "number", description: "x" } } },
  execute: ({ x }) => x,
});

describe("register", () => {
  @register
  class Plain extends Toolkit {
    override readonly description = "plain";
    @toolApi("Do it.")
    act(): string {
      return "done";
    }
  }

  @register({ name: "Other" })
  class Named extends Plain {}

  it("is a decorator of classes, with or without options", () => {
    // Other tests share the default registry.
    expect(listTools()).toEqual(expect.arrayContaining(["Plain", "Other"]));
    expect(getTool("Plain")).toBeInstanceOf(Plain);
    expect(getTool("Other", { enable: false })).toBeInstanceOf(Named);
    expect(getTool("Other", { enable: false })).toMatchObject({ enable: false });
    expect(new Plain()).toMatchObject({ name: "Plain", tools: [{ name: "act" }] });
  });

  it("makes a new toolkit each time", () => {
    expect(getTool("Plain")).not.toBe(getTool("Plain"));
  });
});

describe("Registry", () => {
  it("is apart from the default one", () => {
    const registry = new Registry();
    registry.register(add);
    expect(registry.listTools()).toEqual(["add"]);
    expect(registry.getTool("add")).toBe(add);
    expect(listTools()).not.toContain("add");
  });

  it("is a decorator's as well", () => {
    const registry = new Registry();
    @registry.register
    class Kit extends Toolkit {
      override readonly description = "kit";
      @toolApi("Do it.")
      act(): void {}
    }
    expect(registry.getTool("Kit")).toBeInstanceOf(Kit);
  });

  it("is a decorator's with brackets, with or without options", () => {
    const registry = new Registry();
    @registry.register()
    class Kit extends Toolkit {
      override readonly description = "kit";
      @toolApi("Do it.")
      act(): void {}
    }
    @registry.register({})
    class Other extends Kit {}
    expect(registry.listTools()).toEqual(["Kit", "Other"]);
    expect(registry.getTool("Other")).toBeInstanceOf(Other);
  });

  it("takes a toolkit that is made already", () => {
    class Kit extends Toolkit {
      override readonly description = "kit";
      @toolApi("Do it.")
      act(): void {}
    }
    const registry = new Registry();
    const kit = new Kit({ enable: false });
    registry.register(kit);
    expect(registry.getTool("Kit")).toBe(kit);
    expect(() => registry.register(kit)).toThrow('the tool "Kit" is registered already');
    expect(() => registry.getTool("Kit", {})).toThrow('the tool "Kit" is not a class: it takes no options');
  });

  it("refuses a second tool of a name, unless it is to take its place", () => {
    const registry = new Registry();
    registry.register(add);
    expect(() => registry.register(add)).toThrow(RegistryError);
    expect(() => registry.register(add)).toThrow(
      'the tool "add" is registered already: use another name, or register it with override: true',
    );
    const other = { ...add, description: "Another." };
    registry.register(other, { override: true });
    expect(registry.getTool("add")).toBe(other);
    registry.register(add, { name: "plus" });
    expect(registry.listTools()).toEqual(["add", "plus"]);
  });

  it.each(["constructor", "toString", "hasOwnProperty"])("takes %s for a name like any other", (name) => {
    const registry = new Registry();
    expect(registry.has(name)).toBe(false);
    expect(() => registry.getTool(name)).toThrow(RegistryError);
    registry.register(add, { name });
    expect(registry.getTool(name)).toBe(add);
  });

  it("says what is registered, and what was probably meant", () => {
    const registry = new Registry();
    expect(() => registry.getTool("add")).toThrow('there is no tool "add": no tool is registered');
    registry.register(add);
    registry.register(add, { name: "subtract" });
    expect(() => registry.getTool("substract")).toThrow(
      'there is no tool "substract" (did you mean "subtract"?): registered are "add", "subtract"',
    );
  });

  it("refuses bad names, options for a tool, and a class whose names clash", () => {
    const registry = new Registry();
    expect(() => registry.register(add, { name: "" })).toThrow(RegistryError);
    registry.register(add);
    expect(() => registry.getTool("add", {})).toThrow('the tool "add" is not a class: it takes no options');
    class Empty extends Toolkit {}
    expect(() => registry.register(Empty)).toThrow(ToolDefinitionError);
    expect(registry.has("Empty")).toBe(false);
  });

  it("makes a class with options of its own", () => {
    class Greeter extends Toolkit {
      override readonly description = "greets";
      readonly greeting: string;
      constructor({ greeting }: { greeting: string }) {
        super();
        this.greeting = greeting;
      }
      @toolApi("Greet.")
      greet(): string {
        return this.greeting;
      }
    }
    const registry = new Registry();
    registry.register(Greeter);
    expect(registry.getTool("Greeter", { greeting: "hi" })).toMatchObject({ greeting: "hi" });
  });
});
