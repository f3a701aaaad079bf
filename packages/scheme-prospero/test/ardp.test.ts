import { octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ArdpResponse, exchangeRequest } from "../src/ardp.ts";
import { ReferralChain } from "../src/referral-chain.ts";
import type { DatagramExchange } from "../src/step.ts";
import hostile from "./fixtures/hostile-packets.json" with { type: "json" };
import observed from "./fixtures/observed.json" with { type: "json" };
import {
  type Arrival,
  answering,
  hexOf,
  ID,
  isRequest,
  octetsOfHex,
  type Peer,
  packet,
  packetsOf,
  play,
  type Sent,
  session,
  under,
} from "./scripted-datagrams.ts";

const REQUEST = "VERSION 5 anyurl\n";
const HEADER = "095a5a000100010000";
const CANCEL = "0d5a5a00000000000000000001";
const ACKNOWLEDGED = (through: number) => `095a5a00000000${through.toString(16).padStart(4, "0")}`;

/** One request, with the connection id 5A5A. */
function ask(
  options: Readonly<Record<string, unknown>> = {},
  limits: Parameters<typeof session>[1] = {},
  text = REQUEST,
): DatagramExchange<never, ArdpResponse> {
  const own = session(options, limits);
  const trip = new ReferralChain(own);
  const endpoint = { host: "pros.example.org", port: 1525 };
  const request = { endpoint, sentBy: undefined, text: octetsOf(text) };
  return exchangeRequest(request, { ...own, redirect: (to) => trip.redirect(to) });
}

const responseText = (answer: ArdpResponse | undefined) =>
  answer && new TextDecoder("latin1").decode(answer.text);
const hexes = (sent: readonly Sent[]) => sent.map(({ octets }) => hexOf(octets));
const whenSent = (sent: readonly Sent[]) => sent.map(({ at }) => at);
const silent: Peer = () => [];
const code = (wanted: string) => expect.objectContaining({ name: "AccessError", code: wanted });

describe("a request", () => {
  it("is one packet with a 9-byte header, like its response", () => {
    const { sent, result, took } = play(ask(), answering(octetsOfHex("035a5a4f4b0a")));
    expect(hexes(sent)).toEqual([HEADER + hexOf(octetsOf(REQUEST))]);
    expect(responseText(result)).toBe("OK\n");
    expect(took).toBe(0);
  });

  it("is retransmitted after 4, 8, and 16 s, and times out after 32 s", () => {
    const { sent, error, took } = play(ask(), silent);
    expect(whenSent(sent)).toEqual([0, 4_000, 12_000, 28_000, 60_000]);
    expect(new Set(hexes(sent).slice(0, 4)).size).toBe(1);
    expect(hexes(sent).at(-1)).toBe(CANCEL);
    expect(took).toBe(60_000);
    expect(error).toEqual(expect.objectContaining({ code: "timeout", retryable: true }));
  });

  it("is retransmitted according to the options", () => {
    const { sent } = play(ask({ retransmitAfter: 100, retransmissions: 1 }), silent);
    expect(whenSent(sent)).toEqual([0, 100, 300]);
  });

  it("is split into 1250-byte packets, 16 per window", () => {
    const text = "x".repeat(1250 * 40 + 1);
    const got = new Map<number, Uint8Array>();
    let through = 0;
    const peer: Peer = (sent) => {
      const view = new DataView(sent.buffer);
      const number = view.getUint16(3);
      if (number === 0) return [];
      expect(view.getUint16(5)).toBe(41);
      expect(sent.length - (sent[0] ?? 0)).toBe(number === 41 ? 1 : 1250);
      got.set(number, sent);
      expect(number).toBeLessThanOrEqual(through + 16);
      const wanted = sent[0] === 12 && sent[11] === 0x80;
      expect(wanted).toBe(number === through + 16 && number < 41);
      if (wanted) {
        through = number;
        return [{ octets: packet(0, 0, "", { through }) }];
      }
      return number === 41 ? [{ octets: octetsOfHex("035a5a4f4b0a") }] : [];
    };
    const { result, took } = play(ask({}, {}, text), peer);
    expect(responseText(result)).toBe("OK\n");
    expect(got.size).toBe(41);
    expect(took).toBe(0);
  });

  it("is retransmitted without acknowledged packets", () => {
    const text = "x".repeat(1250 * 3);
    const firsts = new Set<number>();
    const peer: Peer = (sent) => {
      const number = sent[4]!;
      if (firsts.has(number)) return number === 2 ? [{ octets: octetsOfHex("035a5a4f4b0a") }] : [];
      firsts.add(number);
      // Received through 1, and 3 beyond it: bit 0 stands for received-through + 2.
      return number === 3 ? [{ octets: packet(0, 0, "", { through: 1, option: 3, fields: [1] }) }] : [];
    };
    const { sent, result } = play(ask({}, {}, text), peer);
    expect(sent.map(({ octets }) => octets[4])).toEqual([1, 2, 3, 2]);
    expect(responseText(result)).toBe("OK\n");
  });

  it("is retransmitted after a reset only when the timer expires", () => {
    let resets = 0;
    const peer: Peer = () =>
      resets++ < 3
        ? [{ octets: packet(0, 0, "", { through: 0, option: 2 }), after: 1 }]
        : [{ octets: octetsOfHex("035a5a4f4b0a") }];
    const { sent, result } = play(ask(), peer);
    expect(whenSent(sent)).toEqual([0, 4_000, 12_000, 28_000]);
    expect(responseText(result)).toBe("OK\n");
  });
});

describe("a response", () => {
  const text = "LINK L FILE a.txt INTERNET-D h.example ASCII /a 0\n".repeat(100);
  const pieces = packetsOf(text, 1000);

  it("is reassembled in any order, and ignores duplicate packets", () => {
    const shuffled = [
      pieces[3]!,
      pieces[0]!,
      packet(4, 5, "evil"),
      pieces[4]!,
      pieces[2]!,
      pieces[2]!,
      pieces[1]!,
    ];
    expect(responseText(play(ask(), answering(...shuffled)).result)).toBe(text);
  });

  it("is acknowledged on request, with the packets received in sequence", () => {
    const flags = 0x80;
    const datagrams = [
      packet(1, 0, "a", { flags }),
      packet(3, 0, "c", { flags }),
      packet(2, 0, "b"),
      packet(4, 5, "d", { flags }),
      packet(5, 5, "e\n", { flags }),
    ];
    const { sent, result } = play(ask(), answering(...datagrams));
    expect(hexes(sent).slice(1)).toEqual([1, 1, 4, 5].map(ACKNOWLEDGED));
    expect(responseText(result)).toBe("abcde\n");
  });

  it("is acknowledged once for duplicate packets", () => {
    const asking = packet(1, 0, "a", { flags: 0x80 });
    const { sent } = play(ask(), answering(asking, asking, asking, packet(2, 2, "\n")));
    expect(hexes(sent).slice(1)).toEqual([ACKNOWLEDGED(1)]);
  });

  it("is requested again by an acknowledgement if its beginning is lost", () => {
    let asked = 0;
    const peer: Peer = (sent) => {
      if (isRequest(sent)) return [{ octets: packet(2, 2, "b\n", { through: 1 }) }];
      return asked++ === 0 ? [{ octets: packet(1, 2, "a", { through: 1 }), after: 10 }] : [];
    };
    const { sent, result, took } = play(ask(), peer);
    expect(hexes(sent).slice(1)).toEqual([ACKNOWLEDGED(0)]);
    expect(took).toBe(4_010);
    expect(responseText(result)).toBe("ab\n");
  });

  it("may have a connection id with swapped bytes", () => {
    const [first, second, third] =
      observed.answers["a window of two, and the rest under the swapped id"].map(octetsOfHex);
    const own = session({}, {}, () => 0x1234);
    const request = {
      endpoint: { host: "h.example", port: 1525 },
      sentBy: undefined,
      text: octetsOf(REQUEST),
    };
    const peer: Peer = (sent) =>
      (isRequest(sent) ? [first!, second!] : [third!]).map((octets) => ({ octets }));
    const { result, sent } = play(exchangeRequest(request, { ...own, redirect: () => {} }), peer);
    expect(hexes(sent).at(-1)).toBe("091234000000000002");
    expect(responseText(result)).toMatch(
      /^ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA The' long .*'\n$/s,
    );
  });

  it("is ignored if it belongs to another request", () => {
    for (const id of [0x5a5b, 0, 0xa5a5]) {
      const { error } = play(ask(), answering(under(id, octetsOfHex("035a5a4f4b0a"))));
      expect(error).toEqual(code("timeout"));
    }
  });

  it("excludes control packets, whose numbers count", () => {
    const datagrams = [packet(1, 3, "a"), packet(2, 3, "not for us", { flags: 0x40 }), packet(3, 3, "b\n")];
    expect(responseText(play(ask(), answering(...datagrams)).result)).toBe("ab\n");
  });

  it("has one NUL removed at its end", () => {
    expect(responseText(play(ask(), answering(...packetsOf("OK\n\0\0"))).result)).toBe("OK\n\0");
  });

  it("fails with too-large and the name of the limit", () => {
    const many = (limits: Parameters<typeof session>[1]) => play(ask({}, limits), answering(...pieces)).error;
    expect(many({ maxDatagrams: 4 })).toEqual(
      expect.objectContaining({ code: "too-large", hint: expect.stringContaining("maxDatagrams") }),
    );
    expect(many({ maxDatagramOctets: 4_000 })).toEqual(
      expect.objectContaining({ code: "too-large", hint: expect.stringContaining("maxDatagramOctets") }),
    );
  });

  it("arrives complete or times out on a network that loses, duplicates, and reorders datagrams", () => {
    fc.assert(
      fc.property(fc.infiniteStream(fc.nat(99)), fc.integer({ min: 1, max: 40 }), (chances, count) => {
        const chance = () => chances.next().value!;
        const whole = Array.from({ length: count }, (_, i) =>
          packet(i + 1, i + 1 === count ? count : 0, `${i};`, { through: 1 }),
        );
        // A server as there was one: 16 at a time, and what is not acknowledged again when it is asked for.
        let through = 0;
        const server = (sent: Uint8Array): readonly Uint8Array[] => {
          const view = new DataView(sent.buffer);
          through = Math.max(through, Math.min(count, view.getUint16(7)));
          return whole.slice(through, through + 16).map((octets, i) => {
            const copy = octets.slice();
            if (i === 15 && through + 16 < count) copy[11] = 0x80;
            return copy;
          });
        };
        const over = (octets: Uint8Array): readonly Arrival[] => {
          const fate = chance();
          if (fate < 20) return [];
          const arrival = { octets, after: chance() * 10 };
          return fate < 35 ? [arrival, { octets, after: chance() * 20 }] : [arrival];
        };
        const peer: Peer = (sent) => (chance() < 20 ? [] : server(sent).flatMap(over));
        const { result, error } = play(ask(), peer);
        if (error === undefined) expect(responseText(result)).toBe(whole.map((_, i) => `${i};`).join(""));
        else expect(error).toEqual(code("timeout"));
      }),
      { numRuns: 200 },
    );
  });
});

describe("a slow server", () => {
  const wait = (seconds: number) => packet(0, 0, "", { wait: seconds });

  it("gets the requested wait, then all retransmissions", () => {
    let first = true;
    const peer: Peer = () => {
      if (!first) return [];
      first = false;
      return [{ octets: wait(180), after: 1_000 }];
    };
    const { sent, error } = play(ask(), peer);
    expect(whenSent(sent)).toEqual([0, 181_000, 189_000, 205_000, 237_000]);
    expect(error).toEqual(
      expect.objectContaining({ code: "timeout", hint: expect.stringContaining("180 s") }),
    );
  });

  it("reports its queue, which the hint of the timeout shows", () => {
    const queue = octetsOfHex("145a5a0000000000000384 00fe03000500000014".replace(" ", ""));
    const { error, sent } = play(ask(), answering(queue), { due: 30_000 });
    expect(error).toEqual(
      expect.objectContaining({
        code: "timeout",
        hint: "increase the limit replyTimeout: the server requested 900 s (position 5 in its queue)",
      }),
    );
    expect(hexes(sent).at(-1)).toBe(CANCEL);
  });

  it("cannot extend the deadline of the call", () => {
    const peer: Peer = () =>
      Array.from({ length: 100 }, (_, i) => ({ octets: wait(0xffff), after: i * 1_000 }));
    const { took, error } = play(ask(), peer, { due: 30_000 });
    expect(took).toBe(30_000);
    expect(error).toEqual(code("timeout"));
  });

  it("cannot prevent a retransmission with unrelated packets", () => {
    const peer: Peer = (sent, { at }) =>
      isRequest(sent) && at === 0
        ? Array.from({ length: 60 }, (_, i) => ({ octets: under(1, packet(1, 1, "x")), after: i * 1_000 }))
        : [];
    expect(whenSent(play(ask(), peer).sent)).toEqual([0, 4_000, 12_000, 28_000, 60_000]);
  });
});

describe("a refusal or redirect", () => {
  it("fails with connect-failed if the server refuses", () => {
    const { error, took } = play(ask(), answering(octetsOfHex("0d5a5a00000000000000000001")));
    expect(error).toEqual(expect.objectContaining({ code: "connect-failed", retryable: true }));
    expect(took).toBe(0);
  });

  it("fails with protocol-error for another version or protocol", () => {
    for (const hex of ["4d0000000000000000000000000000", hexOf(octetsOf("ERROR not understood\n"))]) {
      const { error } = play(ask(), answering(octetsOfHex(hex)));
      expect(error).toEqual(code("protocol-error"));
    }
  });

  const elsewhere = (host: readonly number[], port: number) =>
    packet(0, 0, "", { option: 4, fields: [...host, port >> 8, port & 0xff] });

  it("does not follow a redirect by default", () => {
    const { error, opened } = play(ask(), answering(elsewhere([127, 0, 0, 1], 1526)));
    expect(error).toEqual(
      expect.objectContaining({ code: "redirect-refused", hint: expect.stringContaining("followRedirects") }),
    );
    expect(opened).toHaveLength(1);
  });

  it("follows a redirect with the same packets and id if enabled", () => {
    const peer: Peer = (_sent, { to }) =>
      [to.port === 1526 ? octetsOfHex("035a5a4f4b0a") : elsewhere([192, 0, 2, 7], 1526)].map((octets) => ({
        octets,
      }));
    const { sent, opened, result } = play(ask({ followRedirects: true }), peer);
    expect(opened).toEqual([
      { to: "pros.example.org:1525", sentBy: undefined },
      { to: "192.0.2.7:1526", sentBy: "pros.example.org:1525" },
    ]);
    expect(new Set(hexes(sent)).size).toBe(1);
    expect(sent).toHaveLength(2);
    expect(result?.remote).toEqual({ address: "192.0.2.7", port: 1526 });
  });

  it("stops a redirect loop at the limit", () => {
    const peer: Peer = () => [{ octets: elsewhere([192, 0, 2, 7], 1526) }];
    const { opened, error } = play(ask({ followRedirects: true }), peer);
    expect(opened).toHaveLength(6);
    expect(error).toEqual(code("too-many-redirects"));
  });

  it("ignores a redirect after the response has begun", () => {
    const datagrams = [packet(1, 2, "a"), elsewhere([10, 0, 0, 1], 53), packet(2, 2, "b\n")];
    expect(responseText(play(ask({ followRedirects: true }), answering(...datagrams)).result)).toBe("ab\n");
  });
});

describe("hostile packets", () => {
  // The result of each case of the fixture, at the level of datagrams; the texts of other cases are only documentation.
  const OUTCOMES: ReadonlyMap<string, string> = new Map([
    ["empty datagram", "timeout"],
    ["octet 0 is 0: header of length 0", "timeout"],
    ["header longer than the datagram", "timeout"],
    ["header length 2: half a connection id", "timeout"],
    ["another connection id", "timeout"],
    ["header version 1", "protocol-error"],
    ["header version 3", "protocol-error"],
    ["packet 5 of 2", "timeout"],
    ["packet 65535 of 65535, alone", "too-large"],
    ["two different totals", "protocol-error"],
    ["total smaller than a packet already held", "protocol-error"],
    ["flag 01 with an address length beyond the header", "timeout"],
    ["flags FF, no room for their fields", "timeout"],
    ["redirect cut short (3 octets)", "timeout"],
    ["redirect to a loopback address", "redirect-refused"],
    ["redirect to a private address, port 53", "redirect-refused"],
    ["wait 65535 seconds, again and again", "timeout"],
    ["reset received-through to 0 after everything was received", "timeout"],
    ["line of 60000 octets in one quoted token, 48 packets of it never ended", "timeout"],
  ]);

  it.each(hostile.cases.map((each) => [each.what, each.packets] as const))("%s", (what, packets) => {
    const { result, error, sent } = play(ask(), answering(...packets.map(octetsOfHex)), { due: 30_000 });
    const outcome = OUTCOMES.get(what);
    if (outcome === undefined) expect(result).toBeDefined();
    else expect(error).toEqual(code(outcome));
    // Never send more than the request, its retransmissions, and one acknowledgement per packet.
    expect(sent.length).toBeLessThanOrEqual(4 + packets.length * 3 + 1);
  });

  it("keep the first packet of a number", () => {
    const same = hostile.cases.find(({ what }) => what === "same packet number, different text")!;
    expect(responseText(play(ask(), answering(...same.packets.map(octetsOfHex))).result)).not.toContain(
      "evil",
    );
  });

  it("time out if incomplete, and use memory only for received bytes", () => {
    const peer: Peer = (sent) =>
      isRequest(sent)
        ? Array.from({ length: 200 }, (_, i) => ({
            octets: packet(i + 2, 0, "x".repeat(1250)),
            after: i * 100,
          }))
        : [];
    const { error, took, sent } = play(ask(), peer, { due: 30_000 });
    expect(error).toEqual(code("timeout"));
    expect(took).toBeLessThanOrEqual(30_000);
    expect(sent.length).toBeLessThan(8);
  });

  it("are ignored if their numbers wrap around", () => {
    const wrapping = [packet(0xfffe, 0, "a"), packet(0xffff, 0, "b"), packet(0, 0, "c"), packet(1, 0, "d")];
    expect(play(ask(), answering(...wrapping), { due: 30_000 }).error).toEqual(code("too-large"));
    const unlimited = { maxDatagrams: Number.POSITIVE_INFINITY };
    expect(play(ask({}, unlimited), answering(...wrapping), { due: 30_000 }).error).toEqual(code("timeout"));
  });

  it("get at most one 9-byte acknowledgement each", () => {
    const datagrams = Array.from({ length: 100 }, (_, i) => packet(i + 2, 0, "", { flags: 0x80 }));
    const { sent } = play(ask(), answering(...datagrams), { due: 3_000 });
    const words = sent.filter(({ octets }) => octets.length === 9);
    expect(words.length).toBeLessThanOrEqual(100);
  });
});

it("a request uses the given id", () => {
  expect(hexOf(play(ask(), silent).sent[0]!.octets).slice(2, 6)).toBe(ID.toString(16));
});
