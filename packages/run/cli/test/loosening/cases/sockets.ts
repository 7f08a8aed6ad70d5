import { type Case, commands, write } from "../case.ts";

const place = "$HOME/.local/state/helve/x.sock";

/** Programs that create a socket where Helve keeps what it remembers. */
export const sockets: readonly Case[] = [
  ...commands("ask", [
    `node -e "require('net').createServer().listen(process.env.HOME + '/.local/state/helve/x.sock')"`,
    `node -e "require('net').createServer().listen({ path: process.env.HOME + '/.local/state/helve/x.sock' })"`,
    `node -e "require('http').createServer().listen(process.env.HOME + '/.local/state/helve/x.sock')"`,
    `node -e "const d = process.env.HOME + '/.local/st' + 'ate/'; require('net').createServer().listen(d + 'helve/x.sock')"`,
    `node -e "process.chdir(process.env.HOME + '/.local/state/helve'); require('net').createServer().listen('x.sock')"`,
    `python3 -c "import socket, os; s = socket.socket(socket.AF_UNIX); s.bind(os.environ['HOME'] + '/.local/state/helve/x.sock')"`,
    `python3 -c "import socketserver, os; socketserver.UnixStreamServer(os.path.expanduser('~/.local/state/helve/x.sock'), None)"`,
    `python3 -c "import asyncio, os; asyncio.run(asyncio.start_unix_server(None, os.path.expanduser('~/.local/state/helve/x.sock')))"`,
    `deno eval "Deno.listen({ transport: 'unix', path: Deno.env.get('HOME') + '/.local/state/helve/x.sock' })"`,
    `bun -e "Bun.serve({ unix: process.env.HOME + '/.local/state/helve/x.sock', fetch() {} })"`,
    `perl -MSocket -e 'socket(S,PF_UNIX,SOCK_STREAM,0); bind(S, sockaddr_un($ENV{HOME} . "/.local/state/helve/x.sock"))'`,
    `ruby -rsocket -e 'UNIXServer.new(ENV["HOME"] + "/.local/state/helve/x.sock")'`,
    `php -r 'stream_socket_server("unix://" . getenv("HOME") . "/.local/state/helve/x.sock");'`,
    `socat UNIX-LISTEN:${place} -`,
    `nc -lU ${place}`,
    `ssh -L ${place}:localhost:1 host`,
    `redis-server --unixsocket ${place}`,
    "mkfifo ~/.local/state/helve/x",
  ]),
  {
    expected: "ask",
    steps: [
      write(
        "s.js",
        "import net from 'node:net';\nimport { homedir } from 'node:os';\nimport { join } from 'node:path';\nnet.createServer().listen(join(homedir(), '.local', 'state', 'helve', 'x.sock'));\n",
      ),
      "node s.js",
    ],
  },
  ...commands("silent", [
    `node -e "require('http').createServer().listen(3000)"`,
    `node -e "require('http').createServer().listen('/tmp/x.sock')"`,
  ]),
];
