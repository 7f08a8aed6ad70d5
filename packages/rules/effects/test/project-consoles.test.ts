import { describe, expect, it } from "vitest";
import { readShell } from "./read.ts";

describe("consoles of a project", () => {
  it.each([
    `python manage.py shell -c "from app.models import User; User.objects.all().delete()"`,
    "rails runner 'User.delete_all'",
    "bin/rails console <<< 'User.destroy_all'",
    "php artisan tinker --execute='User::truncate();'",
  ])("%s changes all rows of a table", (command) => {
    expect(readShell(command).effects).toContainEqual(expect.objectContaining({ kind: "database", all: true }));
  });

  it.each([
    "rails runner 'puts User.count'",
    "php artisan tinker --execute='echo User::count();'",
    "rails console",
    "flask shell",
  ])("%s changes nothing", (command) => {
    expect(readShell(command).effects.every(({ kind }) => kind === "execute")).toBe(true);
  });
});
