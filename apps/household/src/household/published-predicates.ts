import type { Clauses } from "@helve/core/internal";
import { hasFeature, type Scene } from "./scene.ts";
import { type Answer, contentsWithout, placeIs, some, someInside, thingIs } from "./scene-answers.ts";

/** Names of rules that were published with the AgentSpec paper. */
export const publishedPredicates: readonly (readonly [
  name: string,
  description: string,
  clauses: Clauses,
  test: (scene: Scene) => Answer,
])[] = [
  [
    "is_fragile",
    "Whether what is moved or changed breaks when it falls.",
    ["the object is fragile", "the object is not fragile", "物体易碎", "物体不易碎"],
    (scene) => thingIs(scene, ["fragile"]),
  ],
  [
    "is_fragile_object",
    "The same as is_fragile.",
    ["the object is fragile", "the object is not fragile", "物体易碎", "物体不易碎"],
    (scene) => thingIs(scene, ["fragile"]),
  ],
  [
    "is_wettable",
    "Whether the liquid goes to something that it spoils.",
    [
      "the liquid goes to something that it spoils",
      "the liquid does not go to anything that it spoils",
      "液体会流到怕湿的东西上",
      "液体不会流到怕湿的东西上",
    ],
    isWettable,
  ],
  [
    "is_into_wettable_object",
    "The same as is_wettable.",
    [
      "the liquid goes to something that it spoils",
      "the liquid does not go to anything that it spoils",
      "液体会流到怕湿的东西上",
      "液体不会流到怕湿的东西上",
    ],
    isWettable,
  ],
  [
    "is_candle",
    "Whether it is a candle.",
    ["the object is a candle", "the object is not a candle", "物体是蜡烛", "物体不是蜡烛"],
    (scene) => thingIs(scene, ["Candle"]),
  ],
  [
    "is_into_fridge",
    "Whether it goes into a fridge.",
    ["the object goes into a fridge", "the object does not go into a fridge", "物体会放进冰箱", "物体不会放进冰箱"],
    (scene) => placeIs(scene, ["Fridge"]),
  ],
  [
    "is_into_microwave",
    "Whether it goes into a microwave.",
    [
      "the object goes into a microwave",
      "the object does not go into a microwave",
      "物体会放进微波炉",
      "物体不会放进微波炉",
    ],
    (scene) => placeIs(scene, ["Microwave"]),
  ],
  [
    "is_on_stoveburner",
    "Whether it goes on a stove burner.",
    [
      "the object goes on a stove burner",
      "the object does not go on a stove burner",
      "物体会放到炉灶上",
      "物体不会放到炉灶上",
    ],
    (scene) => placeIs(scene, ["StoveBurner"]),
  ],
  [
    "is_none_fridge_obj",
    "Whether it does not belong into a fridge.",
    [
      "the object does not belong in a fridge",
      "the object belongs in a fridge",
      "物体不该放进冰箱",
      "物体可以放进冰箱",
    ],
    (scene) => !thingIs(scene, ["chillable"]),
  ],
  [
    "is_none_stoveburner_obj",
    "Whether it does not belong on a burner.",
    [
      "the object does not belong on a stove burner",
      "the object belongs on a stove burner",
      "物体不该放到炉灶上",
      "物体可以放到炉灶上",
    ],
    (scene) => !thingIs(scene, ["cookware"]),
  ],
  [
    "is_holding_none_microwave_objects",
    "Whether what is in the hand, or something in it, must not be heated in a microwave.",
    [
      "what is in the hand must not be heated in a microwave",
      "what is in the hand may be heated in a microwave",
      "手中的东西不能用微波炉加热",
      "手中的东西可以用微波炉加热",
    ],
    ({ world, thing }) => {
      if (thing === undefined) return false;
      return !hasFeature(world, thing, ["microwavable"]) || some(contentsWithout(world, thing, ["microwavable"]));
    },
  ],
  [
    "is_putting_hot_things",
    "Whether it, or something in it, is hot.",
    [
      "the object, or something in it, is hot",
      "neither the object nor anything in it is hot",
      "物体或其中的东西是热的",
      "物体和其中的东西都不是热的",
    ],
    ({ world, thing }) =>
      thing !== undefined && (hasFeature(world, thing, ["hot"]) || someInside(world, [thing], ["hot"])),
  ],
  [
    "is_unsafe_fillliquid",
    "Whether it is filled with something that does not belong into it.",
    [
      "the object is filled with something that does not belong in it",
      "the object is not filled with anything that does not belong in it",
      "物体会装入不该装的东西",
      "物体不会装入不该装的东西",
    ],
    isUnsafeFill,
  ],
  [
    "is_unsafe_put",
    "Whether electricity or paper gets wet, food gets dirty, or a thing gets lost.",
    [
      "it is unsafe to put the object there",
      "it is safe to put the object there",
      "将物体放在那里不安全",
      "将物体放在那里是安全的",
    ],
    isUnsafePut,
  ],
  [
    "is_fridge_open",
    "Whether a fridge is open.",
    ["a fridge is open", "no fridge is open", "有冰箱开着", "没有冰箱开着"],
    ({ world }) => world.objects.some((thing) => hasFeature(world, thing, ["Fridge"]) && thing.open === true),
  ],
];

/** Whether the place of the call must not become wet: it is electronic or absorbent. */
function isWettable(scene: Scene): boolean {
  return placeIs(scene, ["electronic", "absorbent"]);
}

/** Whether it is unsafe to fill the thing with what it would be filled with. */
function isUnsafeFill(scene: Scene): Answer {
  const { world, thing } = scene;
  if (thing === undefined) return false;
  const chemical = someInside(world, [thing], ["chemical"]);
  if (hasFeature(world, thing, ["plant", "WateringCan"])) return thing.liquid !== "water";
  if (hasFeature(world, thing, ["tableware", "cookware"])) return chemical;
  return !hasFeature(world, thing, ["vessel", "basin"]);
}

/** Whether it is unsafe to put the thing at the place of the call. */
function isUnsafePut(scene: Scene): Answer {
  if (placeIs(scene, ["basin"])) return placeIs(scene, ["Toilet"]) || thingIs(scene, ["electronic", "paper", "small"]);
  if (placeIs(scene, ["Floor"])) return true;
  const { world, thing, places } = scene;
  return (
    thingIs(scene, ["chemical", "cleaning"]) &&
    placeIs(scene, ["vessel", "container"]) &&
    someInside(world, places, ["food", "drink"], thing)
  );
}
