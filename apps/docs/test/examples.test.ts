import { testReadme } from "@helve/testing/readme";
import { expect, it } from "vitest";
import { pages } from "./pages.ts";

it("has pages", () => expect(pages).not.toEqual([]));

for (const { name, url, blocks } of pages) {
  if (blocks.some(({ language }) => language === "ts")) testReadme(url, name);
}
