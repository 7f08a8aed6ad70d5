import { describe, expect, it } from "vitest";
import { namedElement } from "../../src/node/web-browser/page-element.ts";

const tree = `- generic [active] [ref=e1]:
  - heading "Shop" [level=1] [ref=e2]
  - button "Pay [ref=e9]" [ref=e3] [cursor=pointer]
  - link "Terms" [ref=e4] [cursor=pointer]:
    - /url: /terms
  - 'textbox "Name: first" [ref=e5]': Ada
  - button [ref=e9]
  - iframe [ref=e6]:
    - link "Terms" [ref=f1e4]
  - text: button "Buy" [ref=e7]
`;

describe("the element that a call names", () => {
  it.each([
    ['link "Terms" [ref=e4]', "e4"],
    ['  - link "Terms" [ref=e4] [cursor=pointer]:', "e4"],
    ['link "Terms" [ref=f1e4]', "f1e4"],
    ["- 'textbox \"Name: first\" [ref=e5]': Ada", "e5"],
    ['textbox "Name: first" [ref=e5]', "e5"],
    ["button [ref=e9]", "e9"],
    ['button "Pay [ref=e9]" [ref=e3]', "e3"],
  ])("is found: %s", (text, ref) => {
    expect(namedElement(tree, text)).toMatchObject({ ref });
  });

  it.each([
    ["e4", 'Name the element as the page shows it now: link "Terms" [ref=e4]'],
    ['button "Cancel" [ref=e3]', 'Name the element as the page shows it now: button "Pay [ref=e9]" [ref=e3]'],
    ['button "Pay" [ref=e9]', "Name the element as the page shows it now: button [ref=e9]"],
    ['button "Buy" [ref=e7]', "The page has no element"],
    ["e99", "The page has no element"],
    ["the pay button", "The page has no element"],
  ])("must be named as the page shows it, so that what was approved is used: %s", (text, message) => {
    expect(namedElement(tree, text)).toContain(message);
  });
});
