import { isAccessError } from "@anyurl/core";
import type { MemoryPeer } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { Tn3270Exchange } from "../src/exchange.ts";
import { tn3270Options } from "../src/options.ts";
import {
  bytes,
  hex,
  opened,
  SCREEN,
  STARTED,
  same,
  says,
  saysAndCloses,
  TRADITIONAL,
  TRADITIONAL_ANSWERS,
} from "./world.ts";

/** The negotiation of TN3270E with all functions, as far as the server sends it. */
const EXTENDED =
  'FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" 01 "LU1" FF F0 FF FA 28 03 04 00 02 04 FF F0';

const EXTENDED_ANSWERS = 'FF FB 28 FF FA 28 02 07 "IBM-3278-2-E" FF F0 FF FA 28 03 07 00 02 04 FF F0';

/** Reads to the end. */
async function readAll({ readable }: { readonly readable: AsyncIterable<Uint8Array> }): Promise<string[]> {
  const records: string[] = [];
  for await (const record of readable) records.push(hex(record));
  return records;
}

describe("traditional TN3270 (RFC 1576)", () => {
  it("agrees to terminal type, end of record, and binary, and shows the first screen", async () => {
    const { session, sent } = await opened(says(STARTED));
    expect(sent).toBe(same(TRADITIONAL_ANSWERS));
    expect(session).toMatchObject({ mode: "tn3270", deviceType: "IBM-3278-2-E", lu: undefined });
    expect(session.screen.text.split("\n")[0]).toBe(" HI");
    await session[Symbol.asyncDispose]();
  });

  it("gives the same records wherever the stream is cut", () => {
    const wire = bytes(`${TRADITIONAL} F5 C3 FF FF 40 FF EF 01 C3 FF EF`);
    const limits = { maxMessage: 1000, maxNegotiation: 2048 } as never;
    const run = (chunks: readonly Uint8Array[]) => {
      const exchange = new Tn3270Exchange(tn3270Options.defaults, limits);
      const records: string[] = [];
      for (const chunk of chunks)
        for (const event of exchange.receive(chunk)) if (event.is === "record") records.push(hex(event.data));
      return records;
    };
    expect(run([wire])).toEqual(["F5 C3 FF 40", "01 C3"]);
    for (let at = 1; at < wire.length; at++)
      expect(run([wire.subarray(0, at), wire.subarray(at)])).toEqual(["F5 C3 FF 40", "01 C3"]);
    expect(run([...wire].map((byte) => Uint8Array.of(byte)))).toEqual(["F5 C3 FF 40", "01 C3"]);
  });

  it("doubles IAC in a record that it sends", async () => {
    const world = await opened(says(STARTED));
    await world.session.write(Uint8Array.of(0x88, 0xff));
    expect(world.sent).toBe(same(`${TRADITIONAL_ANSWERS} 88 FF FF FF EF`));
    await world.session[Symbol.asyncDispose]();
  });

  it("always rejects 3270-REGIME (RFC 1041)", async () => {
    const world = await opened(says(`FF FD 1D ${STARTED}`));
    expect(world.sent.startsWith("FF FC 1D")).toBe(true);
    await world.session[Symbol.asyncDispose]();
  });

  it("rejects TN3270E if the option forbids it, and goes on (RFC 2355 §5)", async () => {
    const world = await opened(says(`FF FD 28 ${STARTED}`), { options: { tn3270e: false } });
    expect(world.sent).toBe(same(`FF FC 28 ${TRADITIONAL_ANSWERS}`));
    await world.session[Symbol.asyncDispose]();
  });

  it("requests a logical unit with the terminal type (RFC 1646)", async () => {
    const world = await opened(says(STARTED), { options: { lu: "TERM1" } });
    expect(world.sent).toContain(same('FF FA 18 00 "IBM-3278-2-E@TERM1" FF F0'));
    expect(world.session.deviceType).toBe("IBM-3278-2-E");
    await world.session[Symbol.asyncDispose]();
  });

  it("has the screen of the device type that it named last", async () => {
    const options = { deviceTypes: ["IBM-3278-5-E", "IBM-3278-2"] };
    const { session } = await opened(says(`${TRADITIONAL} 7E C3 FF EF`), { options });
    expect(session.screen.view).toMatchObject({ rows: 27, columns: 132 });
    await session[Symbol.asyncDispose]();
  });

  it("sends a key and the changed fields", async () => {
    const world = await opened(says(STARTED));
    const { screen } = world.session;
    await screen.type("Yes");
    expect(screen.view.isLocked).toBe(false);
    await screen.press("Enter");
    expect(world.sent).toBe(same(`${TRADITIONAL_ANSWERS} 7D 40 C7 11 40 C4 'Yes' FF EF`));
    expect(screen.view).toMatchObject({ isLocked: true, status: "Waiting for the host" });
    await expect(screen.type("x")).rejects.toMatchObject({ code: "busy" });
    await screen.press("Reset");
    await screen.press("Attn");
    await screen.press("SysReq");
    expect(world.sent.endsWith(same("FF F3 F0 40 C7 11 40 C4 'Yes' FF EF"))).toBe(true);
    await world.session[Symbol.asyncDispose]();
  });

  it("answers a read only while the session is read", async () => {
    const world = await opened(says(STARTED, "F3 00 05 01 FF FF 02 FF EF"));
    const [first, second] = [world.session.readable, world.session.readable].map((one) =>
      one[Symbol.asyncIterator](),
    );
    expect(hex((await first!.next()).value)).toBe(same(SCREEN));
    expect(hex((await second!.next()).value)).toBe("F3 00 05 01 FF 02");
    expect(world.sent).toContain("88 00 0B 81 80 80 81 85 86 87 88 A6");
    await world.session[Symbol.asyncDispose]();
  });
});

describe("TN3270E (RFC 2355)", () => {
  it("negotiates the device type and the functions", async () => {
    const world = await opened(says(`${EXTENDED} 00 00 00 00 00 ${SCREEN} FF EF`));
    expect(world.sent).toBe(same(EXTENDED_ANSWERS));
    expect(world.session).toMatchObject({ mode: "tn3270e", deviceType: "IBM-3278-2-E", lu: "LU1" });
    await world.session.screen.press("PF3");
    expect(world.sent.endsWith(same("00 00 00 00 00 F3 40 C4 FF EF"))).toBe(true);
    await world.session[Symbol.asyncDispose]();
  });

  it("answers a message that asks for a response, with its number (§10.4)", async () => {
    const world = await opened(says(`${EXTENDED} 00 00 02 00 07 ${SCREEN} FF EF`));
    expect(world.sent.endsWith(same("02 00 00 00 07 00 FF EF"))).toBe(true);
    await world.session[Symbol.asyncDispose]();
  });

  it.each([
    ["an invalid command", "00 00 01 00 08 99", "02 00 01 00 08 00"],
    ["an address outside the screen", "00 00 02 00 09 F1 C3 11 3F FF FF", "02 00 01 00 09 02"],
    ["an incomplete order", "00 00 01 01 00 F1 C3 3C 40", "02 00 01 01 00 02"],
  ])("rejects %s, and goes on", async (_, message, response) => {
    const world = await opened(says(`${EXTENDED} ${message} FF EF`));
    expect(world.sent.endsWith(`${response} FF EF`)).toBe(true);
    expect(world.session.screen.view.status).toMatch(/^Invalid data: /);
    await world.session[Symbol.asyncDispose]();
  });

  it("tries the next device type after INV-DEVICE-TYPE (§7.1.5)", async () => {
    const reject = "FF FA 28 02 06 05 04 FF F0";
    const options = { deviceTypes: ["IBM-3278-4-E", "IBM-3278-3-E", "IBM-3278-2"] };
    const world = await opened(
      says(
        `FF FD 28 FF FA 28 08 02 FF F0 ${reject} ${reject} FF FA 28 02 04 "IBM-3278-2" FF F0 FF FA 28 03 04 FF F0
         00 00 00 00 00 ${SCREEN} FF EF`,
      ),
      { options },
    );
    expect(world.session.deviceType).toBe("IBM-3278-2");
    expect(world.sent).toContain(same('"IBM-3278-3-E" FF F0 FF FA 28 02 07 "IBM-3278-2" FF F0'));
    await world.session[Symbol.asyncDispose]();
  });

  it("goes on as traditional TN3270 if no device type is accepted", async () => {
    const reject = "FF FA 28 02 06 05 04 FF F0";
    const world = await opened(says(`FF FD 28 FF FA 28 08 02 FF F0 ${reject} ${reject} FF FE 28 ${STARTED}`));
    expect(world.sent).toContain(same(`FF FC 28 ${TRADITIONAL_ANSWERS}`));
    expect(world.session.mode).toBe("tn3270");
    await world.session[Symbol.asyncDispose]();
  });

  it.each([
    ["00", "protocol-error"],
    ["01", "busy"],
    ["03", "not-found"],
    ["04", "protocol-error"],
    ["05", "protocol-error"],
    ["07", "protocol-error"],
    ["63", "protocol-error"],
  ])("fails if the server rejects the logical unit with reason %s: %s", async (reason, code) => {
    const reject = `FF FA 28 02 06 05 ${reason} FF F0`;
    const world = opened(says(`FF FD 28 FF FA 28 08 02 FF F0 ${reject} ${reject}`), {
      options: { lu: "T1" },
    });
    await expect(world).rejects.toMatchObject({ code, hint: "check the tn3270 option lu" });
  });

  it("accepts only functions that it supports (§7.2)", async () => {
    const world = await opened(
      says(
        `FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" FF F0 FF FA 28 03 07 02 01 FF F0
         FF FA 28 03 07 02 FF F0 00 00 02 00 00 ${SCREEN} FF EF`,
      ),
    );
    expect(world.sent).toContain(same("FF FA 28 03 07 02 FF F0 FF FA 28 03 04 02 FF F0 02 00 00 00 00 00"));
    await world.session[Symbol.asyncDispose]();
  });

  it("takes the sizes of a BIND, and erases the screen at UNBIND (§10.3)", async () => {
    const device = EXTENDED.replace("3278-2", "3278-4");
    const image = `31 ${"00 ".repeat(19)} 18 50 2B 50 7F`;
    const world = await opened(
      async (peer) => {
        await peer.send(bytes(`${device} 03 00 00 00 00 ${image} FF EF 00 00 00 00 00 7E C3 'big' FF EF`));
        // The negotiation, and the first key.
        let heard = "";
        while (!heard.endsWith(same("F1 40 C3 'big' FF EF"))) heard += ` ${hex((await peer.receive())!)}`;
        await peer.send(bytes("04 00 00 00 00 01 FF EF"));
        await peer.closed;
      },
      { options: { deviceTypes: ["IBM-3278-4-E"] } },
    );
    const { screen } = world.session;
    expect(screen.view.rows).toBe(43);
    for (const key of ["Right", "Right", "Right", "PF1"]) await screen.press(key);
    const changed = new Promise<void>((resolve) => void screen.onChange(resolve));
    const read = readAll(world.session);
    await changed;
    expect(screen.view).toMatchObject({ rows: 24, isLocked: true });
    expect(screen.text.trim()).toBe("");
    await world.session[Symbol.asyncDispose]();
    expect(await read).toEqual([same("7E C3 'big'")]);
  });

  it("speaks to the system after SysReq (§10.5)", async () => {
    const world = await opened(async (peer) => {
      await peer.send(bytes(`${EXTENDED} 00 00 00 00 00 ${SCREEN} FF EF`));
      await peer.receive();
      await peer.receive();
      await peer.receive();
      await peer.receive();
      await peer.receive();
      await peer.send(bytes("07 00 00 00 00 15 'COMMAND UNRECOGNIZED' FF EF"));
      await peer.closed;
    });
    const { session } = world;
    await session.screen.press("SysReq");
    expect(world.sent.endsWith("FF F5")).toBe(true);
    expect(session.screen.text.trim()).toBe("");
    await session.screen.type("hello");
    await session.screen.press("Enter");
    expect(world.sent.endsWith(same("07 00 00 00 00 'hello' FF EF"))).toBe(true);
    const changed = new Promise<void>((resolve) => void session.screen.onChange(resolve));
    const read = readAll(session);
    await changed;
    expect(session.screen.text).toContain("hello\n\nCOMMAND UNRECOGNIZED");
    await session[Symbol.asyncDispose]();
    expect(await read).toEqual([same(SCREEN)]);
  });

  it("sends IP for Attn (§11), and rejects SysReq without the function", async () => {
    const basic = 'FF FD 28 FF FA 28 08 02 FF F0 FF FA 28 02 04 "IBM-3278-2-E" FF F0 FF FA 28 03 04 FF F0';
    const world = await opened(says(`${basic} 00 00 02 00 00 ${SCREEN} FF EF`));
    expect(world.sent.endsWith("03 07 00 02 04 FF F0")).toBe(true);
    await world.session.screen.press("Attn");
    expect(world.sent.endsWith("FF F4")).toBe(true);
    await expect(world.session.screen.press("SysReq")).rejects.toMatchObject({ code: "bad-argument" });
    await world.session[Symbol.asyncDispose]();
  });

  it("shows text of the NVT, and sends lines (§9.1)", async () => {
    const world = await opened(says(`${EXTENDED} 05 00 00 00 00 "Choose: " FF EF`));
    const { screen } = world.session;
    expect(screen.text.split("\n")[0]).toBe("Choose:");
    await screen.type("TSO");
    await screen.press("Enter");
    expect(world.sent.endsWith(same('05 00 00 00 00 "TSO" 0D 0A FF EF'))).toBe(true);
    await world.session[Symbol.asyncDispose]();
  });
});

describe("a session", () => {
  it("suggests the login of the URL, and never sends it", async () => {
    const url = "tn3270://guest:pw@192.0.2.1/";
    const world = await opened(says(STARTED), { url });
    expect([world.session.suggestedUser, world.session.suggestedPassword()]).toEqual(["guest", "pw"]);
    expect(world.sent).toBe(same(TRADITIONAL_ANSWERS));
    await world.session[Symbol.asyncDispose]();
    const other = await opened(says(STARTED), { url, options: { suggest: false } });
    expect([other.session.suggestedUser, other.session.suggestedPassword()]).toEqual([undefined, undefined]);
    await other.session[Symbol.asyncDispose]();
  });

  it("uses TLS at port 992 if the option says so", async () => {
    const { session } = await opened(says(STARTED), { options: { tls: true } });
    expect(session.screen.text).toContain("HI");
    await session[Symbol.asyncDispose]();
  });

  it("ends when the host closes the connection, and sends nothing after it", async () => {
    const world = await opened(saysAndCloses(STARTED));
    expect(await readAll(world.session)).toEqual([same(SCREEN)]);
    await expect(world.session.screen.press("Enter")).rejects.toMatchObject({ code: "truncated" });
    expect(world.transport.open).toBe(0);
  });

  it("sends Telnet commands, and lists the options", async () => {
    const world = await opened(says(STARTED));
    await world.session.send("AYT");
    expect(world.sent.endsWith("FF F6")).toBe(true);
    expect(world.session.optionsInUse).toContainEqual({ option: "end-of-record", side: "him" });
    await expect(world.session.send("NO SUCH" as never)).rejects.toThrow(TypeError);
    await world.session[Symbol.asyncDispose]();
  });

  it("lists the fields, without hidden text", async () => {
    const { session } = await opened(says(`${TRADITIONAL} F5 C3 1D 60 'Name' 1D 40 'Ann' 1D 4C 'pw' FF EF`));
    expect(session.screen.fields.map(({ column, text, isProtected }) => [column, text, isProtected])).toEqual(
      [
        [1, "Name", true],
        [6, "Ann", false],
        [10, "", false],
      ],
    );
    expect(session.screen.text).not.toContain("pw");
    expect(session.screen.keys.map(({ name }) => name)).toContain("PF24");
    await session[Symbol.asyncDispose]();
  });
});

describe("hostile servers", () => {
  const floods = (wire: string) => async (peer: MemoryPeer) => {
    const chunk = bytes(wire.repeat(100));
    while (peer.open) await peer.send(chunk);
  };

  it.each([
    [
      "a subnegotiation without end",
      async (peer: MemoryPeer) => {
        await peer.send(bytes("FF FD 28 FF FA 28"));
        await peer.send(new Uint8Array(2_000).fill(0x41));
        await peer.closed;
      },
      "protocol-error",
    ],
    ["TN3270E requests without end", floods("FF FD 28 FF FA 28 08 02 FF F0 "), "protocol-error"],
    ["functions without end", floods("FF FD 28 FF FA 28 03 07 01 FF F0 "), "protocol-error"],
    [
      "a record without end",
      async (peer: MemoryPeer) => {
        await peer.send(bytes(TRADITIONAL));
        while (peer.open) await peer.send(new Uint8Array(60_000).fill(0x40));
      },
      "too-large",
    ],
    ["another protocol", saysAndCloses('"SSH-2.0-OpenSSH" 0D 0A'), "protocol-error"],
    ["a close before anything", saysAndCloses(""), "truncated"],
    ["a close during the negotiation", saysAndCloses("FF FD 18"), "truncated"],
    ["a close before the first screen", saysAndCloses(TRADITIONAL), "truncated"],
    ["a close in a record", saysAndCloses(`${TRADITIONAL} F5 C3`), "truncated"],
    ["a message without a header", saysAndCloses(`${EXTENDED} 00 00 FF EF`), "protocol-error"],
  ])("%s: fails with a code, and closes the connection", async (_, server, code) => {
    let transport: MemoryPeer | undefined;
    const failed = opened(async (peer) => {
      transport = peer;
      await server(peer);
    });
    await expect(failed).rejects.toMatchObject({ code });
    expect(transport?.open).toBe(false);
  });

  it("a host that only sends text: unsupported at its end", async () => {
    const world = await opened(saysAndCloses('FF FB 03 "login: "'));
    await expect(world.session.write(bytes("7D"))).rejects.toMatchObject({ code: "unsupported" });
    await expect(readAll(world.session)).rejects.toMatchObject({ code: "unsupported" });
  });

  it("ignores requests to transfer files, and messages of other types", async () => {
    const world = await opened(
      says(`${EXTENDED} 08 00 00 00 00 FF EF 00 00 00 00 00 F3 00 05 D0 00 12 FF EF`),
    );
    expect(world.sent).toBe(same(EXTENDED_ANSWERS));
    await world.session[Symbol.asyncDispose]();
  });

  it("any bytes fail only with an AccessError", async () => {
    let seed = 7;
    const random = () => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed / 2_147_483_647;
    };
    const often = [
      255, 255, 250, 251, 253, 239, 240, 40, 24, 25, 0, 2, 3, 4, 8, 17, 29, 60, 18, 5, 0xf5, 0xf3, 64,
    ];
    for (let i = 0; i < 200; i++) {
      const noise = Array.from({ length: 400 }, () => often[Math.floor(random() * often.length)]!);
      const work = opened(async (peer) => {
        await peer.send(bytes(i % 2 === 0 ? TRADITIONAL : EXTENDED));
        await peer.send(Uint8Array.from(noise));
        peer.end();
      }).then(({ session }) => readAll(session));
      await work.catch((error: unknown) => {
        if (!isAccessError(error)) throw error;
      });
    }
  });
});
