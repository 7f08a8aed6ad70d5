import fc from "fast-check";
import { expect, it } from "vitest";
import { lastIndexWhere } from "../../src/internal.ts";

it("lastIndexWhere finds what a search from the end finds", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(20), (unsorted, limit) => {
      const values = unsorted.toSorted((a, b) => a - b);
      const found = lastIndexWhere(values.length, (index) => (values[index] ?? 0) <= limit);
      expect(found).toBe(values.findLastIndex((value) => value <= limit));
    }),
  );
});
