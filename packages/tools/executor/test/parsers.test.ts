import { TupleParser } from "@helve/arguments/tuple";
import { ActionExecutor, runTool } from "@helve/executor";
import { tool } from "@helve/tool";
import { describe, expect, it } from "vitest";

const bold = tool({
  name: "bold",
  description: "Make text bold.",
  parameters: { type: "object", properties: { text: { type: "string", description: "the text" } }, required: ["text"] },
  execute: ({ text }) => `**${text}**`,
});

describe("a parser given as a class", () => {
  const bolded = [{ type: "text", content: "**hi**" }];

  it("reads arguments as its instance does", async () => {
    for (const parser of [TupleParser, new TupleParser()]) {
      const call = { id: "1", name: "bold", arguments: '("hi",)' };
      expect((await new ActionExecutor([bold], { parser }).execute(call)).result).toEqual(bolded);
      expect((await runTool(bold, '("hi",)', { parser })).result).toEqual(bolded);
      const marks = { name: "Marks", tools: [bold], parser };
      expect((await runTool(marks, '("hi",)', { name: "bold" })).result).toEqual(bolded);
      expect((await runTool({ ...marks, parser: undefined }, '("hi",)', { name: "bold", parser })).result).toEqual(
        bolded,
      );
    }
  });

  it("is refused if it is not a parser's", () => {
    for (const parser of [Date, () => new TupleParser(), "tuple", {}]) {
      const create = () => new ActionExecutor([bold], { parser: parser as never });
      expect(create).toThrow('"parser" must be a parser of arguments or its class, with the method "decode"');
    }
  });
});
