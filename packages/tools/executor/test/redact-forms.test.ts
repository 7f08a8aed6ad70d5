import { redact } from "@helve/executor";
import { describe, expect, it } from "vitest";

const secret = "Zq8vT3xLw9PmK2rN7dYc5HbF";

describe("redact", () => {
  it.each([
    ...["pwd", "pass", "pin", "otp", "jwt", "bearer", "auth", "session_id", "sessionId", "password2"],
    ...["password_confirmation", "passwordHash"],
  ])("hides the property %s", (name) => {
    expect(redact({ [name]: secret })).toEqual({ [name]: "[redacted]" });
  });

  it("hides a map of tokens, and not a number of tokens", () => {
    expect(redact({ tokens: { a: secret }, max_tokens: 500 })).toEqual({
      tokens: { a: "[redacted]" },
      max_tokens: 500,
    });
  });

  it.each([
    ["Server=x;Uid=sa;Pwd=S;Encrypt=1"],
    ["AccountKey=S;EndpointSuffix=core"],
    ["mysql -u root -pS db"],
    ["sshpass -p S ssh x"],
    ["sshpass -p 'S' ssh x"],
    ["git clone https://S@github.com/x"],
    ["https://x.test/c?sv=1&sig=S"],
    ["<password>S</password>"],
    ["https://hooks.slack.com/services/T00000000/B00000000/S"],
    ["https://discord.com/api/webhooks/123456789012345678/SS"],
    ["123456789:AAESabcdefgh"],
    ["pypi-AgEIcHlwaS5vcmcSS"],
    ['Authorization: Digest username="a", response="S"'],
    ["-----BEGIN PGP PRIVATE KEY BLOCK-----\nS\n-----END PGP PRIVATE KEY BLOCK-----"],
    ['[{"name": "password", "value": "S"}]'],
    [JSON.stringify(JSON.stringify([{ name: "api_key", value: "S" }]))],
  ])("hides the secret in the text %s", (text) => {
    const redacted = redact(text.replaceAll("S", (letter, at: number) => (isPlace(text, at) ? secret : letter)));
    expect(redacted).toContain("[redacted]");
    expect(redacted).not.toContain(secret);
  });

  it("hides the value of an option in a list of arguments", () => {
    const args = ["mysql", "--password", secret, "--verbose", "db"];
    expect(redact({ args })).toEqual({ args: ["mysql", "--password", "[redacted]", "--verbose", "db"] });
  });

  it.each([
    "bypass=1 and compass: north, spin=2, author: ann",
    "clone ssh://git@github.com/x and https://registry@example.com",
    "docker run -p8080:80 web",
    "see <a href='x'>the link</a>, 12:30, 20240101:10",
  ])("leaves ordinary text as it is: %s", (text) => {
    expect(redact(text)).toBe(text);
  });
});

/** Whether an `S` stands for the secret. */
function isPlace(text: string, at: number): boolean {
  return !/[A-Za-z]/.test(text[at + 1] ?? "") || text[at + 1] === "S" || text.startsWith("Sabcdefgh", at);
}
