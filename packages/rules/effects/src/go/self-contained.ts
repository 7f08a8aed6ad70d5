// Tells whether a Go program can only compute and print, by its imports.

const harmless = new Set(
  (
    "bufio bytes cmp container/heap container/list container/ring context encoding/base64 encoding/hex encoding/json errors fmt " +
    "hash/fnv iter maps math math/big math/bits math/cmplx math/rand math/rand/v2 regexp slices sort strconv strings sync sync/atomic " +
    "testing time unicode unicode/utf8 crypto/md5 crypto/sha1 crypto/sha256 crypto/sha512 crypto/rand encoding/binary"
  ).split(" "),
);

/** What a program may use of `os`. */
const harmlessNames = /^os\.(Stdin|Stdout|Stderr|Exit|Args)$/;

/** Whether a program only computes, reads its input and prints: it imports nothing else, and does not rename what it imports. */
export function isSelfContained(program: string): boolean {
  if (/^\/\/go:(linkname|embed|generate|cgo)/m.test(program)) return false;
  const imports = [...program.matchAll(/^import[ \t]*(?:\(([^()]*)\)|([^\n]*))/gm)].flatMap(([, block, line = ""]) =>
    (block ?? line).split("\n").map((each) => each.replace(/\/\/.*/, "").trim()),
  );
  const paths = imports.filter((each) => each !== "").map((each) => /^"([\w/.-]+)"$/.exec(each)?.[1] ?? "");
  return (
    paths.every((path) => harmless.has(path) || path === "os") &&
    [...program.matchAll(/\bos\.\w+/g)].every(([name]) => harmlessNames.test(name))
  );
}
