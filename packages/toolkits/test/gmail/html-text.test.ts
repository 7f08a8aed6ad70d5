import { expect, it } from "vitest";
import { htmlText } from "../../src/gmail/html-text.ts";

it("takes linear time for elements that are not closed", () => {
  const started = performance.now();
  expect(htmlText(`a<script>${"</script".repeat(200_000)}`)).toBe("a");
  expect(performance.now() - started).toBeLessThan(5000);
});

it("leaves out what a page does not show", () => {
  expect(htmlText("<p>a</p><SCRIPT>x</script ><p>b</p><style>y")).toBe("a\n\nb");
});
