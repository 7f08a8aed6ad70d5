/** The home of the demo, and where things are in it. */
import { traceLine } from "@helve/demo";
import type { Thing, World } from "./household.ts";

/** The home as the robot finds it. */
export const home: World = {
  objects: [
    { name: "CounterTop" },
    { name: "Plate", in: "CounterTop" },
    { name: "Potato", in: "Plate" },
    { name: "Fork", in: "Plate" },
    { name: "Microwave", in: "CounterTop", open: false },
    { name: "Sink" },
    { name: "Faucet", in: "Sink" },
    { name: "Mug", in: "Sink" },
    { name: "DiningTable" },
    { name: "Desk" },
    { name: "Laptop", in: "Desk" },
    { name: "HousePlant", in: "Desk" },
    { name: "Shelf" },
    { name: "Candle", in: "Shelf" },
    { name: "Newspaper", in: "Shelf" },
  ],
};

/** Describes each thing in the home: its place and its state. */
export function whereThingsAre({ objects, held = [] }: World): readonly string[] {
  return objects.map((thing) => {
    const place = held.includes(thing.name) ? "the hand of the robot" : thing.in;
    const states = statesOf(thing).join(", ");
    return `${thing.name}${place === undefined ? "" : ` in or on ${place}`}${states === "" ? "" : `: ${states}`}`;
  });
}

/** Prints the home. */
export function printSummary(world: World, { json }: { readonly json: boolean }): void {
  const text = `\n${traceLine("home", whereThingsAre(world).join("\n"), "bold")}`;
  process.stdout.write(json ? `${JSON.stringify({ summary: world })}\n` : text);
}

/** Lists the states of a thing as words: `["on", "closed", "full of water"]`. */
function statesOf({ on, open, hot, cooked, broken, wet, dirty, liquid }: Thing): readonly string[] {
  const states = { on, open, hot, cooked, broken, wet, dirty };
  return [
    ...Object.entries(states).flatMap(([state, value]) => (value === true ? [state] : [])),
    ...(on === false ? ["off"] : []),
    ...(open === false ? ["closed"] : []),
    ...(typeof liquid === "string" ? [`full of ${liquid}`] : []),
  ];
}
