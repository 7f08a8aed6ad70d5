/** Catalogue rows for compilers and build tools: what they write is made of the project's own files. */
import type { CatalogueEntry } from "./entry.ts";
import { row } from "./rows.ts";

/** The catalogue rows for compilers and build tools. */
export const builds: readonly CatalogueEntry[] = [
  row("gcc g++ clang clang++ cc c++ rustc ghc javac", "", {
    reads: "operands",
    replaces: "value of -o",
    compiles: true,
    valued: "-I -L -l -D -x -std -include -d --crate-type --print",
    unless: "--print",
  }),
  row("rustc", "", { lists: "nothing", needs: "--print" }),
  row("go", "build|test", {
    reads: ".",
    replaces: "value of -o",
    needs: "-o",
    compiles: true,
    valued: "-o -tags -ldflags -gcflags -asmflags -mod -modfile -C -p -run -count -timeout",
  }),
  row("cargo", "build|b|run|r|test|t|install", {
    reads: ".",
    creates: "value of --target-dir --root",
    needs: "--target-dir --root",
    recursive: true,
    compiles: true,
  }),
  row("cmake", "", { reads: "value of -S or .", creates: "value of -B", needs: "-B", recursive: true, compiles: true }),
  row("meson", "setup", { reads: ".", creates: "first operand", recursive: true, compiles: true }),
  row("dotnet", "build|publish", {
    reads: "operands or .",
    creates: "value of -o --output",
    needs: "-o --output",
    recursive: true,
    compiles: true,
    valued: "-o --output -c --configuration -f --framework -r --runtime",
  }),
  row("swift", "build", {
    reads: ".",
    creates: "value of --scratch-path --build-path",
    needs: "--scratch-path --build-path",
    recursive: true,
    compiles: true,
  }),
  row("esbuild swc babel coffee rollup browserify", "", {
    reads: "operands",
    builds: true,
    valued: "--outfile -o --out-file --outdir --config-file -c --presets --plugins",
  }),
  row("gcc g++ clang clang++ cc c++ gfortran", "", { runsCode: "value of -wrapper" }),
  row("gcc g++ clang clang++ cc c++ gfortran", "", {
    runs: true,
    needs: "-fplugin -Xclang -load",
    matching: /\.(?:so|dll|dylib)$/,
  }),
  row("go", "", { runsCode: "value of -toolexec -vettool -exec" }),
];
