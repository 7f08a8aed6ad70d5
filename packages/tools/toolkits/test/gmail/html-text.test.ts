import { expect, it } from "vitest";
import { htmlText } from "../../src/gmail/html-text.ts";

it("ends for many elements that are not closed", () => {
  expect(htmlText(`a<script>${"</script".repeat(200_000)}`)).toBe("a");
});

it("leaves out what a page does not show", () => {
  expect(htmlText("<p>a</p><SCRIPT>x</script ><p>b</p><style>y")).toBe("a\n\nb");
});
