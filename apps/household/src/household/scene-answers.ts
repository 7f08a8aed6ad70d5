/** Creates the answers of the household predicates: true, false or unknown, with the objects that are the reason. */
import { type Content, contentsInside, hasFeature, type Scene } from "./scene.ts";
import type { Thing, World } from "./world.ts";

/** The answer of a predicate, and the other objects that are the reason for it. */
export type Answer = boolean | { readonly value: boolean; readonly causes: readonly Named[] };

/** An object that a reason names. */
export type Named = Pick<Thing, "name">;

/** Creates an answer with its reasons. */
export function answered(answer: Answer): Exclude<Answer, boolean> {
  return typeof answer === "boolean" ? { value: answer, causes: [] } : answer;
}

/** Creates a finding that is true if there are causes, and names them. */
export function some(causes: readonly Named[]): Exclude<Answer, boolean> {
  return { value: causes.length > 0, causes };
}

/** Creates a finding that is false if there are causes, and names them. */
export function none(causes: readonly Named[]): Exclude<Answer, boolean> {
  return { value: causes.length === 0, causes };
}

/** Whether the object of the action has one of the features. */
export function thingIs({ world, thing }: Scene, wanted: readonly string[]): boolean {
  return thing !== undefined && hasFeature(world, thing, wanted);
}

/** Whether the place of the action has one of the features. */
export function placeIs({ world, places }: Scene, wanted: readonly string[]): boolean {
  return places.some((place) => hasFeature(world, place, wanted));
}

/** Whether something in or on containers has one of the features. */
export function someInside(
  world: World,
  containers: readonly Thing[],
  wanted: readonly string[],
  except?: Thing,
): Exclude<Answer, boolean> {
  const inside = containers.flatMap((container) => contentsInside(world, container, except));
  return some(inside.filter((content) => hasOneOf(content, wanted)));
}

/** The things in or on a thing that have none of the features. */
export function contentsWithout(world: World, thing: Thing, wanted: readonly string[]): readonly Content[] {
  return contentsInside(world, thing).filter((content) => !hasOneOf(content, wanted));
}

function hasOneOf({ features }: Content, wanted: readonly string[]): boolean {
  return wanted.some((each) => features.has(each));
}
