import { base64Of, dataUrl, readDataUrl } from "@helve/core/internal";
import fc from "fast-check";
import { describe, expect, test } from "vitest";

describe("readDataUrl", () => {
  test.each([
    ["data:image/png;base64,iVBORw0KGgo=", "image/png", "iVBORw0KGgo="],
    ["data:image/svg+xml;charset=utf-8;base64,PHN2Zy8+", "image/svg+xml", "PHN2Zy8+"],
    ["DATA:image/png;BASE64,AA==", "image/png", "AA=="],
    ["data:;base64,AA==", "text/plain", "AA=="],
    ["data:image/png;base64,AA%3D%3D", "image/png", "AA=="],
    ["data:text/plain,a%20%C3%A9", "text/plain", base64Of("a é")],
    ["data:,a,b", "text/plain", base64Of("a,b")],
  ])("reads %s", (url, mediaType, base64) => {
    expect(readDataUrl(url)).toEqual({ mediaType, base64 });
  });

  test.each(["https://example.com/a.png", "a.png", "data:image/png", "data:text/plain,%ZZ", ""])(
    "returns undefined for %j",
    (text) => {
      expect(readDataUrl(text)).toBeUndefined();
    },
  );

  test("reads what dataUrl writes", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        const base64 = base64Of(text);
        expect(readDataUrl(dataUrl(base64, "text/plain"))).toEqual({ mediaType: "text/plain", base64 });
      }),
    );
  });

  test("reads ten million characters in one pass", () => {
    expect(readDataUrl(`data:${";a".repeat(5_000_000)}`)).toBeUndefined();
  });
});
