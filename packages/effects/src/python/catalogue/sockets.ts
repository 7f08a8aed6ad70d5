import type { CallEntry } from "./entry.ts";

/** Connections of a program's own. */
export const socketCalls: readonly CallEntry[] = [
  { calls: "socket.socket", takes: "family type", gives: "socket.socket" },
  {
    calls: "socket.create_connection",
    takes: "address",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "address" }],
    gives: "socket.socket",
  },
  { calls: "socket.socketpair", gives: "own pair" },
  {
    calls: "socket.create_server",
    takes: "address",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "address" }],
    gives: "socket.socket",
  },
  { calls: "socket.fromfd socket.socket.dup socket.socket.fileno socket.socket.detach", gives: "socket.socket" },
  {
    calls: "socket.socket.connect socket.socket.connect_ex",
    takes: "address",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "address" }],
    keeps: "address",
  },
  {
    calls: "socket.socket.bind",
    takes: "address",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "address" }],
    keeps: "address",
  },
  { calls: "socket.socket.accept", gives: "socket.socket pair" },
  {
    calls: "socket.socket.send socket.socket.sendall socket.socket.sendmsg socket.socket.sendfile",
    takes: "data",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "self.address", from: "data" }],
  },
  {
    calls: "socket.socket.sendto",
    takes: "data flags address",
    effects: [{ kind: "network", direction: "out", protocol: "udp", host: "address flags", from: "data" }],
  },
  {
    calls: "socket.socket.recv socket.socket.recvfrom socket.socket.recv_into socket.socket.recvmsg",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.address" }],
  },
  { calls: "socket.socket.getsockname socket.socket.getpeername", gives: "self.address" },
  { calls: "socket.socket.makefile", gives: "socket.file" },
  {
    calls: "socket.file.read socket.file.readline socket.file.readlines",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.address" }],
  },
  {
    calls: "socket.file.write",
    takes: "data",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "self.address", from: "data" }],
  },
  {
    calls: "*.sendall *.sendto",
    takes: "data address",
    effects: [{ kind: "network", direction: "out", host: "address", from: "data" }],
  },
  { calls: "*.recv *.recvfrom", effects: [{ kind: "network", direction: "in" }] },
  { calls: "ssl.wrap_socket", takes: "socket", gives: "socket.socket" },
  {
    calls:
      "socket.gethostbyname socket.gethostbyname_ex socket.getaddrinfo socket.gethostbyaddr dns.resolver.resolve dns.resolver.query",
    takes: "host",
    effects: [{ kind: "network", direction: "out", protocol: "dns", host: "host", from: "host" }],
  },
  {
    calls: "asyncio.open_connection",
    takes: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "host", port: "port" }],
    gives: "stream pair",
  },
  {
    calls: "stream.read stream.readline stream.readexactly stream.readuntil",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.host", port: "self.port" }],
  },
  {
    calls: "stream.write",
    takes: "data",
    effects: [
      { kind: "network", direction: "out", protocol: "tcp", host: "self.host", port: "self.port", from: "data" },
    ],
  },
  {
    calls: "asyncio.start_server",
    takes: "handler host port",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "host", port: "port" }],
    hands: "stream pair",
  },
  {
    calls: "pwn.remote",
    takes: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "host", port: "port" }],
    gives: "stream",
  },
  {
    calls: "scapy.all.send scapy.all.sendp scapy.all.sr scapy.all.sr1",
    takes: "data",
    effects: [{ kind: "network", direction: "out", from: "data" }],
  },
];
