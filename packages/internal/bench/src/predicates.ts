import { python } from "@helve/effects/python";
import { shell } from "@helve/effects/shell";
import { parser } from "@lezer/python";
import { parse } from "unbash";
import { compare } from "./interleave.ts";
import { measureSessions } from "./session-state.ts";

/** Measures the effects of commands and programs against reading them alone. */
export async function comparePredicates(): Promise<void> {
  await compare("the effects of a command of one line", [
    ["unbash, reading alone", () => parse(command)],
    ["shell.read", () => shell.read(command, { languages: { shell, python } })],
  ]);
  await compare("the effects of a program of 30 lines", [
    ["@lezer/python, reading alone", () => parser.parse(program)],
    ["python.read", () => python.read(program, { languages: { shell, python } })],
  ]);
  await measureSessions();
}

const command = 'grep -rn --include="*.ts" "TODO" src | sort | uniq -c > reports/todo.txt';

const program = `import argparse
import json
import os
from collections import defaultdict
from pathlib import Path

import requests

CACHE = Path(".cache") / "releases"
HOSTS = ["https://pypi.org/pypi", "https://registry.npmjs.org"]


def fetch(name, host=HOSTS[0]):
    CACHE.mkdir(parents=True, exist_ok=True)
    target = CACHE / f"{name}.json"
    if target.exists():
        return json.loads(target.read_text())
    response = requests.get(f"{host}/{name}/json", timeout=10)
    response.raise_for_status()
    target.write_text(response.text)
    return response.json()


def main():
    args = argparse.ArgumentParser().parse_args()
    totals = defaultdict(int)
    for name in ["requests", "numpy", "pandas"]:
        for version, files in fetch(name)["releases"].items():
            totals[name] += sum(each["size"] for each in files)
    with open(os.path.join("out", "sizes.json"), "w") as out:
        json.dump(totals, out, indent=2)


main()
`;
