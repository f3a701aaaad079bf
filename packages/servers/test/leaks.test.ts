import { once } from "node:events";
import { describe, expect, test } from "vitest";
import {
  type EmbeddedServer,
  folder,
  patternDocument,
  startFtpServer,
  startGopherServer,
} from "../src/index.ts";
import { dial, ftpClient, guest, isListening, octets, readAll, until } from "./raw-client.ts";

const MIB = 1024 * 1024;

/** Upper bound for the bytes in the system's buffers between two sockets. */
const IN_FLIGHT = 24 * MIB;

/** Creates a document of 64 MiB that reports how much of it was generated. */
function watched() {
  const source = patternDocument(64 * MIB);
  const seen = { made: 0, ended: 0 };
  const content = {
    size: source.size,
    *chunks() {
      try {
        for (const chunk of source.chunks()) {
          seen.made += chunk.length;
          yield chunk;
        }
      } finally {
        seen.ended++;
      }
    },
  };
  return { seen, root: folder({ "large.bin": content }) };
}

/** Waits until `read` stays the same for a while. */
async function settled(read: () => number): Promise<number> {
  for (let before = -1; before !== read(); ) {
    before = read();
    // biome-ignore lint/plugin/no-fixed-waits: nothing is read during this time.
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return read();
}

describe("FTP", () => {
  async function begin(server: EmbeddedServer) {
    const client = await ftpClient(server);
    await client.ask("TYPE I");
    const data = await client.openData();
    data.pause();
    expect(await client.ask("RETR large.bin")).toMatch(/^150 /);
    return { client, data };
  }

  test("stops generating for a paused reader, and then sends every byte", async () => {
    const { seen, root } = watched();
    await using server = await startFtpServer({ root });
    const { client, data } = await begin(server);
    expect(await settled(() => seen.made)).toBeLessThan(IN_FLIGHT);

    let at = 0;
    let wrong = 0;
    data.on("data", (octets: Uint8Array) => {
      for (const octet of octets) if (octet !== at++ % 251) wrong++;
    });
    await once(data.resume(), "close");
    expect([at, wrong]).toEqual([64 * MIB, 0]);
    expect(await client.reply()).toMatch(/^226 /);
    client.control.destroy();
    await until(() => server.live === 0);
  });

  test.each(["data", "control", "both"])(
    "closes everything if the client disconnects from %s during a transfer",
    async (which) => {
      const { seen, root } = watched();
      await using server = await startFtpServer({ root });
      const { client, data } = await begin(server);
      await settled(() => seen.made);
      if (which !== "control") data.resetAndDestroy();
      if (which !== "data") client.control.resetAndDestroy();
      if (which === "data") {
        expect(await client.reply()).toMatch(/^426 /);
        expect(await client.ask("NOOP")).toMatch(/^200 /);
        client.control.destroy();
      }
      await until(() => server.live === 0 && seen.ended > 0);
      data.resume();
      expect(seen.ended).toBe(1);
      expect(seen.made).toBeLessThan(IN_FLIGHT);
    },
  );

  test("closes everything if the client disconnects while a command waits for a transfer", async () => {
    const { root } = watched();
    await using server = await startFtpServer({ root });
    const { client, data } = await begin(server);
    client.send("NOOP\r\n");
    await until(() => server.received[0]?.length === 6);
    client.control.resetAndDestroy();
    await until(() => server.live === 0);
    data.destroy();
  });

  test("aborts and logs out if the control connection ends during a transfer (RFC 959 §4.1.1)", async () => {
    const { root } = watched();
    await using server = await startFtpServer({ root });
    const { client, data } = await begin(server);
    client.control.end();
    data.resume();
    await until(() => server.live === 0);
  });

  test("closes everything if the client disconnects with open and connected ports", async () => {
    await using server = await startFtpServer();
    const one = await ftpClient(server);
    await one.ask("EPSV");
    const two = await ftpClient(server);
    const data = await two.openData();
    one.control.destroy();
    two.control.destroy();
    await until(() => server.live === 0);
    data.destroy();
  });

  test("ends transfers on close(), with a reply", async () => {
    const { root } = watched();
    const server = await startFtpServer({ root });
    const { client, data } = await begin(server);
    const closing = server.close();
    let read = 0;
    data.on("data", (octets: Uint8Array) => {
      read += octets.length;
    });
    data.resume();
    expect(await client.reply()).toMatch(/^(426|421) /);
    await closing;
    expect(server.live).toBe(0);
    expect(read).toBeLessThan(64 * MIB);
  });

  test("does not wait on close() for a client that reads nothing and never closes", async () => {
    const server = await startFtpServer();
    const client = await dial(server.host, server.port);
    client.pause();
    await until(() => server.live === 1);
    await server.close();
    expect(server.live).toBe(0);
    client.destroy();
  });

  test("stops reading from a client that sends commands and never reads", async () => {
    await using server = await startFtpServer();
    const client = await guest(server);
    client.control.pause();
    let sent = 0;
    // Each HELP gets about 300 bytes. When the peer's buffers are full, ours must stay empty.
    while (client.control.writableLength < 4 * MIB && sent < 400) {
      client.send("HELP\r\n".repeat(10_000));
      sent++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const heard = await settled(() => server.received[0]?.length ?? 0);
    expect(heard).toBeLessThan(sent * 10_000);
    client.control.destroy();
    await until(() => server.live === 0);
  });
});

describe("Gopher", () => {
  test("stops generating for a paused reader, and then sends every byte", async () => {
    const { seen, root } = watched();
    await using server = await startGopherServer({ root });
    const client = await dial(server.host, server.port);
    client.pause();
    client.write("/large.bin\r\n");
    await until(() => seen.made > 0);
    expect(await settled(() => seen.made)).toBeLessThan(IN_FLIGHT);
    let at = 0;
    let wrong = 0;
    client.on("data", (octets: Uint8Array) => {
      for (const octet of octets) if (octet !== at++ % 251) wrong++;
    });
    await once(client.resume(), "close");
    expect([at, wrong]).toEqual([64 * MIB, 0]);
    await until(() => server.live === 0);
  });

  test("closes everything if the client disconnects during a transfer, or before it", async () => {
    const { seen, root } = watched();
    await using server = await startGopherServer({ root });
    const one = await dial(server.host, server.port);
    one.pause();
    one.write("/large.bin\r\n");
    await until(() => seen.made > 0);
    const two = await dial(server.host, server.port);
    two.write("/lar");
    one.resetAndDestroy();
    two.resetAndDestroy();
    await until(() => server.live === 0 && seen.ended > 0);
    expect(seen.ended).toBe(1);
  });

  test("closes a client that never sends, and one that never closes", async () => {
    await using server = await startGopherServer({ timeout: 30 });
    const mute = await dial(server.host, server.port);
    const clinging = await dial(server.host, server.port);
    clinging.write(octets("/welcome.txt\r\n"));
    clinging.pause();
    await until(() => server.live === 0);
    mute.destroy();
    clinging.destroy();
  });

  test("ends a transfer on close()", async () => {
    const { seen, root } = watched();
    const server = await startGopherServer({ root });
    const client = await dial(server.host, server.port);
    client.pause();
    client.write("/large.bin\r\n");
    await until(() => seen.made > 0);
    await server.close();
    expect(server.live).toBe(0);
    // An end would look like the end of the document.
    expect(await readAll(client.resume())).toBe("reset");
    expect(await isListening(server)).toBe(false);
  });
});
