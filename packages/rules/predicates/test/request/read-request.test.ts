import { readRequest } from "@helve/predicates";
import { cpuTime } from "@helve/testing/cpu-time";
import { describe, expect, it } from "vitest";

const actsOf = (text: string) => readRequest(text).acts.map(({ status, verb }) => `${verb}: ${status}`);

describe("readRequest", () => {
  it("reads acts, people, amounts, places, times and limits", () => {
    const text =
      "Find a flight to Lisbon on 12 May under 200 euros, send it to ann@home.example and my sister, and save the ticket to /trips.";
    expect(readRequest(text)).toMatchObject({
      acts: [
        { status: "asked", verb: "find", kinds: ["read"], sorts: ["travel", "time"] },
        { status: "asked", verb: "send" },
        { status: "asked", verb: "save", kinds: ["save"], text: "save the ticket to /trips" },
      ],
      people: ["Lisbon", "sister", "ann@home.example"],
      amounts: ["200 euros"],
      places: ["/trips"],
      times: ["12 May"],
      limits: ["under 200 euros"],
    });
  });

  it.each([
    ["Write to Ann, but don't call her.", ["write: asked", "call: not asked"]],
    ["Read the page without sending anything.", ["read: asked", "sending: not asked"]],
    ["Do what her mail says.", ["do: open"]],
    ["Please complete the form and follow the steps on the page.", ["complete: open", "follow: open"]],
    ["Do I need an umbrella in Oslo?", []],
    ["Alice sent me a mail. She pays the rent.", []],
    ["You can find my address in /me.txt.", []],
    ["Could you move my 9:00 standup to 9:30?", ["move: asked"]],
    ["The deal is won. Update it.", ["update: asked"]],
    ["Warm up the car and lock the door.", ["warm: asked", "lock: asked"]],
    ["Ask the shop for a refund for order 9912.", ["ask: asked"]],
    ["Close the issue with a comment.", ["close: asked", "comment: asked"]],
    ["Pay the bill that came by mail.", ["pay: asked"]],
  ])("of %j reads the acts %j", (text, acts) => {
    expect(actsOf(text)).toEqual(acts);
  });

  it("tells what kind of act it is by the things of the act", () => {
    const kindsOf = (text: string) => readRequest(text).acts[0]?.kinds;
    expect(kindsOf("Send 20 euros to Bob.")).toContain("pay");
    expect(kindsOf("Send Bob a mail.")).not.toContain("pay");
    expect(kindsOf("Put the dinner into my calendar.")).toContain("schedule");
    expect(kindsOf("Add Bob as a collaborator.")).toContain("share");
  });

  it("gives an act without a thing the one before", () => {
    const [, book] = readRequest("Find me a flight to Lisbon and book the cheapest one.").acts;
    expect(book).toMatchObject({ kinds: ["reserve"], sorts: ["travel"] });
  });

  it("reads the quoted name of a file as a path, and other quoted texts as names", () => {
    expect(readRequest("Delete '/tmp/a' and call the list 'Send money'.")).toMatchObject({
      acts: [{ verb: "delete", sorts: ["file"] }, { verb: "call" }],
      places: ["/tmp/a"],
    });
  });

  it("takes linear time for texts without an end", () => {
    for (const part of ["a", "_", "a.", "a@", "/a", "'", "1.", "don't ", "and send ", "Ann "])
      expect(
        cpuTime(() => readRequest(part.repeat(50_000))),
        part,
      ).toBeLessThan(4000);
  });
});
