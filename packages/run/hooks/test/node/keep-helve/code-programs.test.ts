import type { CommandEffect } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { codeOptions } from "../../../src/node/keep-helve/code-programs.ts";
import { asCommand, word } from "../../../src/node/keep-helve/words.ts";

const valuesIn = (line: string, environment: CommandEffect["environment"] = {}): readonly string[] => {
  const words = line.split(" ").map(word);
  return codeOptions(line.split(" ")[0] ?? "", { ...asCommand(line), words, environment });
};

describe("codeOptions", () => {
  it.each([
    ["javac -J-javaagent:g.jar A.java", "g.jar"],
    ["prettier --plugin=./x.js src", "./x.js"],
    ["prettier --plugin ./x.js src", "./x.js"],
    ["eslint -c x.js src", "x.js"],
    ["pylint --load-plugins=p src", "p"],
    ["gcc -B. main.c", "."],
    ["clang -fplugin=./x.so main.c", "./x.so"],
    ["go build -toolexec ./g", "./g"],
    ["npm config set script-shell ./g", "./g"],
    ["npm set script-shell=./g", "./g"],
    ["kubectl --kubeconfig k get pods", "k"],
  ])("%s loads %s", (line, value) => {
    expect(valuesIn(line)).toEqual([value]);
  });

  it("has the values of variables with settings", () => {
    expect(valuesIn("aws s3 ls", { AWS_CONFIG_FILE: "w", AWS_PROFILE: "p" })).toEqual(["w"]);
  });

  it("has no files that a program works on", () => {
    for (const line of ["eslint --fix src/w.js", "gcc -c main.c -o app", "prettier --write a.ts", "ls -C src"])
      expect(valuesIn(line)).toEqual([]);
  });
});
