import { JsonParser } from "@helve/arguments";
import { TupleParser } from "@helve/arguments/tuple";
import { expect, it } from "vitest";

it("tells the model how to write arguments, in Lagent's words", () => {
  expect(new JsonParser({ locale: "zh" }).parameterDescription).toBe(
    "如果调用该工具,你必须使用Json格式 {key: value} 传参,其中key为参数名称",
  );
  expect(new TupleParser({ locale: "zh" }).parameterDescription).toBe(
    "如果调用该工具,你必须使用Tuple格式 (arg1, arg2, arg3) 传参,且参数是有序的",
  );
  expect(new JsonParser().parameterDescription).toBe(
    "If you call this tool, you must pass arguments in the JSON format {key: value}, where the key is the parameter name.",
  );
  expect(new TupleParser().parameterDescription).toContain("the tuple format like (arg1, arg2, arg3)");
});
