import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { JsonValue } from "@helve/core";
import { DatasetError, dataset, parseCsvDataset, parseJsonDataset, parseJsonlDataset } from "@helve/evals";
import { readDataset } from "@helve/evals/node";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

const record = {
  input: "Which?",
  target: ["a", 2],
  id: "q1",
  choices: ["a", "b"],
  metadata: { level: 1 },
  files: { "a.txt": "text" },
  setup: "ls",
  sandbox: "main",
};

describe("dataset", () => {
  it("takes each member of a sample from the field of its name", () => {
    expect(dataset([record])).toEqual([{ ...record, target: ["a", "2"] }]);
  });

  it("takes members from other fields, and collects metadata", () => {
    const fields = { input: "question", target: "answer", metadata: ["level", "absent"] };
    expect(dataset([{ question: "1 + 1?", answer: 2, level: 3 }], fields)).toEqual([
      { input: "1 + 1?", target: "2", metadata: { level: 3, absent: null } },
    ]);
  });

  it("reads texts as in a CSV file", () => {
    const [sample] = dataset([{ input: "?", choices: "red, green", metadata: '{"a": 1}', files: '{"f": "x"}' }]);
    expect(sample).toEqual({ input: "?", choices: ["red", "green"], metadata: { a: 1 }, files: { f: "x" } });
    expect(dataset([{ input: "?", choices: "red green" }])[0]?.choices).toEqual(["red", "green"]);
    expect(dataset([{ input: "?", choices: '["New York, NY", "Rome"]' }])[0]?.choices).toEqual([
      "New York, NY",
      "Rome",
    ]);
  });

  it("reads a conversation of a chat API", () => {
    const call = { id: "1", function: { name: "add", arguments: "{}" } };
    const input: JsonValue = [
      { role: "system", content: "Be kind." },
      { role: "user", content: "Hi" },
      { role: "assistant", content: "", tool_calls: [call] },
      { role: "tool", content: "3", tool_call_id: "1", name: "add" },
    ];
    expect(dataset([{ input }])[0]?.input).toEqual([
      { role: "system", content: "Be kind." },
      { role: "user", parts: [{ type: "text", content: "Hi" }] },
      { role: "assistant", parts: [{ type: "call", id: "1", name: "add", arguments: "{}" }] },
      { role: "tool", callId: "1", name: "add", parts: [{ type: "text", content: "3" }] },
    ]);
  });

  it("takes a function, which may leave records out or make several samples of one", () => {
    const samples = dataset([{ n: 0 }, { n: 2 }], ({ n }) =>
      Array.from({ length: Number(n) }, () => ({ input: `${n}` })),
    );
    expect(samples).toEqual([{ input: "2" }, { input: "2" }]);
  });

  it("lists the problems of all records", () => {
    const records = [
      { question: "?" },
      { input: 5, id: [] },
      { input: "?", files: "no" },
      7,
      { input: [{ role: "bot", content: "" }] },
    ];
    expect(() => dataset(records as never)).toThrow(
      [
        'record 1: has no input: there is no field "input" (the fields are "question")',
        'record 2: "input" must be a text or a conversation',
        'record 2: "id" must be a text or a number',
        'record 3: "files" must be an object with the text of each file, or its JSON',
        "record 4: must be an object",
        'record 5: "input" message 1 must have the role system, user, assistant or tool',
      ].join("\n"),
    );
  });

  it("refuses fields that are misspelled, and what a function returns that is no sample", () => {
    expect(() => dataset([{ input: "?" }], { traget: "answer" } as never)).toThrow(
      'fields.traget is not a member of a sample (did you mean "target"?)',
    );
    expect(() =>
      dataset([{ n: 1 }, { n: 2 }], (({ n }: { n: number }) => (n === 1 ? 5 : { input: 5 })) as never),
    ).toThrow("record 1: must be an object with an input\nrecord 2: input must be a text or a conversation");
    expect(() => dataset({} as never)).toThrow("a dataset must be a list of records");
  });

  it("finds no field on the prototype of a record", () => {
    expect(() => dataset([{}], { input: "constructor" })).toThrow('there is no field "constructor"');
  });
});

const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((value) => value.trim() !== "");
const records = fc.array(fc.record({ input: text, target: text }), { minLength: 1 });

describe("readers", () => {
  it("read what JSON, JSON lines and CSV contain", () => {
    fc.assert(
      fc.property(records, (rows) => {
        expect(parseJsonDataset(JSON.stringify(rows))).toEqual(rows);
        expect(parseJsonlDataset(rows.map((row) => JSON.stringify(row)).join("\r\n\n"))).toEqual(rows);
        const cell = (value: string): string => `"${value.replaceAll('"', '""')}"`;
        const csv = ["\uFEFFinput,target", ...rows.map(({ input, target }) => `${cell(input)},${cell(target)}`)].join(
          "\r\n",
        );
        expect(parseCsvDataset(csv)).toEqual(rows);
      }),
    );
  });

  it("throw nothing but a DatasetError", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (input) => {
        for (const parse of [parseJsonDataset, parseJsonlDataset, parseCsvDataset]) {
          try {
            parse(input);
          } catch (error) {
            expect(error).toBeInstanceOf(DatasetError);
          }
        }
      }),
    );
  });

  it("say where a text is wrong", () => {
    expect(() => parseJsonDataset('{"input": "?"}')).toThrow("a dataset must be a list of records");
    expect(() => parseJsonDataset("[{]")).toThrow("1:3");
    expect(() => parseJsonlDataset('{"input": "?"}\n{"input"}')).toThrow("line 2:");
    expect(() => parseCsvDataset("input,target\na\nb,c,d")).toThrow(
      "record 1: has 1 fields, but the first line names 2\nrecord 2: has 3 fields",
    );
    expect(() => parseCsvDataset("input,input\na,b")).toThrow('names "input" twice');
    expect(parseCsvDataset("input;target\na;", undefined, { delimiter: ";" })).toEqual([{ input: "a" }]);
  });

  it("read files, and the files that samples name beside them", async () => {
    const folder = await mkdtemp(join(tmpdir(), "helve-dataset-"));
    try {
      await writeFile(join(folder, "notes.txt"), "notes\r\n");
      await writeFile(join(folder, "image.bin"), new Uint8Array([255, 0]));
      await writeFile(join(folder, "setup.sh"), "#!/bin/sh\nls");
      const files = { "n.txt": "notes.txt", "i.bin": "image.bin", "t.txt": "a text", "up.txt": "../notes.txt" };
      await writeFile(join(folder, "data.json"), JSON.stringify([{ input: "?", files, setup: "setup.sh" }]));
      await writeFile(join(folder, "data.csv"), "input,target\n1 + 1?,2\n");
      await writeFile(join(folder, "data.jsonl"), '{"input": 1}');
      expect(await readDataset(join(folder, "data.json"))).toEqual([
        {
          input: "?",
          setup: "#!/bin/sh\nls",
          files: {
            "n.txt": "notes\r\n",
            "i.bin": "data:application/octet-stream;base64,/wA=",
            "t.txt": "a text",
            "up.txt": "../notes.txt",
          },
        },
      ]);
      expect(await readDataset(join(folder, "data.csv"))).toEqual([{ input: "1 + 1?", target: "2" }]);
      await expect(readDataset(join(folder, "data.jsonl"))).rejects.toThrow(
        'data.jsonl: record 1: "input" must be a text',
      );
      await expect(readDataset(join(folder, "notes.txt"))).rejects.toThrow("name the format: json, jsonl or csv");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("do not follow a link out of the folder of the dataset", async () => {
    const folder = await mkdtemp(join(tmpdir(), "helve-dataset-"));
    try {
      const data = join(folder, "data");
      await mkdir(data);
      await writeFile(join(folder, "secret.txt"), "secret");
      await writeFile(join(data, "notes.txt"), "notes");
      await symlink("../secret.txt", join(data, "out.txt"));
      await symlink("..", join(data, "up"));
      await symlink("notes.txt", join(data, "in.txt"));
      const file = join(data, "data.json");
      for (const path of ["out.txt", "up/secret.txt"]) {
        await writeFile(file, JSON.stringify([{ input: "?", files: { a: path } }]));
        await expect(readDataset(file)).rejects.toThrow("is a link to a file outside");
      }
      await writeFile(file, JSON.stringify([{ input: "?", files: { a: "in.txt" } }]));
      expect(await readDataset(file)).toEqual([{ input: "?", files: { a: "notes" } }]);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
