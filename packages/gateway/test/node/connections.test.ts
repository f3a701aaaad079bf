import { EventEmitter } from "node:events";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { type ConnectionLimits, trackConnections } from "../../src/node/connections.ts";

class FakeSocket extends EventEmitter {
  readonly remoteAddress: string;
  destroyed = false;

  constructor(remoteAddress: string) {
    super();
    this.remoteAddress = remoteAddress;
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function world(limits: Partial<ConnectionLimits> = {}) {
  const server = new EventEmitter();
  const connections = trackConnections(server as Server, {
    ...{ maxConnections: 100, maxPerClient: 2, isProxy: () => false },
    ...limits,
  });
  return {
    connections,
    open(address: string): FakeSocket {
      const socket = new FakeSocket(address);
      server.emit("connection", socket);
      return socket;
    },
    /** Starts a request. @returns a function that ends it. */
    answer(socket: FakeSocket): () => void {
      const outgoing = new EventEmitter();
      connections.requestStarted(
        { socket } as unknown as IncomingMessage,
        outgoing as unknown as ServerResponse<IncomingMessage>,
      );
      return () => outgoing.emit("close");
    },
  };
}

const state = (sockets: readonly FakeSocket[]) => sockets.map(({ destroyed }) => !destroyed);

describe("connections of one client", () => {
  it("are limited by the IPv4 address and by the IPv6 /64", () => {
    const { open } = world();
    const one = ["192.0.2.1", "::ffff:192.0.2.1", "192.0.2.1", "192.0.2.2"].map(open);
    expect(state(one)).toEqual([false, true, true, true]);
    const other = ["2001:db8::1", "2001:db8::2", "2001:db8:0:0:ffff::3", "2001:db8:0:1::1"].map(open);
    expect(state(other)).toEqual([false, true, true, true]);
  });

  it("are closed in the order of their last response, and never during a request", () => {
    const { open, answer, connections } = world();
    const [first, second] = [open("192.0.2.1"), open("192.0.2.1")];
    const end = answer(first!);
    const third = open("192.0.2.1");
    expect(state([first!, second!, third])).toEqual([true, false, true]);
    end();
    const fourth = open("192.0.2.1");
    expect(state([first!, third, fourth])).toEqual([true, false, true]);
    answer(first!);
    answer(fourth);
    expect(open("192.0.2.1").destroyed).toBe(true);
    expect(connections.size).toBe(2);
  });

  it("are not limited for a trusted proxy", () => {
    const { open } = world({ isProxy: (address) => address === "10.0.0.1" });
    expect(state(Array.from({ length: 5 }, () => open("10.0.0.1")))).toEqual(Array(5).fill(true));
  });
});

describe("connections of all clients", () => {
  it("are limited: a new one replaces the one that has waited longest for a request head", () => {
    const { open, answer, connections } = world({ maxConnections: 3 });
    const sockets = ["192.0.2.1", "192.0.2.2", "192.0.2.3"].map(open);
    answer(sockets[0]!);
    const fourth = open("192.0.2.4");
    expect(state([...sockets, fourth])).toEqual([true, false, true, true]);
    answer(sockets[2]!);
    answer(fourth);
    expect(open("192.0.2.5").destroyed).toBe(true);
    expect(connections.size).toBe(3);
  });
});
