/** Tests that a conversion of OpenTool documents and the way back lose nothing but what they report. */
import fc from "fast-check";
import { expect } from "vitest";
import { openToolDocuments } from "./open-tool-documents.ts";

/** An OpenTool document, as far as a round trip reads it. */
interface RoundTripDocument {
  readonly info: { readonly title: string; readonly version: string };
  readonly functions: readonly object[];
}

interface Loss {
  readonly code: string;
  readonly path?: string | undefined;
}

/** The two ways between documents and a format, and what parses a document. */
export interface Ways<Document extends RoundTripDocument> {
  readonly there: (document: Document) => { readonly given: unknown; readonly losses: readonly Loss[] };
  readonly back: (given: unknown, options: { readonly info: Document["info"] }) => { readonly document: Document };
  readonly parse: (document: unknown) => unknown;
}

/**
 * Any document goes there and comes back as a valid one; each function without a loss comes back the same, and what came
 * back goes there and back without any change.
 */
export function testRoundTrip<Document extends RoundTripDocument>({ there, back, parse }: Ways<Document>): void {
  fc.assert(
    fc.property(openToolDocuments as fc.Arbitrary<Document>, (document) => {
      const { given, losses } = there(document);
      expect(JSON.parse(JSON.stringify(given))).toEqual(given);
      const first = back(given, document).document;
      expect(parse(first)).toEqual(first);
      for (const { path } of losses) expect(path).toMatch(/^\/(opentool|info|server|functions|schemas)/);
      for (const [index, fn] of document.functions.entries()) {
        if (losses.some(({ path }) => isWithin(path, `/functions/${index}`))) continue;
        // Only OpenAPI adds how a function is called over HTTP.
        const { "x-http": _, ...again } = { "x-http": undefined, ...first.functions[index] };
        expect(again).toEqual(fn);
      }
      const again = there(first);
      const lost = again.losses.filter(
        ({ code, path }) => code !== "additionalProperties" && isWithin(path, "/functions"),
      );
      expect(lost).toEqual([]);
      const second = back(again.given, first);
      expect(second.document).toEqual(first);
    }),
  );
}

/** For any input, the way back gives a document, or names the problem. */
export function testOutsideData<Document extends RoundTripDocument>(
  { back, parse }: Pick<Ways<Document>, "back" | "parse">,
  like: fc.Arbitrary<unknown>,
): void {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), like), (given) => {
      try {
        const { document } = back(given, { info: { title: "", version: "" } });
        parse(document);
      } catch (error) {
        expect(error).toMatchObject({ code: "invalid_opentool" });
        expect(error).not.toHaveProperty("issues", []);
      }
    }),
  );
}

function isWithin(path: string | undefined, whole: string): boolean {
  return path === whole || (path?.startsWith(`${whole}/`) ?? false);
}
