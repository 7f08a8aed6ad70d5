import type { Action, PredicateArgument } from "@helve/core";
import { callTool, testDescriptions } from "@helve/toolkit-tests/describe-toolkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  Household,
  householdPredicates,
  householdUses,
  objectTypes,
  parsePlan,
  traitMeanings,
  type World,
} from "../src/household.ts";

/** Performs the steps of a plan and returns the last observation of the agent. */
async function run(kit: Household, ...steps: readonly string[]): Promise<unknown> {
  let last: unknown;
  for (const { name, object, liquid } of parsePlan(steps).actions) {
    const key = name === "put" ? "receptacle" : "object";
    last = await callTool(kit, name, {
      ...(object !== undefined && { [key]: object }),
      ...(liquid !== undefined && { liquid }),
    });
  }
  return last;
}

function stateOf({ world }: Household, name: string): World["objects"][number] | undefined {
  return world.objects.find((thing) => thing.name === name);
}

/** The finding of a predicate about an action in a home. */
async function found(kit: Household, name: string, features: readonly string[], action: Omit<Action, "id">) {
  const predicate = householdPredicates().find((each) => each.name === name);
  const context = { action: { id: "1", ...action }, state: kit.world, trajectory: [], prompt: "" };
  const args = features.map((value) => ({ value })) as readonly PredicateArgument[];
  return predicate?.evaluate(args, { ...context, signal: new AbortController().signal });
}

describe("the predicates about households", () => {
  const put = (receptacle: string) => ({ name: "Household.put", args: { receptacle } });

  it("name the objects and liquids in or on something that are the reason", async () => {
    const kit = new Household();
    await run(kit, "pick Fork", "put Plate", "pick Egg", "put Plate", "pick Plate", "open Microwave");
    const about = "it is about the Plate at the Microwave";
    for (const [name, features, value, reason] of [
      ["thing_holds_only", ["microwavable"], false, `${about}, because of the Fork, the Egg`],
      ["thing_holds_only", ["metal", "food"], true, about],
      ["thing_holds", ["metal"], true, `${about}, because of the Fork`],
      ["thing_holds", ["electronic"], false, about],
      ["is_holding_none_microwave_objects", [], true, `${about}, because of the Fork, the Egg`],
    ] as const) {
      expect(await found(kit, name, features, put("Microwave"))).toMatchObject({ value, reason });
    }

    const bar = new Household();
    await run(bar, "pick Mug", "fillLiquid Mug water", "put Desk", "pick Laptop", "put Desk", "pick Newspaper");
    expect(await found(bar, "place_holds", ["water", "electronic"], put("Desk"))).toMatchObject({
      value: true,
      reason: "it is about the Newspaper at the Desk, because of the water in the Mug, the Laptop",
    });
  });
});

describe("Household", () => {
  testDescriptions({ document: "household", create: (locale) => new Household({ locale }), uses: householdUses });

  it("carries objects into receptacles", async () => {
    const kit = new Household();
    expect(await run(kit, "find Egg", "pick Egg", "find Fridge", "open Fridge", "put Fridge")).toBe(
      "The Egg is in or on the Fridge.",
    );
    expect(await run(kit, "close Fridge", "open Fridge")).toBe("The Fridge is open and contains: Egg.");
    expect(kit.world.held).toEqual([]);
  });

  it.each([
    [["put Fridge"], "put: nothing is in your hand: pick something first"],
    [["pour"], "pour: nothing is in your hand: pick a vessel first"],
    [["drop Mug"], "drop: nothing is in your hand: pick something first"],
    [["pick Sofa"], "pick: the Sofa can't be picked up"],
    [["pick Mug", "pick Mug"], "pick: the Mug is in your hand already"],
    [["pick Mug", "pick Cup"], "pick: your hand holds the Mug: put it down first"],
    [["pick Mug", "put Mug"], "put: the Mug is in your hand: name a receptacle"],
    [["close Fridge", "pick Egg", "put Fridge"], "put: the Fridge is closed: open it first"],
    [
      ["pick Egg", "put Fridge", "close Fridge", "find Egg"],
      "find: the Egg is in the Fridge, which is closed: open it first",
    ],
    [
      ["pick Egg", "put Fridge", "close Fridge", "pick Egg"],
      "pick: the Egg is in the Fridge, which is closed: open it first",
    ],
    [["pick Mug", "put Bowl", "pick Bowl", "put Mug"], "put: the Mug is in or on the Bowl: name another receptacle"],
    [["turn on Microwave", "open Microwave"], "open: the Microwave is on: turn it off first"],
    [["turn on Apple"], "turn_on: the Apple can't be turned on"],
    [["turn off Apple"], "turn_off: the Apple can't be turned off"],
    [["cook Sofa"], "cook: the Sofa can't be cooked: it is no food"],
    [["fillLiquid Laptop water"], "fillLiquid: the Laptop can't be filled: name a vessel"],
    [["emptyLiquid Mug", "emptyLiquid Mug"], "emptyLiquid: the Mug is empty already"],
    [["emptyLiquid Mug", "pick Mug", "find Sink", "pour"], "pour: the Mug is empty: fill it first"],
  ])("refuses %j and says what to do", async (steps, message) => {
    await expect(run(new Household(), ...steps)).rejects.toMatchObject({ name: "ToolError", message });
  });

  it("has only the objects of its world", async () => {
    const kit = new Household({ world: { objects: [{ name: "Mug_1" }] } });
    await expect(run(kit, "find Fridge")).rejects.toThrow("find: there is no Fridge: find something else");
    expect(await run(kit, "find mug")).toBe("You stand at the Mug_1.");
  });

  it("heats what is on a burner that is on, and in a running microwave", async () => {
    const kit = new Household();
    await run(kit, "pick Egg", "put Pan", "pick Pan", "put StoveBurner", "turn on StoveKnob");
    expect(stateOf(kit, "Pan")?.hot).toBe(true);
    expect(stateOf(kit, "Egg")?.hot).toBe(true);
    await run(kit, "pick Potato", "put Pot", "pick Pot", "put StoveBurner");
    expect(stateOf(kit, "Potato")?.hot).toBe(true);
  });

  it("breaks what is fragile when it falls, and nothing else", async () => {
    const kit = new Household();
    expect(await run(kit, "pick Vase", "drop")).toBe("The Vase is broken: it lies on the floor.");
    expect(await run(kit, "pick Spoon", "find Drawer", "drop")).toBe("The Spoon fell: it lies at the Drawer.");
  });

  it("pours what is in the hand on what was found last, or on what is named", async () => {
    const kit = new Household();
    await run(kit, "fillLiquid Mug coffee", "pick Mug", "find Laptop", "pour");
    expect(stateOf(kit, "Laptop")?.wet).toBe(true);
    expect(stateOf(kit, "Mug")?.liquid).toBeNull();
    await run(kit, "fillLiquid Mug coffee", "pour Cup");
    expect(stateOf(kit, "Cup")?.liquid).toBe("coffee");
  });

  it("throws what is in the hand at what is named", async () => {
    const kit = new Household();
    expect(await run(kit, "pick Pillow", "find Sofa", "throw Bed")).toBe("The Pillow fell: it lies at the Bed.");
  });

  it("keeps two objects in two hands", async () => {
    const kit = new Household({ hands: 2 });
    await run(kit, "pick Knife", "pick Bread", "find Plate", "put Plate");
    expect(kit.world.held).toEqual(["Knife"]);
  });

  it("survives any plan, and never changes a world that was read", async () => {
    const step = fc.oneof(
      fc
        .constantFrom(
          "pick",
          "put",
          "open",
          "turn on",
          "drop",
          "pour",
          "throw",
          "find",
          "fillLiquid",
          "emptyLiquid",
          "cook",
        )
        .chain((name) =>
          fc
            .constantFrom("Mug", "Fridge", "Faucet", "Candle", "StoveKnob", "__proto__", "constructor", "Mug_2")
            .map((object) => `${name} ${object}`),
        ),
      fc.constantFrom("drop", "throw", "pour"),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
        const kit = new Household();
        for (const each of steps) {
          const before = kit.world;
          const json = JSON.stringify(before);
          await run(kit, each).catch((error: Error) => expect(error.name).toBe("ToolError"));
          expect(JSON.stringify(before)).toBe(json);
        }
      }),
      { numRuns: 50 },
    );
  });
});

describe("parsePlan", () => {
  it.each([
    ["turn on Microwave", { name: "turn_on", object: "Microwave" }],
    ["Turn_Off the microwave", { name: "turn_off", object: "microwave" }],
    ["FILLLIQUID Mug Coffee", { name: "fillLiquid", object: "Mug", liquid: "coffee" }],
    ["fill Mug with water", { name: "fillLiquid", object: "Mug", liquid: "water" }],
    ["put Fridge", { name: "put", object: "Fridge" }],
    ["put Book on the Shelf", { name: "put", object: "Shelf" }],
    ["pick up Mug", { name: "pick", object: "Mug" }],
    ["3. find Dish Sponge", { name: "find", object: "DishSponge" }],
    ["find(Mug)", { name: "find", object: "Mug" }],
    ["pour", { name: "pour" }],
    ["throw Vase", { name: "throw", object: "Vase" }],
  ])("reads %j", (step, action) => {
    expect(parsePlan([step])).toEqual({ actions: [action], issues: [] });
  });

  it("says which steps it can't read", () => {
    expect(parsePlan(["find Mug", "dance", "pick", "put", "fillLiquid", ""]).issues).toEqual([
      { step: 1, message: 'expected an action such as "find Mug" (got "dance")' },
      { step: 2, message: 'pick needs an object (got "pick")' },
      { step: 3, message: 'put needs a receptacle (got "put")' },
      { step: 4, message: 'fillLiquid needs a vessel (got "fillLiquid")' },
      { step: 5, message: 'expected an action such as "find Mug" (got "")' },
    ]);
  });

  it("reads any text without an exception", () => {
    fc.assert(
      fc.property(fc.array(fc.string()), (steps) => {
        const { actions, issues } = parsePlan(steps);
        return actions.length + issues.length === steps.length;
      }),
    );
  });
});

describe("objectTypes", () => {
  it("uses only known traits", () => {
    const used = new Set(Object.values(objectTypes).flat());
    expect([...used].filter((trait) => !Object.hasOwn(traitMeanings, trait))).toEqual([]);
  });
});
