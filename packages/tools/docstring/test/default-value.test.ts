import { type Docstring, parseDocstring as parse } from "@helve/docstring";
import { expect, it } from "vitest";
import { withoutRanges } from "./without-ranges.ts";

const parseDocstring = (text: string): Docstring => withoutRanges(parse(text, { style: "google" }));

it.each([
  ["Defaults to 3.", "3"],
  ["Seconds. Defaults to 0.5.", "0.5"],
  ["Defaults to -1 for no limit.", "-1"],
  ["Defaults to None, which means all.", "None"],
  ["(default: 10)", "10"],
  ["f (default True)", "True"],
  ['g [default "x"] h', '"x"'],
  ["Seconds, default 0.5", "0.5"],
  ["f (default behaviour)", undefined],
  ["f (default settings apply)", undefined],
  ["default is `a b`.", "a b"],
  ["Defaults to ``True``.", "True"],
  ["Defaults to :obj:`None`.", "None"],
  ['Defaults to "a. b".', '"a. b"'],
  ["Defaults to ['a', 'b'].", "['a', 'b']"],
  ["Defaults to celsius.", "celsius"],
  ["Defaults to os.getcwd().", "os.getcwd()"],
  ["As the server defaults to be. Defaults to 'a'.", "'a'"],
  ["Seconds, by default 0.5", "0.5"],
  ["Which to take [default: [1, 2]]", "[1, 2]"],
  ["Which to take {default: a}", "a"],
  ["天数，默认为 3。", "3"],
  ["城市（默认值：北京）", "北京"],
  ["Defaults to the current directory.", undefined],
  ["The default is used.", undefined],
  ["By default it waits.", undefined],
])("the default in %j is %j", (description, value) => {
  const [parameter] = parseDocstring(`Do.\n\nArgs:\n    x: ${description}`).parameters;
  expect(parameter).toEqual({ name: "x", description, ...(value !== undefined && { default: value }) });
});
