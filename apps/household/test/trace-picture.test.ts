import { testedDemo } from "@helve/testing/demo";
import { tracePicture } from "@helve/testing/trace-picture";
import { expect, it } from "vitest";
import { main } from "../src/command.ts";

const { run: demo } = testedDemo(main);

it("the picture in the README shows what the demo prints; `vitest run -u` updates it", async () => {
  const { code, stdout } = await demo();
  expect(code).toBe(0);
  const turns = stdout.split(/\n\n(?= +(?:model|home) )/);
  const shown = ["In it goes", "Without the fork", "Now the candle", "Here nothing", "Everything is done"];
  const trace = turns.filter((turn) => shown.some((start) => turn.split("\n")[0]?.includes(start)));
  await expect(tracePicture(trace.join("\n\n"))).toMatchFileSnapshot("../trace.svg");
});
