import { testReadme } from "@helve/testing/readme";

/** READMEs that import packages of their own layer. */
const readmes = ["packages/rules/enforcer/README.md", "packages/tools/toolkits/README.md"];

for (const readme of ["README.md", ...readmes]) testReadme(new URL(`../../../../${readme}`, import.meta.url), readme);
