import { createClient } from "@anyurl/client";
import type { Entry } from "@anyurl/core";
import type { DatagramSocket, Transport } from "@anyurl/core/exchange";
import { ftp } from "@anyurl/scheme-ftp";
import { describe, expect, it } from "vitest";
import { prospero } from "../src/index.ts";
import { isRequest, packetsOf, textOfRequest } from "./scripted-datagrams.ts";

/** A network in which pros.example has a public address, and one server answers for all addresses. */
function world(answer: (request: string) => string) {
  const reached: string[] = [];
  const socketTo = (address: string, port: number): DatagramSocket => {
    const queue: Uint8Array[] = [];
    return {
      remote: { address, port },
      send: async (sent) => {
        const id = (sent[1]! << 8) | sent[2]!;
        if (isRequest(sent)) queue.push(...packetsOf(answer(textOfRequest(sent)), 1250, id));
      },
      receive: async () => queue.shift() ?? new Promise(() => {}),
      close: () => {},
    };
  };
  const transport: Transport = {
    resolve: async (name) => [name === "inside.example" ? "10.0.0.1" : "8.8.8.8"],
    connect: async ({ address }) => {
      reached.push(address);
      throw new Error("ECONNREFUSED");
    },
    datagram: async ({ address, port }) => {
      reached.push(address);
      return socketTo(address, port);
    },
  };
  return { client: createClient({ schemes: [prospero, ftp], transport }), reached };
}

const FAR = "prospero://pros.example//x";
const failing = (code: string) => expect.objectContaining({ name: "AccessError", code });
const inside = [
  "127.0.0.1",
  "10.0.0.1",
  "inside.example",
  "localhost",
  "192.168.1.1",
  "::1",
  "100.64.0.1",
] as const;

describe.each(inside)("a public server cannot refer to %s", (host) => {
  it("with FORWARDED", async () => {
    const { client, reached } = world(() => `FORWARDED INTERNET-D '${host}' ASCII /y 0\n`);
    await expect(client.stat(FAR)).rejects.toEqual(failing("host-blocked"));
    expect(reached).toEqual(["8.8.8.8"]);
  });

  it("with an access method", async () => {
    const { client, reached } = world(
      () => `ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE AFTP INTERNET-D '${host}' ASCII /y BINARY\n`,
    );
    await expect(client.get(FAR)).rejects.toEqual(failing("host-blocked"));
    expect(reached).toEqual(["8.8.8.8"]);
  });

  it("with an unresolved name", async () => {
    const { client, reached } = world(
      () => `LINK L DIRECTORY y INTERNET-D '${host}' ASCII /y 0\nUNRESOLVED z\n`,
    );
    await expect(entries(client.search(FAR, "y/z"))).rejects.toEqual(failing("host-blocked"));
    expect(reached).toEqual(["8.8.8.8"]);
  });

  it("with a union link, which the listing reports", async () => {
    const { client, reached } = world(() => `LINK U DIRECTORY y INTERNET-D '${host}' ASCII /y 0\n`);
    const [entry, ...more] = await entries(client.list(FAR));
    expect(more).toEqual([]);
    expect(entry?.attributes?.["UNION"]).toContain(
      "blocked a referral from a public server to a private address",
    );
    expect(reached).toEqual(["8.8.8.8"]);
  });
});

async function entries(listing: AsyncIterable<Entry>): Promise<readonly Entry[]> {
  const all: Entry[] = [];
  for await (const entry of listing) all.push(entry);
  return all;
}
