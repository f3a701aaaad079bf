import { octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { connectBySocks5 } from "../../src/proxies/socks5.ts";
import { cuts, readAll, ScriptedProxy } from "./proxy-world.ts";

const target = { host: "h.example", port: 70 };
const login = { user: "me", password: "pw" };
const bytes = (...octets: (number | string)[]) =>
  Uint8Array.from(octets.flatMap((octet) => (typeof octet === "string" ? [...octetsOf(octet)] : [octet])));
const hello = [5, 0];
const granted = [5, 0, 0, 1, 192, 0, 2, 1, 4, 56];

async function sentTo(
  host: string,
  port: number,
  given?: typeof login,
  says: number[] = [...hello, ...granted],
) {
  const proxy = new ScriptedProxy([bytes(...says)]);
  await connectBySocks5(proxy, { host, port }, given);
  return [...proxy.sent];
}

describe("the request to a SOCKS proxy (RFC 1928 §4)", () => {
  it("contains the bytes of an address, or a name with its length", async () => {
    const request = (...address: (number | string)[]) => [...bytes(5, 1, 0, 5, 1, 0, ...address)];
    expect(await sentTo("192.0.2.7", 21)).toEqual(request(1, 192, 0, 2, 7, 0, 21));
    expect(await sentTo("2001:db8::1", 65_535)).toEqual(
      request(4, 0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 255, 255),
    );
    expect(await sentTo("h.example", 4000)).toEqual(request(3, 9, "h.example", 15, 160));
    // An IPv6 address that contains an IPv4 address is not changed.
    expect(await sentTo("::ffff:192.0.2.7", 1)).toHaveLength(3 + 4 + 16 + 2);
  });

  it("offers a login if there is one, and sends it only to a proxy that selects it (RFC 1929)", async () => {
    expect(await sentTo("192.0.2.7", 21, login)).toEqual([
      ...bytes(5, 2, 0, 2),
      ...bytes(5, 1, 0, 1, 192, 0, 2, 7, 0, 21),
    ]);
    expect(await sentTo("192.0.2.7", 21, login, [5, 2, 1, 0, ...granted])).toEqual([
      ...bytes(5, 2, 0, 2),
      ...bytes(1, 2, "me", 2, "pw"),
      ...bytes(5, 1, 0, 1, 192, 0, 2, 7, 0, 21),
    ]);
  });

  it.each([
    "",
    "a b",
    "h\r\n",
    "h%00",
    "h\0.example",
    "fe80::1%eth0",
    "a".repeat(256),
    "a.".repeat(130),
    "é.example",
    "127.1",
  ])("is not sent for the host %j", async (host) => {
    const proxy = new ScriptedProxy([bytes(...hello, ...granted)]);
    await expect(connectBySocks5(proxy, { host, port: 1 }, undefined)).rejects.toMatchObject({
      code: "bad-host",
    });
    expect(proxy.sent).toHaveLength(0);
  });

  it.each([
    ["a".repeat(256), "p"],
    ["u", "p".repeat(256)],
    ["é".repeat(128), "p"],
    ["", "p"],
  ])("never truncates or wraps a length (login %#)", async (user, password) => {
    const proxy = new ScriptedProxy([bytes(5, 2, 1, 0, ...granted)]);
    await expect(connectBySocks5(proxy, target, { user, password })).rejects.toMatchObject({
      code: "too-large",
    });
    expect([...proxy.sent]).toEqual([5, 2, 0, 2]);
  });
});

describe("the reply of a SOCKS proxy", () => {
  it.each([
    ["an IPv4 address", [5, 0, 0, 1, 1, 2, 3, 4, 5, 6]],
    ["an IPv6 address", [5, 0, 0, 4, ...Array<number>(16).fill(7), 5, 6]],
    ["a name", [5, 0, 0, 3, 3, 65, 66, 67, 5, 6]],
    ["an empty name", [5, 0, 0, 3, 0, 5, 6]],
  ])("with %s opens the tunnel with any chunks, and preserves the bytes after it", async (_, reply) => {
    for (const pieces of cuts(bytes(5, 2, 1, 0, ...reply, "220 hello"))) {
      const tunnel = await connectBySocks5(new ScriptedProxy(pieces), target, login);
      expect(await readAll(tunnel)).toBe("220 hello");
    }
  });

  it.each([
    [1, /general failure/, true],
    [2, /rules/, false],
    [3, /network unreachable/, true],
    [4, /host unreachable/, true],
    [5, /connection refused/, true],
    [6, /TTL/, true],
    [7, /command/, false],
    [8, /address type/, false],
    [9, /reply code 9/, false],
    [255, /reply code 255/, false],
  ])("%d is a failure with a reason", async (reply, message, retryable) => {
    for (const pieces of cuts(bytes(...hello, 5, reply))) {
      const asking = connectBySocks5(new ScriptedProxy(pieces), target, undefined);
      await expect(asking).rejects.toMatchObject({ code: "proxy-refused", replyCode: reply, retryable });
      await expect(asking).rejects.toThrow(message);
    }
  });

  it.each([
    ["no method", undefined, [5, 255]],
    ["no method for a login", login, [5, 255]],
    ["another login", login, [5, 2, 1, 1]],
    ["another login, of some other number", login, [5, 2, 1, 255]],
  ])("proxy-auth-required: %s", async (_, given, says) => {
    for (const pieces of cuts(bytes(...says))) {
      const error = await connectBySocks5(new ScriptedProxy(pieces), target, given).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: "proxy-auth-required", hint: expect.any(String) });
      expect(error.message).not.toContain("pw");
    }
  });
});

describe("a hostile SOCKS proxy", () => {
  it.each([
    ["nothing", "connect-failed", undefined, []],
    ["half a reply", "connect-failed", undefined, [5, 0, 5, 0, 0, 1, 9]],
    ["half a name", "connect-failed", undefined, [5, 0, 5, 0, 0, 3, 200, 65, 66]],
    ["HTTP", "protocol-error", undefined, [..."HTTP/1.1 400 Bad"].map((char) => char.charCodeAt(0))],
    ["SOCKS 4", "protocol-error", undefined, [0, 90, 0, 0, 0, 0, 0, 0]],
    ["a method that was not offered", "protocol-error", undefined, [5, 2]],
    ["GSSAPI", "protocol-error", login, [5, 1]],
    ["another subnegotiation", "protocol-error", login, [5, 2, 5, 0]],
    ["another version in its reply", "protocol-error", undefined, [5, 0, 4, 0]],
    ["something reserved", "protocol-error", undefined, [5, 0, 5, 0, 1, 1, 1, 1, 1, 1, 1, 1]],
    ["an address of no kind", "protocol-error", undefined, [5, 0, 5, 0, 0, 2, 1, 1, 1, 1, 1, 1]],
  ] as const)("says %s", async (_, code, given, says) => {
    for (const pieces of cuts(bytes(...says)))
      await expect(connectBySocks5(new ScriptedProxy(pieces), target, given)).rejects.toMatchObject({ code });
  });

  it("receives no login that it did not select, and is read no further than its reply", async () => {
    const proxy = new ScriptedProxy([bytes(...hello), bytes(...granted), bytes("220 hello")]);
    expect(await connectBySocks5(proxy, target, login)).toBe(proxy);
    expect(proxy.received).toBe(12);
    expect(String.fromCharCode(...proxy.sent)).not.toContain("pw");
  });

  it("is accepted or rejected with a code, with any content", async () => {
    const octets = fc.array(fc.oneof(fc.constantFrom(5, 0, 1, 2, 3, 4), fc.nat(255)), { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(octets, fc.boolean(), async (says, withLogin) => {
        const asking = connectBySocks5(
          new ScriptedProxy([bytes(...says)]),
          target,
          withLogin ? login : undefined,
        );
        const outcome = await asking.then(
          () => "tunnel",
          (error) => error.code,
        );
        expect(outcome).toMatch(
          /^(?:tunnel|connect-failed|proxy-refused|proxy-auth-required|protocol-error)$/,
        );
      }),
    );
  });
});
