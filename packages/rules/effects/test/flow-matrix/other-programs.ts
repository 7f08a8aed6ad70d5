import { flowMatrix } from "../flow-matrix.ts";
import { batch, type FlowLanguage, go, node, php } from "./programs.ts";

/** The programs of a language: those of the matrix, by their idioms, and some harmless ones. */
export function programsOf(language: FlowLanguage): readonly { readonly name: string; readonly program: string }[] {
  const others = otherPrograms[language].map((program, index) => ({ name: `other program ${index + 1}`, program }));
  const rows = flowMatrix.flatMap(({ idiom, [language]: program }) => (program ? [{ name: idiom, program }] : []));
  return [...rows, ...others];
}

/** Harmless programs with statements in places that the matrix has few of: classes, labels, uncalled functions, rare blocks. */
const otherPrograms: Readonly<Record<FlowLanguage, readonly string[]>> = {
  shell: [
    "until [ -e lock ]; do sleep 1; done; select n in a b; do echo $n; break; done",
    "usage() { cat <<EOF\nusage: a\nEOF\nexit 1; }; while getopts ab o; do case $o in a) n=1;; *) usage;; esac; done",
    "{ date; ls; } > log; ( cd a; pwd ) | tail -1; time sleep 1; ! grep -q x y",
    "if [[ $a == b* ]]; then :; elif (( n > 2 )); then echo $n; else printf x; fi; coproc cat",
    "set -euo pipefail; trap 'echo bye' EXIT; export A=b; exec 3> log; echo a >&3; wait",
  ],
  python: [
    "import sys\nclass A:\n    size = 1\n    def f(self):\n        print(self.size)\n    @staticmethod\n    def g():\n        return 2\nprint(A.g())",
    "def unused(x):\n    assert x\n    while x:\n        x -= 1\n    else:\n        print('end')\n    return x\nprint(1)",
    "try:\n    print(1)\nexcept (OSError, KeyError) as e:\n    print(e)\nelse:\n    print(2)\nfinally:\n    print(3)",
    "import asyncio\nasync def f(l):\n    async with l as m:\n        async for x in m:\n            print(x)\nasyncio.run(f([]))",
    "for i in range(3):\n    for j in range(3):\n        if i == j:\n            continue\n        print(i, j)\n    else:\n        print('no')\ndel i\nmatch j:\n    case [a, *_] if a:\n        print(a)\n    case _:\n        print(0)",
  ],
  javascript: [
    node("outer: for (const a of [1, 2]) { for (const b of [3]) { if (a > b) continue outer; console.log(a); } }"),
    node("class A { static #n = 1; static { A.#n++; console.log(1); } get x() { return 1; } }\nnew A().x;"),
    node(
      "function unused(x) { do { x--; } while (x > 0); switch (x) { case 0: console.log(x); break; default: throw x; } }",
    ),
    node(
      "try { JSON.parse('1'); } catch { console.log(1); } finally { console.log(2); }\nif (1) { console.log(3); } else { console.log(4); }",
    ),
    node(
      "export const f = async () => { for await (const x of y) { console.log(x); } };\n(() => { console.log(1); })();\nlet z = { m() { console.log(2); } };",
    ),
  ],
  powershell: [
    "param([string]$Name = 'a'); begin { $n = 1 } process { $n++ } end { Write-Output $n }",
    "function Unused { do { $i++ } while ($i -lt 3); do { $i-- } until ($i -eq 0); return $i }; Get-Date",
    ":outer foreach ($a in 1..3) { switch -Regex ($a) { '1' { continue outer } '2' { break } default { Write-Output $a } } }",
    "try { Get-Item a } catch [System.IO.IOException] { Write-Output 1 } finally { Write-Output 2 }; trap { continue }",
    "class A { [int]$N = 1; [int] Get() { return $this.N }; static [void] Run() { Write-Output 1 } }; if ($x) { 1 } elseif ($y) { 2 } else { 3 }",
  ],
  cmd: [
    batch("if errorlevel 1 goto end\nfor /l %%i in (1,1,3) do (\necho %%i\ndir\n)\n:end\nexit /b 0"),
    batch("setlocal\nset /a n=1+1\nif %n%==2 (\necho two\n) else (\necho other\n)\nendlocal"),
    batch("call :sub a b\ngoto :eof\n:sub\necho %1\nexit /b"),
  ],
  php: [
    php(
      "namespace A;\nuse B\\C;\ninterface I { function f(); }\ntrait T { function g() { echo 1; } }\nclass D implements I { use T; function f() { echo 2; } }",
    ),
    php(
      "if ($a): echo 1; elseif ($b): echo 2; else: echo 3; endif;\nforeach ([1] as $x): echo $x; endforeach;\ndo { $i--; } while ($i > 0);",
    ),
    php("function unused($x) { switch ($x) { case 1: echo 1; break; default: return 2; } }\necho 'a', \"b\";"),
    php(
      "try { echo 1; } catch (A | B $e) { echo 2; } finally { echo 3; }\n$f = static fn(int $x): int => $x * 2;\necho $f(2);",
    ),
  ],
  go: [
    go("select {\ncase <-time:\n\tfmt.Println(1)\ndefault:\n\tfmt.Println(2)\n}", "var time = make(chan int)"),
    go(
      "outer:\nfor i := 0; i < 3; i++ {\n\tfor {\n\t\tif i > 1 {\n\t\t\tcontinue outer\n\t\t}\n\t\tbreak outer\n\t}\n}",
    ),
    go(
      'var x any = 1\nswitch v := x.(type) {\ncase int:\n\tfmt.Println(v)\ncase string:\n\tfmt.Println("a")\n}',
      "func unused() int {\n\tdefer fmt.Println(1)\n\treturn 2\n}",
    ),
    go(
      "s := stack[int]{}\ns.push(1)\nfmt.Println(s)",
      "type stack[T any] struct{ l []T }\n\nfunc (s *stack[T]) push(x T) {\n\ts.l = append(s.l, x)\n}\n\nfunc init() {\n\tfmt.Println(1)\n}",
    ),
  ],
};
