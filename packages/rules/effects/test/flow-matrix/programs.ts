/** The languages whose programs are in the matrix, in the order of its columns. */
export const flowLanguages = ["shell", "python", "javascript", "powershell", "cmd", "php", "go"] as const;

/** A column of the matrix. */
export type FlowLanguage = (typeof flowLanguages)[number];

/** One way in which a program comes to delete `/hit`, written in the languages that can express it. */
export type FlowRow = { readonly idiom: string } & { readonly [L in FlowLanguage]?: string };

/** A script of Node with the modules that the programs use. */
export const node = (body: string): string =>
  `const fs = require("fs"), path = require("path"), { execSync, spawnSync, spawn } = require("child_process");\n${body}`;

/** A file of PHP. */
export const php = (body: string): string => `<?php\n${body}`;

/** A batch file. */
export const batch = (body: string): string => `@echo off\n${body}`;

/** A program of Go with the imports that it uses. */
export function go(main: string, declarations = ""): string {
  const text = `${declarations}\nfunc main() {\n\t${main.replaceAll("\n", "\n\t")}\n}\n`;
  const imports = goPackages.filter((name) => new RegExp(`\\b${name.replace(/.*\//, "")}\\.`).test(text));
  return `package main\n\nimport (\n${imports.map((name) => `\t"${name}"\n`).join("")})\n\n${text.trimStart()}`;
}

const goPackages = [
  ...["bytes", "encoding/base64", "encoding/json", "errors", "fmt", "os", "os/exec", "path/filepath", "slices", "sort"],
  ...["strconv", "strings", "sync"],
];
