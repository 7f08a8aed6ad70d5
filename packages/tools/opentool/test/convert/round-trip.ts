import { type OpenTool, parseOpenTool } from "@helve/opentool";
import * as roundTrip from "@helve/testing/round-trip";
import type fc from "fast-check";

type Ways = Omit<roundTrip.Ways<OpenTool>, "parse">;

/** Any document goes to a format and back as a valid one, as `roundTrip.testRoundTrip` says. */
export function testRoundTrip(ways: Ways): void {
  roundTrip.testRoundTrip({ ...ways, parse: parseOpenTool });
}

/** For any input, the way back gives a document, or names the problem. */
export function testOutsideData(back: Ways["back"], like: fc.Arbitrary<unknown>): void {
  roundTrip.testOutsideData({ back, parse: parseOpenTool }, like);
}
