import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "../finding.ts";

const asked = predicate("contains_pii");

async function foundIn(text: string): Promise<readonly string[]> {
  const { evidence } = await evaluate(asked, [], { text });
  return evidence.map((one) => one.text);
}

const digits = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789"), minLength: length, maxLength: length });

/** The digit that makes a number right by Luhn's rule. */
function luhn(number: string): string {
  return Array.from("0123456789").find((digit) => luhnSum(number + digit) % 10 === 0) ?? "";
}

function luhnSum(number: string): number {
  return Array.from(number)
    .reverse()
    .map((digit, at) => (at % 2 === 0 ? Number(digit) : [0, 2, 4, 6, 8, 1, 3, 5, 7, 9][Number(digit)]))
    .reduce((sum: number, digit) => sum + (digit ?? 0), 0);
}

/** The check digits that make a German account number right. */
function german(account: string): string {
  const rest = BigInt(`${account}131400`) % 97n;
  return `DE${String(98n - rest).padStart(2, "0")}${account}`;
}

describe("contains_pii", () => {
  it("finds a card number that is a number", async () => {
    expect((await evaluate(asked, [], { card: 4_111_111_111_111_111 })).value).toBe(true);
    expect((await evaluate(asked, [], { count: 4_111_111_111_111_112 })).value).toBe(false);
  });

  it.each(["12 Oak Street, Springfield", "7 Hill Place, Dublin", "221B Baker St, London"])(
    "finds the address %s",
    async (text) => {
      expect(await foundIn(`She lives at ${text}.`)).not.toEqual([]);
    },
  );

  it("finds payment cards with a correct check digit only", async () => {
    const card = fc.tuple(fc.constantFrom("4", "51", "2221", "6011"), digits(15)).map(([begin, rest]) => {
      const body = (begin + rest).slice(0, 15);
      return body + luhn(body);
    });
    await fc.assert(
      fc.asyncProperty(card, fc.constantFrom("", " ", "-"), async (number, gap) => {
        const written = number.match(/.{4}/g)?.join(gap) ?? "";
        expect(await foundIn(`card ${written}, thanks`)).toEqual([written]);
        const wrong = written.slice(0, -1) + String((Number(written.at(-1)) + 1) % 10);
        expect(await foundIn(`card ${wrong}, thanks`)).toEqual([]);
      }),
    );
  });

  it("finds bank accounts with correct check digits only", async () => {
    await fc.assert(
      fc.asyncProperty(digits(18), fc.boolean(), async (account, spaced) => {
        const iban = german(account);
        const written = spaced ? iban.replaceAll(/(.{4})(?=.)/g, "$1 ") : iban;
        expect(await foundIn(`pay to ${written} today`)).toEqual([written]);
        const wrong = written.slice(0, -1) + String((Number(written.at(-1)) + 1) % 10);
        expect(await foundIn(`pay to ${wrong}`)).not.toContain(wrong);
      }),
    );
  });

  it.each([
    ["ada@home.net", "ada@home.net"],
    ["her SSN is 536-22-8726", "SSN is 536-22-8726"],
    ["536-22-8726", "536-22-8726"],
    ["GB82WEST12345698765432", "GB82WEST12345698765432"],
    ["4111 1111 1111 1111", "4111 1111 1111 1111"],
    ["+49 30 901820", "+49 30 901820"],
    ["(212) 736-5000", "(212) 736-5000"],
    ["call me at 030 901820", "call me at 030 901820"],
    ["Call Anna on 0171 2345678 after six", "Call Anna on 0171 2345678"],
    ["我的手机号是13957128846", "13957128846"],
    ["联系电话：010 6552 9988", "010 6552 9988"],
    ["born on 3 May 1970", "born on 3 May 1970"],
    ["DOB: 1970-05-03", "DOB: 1970-05-03"],
    ["passport no. C01X00T47", "passport no. C01X00T47"],
    ["my driver's license is D1234567", "driver's license is D1234567"],
    ["221B Baker Street, London", "221B Baker Street, L"],
    ["111.444.777-35", "111.444.777-35"],
    ["11010519491231002X", "11010519491231002X"],
    ["12345678Z", "12345678Z"],
    ["AB123456C", "AB123456C"],
    ["912-70-1234", "912-70-1234"],
    ["RSSMRA85T10A562S", "RSSMRA85T10A562S"],
    ["4111 1111 1111 1111 123", "4111 1111 1111 1111"],
    ["4111.1111.1111.1111", "4111.1111.1111.1111"],
    ["IBANde89370400440532013000", "de89370400440532013000"],
    ["jürgen@müller.de", "jürgen@müller.de"],
    ["1-212-736-5000", "1-212-736-5000"],
    ["my number is 0151 23456789", "number is 0151 23456789"],
    ['"dateOfBirth": "1985-03-12"', 'dateOfBirth": "1985-03-12'],
    ["born in Paris on March 12, 1985", "born in Paris on March 12, 1985"],
    ["12 Rue de la Paix, 75002 Paris", "12 Rue de la Paix, 75002 P"],
    ["Hauptstraße 5, 10115 Berlin", "Hauptstraße 5, 10115 B"],
    ["Steuer-ID 86095742719", "Steuer-ID 86095742719"],
  ])("finds personal data in %s", async (text, found) => {
    expect(await foundIn(text)).toEqual([found]);
  });

  it.each([
    "somebody@example.com",
    "no-reply@shop.net",
    "logo@2x.png",
    "000-12-3456",
    "666-12-3456",
    "123-45-6789",
    "12345678A",
    "BG123456C",
    "released on 2020-01-01",
    "build 20240501123456",
    "1.2.3.4",
    "2024-01-01 12:00:00",
    "call 555-0123",
    "order 1234567890123",
    "1700000000000",
    "DE00 3704 0044 0532 0130 00",
    "0000 0000 0000 0000",
    "1600 Pennsylvania Avenue is a film",
    "a4111111111111111, id=4539578763621486x",
    "+52.520008 -13.404954",
    "call 2024-05-01, or call 10 20 30 times",
    "id 00491234567890, SN 0043-1234-5678",
    "Order: 415 867 5309",
    "@ada@mastodon.social",
    "nhs 111 service",
  ])("finds no personal data in %s", async (text) => {
    expect(await foundIn(text)).toEqual([]);
  });

  it("takes time in proportion to the text", async () => {
    for (const piece of [
      "a@",
      "1 ",
      "1-",
      "DE12 ",
      "+1 ",
      "(1)",
      "born ",
      "12 A ",
      "1.1.1.",
      "call ",
      "+49 30 901820 ada@home.net ",
    ]) {
      await foundIn(piece.repeat(300_000 / piece.length));
    }
  });
});
