import type { Docstring, DocstringParameter, DocstringReturn, DocstringStyle } from "@helve/docstring";
import fc from "fast-check";

/** Arbitrary docstrings as `parseDocstring` returns them, without ranges; `formatDocstring` must preserve them. */
export function docstrings(style: DocstringStyle): fc.Arbitrary<Docstring> {
  return fc
    .record({
      description: fc.oneof(text, text, fc.constant("")),
      parameters: fc.array(style === "jsdoc" ? parameterWithProperties : parameter, { maxLength: 3 }),
      attributes: fc.array(parameter, { maxLength: 2 }),
      returns: fc.array(returned, { maxLength: 2 }),
      yields: fc.array(returned, { maxLength: 2 }),
      raises: fc.array(
        fc.oneof(
          raise,
          raise,
          text.map((description) => ({ type: "", description })),
        ),
        { maxLength: 2 },
      ),
      examples: fc.array(fc.record({ text: code }), { maxLength: 2 }),
      notes: fc.array(fc.record({ text }), { maxLength: 2 }),
      seeAlso: fc.array(reference, { maxLength: 2 }),
      deprecated: fc.option(deprecation, { nil: undefined }),
      sections: fc.array(fc.record({ title: fc.constantFrom("Warning", "References", "Rate limits"), text }), {
        maxLength: 2,
      }),
    })
    .filter(
      ({ parameters, sections }) => parameters.length > 0 || sections.every(({ title }) => title !== "Rate limits"),
    )
    .map(({ deprecated, ...docstring }) => ({
      style,
      summary: (docstring.description.split("\n\n")[0] ?? "")
        .split("\n")
        .map((line) => line.trim())
        .join(" "),
      ...docstring,
      ...(deprecated !== undefined && { deprecated }),
    }));
}

const sentence = fc
  .array(
    fc.constantFrom("the", "city", "天气。", "(not shown)", "`x`", "it's", '"a"', "a, b", "é😀", "optional", "12:30"),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((words) => `The ${words.join(" ")}.`);

const line = fc.oneof(
  { weight: 5, arbitrary: sentence },
  { weight: 1, arbitrary: sentence.map((item) => `- ${item}`) },
  { weight: 1, arbitrary: sentence.map((deeper) => `    ${deeper}`) },
  { weight: 1, arbitrary: sentence.map((next) => `\n${next}`) },
);

const text = fc
  .tuple(sentence, fc.array(line, { maxLength: 3 }))
  .map(([first, others]) => [first, ...others].join("\n"));

const code = fc.constantFrom(
  ">>> f(1)\n2",
  ">>> f(\n...     1)\n\n2",
  "```\nx = 1\n\n  y\n```",
  "Like this:\n\n    f()",
);

const name = fc.constantFrom("x", "days_ahead", "城市", "a.b", "__proto__", "constructor", "$el");

const type = fc.constantFrom(
  "int",
  "list[str]",
  "dict[str, list[int]]",
  "str | None",
  "Literal['a, b', 'c']",
  "Foo",
  "a.B",
);

/** A parameter whose default is in its type or in its description. */
const parameter: fc.Arbitrary<DocstringParameter> = fc
  .record(
    {
      name,
      stars: fc.constantFrom("*", "**"),
      type,
      description: fc.oneof(text, text, fc.constant("")),
      optional: fc.boolean(),
      default: fc.constantFrom("3", '"a, b"', "[1, 2]", "None"),
    },
    { requiredKeys: ["name", "description"] },
  )
  .chain((one) =>
    one.default === undefined
      ? fc.constant(one)
      : fc.constantFrom(one, { ...one, description: `The one. Defaults to ${one.default}.` }),
  );

/** In JSDoc, a dot in a name separates an object and its property. */
const nameWithoutDot = name.filter((one) => !one.includes("."));

/** A parameter whose properties are described, too. */
const parameterWithProperties: fc.Arbitrary<DocstringParameter> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(parameter, nameWithoutDot).map(([one, own]) => ({ ...one, name: own })) },
  {
    weight: 1,
    arbitrary: fc.record({
      name: nameWithoutDot,
      type: fc.constantFrom("Object", "Object[]"),
      description: text,
      properties: fc.uniqueArray(
        fc.tuple(parameter, nameWithoutDot).map(([{ stars: _, ...one }, own]) => ({ ...one, name: own })),
        { minLength: 1, maxLength: 2, selector: (one) => one.name },
      ),
    }),
  },
);

const member = fc.record(
  {
    name,
    type,
    description: fc.oneof(
      sentence,
      sentence.map((more) => `${more}\n${more}`),
    ),
  },
  { requiredKeys: ["name", "description"] },
);

const returned: fc.Arbitrary<DocstringReturn> = fc.oneof(
  fc.record({ type, description: fc.oneof(text, fc.constant("")), items: fc.constant([]) }),
  fc.record({ name, type, description: fc.oneof(text, fc.constant("")), items: fc.constant([]) }),
  fc.record({ description: text, items: fc.constant([]) }),
  fc.record({ type, description: fc.oneof(sentence, fc.constant("")), items: fc.array(member, { maxLength: 2 }) }),
  fc.record({ description: sentence, items: fc.array(member, { minLength: 1, maxLength: 2 }) }),
);

const raise = fc.record({
  type: fc.constantFrom("ValueError", "a.KeyError", "ValueError or KeyError"),
  description: fc.oneof(text, fc.constant("")),
});

const reference = fc.record({
  name: fc.constantFrom("json.loads", "https://a.b/c", "foo"),
  description: fc.oneof(text, fc.constant("")),
});

const deprecation = fc.record(
  { version: fc.constantFrom("1.2", "v3", "2.0.0b1"), description: text },
  { requiredKeys: ["description"] },
);
