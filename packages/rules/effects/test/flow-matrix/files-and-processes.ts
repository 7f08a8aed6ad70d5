import { batch, type FlowRow, go, node, php } from "./programs.ts";

/** Ways through files, links, the environment, the working directory and other processes. */
export const filesAndProcesses: readonly FlowRow[] = [
  {
    idiom: "a script is overwritten on one path, then run",
    shell: "echo 'rm -rf /hit' > a.sh; if [ -e c ]; then echo ls > a.sh; fi; bash a.sh",
    python:
      "import os\nopen('a.sh', 'w').write('rm -rf /hit')\nif c():\n    open('a.sh', 'w').write('ls')\nos.system('bash a.sh')",
    javascript: node(
      "fs.writeFileSync('a.sh', 'rm -rf /hit');\nif (c()) fs.writeFileSync('a.sh', 'ls');\nexecSync('bash a.sh');",
    ),
    powershell:
      "Set-Content a.ps1 'Remove-Item -Recurse /hit'; if (Test-Path c) { Set-Content a.ps1 'Get-Date' }; ./a.ps1",
    cmd: batch("echo rd /s /q \\hit> a.cmd\nif exist c echo dir> a.cmd\ncall a.cmd"),
    php: php(
      "file_put_contents('a.sh', 'rm -rf /hit');\nif (c()) file_put_contents('a.sh', 'ls');\nsystem('bash a.sh');",
    ),
    go: go(
      'os.WriteFile("a.sh", []byte("rm -rf /hit"), 0o755)\nif len(os.Args) > 1 {\n\tos.WriteFile("a.sh", []byte("ls"), 0o755)\n}\nexec.Command("bash", "a.sh").Run()',
    ),
  },
  {
    idiom: "a script is appended to, then run",
    shell: "echo ls > a.sh; echo 'rm -rf /hit' >> a.sh; bash a.sh",
    python:
      "import os\nopen('a.sh', 'w').write('ls\\n')\nwith open('a.sh', 'a') as f:\n    f.write('rm -rf /hit')\nos.system('bash a.sh')",
    javascript: node(
      "fs.writeFileSync('a.sh', 'ls\\n');\nfs.appendFileSync('a.sh', 'rm -rf /hit');\nexecSync('bash a.sh');",
    ),
    powershell: "Set-Content a.sh 'ls'; Add-Content a.sh 'rm -rf /hit'; bash a.sh",
    cmd: batch("echo dir> a.cmd\necho rd /s /q \\hit>> a.cmd\ncall a.cmd"),
    php: php(
      "file_put_contents('a.sh', \"ls\\n\");\nfile_put_contents('a.sh', 'rm -rf /hit', FILE_APPEND);\nsystem('bash a.sh');",
    ),
    go: go(
      'f, _ := os.OpenFile("a.sh", os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o755)\nf.WriteString("rm -rf /hit\\n")\nf.Close()\nexec.Command("bash", "a.sh").Run()',
    ),
  },
  {
    idiom: "a script is written in parts in a loop",
    shell: "for w in rm -rf /hit; do printf '%s ' $w >> a.sh; done; bash a.sh",
    python:
      "import os\nwith open('a.sh', 'w') as f:\n    for w in ['rm', '-rf', '/hit']:\n        f.write(w + ' ')\nos.system('bash a.sh')",
    javascript: node(
      "for (const w of ['rm', '-rf', '/hit']) fs.appendFileSync('a.sh', w + ' ');\nexecSync('bash a.sh');",
    ),
    powershell: "foreach ($l in 'Get-Date', 'Remove-Item -Recurse /hit') { Add-Content a.ps1 $l }; ./a.ps1",
    php: php(
      "$f = fopen('a.sh', 'w');\nforeach (['rm', '-rf', '/hit'] as $w) fwrite($f, \"$w \");\nfclose($f);\nsystem('bash a.sh');",
    ),
    go: go(
      'f, _ := os.Create("a.sh")\nfor _, w := range []string{"rm", "-rf", "/hit"} {\n\tfmt.Fprintf(f, "%s ", w)\n}\nf.Close()\nexec.Command("bash", "a.sh").Run()',
    ),
  },
  {
    idiom: "a script is moved, then run",
    shell: "echo 'rm -rf /hit' > a; mv a b.sh; bash b.sh",
    python: "import os\nopen('a', 'w').write('rm -rf /hit')\nos.rename('a', 'b.sh')\nos.system('bash b.sh')",
    javascript: node("fs.writeFileSync('a', 'rm -rf /hit');\nfs.renameSync('a', 'b.sh');\nexecSync('bash b.sh');"),
    powershell: "Set-Content a 'rm -rf /hit'; Move-Item a b.sh; bash b.sh",
    cmd: batch("echo rd /s /q \\hit> a\nren a b.cmd\ncall b.cmd"),
    php: php("file_put_contents('a', 'rm -rf /hit');\nrename('a', 'b.sh');\nshell_exec('bash b.sh');"),
    go: go(
      'os.WriteFile("a", []byte("rm -rf /hit"), 0o755)\nos.Rename("a", "b.sh")\nexec.Command("bash", "b.sh").Run()',
    ),
  },
  {
    idiom: "a script is copied, then run",
    shell: "echo 'rm -rf /hit' > a; cp a b.sh; bash b.sh",
    python: "import shutil, os\nopen('a', 'w').write('rm -rf /hit')\nshutil.copy('a', 'b.sh')\nos.system('bash b.sh')",
    javascript: node("fs.writeFileSync('a', 'rm -rf /hit');\nfs.copyFileSync('a', 'b.sh');\nexecSync('bash b.sh');"),
    powershell: "Set-Content a 'rm -rf /hit'; Copy-Item a b.sh; bash b.sh",
    cmd: batch("echo rd /s /q \\hit> a\ncopy a b.cmd\ncall b.cmd"),
    php: php("file_put_contents('a', 'rm -rf /hit');\ncopy('a', 'b.sh');\npassthru('bash b.sh');"),
    go: go(
      'os.WriteFile("a", []byte("rm -rf /hit"), 0o755)\nexec.Command("cp", "a", "b.sh").Run()\nexec.Command("bash", "b.sh").Run()',
    ),
  },
  {
    idiom: "a file that was just written is read back",
    shell: "echo /hit > list; rm -rf $(cat list)",
    python:
      "import shutil\nfrom pathlib import Path\nPath('list').write_text('/hit')\nshutil.rmtree(Path('list').read_text())",
    javascript: node(
      "fs.writeFileSync('list', '/hit');\nfs.rmSync(fs.readFileSync('list', 'utf8').trim(), { recursive: true });",
    ),
    powershell: "'/hit' | Out-File list; Remove-Item -Recurse (Get-Content list)",
    cmd: batch("echo \\hit> list\nset /p x=<list\nrd /s /q %x%"),
    php: php("file_put_contents('list', '/hit');\nunlink(trim(file_get_contents('list')));"),
    go: go('os.WriteFile("list", []byte("/hit"), 0o644)\ntext, _ := os.ReadFile("list")\nos.RemoveAll(string(text))'),
  },
  {
    idiom: "a written list is deleted line by line",
    shell: "printf '%s\\n' a /hit > list; while read -r p; do rm -rf \"$p\"; done < list",
    python:
      "import shutil\nopen('list', 'w').write('a\\n/hit\\n')\nfor line in open('list'):\n    shutil.rmtree(line.strip())",
    javascript: node(
      "fs.writeFileSync('list', 'a\\n/hit');\nfor (const p of fs.readFileSync('list', 'utf8').split('\\n')) fs.rmSync(p, { recursive: true });",
    ),
    powershell: 'Set-Content list "a`n/hit"; Get-Content list | ForEach-Object { Remove-Item -Recurse $_ }',
    cmd: batch("echo \\hit> list\nfor /f %%p in (list) do rd /s /q %%p"),
    php: php(
      "file_put_contents('list', \"a\\n/hit\");\nforeach (file('list', FILE_IGNORE_NEW_LINES) as $p) unlink($p);",
    ),
  },
  {
    idiom: "a file of another language is written and run",
    shell: "echo \"import shutil; shutil.rmtree('/hit')\" > a.py; python3 a.py",
    python:
      "import subprocess\nopen('a.js', 'w').write(\"require('fs').rmSync('/hit', {recursive: true})\")\nsubprocess.run(['node', 'a.js'])",
    javascript: node("fs.writeFileSync('a.py', \"import os\\nos.system('rm -rf /hit')\");\nexecSync('python3 a.py');"),
    powershell: "Set-Content a.py \"import shutil`nshutil.rmtree('/hit')\"; python a.py",
    cmd: batch("echo Remove-Item -Recurse \\hit> a.ps1\npowershell -File a.ps1"),
    php: php("file_put_contents('a.py', \"import os\\nos.system('rm -rf /hit')\");\nexec('python3 a.py');"),
    go: go(
      'os.WriteFile("a.py", []byte("import os\\nos.system(\'rm -rf /hit\')"), 0o644)\nexec.Command("python3", "a.py").Run()',
    ),
  },
  {
    idiom: "a here-document holds the program",
    shell: "python3 - <<'EOF'\nimport shutil\nshutil.rmtree('/hit')\nEOF",
    python: "import subprocess\nsubprocess.run(['bash'], input='''cd /tmp\nrm -rf /hit\n''', text=True)",
    javascript: node("execSync('bash', { input: `cd /tmp\nrm -rf /hit\n` });"),
    powershell: "@'\ncd /tmp\nrm -rf /hit\n'@ | bash",
    php: php("$script = <<<'EOT'\nrm -rf /hit\nEOT;\nsystem($script);"),
    go: go('c := exec.Command("bash")\nc.Stdin = strings.NewReader(`rm -rf /hit`)\nc.Run()'),
  },
  {
    idiom: "a here-document with variables becomes a script",
    shell: "d=/hit; cat > a.sh <<EOF\nrm -rf $d\nEOF\nchmod +x a.sh; ./a.sh",
    python:
      "import os\nd = '/hit'\nopen('a.sh', 'w').write(f'''#!/bin/sh\nrm -rf {d}\n''')\nos.chmod('a.sh', 0o755)\nos.system('./a.sh')",
    javascript: node(
      "const d = '/hit';\nfs.writeFileSync('a.sh', `#!/bin/sh\nrm -rf ${d}\n`, { mode: 0o755 });\nexecSync('./a.sh');",
    ),
    powershell: "$d = '/hit'; @\"\nRemove-Item -Recurse $d\n\"@ | Set-Content a.ps1; ./a.ps1",
    cmd: batch("set d=\\hit\n(\necho @echo off\necho rd /s /q %d%\n) > a.cmd\na.cmd"),
    php: php("$d = '/hit';\nfile_put_contents('a.sh', <<<EOT\n#!/bin/sh\nrm -rf {$d}\nEOT);\nsystem('sh a.sh');"),
  },
  {
    idiom: "a written file is loaded as a part of the program",
    shell: "echo 'x=/hit' > env; . ./env; rm -rf \"$x\"",
    python: "import shutil\nopen('conf.py', 'w').write(\"X = '/hit'\")\nimport conf\nshutil.rmtree(conf.X)",
    javascript: node(
      "fs.writeFileSync('conf.js', \"module.exports = { x: '/hit' }\");\nfs.rmSync(require('./conf.js').x, { recursive: true });",
    ),
    powershell: "Set-Content env.ps1 '$x = \"/hit\"'; . ./env.ps1; Remove-Item -Recurse $x",
    cmd: batch("echo set x=\\hit> env.cmd\ncall env.cmd\nrd /s /q %x%"),
    php: php("file_put_contents('conf.php', '<?php $x = \"/hit\";');\nrequire 'conf.php';\nunlink($x);"),
  },
  {
    idiom: "a path leads through a new symbolic link",
    shell: "ln -s /hit x; rm -rf x/",
    python: "import os\nos.symlink('/hit', 'x')\nos.remove('x/f')",
    javascript: node("fs.symlinkSync('/hit', 'x');\nfs.rmSync('x/f');"),
    powershell: "New-Item -ItemType SymbolicLink -Path x -Target /hit; Remove-Item x/f",
    cmd: batch("mklink /d x \\hit\ndel /q x\\f"),
    php: php("symlink('/hit', 'x');\nunlink('x/f');"),
    go: go('os.Symlink("/hit", "x")\nos.Remove("x/f")'),
  },
  {
    idiom: "a script runs through a link to it",
    shell: "echo 'rm -rf /hit' > a; ln a b.sh; sh b.sh",
    python: "import os\nopen('a', 'w').write('rm -rf /hit')\nos.link('a', 'b.sh')\nos.system('sh b.sh')",
    javascript: node("fs.writeFileSync('a', 'rm -rf /hit');\nfs.symlinkSync('a', 'b.sh');\nexecSync('sh b.sh');"),
    powershell: "Set-Content a 'rm -rf /hit'; New-Item -ItemType HardLink -Path b.sh -Target a; sh b.sh",
    php: php("file_put_contents('a', 'rm -rf /hit');\nlink('a', 'b.sh');\nsystem('sh b.sh');"),
    go: go('os.WriteFile("a", []byte("rm -rf /hit"), 0o755)\nos.Link("a", "b.sh")\nexec.Command("sh", "b.sh").Run()'),
  },
  {
    idiom: "an environment variable holds the command",
    shell: "export X='rm -rf /hit'; sh -c '$X'",
    python: "import os\nos.environ['X'] = 'rm -rf /hit'\nos.system('$X')",
    javascript: node("process.env.X = 'rm -rf /hit';\nexecSync('$X');"),
    powershell: "$env:X = 'rm -rf /hit'; sh -c '$X'",
    cmd: batch("set X=rd /s /q \\hit\ncmd /c %%X%%"),
    php: php("putenv('X=rm -rf /hit');\nsystem('$X');"),
    go: go('os.Setenv("X", "rm -rf /hit")\nexec.Command("sh", "-c", "$X").Run()'),
  },
  {
    idiom: "one process gets an environment of its own",
    shell: "D=/hit sh -c 'rm -rf \"$D\"'",
    python: "import subprocess\nsubprocess.run('rm -rf $D', shell=True, env={'D': '/hit'})",
    javascript: node("execSync('rm -rf $D', { env: { ...process.env, D: '/hit' } });"),
    powershell: "$env:D = '/hit'; bash -c 'rm -rf \"$D\"'",
    php: php("proc_open('rm -rf $D', [], $pipes, null, ['D' => '/hit']);"),
    go: go('c := exec.Command("sh", "-c", "rm -rf $D")\nc.Env = append(os.Environ(), "D=/hit")\nc.Run()'),
  },
  {
    idiom: "the environment reaches a program in another language",
    shell: "export D=/hit; python3 -c \"import os, shutil; shutil.rmtree(os.environ['D'])\"",
    python:
      "import os, subprocess\nos.environ['D'] = '/hit'\nsubprocess.run(['node', '-e', \"require('fs').rmSync(process.env.D)\"])",
    javascript: node(
      "process.env.D = '/hit';\nspawnSync('python3', ['-c', \"import os, shutil; shutil.rmtree(os.environ['D'])\"]);",
    ),
    powershell: "$env:D = '/hit'; python -c \"import os, shutil; shutil.rmtree(os.environ['D'])\"",
    cmd: batch('set D=\\hit\npowershell -Command "Remove-Item -Recurse $env:D"'),
    php: php("putenv('D=/hit');\nexec('node -e \"require(\\'fs\\').rmSync(process.env.D)\"');"),
  },
  {
    idiom: "the working directory changes before a relative path",
    shell: "cd / && rm -rf hit",
    python: "import os, shutil\nos.chdir('/')\nshutil.rmtree('hit')",
    javascript: node("process.chdir('/');\nfs.rmSync('hit', { recursive: true });"),
    powershell: "Set-Location /; Remove-Item -Recurse hit",
    cmd: batch("cd \\\nrd /s /q hit"),
    php: php("chdir('/');\nunlink('hit');"),
    go: go('os.Chdir("/")\nos.RemoveAll("hit")'),
  },
  {
    idiom: "the working directory reaches another process",
    shell: "cd /; python3 -c \"import shutil; shutil.rmtree('hit')\"",
    python: "import os\nos.chdir('/')\nos.system('rm -rf hit')",
    javascript: node("process.chdir('/');\nexecSync('rm -rf hit');"),
    powershell: "Set-Location /; bash -c 'rm -rf hit'",
    cmd: batch('cd \\\npowershell -Command "Remove-Item -Recurse hit"'),
    php: php("chdir('/');\nsystem('rm -rf hit');"),
    go: go('os.Chdir("/")\nexec.Command("rm", "-rf", "hit").Run()'),
  },
  {
    idiom: "a process starts in a directory of its own",
    shell: "(cd / && exec rm -rf hit)",
    python: "import subprocess\nsubprocess.run(['rm', '-rf', 'hit'], cwd='/')",
    javascript: node("spawnSync('rm', ['-rf', 'hit'], { cwd: '/' });"),
    powershell: "Start-Process rm -ArgumentList '-rf', 'hit' -WorkingDirectory /",
    cmd: batch("start /d \\ cmd /c rd /s /q hit"),
    php: php("proc_open('rm -rf hit', [], $pipes, '/');"),
    go: go('c := exec.Command("rm", "-rf", "hit")\nc.Dir = "/"\nc.Run()'),
  },
  {
    idiom: "the program is started with a list of arguments",
    shell: "command env rm -r -f -- /hit",
    python: "import subprocess\ncmd = ['rm', '-rf']\ncmd.append('/hit')\nsubprocess.run(cmd, check=True)",
    javascript: node("const args = ['-rf'];\nargs.push('/hit');\nspawn('rm', args, { stdio: 'inherit' });"),
    powershell: "$a = '-rf', '/hit'; & bash -c \"rm $a\"",
    php: php("proc_open(['rm', '-rf', '/hit'], [], $pipes);"),
    go: go('exec.Command("rm", "-rf", "/hit").Run()'),
  },
  {
    idiom: "the program is started by a shell text with a value in it",
    shell: "d=/hit; bash -c \"rm -rf '$d'\"",
    python: "import subprocess\nd = '/hit'\nsubprocess.check_call('rm -rf %s && echo done' % d, shell=True)",
    javascript: node("const d = '/hit';\nspawnSync('rm -rf ' + d, { shell: true });"),
    powershell: "$d = '/hit'; bash -c \"rm -rf $d\"",
    cmd: batch('set d=\\hit\ncmd /c "rd /s /q %d%"'),
    php: php("$d = '/hit';\n`rm -rf $d`;"),
    go: go('d := "/hit"\nexec.Command("bash", "-c", fmt.Sprintf("rm -rf %q", d)).Run()'),
  },
  {
    idiom: "the output of a program names the path",
    shell: 'd=$(echo /hit); rm -rf "$d"',
    python:
      "import subprocess, shutil\nd = subprocess.check_output(['echo', '/hit'], text=True).strip()\nshutil.rmtree(d)",
    javascript: node("const d = execSync('echo /hit').toString().trim();\nfs.rmSync(d, { recursive: true });"),
    powershell: "$d = bash -c 'echo /hit'; Remove-Item -Recurse $d",
    cmd: batch("for /f %%d in ('echo \\hit') do rd /s /q %%d"),
    php: php("unlink(trim(shell_exec('echo /hit')));"),
    go: go('d, _ := exec.Command("echo", "/hit").Output()\nos.RemoveAll(strings.TrimSpace(string(d)))'),
  },
  {
    idiom: "a pipe hands the path to a program that deletes its arguments",
    shell: "echo /hit | xargs -I{} rm -rf {}",
    python: "import subprocess\nsubprocess.run(['xargs', 'rm', '-rf'], input='/hit', text=True)",
    javascript: node("execSync('xargs rm -rf', { input: '/hit' });"),
    powershell: "Write-Output '/hit' | Remove-Item -Recurse",
    php: php("$p = popen('xargs rm -rf', 'w');\nfwrite($p, '/hit');\npclose($p);"),
    go: go('c := exec.Command("xargs", "rm", "-rf")\nc.Stdin = strings.NewReader("/hit")\nc.Run()'),
  },
  {
    idiom: "found files are deleted one by one",
    shell: "find /hit -type f -exec rm {} +",
    python:
      "import os\nfor root, dirs, files in os.walk('/hit'):\n    for name in files:\n        os.remove(os.path.join(root, name))",
    javascript: node("for (const name of fs.readdirSync('/hit')) fs.unlinkSync(path.join('/hit', name));"),
    powershell: "Get-ChildItem /hit -Recurse -File | ForEach-Object { Remove-Item $_.FullName }",
    cmd: batch('for /r \\hit %%f in (*.*) do del /q "%%f"'),
    php: php("foreach (scandir('/hit') as $n) unlink(\"/hit/$n\");"),
    go: go('filepath.Walk("/hit", func(p string, info os.FileInfo, err error) error { return os.Remove(p) })'),
  },
  {
    idiom: "a pipeline passes the path through several programs",
    shell: "echo '1 /hit' | awk '{print $2}' | tr -d ' ' | xargs rm -rf",
    python: "import os\nos.popen(\"echo '1 /hit' | cut -d' ' -f2 | xargs rm -rf\").read()",
    javascript: node("execSync(\"echo '1 /hit' | cut -d' ' -f2 | xargs rm -rf\");"),
    powershell: "'x', '/hit' | Select-Object -Last 1 | ForEach-Object { Remove-Item -Recurse $_ }",
    php: php("exec(\"echo '1 /hit' | cut -d' ' -f2 | xargs rm -rf\");"),
    go: go('exec.Command("sh", "-c", "echo \'1 /hit\' | cut -d\' \' -f2 | xargs rm -rf").Run()'),
  },
  {
    idiom: "a deletion is put off until the program ends",
    shell: "nohup sh -c 'sleep 5; rm -rf /hit' > /dev/null 2>&1 &",
    python: "import atexit, shutil\natexit.register(shutil.rmtree, '/hit')",
    javascript: node("process.on('exit', () => fs.rmSync('/hit', { recursive: true }));"),
    powershell: "Register-EngineEvent PowerShell.Exiting -Action { Remove-Item -Recurse /hit }",
    php: php("set_error_handler(function () { unlink('/hit'); });\necho $undefined;"),
    go: go('os.Setenv("A", "b")\ndefer func() {\n\texec.Command("rm", "-rf", "/hit").Run()\n}()'),
  },
];
