/** Conformance checks of files: reading, writing, errors. */
import type { Sandbox } from "../sandbox.ts";
import {
  bytes,
  type ConformanceCheck,
  expectBytes,
  expectEqual,
  expectError,
  expectThat,
  removing,
  run,
} from "./check.ts";

const mebibyte = 1024 * 1024;

/** Inspect's checks of files, in its order. */
export const fileChecks: readonly ConformanceCheck[] = [
  check("read_and_write_file_text", (sandbox) => roundTrip(sandbox, "text.file", "great #content\nincluding newlines")),
  check("read_and_write_file_binary", (sandbox) => roundTrip(sandbox, "binary.file", bytes(0xc3, 0x28))),
  check("read_and_write_large_file_binary", (sandbox) =>
    roundTrip(sandbox, "large.file", new Uint8Array(50 * mebibyte).fill(0xc3)),
  ),
  check("write_file_text_utf", (sandbox) => roundTrip(sandbox, "utf.file", "✨☽︎✨🌞︎︎✨🚀✨")),
  check("read_and_write_file_including_directory_absolute", (sandbox) =>
    roundTrip(sandbox, "/tmp/helve_conformance_absolute/test.file", "content", "/tmp/helve_conformance_absolute"),
  ),
  check("read_and_write_file_including_directory_relative", (sandbox) =>
    roundTrip(sandbox, "relative/directory/test.file", "content", "relative"),
  ),
  check("read_file_zero_length", async (sandbox) => {
    await removing(sandbox, ["zero.file"], async () => {
      await run(sandbox, "touch", "zero.file");
      expectEqual(await sandbox.readFile("zero.file"), "", "an empty file");
    });
  }),
  check("read_file_not_found", async (sandbox) => {
    await expectError(sandbox.readFile("nonexistent"), "not_found", "nonexistent");
  }),
  check("read_file_not_allowed", async (sandbox) => {
    await removing(sandbox, ["secret.file"], async () => {
      await sandbox.writeFile("secret.file", "inaccessible");
      await run(sandbox, "chmod", "-r", "secret.file");
      await expectError(sandbox.readFile("secret.file"), "permission", "secret.file");
    });
  }),
  check("read_file_is_directory", async (sandbox) => {
    await expectError(sandbox.readFile("/etc"), "is_directory", "directory");
  }),
  check("read_file_nonsense_name", async (sandbox) => {
    const name = "https:/en.wikipedia.org/wiki/Bart%C5%82omiej_Kasprzykowski";
    await expectError(sandbox.readFile(name), "not_found", "wikipedia");
  }),
  check("read_file_limit", async (sandbox) => {
    await removing(sandbox, ["limit.file"], async () => {
      await sandbox.writeFile("limit.file", "a".repeat(2048));
      await expectError(sandbox.readFile("limit.file", { limit: 1024 }), "output_limit", "limit of 1 KiB was exceeded");
    });
  }),
  ...writeChecks("text", { empty: "", first: "to the moon", second: "altered content" }),
  ...writeChecks("binary", { empty: bytes(), first: bytes(0xc3, 0x28), second: bytes(0xc3, 0x29) }),
];

/** The additions to Inspect's checks of files. */
export const moreFileChecks: readonly ConformanceCheck[] = [
  addition("read_file_keeps_newlines", (sandbox) => roundTrip(sandbox, "newlines.file", "a\r\nb\rc\n\n")),
  addition("read_file_keeps_byte_order_mark", (sandbox) => roundTrip(sandbox, "mark.file", "\ufeffa")),
  addition("read_file_not_utf8", async (sandbox) => {
    await removing(sandbox, ["latin.file"], async () => {
      await sandbox.writeFile("latin.file", bytes(0xc3, 0x28));
      await expectError(sandbox.readFile("latin.file"), "not_utf8", "latin.file");
    });
  }),
  addition("read_file_exactly_at_limit", async (sandbox) => {
    await removing(sandbox, ["exact.file"], async () => {
      await sandbox.writeFile("exact.file", "a".repeat(1024));
      expectEqual((await sandbox.readFile("exact.file", { limit: 1024 })).length, 1024, "a file of exactly the limit");
      await expectError(sandbox.readFile("exact.file", { limit: 1023 }), "output_limit");
    });
  }),
  addition("file_below_a_file", async (sandbox) => {
    await removing(sandbox, ["plain.file"], async () => {
      await sandbox.writeFile("plain.file", "x");
      await expectError(sandbox.readFile("plain.file/below"), "not_directory", "plain.file/below");
      await expectError(sandbox.writeFile("plain.file/below", "y"), "not_directory", "plain.file/below");
      expectEqual(await sandbox.readFile("plain.file"), "x", "the file");
    });
  }),
  addition("links_in_a_circle", async (sandbox) => {
    await removing(sandbox, ["circle"], async () => {
      await run(sandbox, "ln", "-s", "circle", "circle");
      const error = await sandbox.readFile("circle").then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expectThat(error !== undefined, "a link that leads to itself can't be read");
    });
  }),
  addition("path_with_null_byte", async (sandbox) => {
    await expectError(sandbox.readFile("a\0b"), "invalid_argument", "null byte");
    await expectError(sandbox.writeFile("a\0b", ""), "invalid_argument", "null byte");
  }),
  addition("names_that_look_like_options", async (sandbox) => {
    await roundTrip(sandbox, "-rf", "kept");
    await roundTrip(sandbox, "$(touch created) `id` *", "kept");
    expectEqual(await exists(sandbox, "created"), false, "a file named in the path was created");
  }),
  addition("stat", async (sandbox) => {
    await removing(sandbox, ["stat.file", "stat.directory", "stat.link"], async () => {
      await sandbox.writeFile("stat.file", "12345");
      await sandbox.writeFile("stat.directory/file", "");
      await run(sandbox, "ln", "-s", "stat.file", "stat.link");
      expectEqual(await sandbox.stat("stat.file"), { type: "file", size: 5 }, "a file");
      expectEqual((await sandbox.stat("stat.directory")).type, "directory", "a directory");
      expectEqual(await sandbox.stat("stat.link"), { type: "file", size: 5 }, "a link to a file");
      await expectError(sandbox.stat("stat.nothing"), "not_found", "stat.nothing");
    });
  }),
  addition("list", async (sandbox) => {
    await removing(sandbox, ["listed"], async () => {
      for (const name of ["b", "a b", ".hidden", "sub/c"]) await sandbox.writeFile(`listed/${name}`, "");
      await run(sandbox, "ln", "-s", "b", "listed/link");
      expectEqual(
        (await sandbox.list("listed")).map(({ name, type }) => `${name}: ${type}`),
        [".hidden: file", "a b: file", "b: file", "link: symlink", "sub: directory"],
        "the entries",
      );
      await expectError(sandbox.list("listed/b"), "not_directory", "listed/b");
      await expectError(sandbox.list("listed/none"), "not_found", "listed/none");
    });
  }),
  addition("remove", async (sandbox) => {
    await removing(sandbox, ["kept", "link", "tree"], async () => {
      await sandbox.writeFile("kept/file", "x");
      await run(sandbox, "ln", "-s", "kept", "link");
      await sandbox.remove("link", { recursive: true });
      expectEqual(await sandbox.readFile("kept/file"), "x", "the target of a removed link");
      await expectError(sandbox.remove("kept"), "is_directory", "kept");
      await sandbox.remove("kept/file");
      await expectError(sandbox.remove("kept/file"), "not_found", "kept/file");
      await sandbox.remove("kept", { recursive: true });
      expectEqual(await exists(sandbox, "kept"), false, "the directory exists");
    });
  }),
];

/** The checks of writing, which Inspect has for text and for bytes. */
function writeChecks<Contents extends string | Uint8Array>(
  kind: "text" | "binary",
  { empty, first, second }: Readonly<Record<"empty" | "first" | "second", Contents>>,
): readonly ConformanceCheck[] {
  return [
    check(`write_${kind}_file_zero_length`, (sandbox) => roundTrip(sandbox, "empty.file", empty)),
    check(`write_${kind}_file_space`, (sandbox) => roundTrip(sandbox, "file with space.file", first)),
    check(`write_${kind}_file_is_directory`, async (sandbox) => {
      const directory = `/tmp/helve_conformance_${kind}_directory`;
      await removing(sandbox, [directory], async () => {
        await sandbox.writeFile(`${directory}/file`, first);
        await expectError(sandbox.writeFile(directory, second), "is_directory", "directory");
      });
    }),
    check(`write_${kind}_file_without_permissions`, async (sandbox) => {
      await removing(sandbox, ["readonly.file"], async () => {
        await sandbox.writeFile("readonly.file", first);
        await run(sandbox, "chmod", "-w", "readonly.file");
        await expectError(sandbox.writeFile("readonly.file", second), "permission", "readonly.file");
      });
    }),
    check(`write_${kind}_file_exists`, async (sandbox) => {
      await removing(sandbox, ["existing.file"], async () => {
        await sandbox.writeFile("existing.file", first);
        await roundTrip(sandbox, "existing.file", second);
      });
    }),
  ];
}

/** Checks that a written file is read back unchanged. */
async function roundTrip(
  sandbox: Sandbox,
  path: string,
  contents: string | Uint8Array,
  created: string = path,
): Promise<void> {
  await removing(sandbox, [created], async () => {
    await sandbox.writeFile(path, contents);
    if (typeof contents === "string") expectEqual(await sandbox.readFile(path), contents, "the text that was written");
    else expectBytes(await sandbox.readBytes(path), contents, "the bytes that were written");
  });
}

function exists(sandbox: Sandbox, path: string): Promise<boolean> {
  return sandbox.stat(path).then(
    () => true,
    () => false,
  );
}

/** Creates a check that Inspect has, too. */
function check(name: string, run: ConformanceCheck["run"]): ConformanceCheck {
  return { name, source: "inspect", run };
}

/** Creates a check that Inspect does not have. */
function addition(name: string, run: ConformanceCheck["run"]): ConformanceCheck {
  return { name, source: "helve", run };
}
