import { testedDemo } from "@helve/testing/demo";
import { tracePicture } from "@helve/testing/trace-picture";
import { expect, it } from "vitest";
import { main } from "../src/command.ts";

const { run: demo } = testedDemo(main);

it("the picture in the root README shows what the demo prints; `vitest run -u` updates it", async () => {
  const { code, stdout } = await demo("--reject");
  expect(code).toBe(0);
  const messages = stdout.trimEnd().split("\n\n");
  const shown = ["The logs are old", "The timeout must", "Nobody has touched", "Let me make sure", "freed"];
  const trace = messages.filter((message) => shown.some((start) => message.split("\n")[0]?.includes(start)));
  await expect(tracePicture(trace.join("\n\n"))).toMatchFileSnapshot("../../../docs/demo.svg");
});
