/** The order in which the choices of a multiple-choice question are shown. */
import type { JsonObject } from "@helve/core";
import { sha256Now } from "@helve/core/internal";
import { randomNumbers } from "./random-numbers.ts";
import { keyOf, type SampleKey } from "./sample.ts";

/** The order in which the choices of a multiple choice question were shown: the index of the first one that was shown, and so on. */
export type ChoiceOrder = readonly number[];

/** The name under which the order of the choices is in the metadata of a state. */
const member = "choiceOrder";

/** Adds the order of choices to metadata. */
export function withOrder(metadata: JsonObject, order: ChoiceOrder): JsonObject {
  return { ...metadata, [member]: order };
}

/** The order in which choices were shown: the recorded order, or by default the order of the sample. */
export function orderIn(metadata: JsonObject, count: number): ChoiceOrder {
  const { [member]: order } = metadata;
  const isOrder = Array.isArray(order) && order.length === count && new Set(order).size === count;
  return isOrder ? (order as ChoiceOrder) : Array.from({ length: count }, (_, index) => index);
}

/** The letter of a choice: `A` for the first. */
export function letterOf(index: number): string {
  return String.fromCharCode(65 + index);
}

/** How many choices have a letter. */
export const maxChoices = 26;

/** An order that depends only on the seed and the run of the sample, so that a resumed run asks the same question. */
export function shuffledOrder(count: number, seed: number, key: SampleKey): ChoiceOrder {
  const hash = sha256Now(`${seed} ${keyOf(key)}`);
  const random = randomNumbers(Number.parseInt(hash.slice(0, 8), 16));
  const order = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const at = Math.floor(random() * (last + 1));
    [order[last], order[at]] = [order[at] as number, order[last] as number];
  }
  return order;
}
