import { octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { fetchContents, findObject } from "../src/exchange.ts";
import { type ListEvent, list } from "../src/list.ts";
import { ReferralChain } from "../src/referral-chain.ts";
import type { Target } from "../src/request.ts";
import {
  answering,
  isRequest,
  type Peer,
  packetsOf,
  play,
  session,
  textOfRequest,
} from "./scripted-datagrams.ts";

const place = (hsoname: string, host = "a.example", port = 1525): Target => ({
  host,
  port,
  hsoname,
  version: 0,
  fieldspecs: [],
});

/** Servers by host, which answer by what the request holds. */
function world(servers: Readonly<Record<string, (request: string) => string | undefined>>): Peer {
  return (sent, { to }) => {
    const text = isRequest(sent) ? servers[`${to.address}:${to.port}`]?.(textOfRequest(sent)) : undefined;
    return text === undefined ? [] : packetsOf(octetsOf(text)).map((octets) => ({ octets }));
  };
}

const link = (name: string, host = "a.example", hsoname = `/${name}`, kind = "L FILE") =>
  `LINK  ${kind} ${name} INTERNET-D ${host} ASCII '${hsoname}' 0\n`;
const union = (host: string, hsoname: string) => link("union", host, hsoname, "U DIRECTORY");
const names = (events: readonly ListEvent[]) =>
  events.map((event) =>
    event.kind === "link"
      ? event.link.name
      : event.kind === "unexpanded"
        ? `-${event.link.object.host}`
        : event.kind,
  );
const code = (wanted: string) => expect.objectContaining({ name: "AccessError", code: wanted });

describe("a listing", () => {
  it("is the links of a directory, warnings and what was left out", () => {
    const long = link("x".repeat(9_000));
    const text = `VERSION 5 x\nWARNING MESSAGE 'closed on Sundays'\n${link("a")}${link("b")}${long}`;
    const { events } = play(list(place("/d"), [], session()), answering(...packetsOf(text)));
    expect(names(events)).toEqual(["warning", "a", "b", "skipped"]);
  });

  it("is empty for NONE-FOUND", () => {
    expect(play(list(place("/d"), [], session()), answering(...packetsOf("NONE-FOUND\n"))).events).toEqual(
      [],
    );
  });

  it("lists the entries of union links, each directory once", () => {
    const peer = world({
      "a.example:1525": (request) =>
        request.includes("'/d'")
          ? link("a") + union("b.example(1526)", "/u") + union("A.EXAMPLE", "/d") + union("a.example", "/e")
          : link("e") + union("b.example(1526)", "/u"),
      "b.example:1526": () => link("b") + union("a.example", "/d"),
    });
    const { events, opened } = play(list(place("/d"), [], session()), peer);
    expect(names(events)).toEqual(["a", "b", "e"]);
    expect(opened).toEqual([
      { to: "a.example:1525", sentBy: undefined },
      { to: "b.example:1526", sentBy: "a.example:1525" },
      { to: "a.example:1525", sentBy: "a.example:1525" },
    ]);
  });

  it("says of a union link that leads nowhere what is missing, and goes on", () => {
    const peer = world({
      "a.example:1525": () => union("b.example", "/u") + link("a") + union("h.example(0)", "/x"),
    });
    const { events, error } = play(list(place("/d"), [], session({ retransmissions: 0 })), peer);
    expect(error).toBeUndefined();
    expect(names(events)).toEqual(["a", "-h.example(0)", "-b.example"]);
  });

  it("follows no more union links than it may", () => {
    const unions = Array.from({ length: 40 }, (_, i) => union("a.example", `/u${i}`)).join("");
    const peer = world({
      "a.example:1525": (request) => (request.includes("'/d'") ? unions : "NONE-FOUND\n"),
    });
    const played = play(list(place("/d"), [], session()), peer);
    expect(played.opened).toHaveLength(17);
    expect(played.events).toHaveLength(24);
    expect(play(list(place("/d"), [], session({ maxUnions: 0 })), peer).opened).toHaveLength(1);
  });

  it("of unions without end ends", () => {
    let count = 0;
    const peer = world({ "a.example:1525": () => union("a.example", `/u${count++}`) });
    const { opened, error } = play(list(place("/d"), [], session()), peer);
    expect(error).toBeUndefined();
    expect(opened).toHaveLength(17);
  });

  it("of ten thousand links is refused by the usual limits, and read where more is allowed", () => {
    const text = Array.from({ length: 10_000 }, (_, i) => link(`n${i}`)).join("");
    const packets = packetsOf(text);
    expect(play(list(place("/d"), [], session()), answering(...packets)).error).toEqual(code("too-large"));
    const { events } = play(
      list(place("/d"), [], session({}, { maxDatagrams: 1_000 })),
      answering(...packets),
    );
    expect(events).toHaveLength(10_000);
    const few = session({}, { maxDatagrams: 1_000, maxEntries: 9_999 });
    expect(play(list(place("/d"), [], few), answering(...packets)).error).toEqual(code("too-large"));
  });

  it("counts the entries of all its unions together", () => {
    const peer = world({
      "a.example:1525": () => link("a") + link("b") + union("b.example", "/"),
      "b.example:1525": () => link("c") + link("d"),
    });
    expect(play(list(place("/d"), [], session({}, { maxEntries: 4 })), peer).error).toEqual(
      code("too-large"),
    );
    expect(play(list(place("/d"), [], session({}, { maxEntries: 5 })), peer).error).toBeUndefined();
  });

  it("of a file is not a directory, and of nothing is not found", () => {
    const file = world({
      "a.example:1525": (request) =>
        request.includes("#ALL")
          ? "ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '1 bytes'\n"
          : "FAILURE NOT-A-DIRECTORY\n",
    });
    expect(play(list(place("/d"), [], session()), file).error).toEqual(code("not-a-directory"));
    const nothing = world({
      "a.example:1525": (request) =>
        request.includes("#ALL") ? "FAILURE NOT-FOUND\n" : "FAILURE NOT-A-DIRECTORY\n",
    });
    expect(play(list(place("/d"), [], session()), nothing).error).toEqual(code("not-found"));
  });

  it("is refused where the directory differs in a field of the URL", () => {
    const fields = { ...place("/d"), fieldspecs: [{ fieldname: "ID", fieldvalue: "REMOTE 7" }] };
    const of = (id: string) =>
      play(
        list(fields, [], session()),
        answering(...packetsOf(`ATTRIBUTE OBJECT FIELD ID REMOTE ${id}\n${link("a")}`)),
      );
    expect(names(of("7").events)).toEqual(["a"]);
    expect(of("8")).toMatchObject({ events: [], error: code("not-found") });
  });
});

describe("FORWARDED", () => {
  const forward = (host: string, hsoname = "/moved") =>
    `VERSION 5 x\nFORWARDED INTERNET-D ${host} ASCII '${hsoname}' 0\n`;

  it("asks the other server for the other name, under a new id", () => {
    let id = 0x5a59;
    const peer: Peer = (sent, { to }) => {
      const text = to.port === 1526 ? link("a") : forward("B.EXAMPLE(1526)");
      const cid = (sent[1]! << 8) | sent[2]!;
      return packetsOf(text, 1250, cid).map((octets) => ({ octets }));
    };
    const { events, opened, sent } = play(
      list(
        place("/d"),
        [],
        session({}, {}, () => ++id),
      ),
      peer,
    );
    expect(names(events)).toEqual(["a"]);
    expect(opened).toEqual([
      { to: "a.example:1525", sentBy: undefined },
      { to: "b.example:1526", sentBy: "a.example:1525" },
    ]);
    expect(sent.map(({ octets }) => octets[2])).toEqual([0x5a, 0x5b]);
    expect(textOfRequest(sent[1]!.octets)).toContain("DIRECTORY ASCII '/moved' 0\n");
  });

  it("fails with too-many-redirects in a loop or after maxReferrals", () => {
    const circle = world({
      "a.example:1525": () => forward("b.example"),
      "b.example:1525": () => forward("a.example", "/d"),
    });
    const there = play(list(place("/d"), [], session()), circle);
    expect(there.error).toEqual(code("too-many-redirects"));
    expect(there.opened).toHaveLength(2);
    let count = 0;
    const endless = world({ "a.example:1525": () => forward("a.example", `/m${count++}`) });
    const far = play(list(place("/d"), [], session()), endless);
    expect(far.error).toEqual(code("too-many-redirects"));
    expect(far.opened).toHaveLength(6);
    const own = play(
      list(place("/d"), [], session()),
      world({ "a.example:1525": () => forward("A.EXAMPLE", "/d") }),
    );
    expect(own.error).toEqual(code("too-many-redirects"));
  });

  it.each(["'h example'", "h.example(0)", "'h.example(22)x'"])(
    "fails with redirect-refused for the invalid host %s",
    (host) => {
      expect(
        play(list(place("/d"), [], session()), world({ "a.example:1525": () => forward(host) })).error,
      ).toEqual(code("redirect-refused"));
    },
  );

  it("counts the referrals of both requests together", () => {
    const peer = world({
      "a.example:1525": (request) =>
        request.includes("CONTENTS") ? forward("b.example", "/c") : forward("b.example", "/i"),
      "b.example:1525": (request) =>
        request.includes("CONTENTS")
          ? "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE DATA x\n"
          : "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE PROSPERO-CONTENTS '' '' '' ''\n",
    });
    const own = session({}, { maxReferrals: 1 });
    const trip = new ReferralChain(own);
    const { result } = play(findObject(place("/d"), trip, own), peer);
    expect(result).toMatchObject({ target: { host: "b.example", hsoname: "/i" }, isDirectory: false });
    expect(play(fetchContents({ ...result!, target: place("/d") }, trip, own), peer).error).toEqual(
      code("too-many-redirects"),
    );
  });
});

describe("UNRESOLVED", () => {
  const elsewhere = link("elsewhere", "b.example(1526)", "/far", "L DIRECTORY");

  it("asks for the rest where the last link leads, past the union links", () => {
    const peer = world({
      "a.example:1525": () => `${elsewhere}${union("c.example", "/u")}UNRESOLVED x y\n`,
      "b.example:1526": () => link("y", "b.example(1526)"),
    });
    const { events, sent, opened } = play(list(place("/d"), ["elsewhere", "x", "y"], session()), peer);
    expect(names(events)).toEqual(["y"]);
    expect(textOfRequest(sent[1]!.octets)).toContain(
      "DIRECTORY ASCII '/far' 0\nLIST ATTRIBUTES+LEXPAND COMPONENTS x y\n",
    );
    expect(opened[1]).toEqual({ to: "b.example:1526", sentBy: "a.example:1525" });
  });

  it("in a circle, or without end, ends", () => {
    const circle = world({
      "a.example:1525": () => `${elsewhere}UNRESOLVED x\n`,
      "b.example:1526": () => `${link("d", "a.example", "/d", "L DIRECTORY")}UNRESOLVED x\n`,
    });
    const there = play(list(place("/d"), ["x"], session()), circle);
    expect(there.error).toEqual(code("too-many-redirects"));
    expect(there.opened).toHaveLength(2);
    let count = 0;
    const endless = world({
      "a.example:1525": () => `${link("d", "a.example", `/${count++}`, "L DIRECTORY")}UNRESOLVED x\n`,
    });
    expect(play(list(place("/d"), ["x"], session()), endless).opened).toHaveLength(6);
  });

  it("without a link, or with one that leads nowhere, is broken", () => {
    const answer = (text: string) =>
      play(list(place("/d"), ["x"], session()), answering(...packetsOf(text))).error;
    expect(answer("UNRESOLVED x\n")).toEqual(code("protocol-error"));
    expect(answer("LINK L SYMBOLIC s VIRTUAL-SYSTEM v ASCII /x 0\nUNRESOLVED x\n")).toEqual(
      code("redirect-refused"),
    );
  });
});

describe("what an object is", () => {
  const look = (answers: Readonly<Record<string, string>>) =>
    play(
      findObject(place("/d"), new ReferralChain(session()), session()),
      world({
        "a.example:1525": (request) => Object.entries(answers).find(([key]) => request.includes(key))?.[1],
      }),
    );

  it("is a directory by its modes, where it has no access method", () => {
    const modes = "ATTRIBUTE OBJECT INTRINSIC UNIX-MODES SEQUENCE drwxr-xr-x\n";
    const method = "ATTRIBUTE OBJECT INTRINSIC ACCESS-METHOD SEQUENCE LOCAL '' '' '' ''\n";
    expect(look({ "#ALL": modes }).result?.isDirectory).toBe(true);
    expect(look({ "#ALL": modes + method }).result?.isDirectory).toBe(false);
  });

  it("is a directory where it has no attributes, and can be listed", () => {
    const { result, sent } = look({ "#ALL": "FAILURE NOT-FOUND\n", VERIFY: "NONE-FOUND\n" });
    expect(result).toMatchObject({ isDirectory: true, methods: [] });
    expect(sent).toHaveLength(2);
    expect(look({ "#ALL": "NONE-FOUND\n", VERIFY: "NONE-FOUND\n" }).result?.isDirectory).toBe(true);
  });

  it("is nothing where neither is so", () => {
    expect(look({ "#ALL": "FAILURE NOT-FOUND\n", VERIFY: "FAILURE NOT-A-DIRECTORY\n" }).error).toEqual(
      code("not-found"),
    );
    expect(look({ "#ALL": "FAILURE NOT-AUTHORIZED\n" }).error).toEqual(code("permission-denied"));
  });

  it("reads contents from one packet or several", () => {
    const own = session();
    const found = look({ "#ALL": "ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '2 bytes'\n" }).result!;
    const read = (text: string) =>
      play(fetchContents(found, new ReferralChain(own), own), answering(...packetsOf(octetsOf(text))));
    const piece = "ATTRIBUTE OBJECT INTRINSIC CONTENTS SEQUENCE";
    expect(read(`${piece} DATA one\n${piece} TAGGED x ' two'\n`).result).toEqual(octetsOf("one two"));
    expect(read(`${piece} DATA ''\n`).result).toEqual(new Uint8Array(0));
    expect(read(`${piece} SEALED x\n`).error).toEqual(code("protocol-error"));
    expect(read("ATTRIBUTE OBJECT INTRINSIC SIZE SEQUENCE '2 bytes'\n").error).toEqual(
      code("protocol-error"),
    );
    const octets = Uint8Array.from({ length: 256 }, (_, i) => i).filter((octet) => octet !== 0x27);
    const datagrams = packetsOf(
      Uint8Array.from([...octetsOf(`${piece} DATA '`), ...octets, ...octetsOf("'\n")]),
      50,
    );
    expect(play(fetchContents(found, new ReferralChain(own), own), answering(...datagrams)).result).toEqual(
      octets,
    );
  });
});
