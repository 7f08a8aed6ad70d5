import { describe, expect, it } from "vitest";
import { findingOf } from "../finding.ts";

const ada = { workingDirectory: "/home/ada/project", home: "/home/ada" };

describe("changes_many_files", () => {
  it.each([
    "chmod -R 755 .",
    "chmod -R u+w /home/ada/project",
    "chown -R ada:ada ..",
    "chmod -R 700 ~",
    "find . -type d -exec chmod u=rwx {} \\;",
    "find ./ -type f -name '*.html' | xargs sed -i '1,/x/d'",
    "find . -name '*.ts' -exec sed -i s/a/b/ {} +",
    "find . -name old -print0 | xargs -0 -i mv {} archive",
    "git ls-files | xargs sed -i s/a/b/",
    "find src -type f | xargs sed -i s/a/b/",
    "mv * ../backup/",
    "rename 's/ /_/' *",
  ])("is true for %s", async (command) => {
    expect((await findingOf("changes_many_files", command, ada)).value).toBe(true);
  });

  it.each([
    "chmod +x scripts/*.sh",
    "sed -i s/a/b/ src/a.ts src/b.ts",
    "mv src/a.ts lib/",
    "chmod -R u+w dist",
    "find node_modules -name '*.js' -exec chmod 644 {} +",
    "find /tmp/work -type f -exec chmod 600 {} +",
    "find . -name '*.pyc' -delete",
    "npx prettier --write .",
    "cp -r src backup",
    "mkdir -p a/b",
    "grep -rl old src | xargs sed -i s/a/b/",
    "git grep -l old | xargs sed -i s/a/b/",
    "sed -i s/a/b/ src/**/*.ts",
    "git apply x.patch",
  ])("is false for %s", async (command) => {
    expect((await findingOf("changes_many_files", command, ada)).value).toBe(false);
  });
});
