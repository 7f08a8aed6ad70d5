import { expect, it } from "vitest";
import { readServerArguments, ServerArgumentsError } from "../../src/node.ts";

it.each([
  [[], { version: false }],
  [["start"], { version: false }],
  [["-v"], { version: true }],
  [["--toolPort", "9639", "-k", "one", "--apiKeys", "two"], { version: false, port: 9639, keys: ["one", "two"] }],
  [["start", "-t", "0"], { version: false, port: 0 }],
  [
    [
      "--opentoolServerTag",
      "1.0.0",
      "--opentoolServerHost",
      "0.0.0.0",
      "--opentoolServerPort",
      "9010",
      "--opentoolServerApiKeys",
      "k",
      "--opentoolServerApiKeys=l",
    ],
    { version: false, tag: "1.0.0", address: "0.0.0.0", port: 9010, keys: ["k", "l"] },
  ],
])("reads %j", (args, expected) => {
  expect(readServerArguments(args)).toEqual(expected);
});

it.each([
  [["--toolPort", "soon"], 'the port must be a number from 0 to 65535 (got "soon")'],
  [["-t", "70000"], 'the port must be a number from 0 to 65535 (got "70000")'],
  [["--port", "1"], "--port"],
  [["stop"], "stop"],
])("refuses %j", (args, message) => {
  expect(() => readServerArguments(args)).toThrow(ServerArgumentsError);
  expect(() => readServerArguments(args)).toThrow(message);
});
