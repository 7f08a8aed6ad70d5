import type { ToolContext } from "@helve/core";
import { ToolDefinitionError, Toolkit, toolApi } from "@helve/tool";
import { describe, expect, it } from "vitest";

const context: ToolContext = { signal: new AbortController().signal, actionId: "1", progress: () => undefined };

class PhraseEmphasis extends Toolkit {
  override readonly description: string = "a toolkit which provides different styles of text emphasis";
  protected readonly mark: string = "*";

  @toolApi(`make text bold

    Args:
        text (str): input text

    Returns:
        str: bold text`)
  bold(text: string): string {
    return this.mark + this.mark + text + this.mark + this.mark;
  }

  @toolApi(`make text italic

    Args:
        text (str): input text

    Returns:
        str: italic text`)
  italic(text: string): string {
    return this.mark + text + this.mark;
  }

  plain(text: string): string {
    return text;
  }
}

describe("Toolkit", () => {
  it("has a tool for each described method, in the order they are written", () => {
    const kit = new PhraseEmphasis();
    expect(kit.name).toBe("PhraseEmphasis");
    expect(kit.tools.map((tool) => tool.name)).toEqual(["bold", "italic"]);
    expect(kit.tools[1]?.function).toMatchObject({ name: "italic", description: "make text italic" });
  });

  it("runs its tools on itself", async () => {
    class Underscored extends PhraseEmphasis {
      protected override readonly mark = "_";
    }
    expect(await new PhraseEmphasis().tools[0]?.execute({ text: "x" }, context)).toBe("**x**");
    expect(await new Underscored().tools[0]?.execute({ text: "x" }, context)).toBe("__x__");
  });

  it("inherits tools, and runs what a subclass overrides", async () => {
    class Louder extends PhraseEmphasis {
      override bold(text: string): string {
        return super.bold(text.toUpperCase());
      }

      @toolApi("make text loud\n\nArgs:\n    text (str): input text", { name: "shout" })
      loud(text: string): string {
        return `${text}!`;
      }
    }
    const kit = new Louder();
    expect(kit.tools.map((tool) => tool.name)).toEqual(["bold", "italic", "shout"]);
    expect(await kit.tools[0]?.execute({ text: "x" }, context)).toBe("**X**");
  });

  it("refuses two tools of one name, and none at all", () => {
    class Twice extends PhraseEmphasis {
      override readonly name = "Twice";
      @toolApi("again", { name: "bold" })
      again(): void {}
    }
    class Empty extends Toolkit {
      override readonly description = "nothing";
    }
    expect(() => new Twice().tools).toThrow('the toolkit "Twice" has two tools named "bold"');
    expect(() => new Empty().tools).toThrow(ToolDefinitionError);
  });

  it("refuses an option that it doesn't have", () => {
    const create = () => new PhraseEmphasis({ enabled: false } as object);
    expect(create).toThrow(ToolDefinitionError);
    expect(create).toThrow('"enabled" is not an option of the toolkit "PhraseEmphasis" (did you mean "enable"?)');
  });

  it("takes a parser, or the class of one", () => {
    class Brackets {
      readonly parameterDescription = "Write [a, b].";
    }
    for (const parser of [Brackets, new Brackets()]) {
      expect(new PhraseEmphasis({ parser }).parser?.parameterDescription).toBe("Write [a, b].");
    }
  });

  it("is described by its class's docstring, without indentation and sections, unless the class has a description", () => {
    class Documented extends Toolkit {
      static readonly docstring: string = `Marks text
        in several ways.

        Args:
            mark (str): what the constructor gets

        Note:
            for people who read the source

        Examples:
            >>> Documented()`;

      @toolApi("Mark.")
      mark(): string {
        return "*";
      }
    }
    class Described extends Documented {
      static readonly description = `
        Marks
          text.
      `;
    }
    expect(new Documented().description).toBe("Marks text\nin several ways.");
    expect(new Described().description).toBe("Marks\n  text.");
    expect(new Documented().isToolkit).toBe(true);
  });

  it("has other texts where they are given", () => {
    const texts = {
      description: "强调文字",
      tools: { bold: { description: "把文字加粗", parameters: { text: "文字" } } },
    };
    const kit = new PhraseEmphasis({ texts });
    const [bold, italic] = kit.tools;
    expect(bold?.description).toBe("把文字加粗");
    expect(bold?.function.parameters[0]?.description).toBe("文字");
    expect(italic?.description).toBe(new PhraseEmphasis().tools[1]?.description);
  });

  it("names every text of a tool or parameter that doesn't exist", () => {
    const texts = { tools: { bolt: { description: "x" }, italic: { parameters: { txt: "x" } } } };
    expect(() => new PhraseEmphasis({ texts }).tools).toThrow(
      'there is no tool "bolt" (did you mean "bold"?)\nthe tool "italic" has no parameter "txt" (did you mean "text"?): it has "text"',
    );
  });
});
