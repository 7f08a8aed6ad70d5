import type { CallEntry } from "../../engine/call-entry.ts";

/** Functions for sockets and servers. */
export const socketCalls: readonly CallEntry[] = [
  { calls: "socket.socket", parameters: "family type", returns: "socket.socket" },
  {
    calls: "socket.create_connection",
    parameters: "address",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "address" }],
    returns: "socket.socket",
  },
  { calls: "socket.socketpair", returns: "own pair" },
  {
    calls: "socket.create_server",
    parameters: "address",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "address" }],
    returns: "socket.socket",
  },
  { calls: "socket.fromfd socket.socket.dup socket.socket.fileno socket.socket.detach", returns: "socket.socket" },
  {
    calls: "socket.socket.connect socket.socket.connect_ex",
    parameters: "address",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "address" }],
    keepsAsFields: "address",
  },
  {
    calls: "socket.socket.bind",
    parameters: "address",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "address" }],
    keepsAsFields: "address",
  },
  { calls: "socket.socket.accept", returns: "socket.socket pair" },
  {
    calls: "socket.socket.send socket.socket.sendall socket.socket.sendmsg socket.socket.sendfile",
    parameters: "data",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "self.address", from: "data" }],
  },
  {
    calls: "socket.socket.sendto",
    parameters: "data flags address",
    effects: [{ kind: "network", direction: "out", protocol: "udp", host: "address flags", from: "data" }],
  },
  {
    calls: "socket.socket.recv socket.socket.recvfrom socket.socket.recv_into socket.socket.recvmsg",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.address" }],
  },
  { calls: "socket.socket.getsockname socket.socket.getpeername", returns: "self.address" },
  { calls: "socket.socket.makefile", returns: "socket.file" },
  {
    calls: "socket.file.read socket.file.readline socket.file.readlines",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.address" }],
  },
  {
    calls: "socket.file.write",
    parameters: "data",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "self.address", from: "data" }],
  },
  {
    calls: "*.sendall *.sendto",
    parameters: "data address",
    effects: [{ kind: "network", direction: "out", host: "address", from: "data" }],
  },
  { calls: "*.recv *.recvfrom", effects: [{ kind: "network", direction: "in" }] },
  { calls: "ssl.wrap_socket", parameters: "socket", returns: "socket.socket" },
  {
    calls:
      "socket.gethostbyname socket.gethostbyname_ex socket.getaddrinfo socket.gethostbyaddr dns.resolver.resolve dns.resolver.query",
    parameters: "host",
    effects: [{ kind: "network", direction: "out", protocol: "dns", host: "host", from: "host" }],
  },
  {
    calls: "asyncio.open_connection",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "host", port: "port" }],
    returns: "stream pair",
  },
  {
    calls: "stream.read stream.readline stream.readexactly stream.readuntil",
    effects: [{ kind: "network", direction: "in", protocol: "tcp", host: "self.host", port: "self.port" }],
  },
  {
    calls: "stream.write",
    parameters: "data",
    effects: [
      { kind: "network", direction: "out", protocol: "tcp", host: "self.host", port: "self.port", from: "data" },
    ],
  },
  {
    calls: "asyncio.start_server",
    parameters: "handler host port",
    effects: [{ kind: "network", direction: "listen", protocol: "tcp", host: "host", port: "port" }],
    callbackReceives: "stream pair",
  },
  {
    calls: "pwn.remote",
    parameters: "host port",
    effects: [{ kind: "network", direction: "out", protocol: "tcp", host: "host", port: "port" }],
    returns: "stream",
  },
  {
    calls: "scapy.all.send scapy.all.sendp scapy.all.sr scapy.all.sr1",
    parameters: "data",
    effects: [{ kind: "network", direction: "out", from: "data" }],
  },
];
