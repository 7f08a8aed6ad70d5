import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

/** The writes of a command, and what they do to a file that is there: `create .env`, `destroy p`. */
function writes(command: string): readonly string[] {
  return readShell(command).effects.flatMap((effect) => {
    if (effect.kind === "destroy") return [`destroy ${effect.target?.path}`];
    return effect.kind === "write" ? [`${effect.isNew === true ? "create" : "overwrite"} ${effect.target?.path}`] : [];
  });
}

describe("a file that a program has tested to be absent", () => {
  it.each([
    `php -r "file_exists('.env') || copy('.env.example', '.env');"`,
    `php -r "if (!file_exists('.env')) copy('.env.example', '.env');"`,
    `node -e "const fs=require('fs'); if (!fs.existsSync('.env')) fs.copyFileSync('.env.example','.env')"`,
    `node -e "const fs=require('fs'); fs.existsSync('.env') || fs.writeFileSync('.env','')"`,
    `node -e "const fs=require('fs'); !fs.existsSync('.env') && fs.writeFileSync('.env','A=1')"`,
    `node -e "const fs=require('fs'); fs.existsSync('.env') ? 0 : fs.writeFileSync('.env','A=1')"`,
    `python3 -c "import os,shutil; os.path.exists('.env') or shutil.copy('.env.example','.env')"`,
    `python3 -c "from pathlib import Path; p=Path('.env'); p.exists() or p.write_text('x')"`,
    "test -f .env || cp .env.example .env",
  ])("is created: %s", (command) => {
    expect(writes(command)).toEqual(["create .env"]);
  });

  it("is created when it is opened, and written when it is open", () => {
    const command = `python3 -c "import os; os.path.exists('.env') or open('.env','w').write('x')"`;
    expect(new Set(writes(command))).toEqual(new Set(["create .env"]));
  });

  it.each([
    `php -r "file_exists('.env') && copy('.env.example', '.env');"`,
    `node -e "const fs=require('fs'); if (fs.existsSync('.env')) fs.writeFileSync('.env','A=1')"`,
    `node -e "const fs=require('fs'); fs.existsSync('a') || fs.writeFileSync('.env','A=1')"`,
    `node -e "const fs=require('fs'); fs.existsSync = () => false; fs.existsSync('.env') || fs.writeFileSync('.env','A=1')"`,
    `node -e "const fs=require('fs'); Object.defineProperty(fs,'existsSync',{value:()=>false}); fs.existsSync('.env') || fs.writeFileSync('.env','A=1')"`,
    `node -e "const fs=require('fs'); sinon.replace(fs,'existsSync',()=>false); fs.existsSync('.env') || fs.writeFileSync('.env','A=1')"`,
    `python3 -c "import os
from unittest.mock import patch
with patch('os.path.exists', return_value=False):
  if not os.path.exists('.env'): open('.env','w')"`,
    `python3 -c "exists = lambda p: False
if not exists('.env'): open('.env','w')"`,
  ])("is no other file, and no file that is there: %s", (command) => {
    expect(writes(command)).toContain("overwrite .env");
  });

  it.each([
    "[ -f p ] || { mv src/main.ts p; : > p; }",
    `node -e "const fs=require('fs'); if (!fs.existsSync('p')) { fs.renameSync('src/main.ts','p'); fs.writeFileSync('p','') }"`,
  ])("is not absent once something was moved there: %s", (command) => {
    expect(writes(command)).toContain("destroy p");
  });
});
