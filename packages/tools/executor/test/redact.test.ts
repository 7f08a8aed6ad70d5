import { redact } from "@helve/executor";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { oneTool } from "./middleware/one-tool.ts";

describe("redact", () => {
  it.each([
    ["sk-proj-abcdefghijklmnopqrstuvwx1234", "an OpenAI key"],
    ["sk-ant-api03-abcdefghijklmnopqrst-_x", "an Anthropic key"],
    [`ghp_${"a1B2".repeat(9)}`, "a GitHub token"],
    [`github_pat_${"a1B2_".repeat(9)}`, "a fine-grained GitHub token"],
    [`glpat-${"a1B2-".repeat(5)}`, "a GitLab token"],
    ["AKIAIOSFODNN7EXAMPLE", "an AWS key"],
    [`AIza${"a1B2-".repeat(7)}`, "a Google key"],
    [["xoxb", "123456789012", "abcdefABCDEF"].join("-"), "a Slack token"],
    [["sk", "live", "a1B2c3D4e5F6g7H8"].join("_"), "a Stripe key"],
    [`npm_${"a1B2".repeat(9)}`, "an npm token"],
    [`hf_${"a1B2".repeat(9)}`, "a Hugging Face token"],
    ["eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dBjftJeZ4CVP-mB92K27uhbUJU1p1r", "a JSON Web Token"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nIBAAKC\n-----END RSA PRIVATE KEY-----", "a private key"],
  ])("takes %s out of a text: %s", (secret) => {
    expect(redact(`before ${secret} after`)).toBe("before [redacted] after");
    expect(redact({ list: [secret] })).toEqual({ list: ["[redacted]"] });
  });

  it.each([
    [`SG.${"a1B2-".repeat(4)}xy.${"a1B2_".repeat(8)}xyz`, "SendGrid"],
    [`gsk_${"a1B2".repeat(13)}`, "Groq"],
    [`lin_api_${"a1B2".repeat(10)}`, "Linear"],
    [`glsa_${"a1B2".repeat(8)}_0a1b2c3d`, "Grafana"],
    [`whsec_${"a1B2".repeat(8)}`, "Stripe webhook"],
    [`dckr_pat_${"a1B2-".repeat(5)}xy`, "Docker"],
    [`${"0a1b2c3d".repeat(4)}-us21`, "Mailchimp"],
    [`a1B2c3D4e5F6g7.atlasv1.${"a1B2".repeat(16)}`, "Terraform"],
  ])("removes %s, a key of %s, from a text and from a text of JSON", (secret) => {
    expect(redact(`before ${secret} after, ${secret}.`)).toBe("before [redacted] after, [redacted].");
    const json = JSON.stringify({ text: `one\n${secret}\ttwo\n${secret}` });
    expect(redact(json)).toBe(String.raw`{"text":"one\n[redacted]\ttwo\n[redacted]"}`);
  });

  it.each([
    "The lin_api docs describe gsk_ and whsec_ prefixes; dckr_pat_ is one more.",
    "see docs/SG.md, hvs.example.com, dp.st.louis and ya29.com",
    "commit 4f3a2b1c9d8e7f6a5b4c3d2e1f0a9b8c7d6e5f4a, sha256-47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU",
    "node_modules/@scope/key-formats/dist/secret_formats.generated.test.ts",
    "550e8400-e29b-41d4-a716-446655440000 and patchwork.example.org",
  ])("leaves ordinary text as it is: %s", (text) => {
    expect(redact(text)).toBe(text);
  });

  it.each([
    ["Authorization: Bearer abc", "Authorization: [redacted]"],
    ["curl -H 'Authorization: Basic dXNlcjpw' https://x.test", "curl -H 'Authorization: [redacted]' https://x.test"],
    ["use Bearer abcdefghijklmnop1234=", "use Bearer [redacted]"],
    ["postgres://ann:s3cr3t@db.test/app", "postgres://ann:[redacted]@db.test/app"],
    ["GET /?api_key=abc123&page=2", "GET /?api_key=[redacted]&page=2"],
    ["GITHUB_TOKEN=abc123 npm test", "GITHUB_TOKEN=[redacted] npm test"],
    ["mysql --user ann --password hunter2 db", "mysql --user ann --password [redacted] db"],
    ["run --token --password hunter2", "run --token --password [redacted]"],
    ['{"password": "hunter2", "user": "ann"}', '{"password": "[redacted]", "user": "ann"}'],
    ['{"password": "a\\"b\\\\", "user": "ann"}', '{"password": "[redacted]", "user": "ann"}'],
    ["{'client_secret': 'abc', 'n': 1}", "{'client_secret': '[redacted]', 'n': 1}"],
    ['{"pin": {"token": 12345}}', '{"pin": {"token": [redacted]}}'],
    [
      JSON.stringify({ json: '{"password": "a\\"b", "n": 1}' }),
      JSON.stringify({ json: '{"password": "[redacted]", "n": 1}' }),
    ],
    ["password: hunter2\nuser: ann", "password: [redacted]\nuser: ann"],
    ["secret = '''a\nb'''\nx = 1", "secret = '''[redacted]'''\nx = 1"],
    ['{"password": "cut in the mid', '{"password": "[redacted]'],
    ["-----BEGIN PRIVATE KEY-----\nMIIEow", "[redacted]"],
    ["passwords are long, tokens are short, max_tokens: 5", "passwords are long, tokens are short, max_tokens: 5"],
    [
      "-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----",
      "-----BEGIN CERTIFICATE-----\nMIIEow\n-----END CERTIFICATE-----",
    ],
    ["the task-force of sk-learn", "the task-force of sk-learn"],
  ])("makes %j of a text: %j", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it("hides values with a secret's name, and everything nested in them", () => {
    const record = {
      apiKey: "k-1",
      "X-API-Key": 5,
      github_token: ["a", { b: "c", on: true }],
      password: null,
      maxTokens: 100,
      ["__proto__"]: { secret: "s" },
      AKIAIOSFODNN7EXAMPLE: 1,
    };
    expect(redact(record)).toEqual({
      apiKey: "[redacted]",
      "X-API-Key": "[redacted]",
      github_token: ["[redacted]", { b: "[redacted]", on: true }],
      password: null,
      maxTokens: 100,
      ["__proto__"]: { secret: "[redacted]" },
      "[redacted]": 1,
    });
    expect(Object.getPrototypeOf(redact(JSON.parse('{"__proto__": {"x": 1}}')))).toBe(Object.prototype);
  });

  it("hides other occurrences of a named secret in the record", async () => {
    const executor = oneTool({ execute: (what) => `you sent ${JSON.stringify(what)}` });
    const call = { id: "1", name: "look", arguments: '```json\n{"what": {"user": "ann", "password": "hunter2"}}\n```' };
    const clear = await executor.execute(call);
    expect(JSON.stringify(clear)).toContain("hunter2");
    const text = JSON.stringify(redact(clear));
    expect(text).not.toContain("hunter2");
    expect(text).toContain("ann");

    const wrong = await executor.execute({ ...call, arguments: '{"password": "hunter2", "wat": 1}' });
    expect(wrong.status).toBe("invalid_arguments");
    expect(JSON.stringify(redact(wrong))).not.toContain("hunter2");
  });

  it("hides a named secret that is said again in a text of JSON", () => {
    const record = { args: { password: 'pa"ss\\w' }, text: JSON.stringify({ said: 'pa"ss\\w' }) };
    expect(redact(record)).toEqual({ args: { password: "[redacted]" }, text: '{"said":"[redacted]"}' });
  });

  it("hides the values of a repair of a secret", () => {
    const repairs = [{ kind: "coerce", path: "/login/pin-passcode", before: "12", after: 12 }];
    expect(redact({ repairs })).toEqual({
      repairs: [{ kind: "coerce", path: "/login/pin-passcode", before: "[redacted]", after: "[redacted]" }],
    });
  });

  it("does not change what the tool receives, or the caller's record", async () => {
    const seen: unknown[] = [];
    const executor = oneTool({ execute: (what) => void seen.push(what) });
    const ret = await executor.execute({ id: "1", name: "look", arguments: { what: { password: "hunter2" } } });
    const before = structuredClone(ret);
    redact(ret);
    expect(ret).toEqual(before);
    expect(seen).toEqual([{ password: "hunter2" }]);
  });

  it("keeps the words of the record itself, when a secret is one of them", async () => {
    const executor = oneTool({ execute: () => "success, it says" });
    const ret = await executor.execute({ id: "1", name: "look", arguments: { what: { password: "success" } } });
    expect(redact(ret)).toMatchObject({
      status: "success",
      result: [{ type: "text", content: "[redacted], it says" }],
    });
  });

  it("hides a secret in fixed properties of arguments, which are not the record's own", async () => {
    const executor = oneTool({ execute: (what) => what });
    const what = { password: "hunter2-very", status: "hunter2-very", list: [{ code: "hunter2-very", kind: "x" }] };
    const ret = await executor.execute({ id: "1", name: "look", arguments: { what } });
    expect(JSON.stringify(redact(ret))).not.toContain("hunter2");
    expect(redact({ password: "hunter2-very", status: "hunter2-very" })).toEqual({
      password: "[redacted]",
      status: "[redacted]",
    });
  });

  it("hides secrets in the names of properties, and keeps their values", () => {
    expect(redact({ "password=hunter2": 1, "token: abc": 2, password: "hunter2-very", "x hunter2-very": 3 })).toEqual({
      "password=[redacted]": 1,
      "token: [redacted]": 2,
      password: "[redacted]",
      "x [redacted]": 3,
    });
    const keys = { AKIAIOSFODNN7EXAMPLE: 1, AKIAIOSFODNN8EXAMPLE: 2 };
    expect(redact(keys)).toEqual({ "[redacted]": 1, "[redacted] (2)": 2 });
  });

  it.each([
    [
      [
        ["Authorization", "Bearer abc"],
        ["Accept", "*/*"],
      ],
      [
        ["Authorization", "[redacted]"],
        ["Accept", "*/*"],
      ],
    ],
    [[{ name: "Authorization", value: "Basic YTpi" }], [{ name: "Authorization", value: "[redacted]" }]],
    [
      { key: "X-Api-Key", value: ["a", "b"] },
      { key: "X-Api-Key", value: ["[redacted]", "[redacted]"] },
    ],
    [
      { name: "color", value: "red" },
      { name: "color", value: "red" },
    ],
    [
      ["password", "email"],
      ["password", "email"],
    ],
  ])("hides the value beside the name of a secret: %j", (value, expected) => {
    expect(redact(value)).toEqual(expected);
  });

  it.each([
    ["curl -u ann:s3cret https://x.org", "curl -u ann:[redacted] https://x.org"],
    ["curl --user 'ann:s3cret' x.org", "curl --user 'ann:[redacted]' x.org"],
    ["curl -s --proxy-user=ann:s3cret x.org", "curl -s --proxy-user=ann:[redacted] x.org"],
    ["curl -uann:s3cret x.org", "curl -uann:[redacted] x.org"],
    ["docker run -u 1000:1000 image", "docker run -u 1000:1000 image"],
  ])("hides the password in %s", (text, expected) => {
    expect(redact({ text })).toEqual({ text: expected });
  });

  it("accepts other patterns, names and replacements", () => {
    const options = { patterns: [/\bEMP-\d+/], keys: ["nick name"], replace: (secret: string) => `<${secret.length}>` };
    expect(redact({ Nick_Name: "annie", text: "EMP-12 and EMP-345, sk-abcdefghijklmnopqrstuv" }, options)).toEqual({
      Nick_Name: "<5>",
      text: "<6> and <7>, <25>",
    });
    const only = { keys: ["x"], defaults: false };
    expect(redact({ password: "p", x: "y", t: "AKIAIOSFODNN7EXAMPLE" }, only)).toEqual({
      password: "p",
      x: "[redacted]",
      t: "AKIAIOSFODNN7EXAMPLE",
    });
  });

  it("leaves a record without secrets as it is, and a redacted one too", () => {
    const words = fc.oneof(fc.constantFrom("password", "token", "a", "b"), fc.string());
    const texts = fc.oneof(
      fc.string(),
      fc
        .array(
          fc.constantFrom('"', "password", ":", "=", " ", "\\", "'", "abc", "[", "{", "\n", "--token", "Bearer "),
          { maxLength: 12 },
        )
        .map((bits) => bits.join("")),
    );
    const { record } = fc.letrec((tie) => ({
      record: fc.oneof(
        { maxDepth: 4 },
        texts,
        fc.integer(),
        fc.constant(null),
        fc.array(tie("record"), { maxLength: 4 }),
        fc.dictionary(words, tie("record"), { maxKeys: 4 }),
      ),
    }));
    fc.assert(
      fc.property(record, (value) => {
        const once = redact(value);
        expect(redact(once)).toEqual(once);
      }),
    );
    fc.assert(
      fc.property(
        fc
          .jsonValue({ noUnicodeString: true })
          .filter((value) => !/secret|token|pass|key|auth|cookie|cred|bearer|:\/\//i.test(JSON.stringify(value))),
        (value) => {
          expect(redact(value)).toEqual(value);
        },
      ),
    );
  });

  it("hides a password of any kind from an action return", () => {
    const password = fc
      .string({ minLength: 6, unit: "grapheme" })
      .filter((text) => /^[^\s,;&"'`)}\\[{]+$/.test(text) && !/redacted|secret/.test(text))
      // A password that is a part of the names would be hidden in them, too.
      .filter((text) => !"call arguments args password errmsg".includes(text));
    fc.assert(
      fc.property(password, (secret) => {
        const hidden = redact({
          call: { arguments: JSON.stringify({ password: secret }) },
          args: { password: secret },
          errmsg: `got ${secret}!`,
        });
        expect(hidden).toEqual({
          call: { arguments: '{"password":"[redacted]"}' },
          args: { password: "[redacted]" },
          errmsg: "got [redacted]!",
        });
      }),
    );
  });

  it("handles circular and very deep values", () => {
    const circle: { self?: unknown; secret: string } = { secret: "hunter2" };
    circle.self = circle;
    expect(redact(circle)).toEqual({ secret: "[redacted]", self: "[circular]" });
    let deep: unknown = { secret: "hunter2" };
    for (let level = 0; level < 10_000; level++) deep = [deep];
    expect(JSON.stringify(redact(deep))).not.toContain("hunter2");
  });

  it.each([
    [
      "sk-",
      "eyJa.eyJb-",
      "Bearer ",
      "password=",
      "://a:",
      '"token": "',
      "-----BEGIN RSA PRIVATE KEY-----",
      "\\",
      "ghp_",
      "--token ",
    ],
  ])("reads long texts of %j and more in time that grows with them", (...units) => {
    for (const unit of units) {
      const length = redact(unit.repeat(1_000_000 / unit.length)).length;
      expect(length).toBeGreaterThan(0);
    }
  });
});
