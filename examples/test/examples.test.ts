import { expect, it } from "vitest";
import { examples, programVariables, testExample } from "./test-example.ts";

it("has an example", () => expect(examples).not.toEqual([]));

it.each(examples.filter((file) => !Object.hasOwn(programVariables, file)))("%s prints what it says", (file) =>
  testExample(file),
);
