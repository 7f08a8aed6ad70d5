import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { evaluate, predicate } from "../finding.ts";

const asked = predicate("contains_secret");

async function secretsIn(text: string): Promise<readonly string[]> {
  const { evidence } = await evaluate(asked, [], { text });
  return evidence.map((one) => one.text);
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Characters as if drawn by lot: none comes again before half of the others were there. */
function random(length: number, characters: string = alphabet): fc.Arbitrary<string> {
  const half = Math.ceil(characters.length / 2);
  const run = fc.shuffledSubarray([...characters], { minLength: half, maxLength: half });
  const runs = Math.ceil(length / half);
  return fc.array(run, { minLength: runs, maxLength: runs }).map((all) => all.flat().join("").slice(0, length));
}

/** CRC-32 in base 62, bit by bit. */
function checksum(body: string): string {
  let crc = 0xffffffffn;
  for (const character of body) {
    crc ^= BigInt(character.charCodeAt(0));
    for (let bit = 0; bit < 8; bit++) crc = crc % 2n === 1n ? (crc >> 1n) ^ 0xedb88320n : crc >> 1n;
  }
  const digits = `0123456789${alphabet.slice(0, 52)}`;
  let left = crc ^ 0xffffffffn;
  let text = "";
  for (; left > 0n; left /= 62n) text = `${digits[Number(left % 62n)]}${text}`;
  return text.padStart(6, "0");
}

const keys = fc.oneof(
  random(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567").map((body) => `AKIA${body}`),
  random(30).map((body) => `ghp_${body}${checksum(body)}`),
  random(20).map((body) => `glpat-${body}`),
  random(24).map((body) => `xoxb-17653672481-${body}`),
  random(24).map((body) => `sk_live_${body}`),
  random(35).map((body) => `AIza${body}`),
  random(48).map((body) => `sk-${body}`),
  random(90).map((body) => `sk-ant-api03-${body}`),
  random(36).map((body) => `npm_${body}`),
  random(46).map((body) => `ntn_${body}`),
  random(52).map((body) => `gsk_${body}`),
  random(80).map((body) => `hvs.${body}`),
  random(60).map((body) => `ya29.${body}`),
  random(43).map((body) => `SG.${body.slice(0, 22)}.${body}`),
);

describe("contains_secret", () => {
  it.each([
    [{ password: "hunter2Hunter2!x" }, true],
    [{ login: { api_key: "8f14e45fceea167a5a36dedd4bea2543" } }, true],
    [{ password: "your-password-here" }, false],
    [{ token: "next-page" }, false],
    [{ title: "my password list" }, false],
  ])("counts the name of an argument as a part of its value: %j is %s", async (args, value) => {
    expect((await evaluate(predicate("contains_secret"), [], args)).value).toBe(value);
  });

  it("finds keys of every format in any text, with their positions", async () => {
    await fc.assert(
      fc.asyncProperty(keys, fc.constantFrom("", " ", "key: ", '{"a": "', "(", "see\n"), async (key, before) => {
        expect(await secretsIn(`${before}${key}${before === "" ? "" : '" and so on'}`)).toEqual([key]);
      }),
    );
  });

  it("ignores a GitHub token with a wrong checksum", async () => {
    await fc.assert(
      fc.asyncProperty(random(30), async (body) => {
        const wrong = checksum(`${body}x`);
        fc.pre(wrong !== checksum(body));
        expect(await secretsIn(`ghp_${body}${wrong}`)).toEqual([]);
      }),
    );
  });

  it.each([
    ["password = hunter2", "hunter2"],
    ["password: moss-42", "moss-42"],
    ['{"password": "Sommer2024!"}', "Sommer2024!"],
    ["the password is Tr0ub4dor&3.", "Tr0ub4dor&3."],
    ["api_key=9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c", "9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c"],
    ['client_secret: "s8Kd93jf0sLq2mZx"', "s8Kd93jf0sLq2mZx"],
    ["postgres://ada:s3cr3tPw@db.x.org/shop", "s3cr3tPw"],
    ["curl -u ada:s3cr3tPw https://x.org", "s3cr3tPw"],
    ["machine x.org\n  login ada\n  password s3cr3tPw", "s3cr3tPw"],
    ["password for the server: s3cr3t!Pw", "s3cr3t!Pw"],
    ["**Password:** s3cr3t!Pw", "s3cr3t!Pw"],
    ["<password>s3cr3t!Pw</password>", "s3cr3t!Pw"],
    ["define('DB_PASSWORD', 's3cr3t!Pw');", "s3cr3t!Pw"],
    [String.raw`"{\"password\":\"s3cr3t!Pw\"}"`, "s3cr3t!Pw"],
    ["password: s3cr3t!P(w", "s3cr3t!P"],
    ["Passwort: s3cr3t!Pw", "s3cr3t!Pw"],
    ["密码：s3cr3t!Pw", "s3cr3t!Pw"],
    ["登录密码是 s3cr3tPw", "s3cr3tPw"],
    ["密码为s3cr3tPw，请保密", "s3cr3tPw，请保密"],
    ["const token: string = 's8Kd93jf0sLq2mZx'", "s8Kd93jf0sLq2mZx"],
    ["AccountKey=s8Kd93jf0sLq2mZx/7Gh+w==;", "s8Kd93jf0sLq2mZx/7Gh+w=="],
    [
      "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoG\n-----END EC PRIVATE KEY-----",
      "-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIIrYSSNQFaA2Hwf1duRSxKtLYX5CB04fSeQ6tF1aY/PuoAoG\n-----END EC PRIVATE KEY-----",
    ],
    [
      String.raw`"key": "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"`,
      String.raw`-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----`,
    ],
    [
      "Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.dozjgNryP4J3jVmNHl0w5NqXgL0n3I9PlFUP0THsR8U",
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhZGEifQ.dozjgNryP4J3jVmNHl0w5NqXgL0n3I9PlFUP0THsR8U",
    ],
  ])("finds the secret in %s", async (text, secret) => {
    expect(await secretsIn(text)).toEqual([secret]);
  });

  it.each([
    "password: <password>",
    "password = xxxxxxxx",
    "PASSWORD=$DB_PASSWORD",
    "password = os.environ['DB_PASSWORD']",
    "const password = readPassword()",
    "password: string",
    "user.password = form.password",
    "please reset the password soon",
    "密码是8位以上的字符",
    "密码为空",
    "请修改密码：至少12个字符",
    "token = your-token-here",
    "api_key: EXAMPLE0123456789abcdef",
    "AKIAIOSFODNN7EXAMPLE",
    "max_tokens = 4096",
    "secret sauce, token ring",
    "commit 9f8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c9f8a7b6c",
    "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----",
    '["-----BEGIN PRIVATE KEY-----", "a pattern that a scanner of logs would look for"]',
    "postgres://user:password@localhost/shop",
    "eyJub3QiOiJhIHRva2VuIn0.eyJzdWIiOiJhZGEifQ.short",
    "sk-learn is a library",
    "sk-folding-cube-with-many-modifiers-active-large-2",
    "postgres://postgres:postgres@localhost/shop",
    "password = hashlib.sha256(salt + text).hexdigest()",
    "token = 'base-uncased-v2-2024'",
    '{"nextPageToken": "qkOelPbj3kupRYBadXaSVuM7yilbog6aFfVt8rON"}',
    "compass: N45E12, bypass=Type2Class",
    "https://zoom.example/j/1234567890?pwd=QWxhZGRpbjpvcGVu1",
    "https://<user>:<password>@host/",
  ])("finds no secret in %s", async (text) => {
    expect(await secretsIn(text)).toEqual([]);
  });

  it("takes time in proportion to the text", async () => {
    for (const piece of [
      "-----BEGIN PRIVATE KEY-----",
      "password=",
      "eyJ.",
      "a://b:c",
      "sk-",
      "AKIA",
      "x@x.",
      "1-",
      "a",
      "password for a ",
    ]) {
      await secretsIn(piece.repeat(1_000_000 / piece.length));
    }
    await secretsIn(`password=${"a_".repeat(90)}1x`);
  });
});
