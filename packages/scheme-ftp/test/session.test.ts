import {
  AccessError,
  DEFAULT_LIMITS,
  type Limits,
  octetsOf,
  resolveLimits,
  resolveOptions,
  textOf,
} from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { type Control, type ControlInit, type ControlState, createControl } from "../src/control.ts";
import { list } from "../src/list.ts";
import { getLoginKey } from "../src/login.ts";
import { type FtpOptions, ftpOptions } from "../src/options.ts";
import { retrieve } from "../src/retrieve.ts";
import { store } from "../src/store.ts";
import type { FtpParts } from "../src/syntax.ts";

const LOGIN = { user: undefined, password: undefined };

function file(...path: readonly string[]): FtpParts {
  return { cwds: path.slice(0, -1), name: path.at(-1)!, typecode: undefined };
}

function controlled(init: Partial<ControlInit> = {}, options: FtpOptions = {}): Control {
  return createControl({
    limits: DEFAULT_LIMITS,
    options: resolveOptions(ftpOptions, options),
    isKept: true,
    ...init,
  });
}

const FRESH: readonly string[] = ["220 ready", "230 in"];

/** Runs an exchange against these replies, with empty data connections. Returns the commands and the state to pool. */
function performed(
  exchange: Generator<any, unknown, Uint8Array | undefined>,
  replies: readonly string[],
  refused: readonly number[] = [],
): { readonly sent: readonly string[]; readonly kept: unknown; readonly begun: unknown } {
  const left = [...replies];
  let begun: unknown;
  const sent: string[] = [];
  let kept: unknown;
  let next = exchange.next();
  while (next.done !== true) {
    const step = next.value;
    if (step.do === "send") sent.push(textOf(step.octets).trimEnd().replaceAll("\r\n", " + "));
    if (step.do === "keep") kept = step.state;
    if (step.do === "emit" && "begins" in step.event) begun = step.event;
    if (step.do === "open" && refused.includes(step.endpoint.port)) {
      next = exchange.throw(new AccessError("bounce-refused", "no"));
      continue;
    }
    const isReply = step.do === "receive" && step.on !== "data";
    if (isReply && left.length === 0) throw new Error(`nothing is left to say after ${sent.at(-1)}`);
    next = exchange.next(
      isReply ? octetsOf(`${left.shift()}\r\n`) : step.do === "keep" ? new Uint8Array(0) : undefined,
    );
  }
  expect(left).toEqual([]);
  return { sent, kept, begun };
}

const EPSV = "229 ok (|||40000|)";
const DONE: readonly string[] = ["150 here", "226 done"];

describe("the metadata of a retrieval", () => {
  const requested = (
    metadata: "size" | "version",
    known: Partial<ControlState> = {},
    extra: readonly string[] = [],
  ) =>
    performed(
      retrieve(
        controlled({
          known: {
            ...createControl({ limits: DEFAULT_LIMITS, options: ftpOptions.defaults }).known,
            type: "I",
            ...known,
          },
        }),
        LOGIN,
        file("x"),
        { metadata },
      ),
      [...extra, EPSV, "150 here", "226 done"],
    );
  const sentFor = (...how: Parameters<typeof requested>) => requested(...how).sent;

  it("is the size, by SIZE (RFC 3659 §4)", () => {
    expect(sentFor("size", {}, ["213 0"])).toEqual(["SIZE x", "EPSV", "RETR x"]);
    const begin = { begins: true, start: 0, isDirectory: false };
    expect(requested("size", {}, ["213 0"]).begun).toEqual({ ...begin, size: 0 });
    expect(requested("size", {}, ["550 no"]).begun).toEqual(begin);
    const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));
    expect(requested("version", {}, ["213 0", "213 20010203040506"]).begun).toEqual({
      ...begin,
      ...{ size: 0, modified },
    });
  });

  it("does not request the size of a server that tells it when a transfer begins", () => {
    const reply = "150 Opening BINARY mode data connection for y (0 bytes).";
    const control = controlled();
    performed(retrieve(control, LOGIN, file("y")), [...FRESH, "200 image", EPSV, reply, "226 done"]);
    expect(sentFor("size", { tellsSize: control.known.tellsSize })).toEqual(["EPSV", "RETR x"]);
  });

  it("is the size and the time of a version, by SIZE and MDTM (RFC 3659 §3)", () => {
    const facts = ["213 0", "213 20010203040506"];
    expect(sentFor("version", { tellsSize: true }, facts)).toEqual(["SIZE x", "MDTM x", "EPSV", "RETR x"]);
  });

  it("sends SIZE and MDTM together once EPSV has worked", () => {
    const known = { ...controlled().known, type: "I", extended: true } as const;
    const version = (replies: readonly string[]) =>
      performed(
        retrieve(controlled({ known: { ...known } }), LOGIN, file("x"), { metadata: "version" }),
        replies,
      );
    const facts = ["213 0", "213 20010203040506"];
    expect(version([...facts, EPSV, ...DONE]).sent).toEqual(["SIZE x + MDTM x", "EPSV + RETR x"]);
    // Each command has its reply, also if both are rejected (RFC 959 §4.2).
    expect(version(["550 no", "550 no", EPSV, ...DONE]).sent).toHaveLength(2);
    expect(() => version(["421 closing"])).toThrow(AccessError);
  });
});

describe("the directories of a path (RFC 1738 §3.2.2)", () => {
  const state: ControlState = {
    ...controlled().known,
    path: ["a"],
    home: "/home",
    type: "I",
    extended: true,
  };
  const retrieved = (
    cwds: readonly string[],
    replies: readonly string[],
    known: Partial<ControlState> = {},
  ) => {
    const control = controlled({ known: { ...state, ...known } });
    return { control, run: () => performed(retrieve(control, LOGIN, file(...cwds, "x")), replies).sent };
  };
  const rest = [EPSV, ...DONE];

  it("are entered by commands that are sent together once EPSV has worked", () => {
    const { run, control } = retrieved(["b", "c"], ["250 home", "250 b", "250 c", ...rest]);
    expect(run()).toEqual(["CWD /home + CWD b + CWD c", "EPSV + RETR x"]);
    expect(control.known.path).toEqual(["b", "c"]);
    expect(retrieved(["a", "b", "c"], ["250 b", "250 c", ...rest]).run()[0]).toBe("CWD b + CWD c");
  });

  it("are entered one by one before that, and if a server may reject one for its syntax", () => {
    const replies = ["250 home", "250 b", "250 c", ...rest];
    const single = ["CWD /home", "CWD b", "CWD c"];
    expect(retrieved(["b", "c"], replies, { extended: false }).run().slice(0, 3)).toEqual(single);
    const empty = retrieved(["", "c"], ["250 home", "501 what", "250 /", "250 c", ...rest]).run();
    expect(empty.slice(0, 4)).toEqual(["CWD /home", "CWD", "CWD /", "CWD c"]);
  });

  it("fail with the first refusal, and the connection is not reused", () => {
    const { run, control } = retrieved(["b", "c"], ["250 home", "550 no", "550 no"]);
    expect(run).toThrow(expect.objectContaining({ code: "not-found", replyCode: 550 }));
    expect(control).toMatchObject({ isLost: false, known: { path: ["a"] } });
  });

  it("need another connection if the server does not find the login directory", () => {
    const { run, control } = retrieved(["b", "c"], ["550 no", "250 b", "250 c"]);
    expect(run).toThrow(AccessError);
    expect(control.isLost).toBe(true);
  });
});

describe("a connection that is not kept", () => {
  it("is closed after QUIT and its reply (RFC 959 §4.1.1)", () => {
    const exchange = retrieve(controlled({ isKept: false }), LOGIN, file("x"));
    const { sent, kept } = performed(exchange, [...FRESH, "200 image", EPSV, ...DONE, "221 bye"]);
    expect([sent.at(-1), kept]).toEqual(["QUIT", undefined]);
  });

  it("is closed if something has arrived after the last reply", () => {
    const exchange = retrieve(controlled(), LOGIN, file("x"));
    const replies = [...FRESH, "200 image", EPSV, "150 here", "226 done\r\n200 what", "221 bye"];
    const { sent, kept } = performed(exchange, replies);
    expect([sent.at(-1), kept]).toEqual(["QUIT", undefined]);
  });
});

describe("a further connection to a server", () => {
  it("knows what the first one has found out about it, and nothing of its session", () => {
    const found = { features: new Map([["MLST", ""]]), extended: true, onlyPassive: true, tellsSize: true };
    const peer = {
      ...{ ...found, path: ["a"], home: "/home", type: "A" as const },
      ...{ readsTelnet: false, isProtected: true },
    };
    const session = {
      ...{ path: [], home: undefined, type: undefined },
      ...{ readsTelnet: undefined, isProtected: false },
    };
    expect(controlled({ peer }).known).toEqual({ ...found, ...session });
    const nothing = { features: undefined, extended: false, onlyPassive: false, tellsSize: false };
    expect(controlled().known).toEqual({ ...nothing, ...session });
    expect(controlled({ known: peer, peer: controlled().known }).known).toBe(peer);
  });
});

describe("a pooled connection", () => {
  it("is reused only for the same login, and the same options of the login", () => {
    const login = { user: "me", password: "x" };
    const key = getLoginKey(login, ftpOptions.defaults);
    expect(getLoginKey({ ...login }, resolveOptions(ftpOptions, { data: "active" }))).toEqual(key);
    for (const other of [{ user: "you" }, { password: "y" }])
      expect(getLoginKey({ ...login, ...other }, ftpOptions.defaults)).not.toEqual(key);
    for (const told of [{ email: "a@b.example" }, { tls: "required" }, { optsUtf8: true }] as const)
      expect(getLoginKey(login, resolveOptions(ftpOptions, told)), JSON.stringify(told)).not.toEqual(key);
  });

  const first = () =>
    performed(retrieve(controlled(), LOGIN, file("a", "x")), [
      ...[...FRESH, '257 "/home"', "250 there", "200 image", EPSV, ...DONE],
    ]);

  it("remembers its current and its initial directory (RFC 1738 §3.2.5)", () => {
    const { sent, kept } = first();
    expect(sent).toEqual(["USER anonymous", "PWD", "CWD a", "TYPE I", "EPSV", "RETR x"]);
    expect(kept).toMatchObject({ path: ["a"], home: "/home", type: "I", extended: true });
    expect(JSON.stringify(kept)).not.toMatch(/anonymous/);
  });

  it("sends one packet for a file in the same directory", () => {
    const known = first().kept as ControlState;
    const { sent } = performed(retrieve(controlled({ known }), LOGIN, file("a", "y")), [EPSV, ...DONE]);
    expect(sent).toEqual(["EPSV + RETR y"]);
  });

  it("sends EPSV only once to a server that rejects it permanently (RFC 959 §4.2.1)", () => {
    const PASV = "227 here (127,0,0,1,156,64)";
    const get = (known: ControlState | undefined, replies: readonly string[]) =>
      performed(retrieve(controlled(known && { known }), LOGIN, file("x")), replies);
    const { sent, kept } = get(undefined, [...FRESH, "200 image", "502 EPSV?", PASV, ...DONE]);
    expect(sent.slice(-3)).toEqual(["EPSV", "PASV", "RETR x"]);
    expect(get(kept as ControlState, [PASV, ...DONE]).sent).toEqual(["PASV", "RETR x"]);
    const once = get(undefined, [...FRESH, "200 image", "425 later", PASV, ...DONE]);
    expect(get(once.kept as ControlState, [EPSV, ...DONE]).sent).toEqual(["EPSV", "RETR x"]);
  });

  it("changes to a subdirectory and back to the initial directory", () => {
    const known = first().kept as ControlState;
    const further = performed(retrieve(controlled({ known }), LOGIN, file("a", "b", "z")), [
      ...["250 there", EPSV, ...DONE],
    ]);
    expect(further.sent).toEqual(["CWD b", "EPSV + RETR z"]);
    const back = performed(retrieve(controlled({ known: further.kept as ControlState }), LOGIN, file("w")), [
      ...["250 home", EPSV, ...DONE],
    ]);
    expect(back.sent).toEqual(["CWD /home", "EPSV + RETR w"]);
  });

  it("fails if the initial directory is unknown", () => {
    const known = { ...(first().kept as ControlState), home: undefined };
    const control = controlled({ known });
    expect(() => performed(retrieve(control, LOGIN, file("w")), [])).toThrow(AccessError);
    expect(control.isLost).toBe(true);
  });

  it("ignores a directory from PWD that cannot be parsed", () => {
    const { kept } = performed(retrieve(controlled(), LOGIN, file("a", "x")), [
      ...[...FRESH, '257 "no end', "250 there", "200 image", EPSV, ...DONE],
    ]);
    expect(kept).toMatchObject({ home: undefined });
  });

  it("sends FEAT only once", () => {
    const known = first().kept as ControlState;
    const listing = performed(list(controlled({ known }), LOGIN, file("a", ""), new Date(0)), [
      ...["211 none", "200 text", EPSV, ...DONE],
    ]);
    expect(listing.sent).toEqual(["FEAT", "TYPE A", "EPSV + LIST"]);
    const again = performed(
      list(controlled({ known: listing.kept as ControlState }), LOGIN, file("a", ""), new Date(0)),
      [...[EPSV, ...DONE]],
    );
    expect(again.sent).toEqual(["EPSV + LIST"]);
  });

  it("is checked with NOOP before a write, because a write must not be repeated", () => {
    const known = first().kept as ControlState;
    const { sent } = performed(store(controlled({ known }), LOGIN, file("a", "y"), "APPE"), [
      ...["200 still here", EPSV, ...DONE],
    ]);
    expect(sent).toEqual(["NOOP", "EPSV", "APPE y"]);
  });

  it("is not used for a write if the server does not answer NOOP with success", () => {
    const control = controlled({ known: first().kept as ControlState });
    // The replies to what a write would send next.
    const upload = performed.bind(undefined, store(control, LOGIN, file("a", "y"), "STOR"));
    expect(() => upload(["500 what?", EPSV, ...DONE])).toThrow(expect.objectContaining({ replyCode: 500 }));
    expect(control).toMatchObject({ isLost: true, hasUpload: false });
  });

  it("stays usable if the server refuses the modification time of an upload", () => {
    const features = new Map([["MFMT", ""]]);
    const known = { ...(first().kept as ControlState), features };
    const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));
    const upload = () => store(controlled({ known }), LOGIN, file("a", "y"), "STOR", { modified });
    const { sent, kept } = performed(upload(), ["200 still here", EPSV, ...DONE, "550 not yours"]);
    expect(sent).toEqual(["NOOP", "EPSV", "STOR y", "MFMT 20010203040506 y"]);
    expect(kept).toBeDefined();
    expect(() => performed(upload(), ["200 still here", EPSV, ...DONE, "421 goodbye"])).toThrow(
      expect.objectContaining({ code: "temporarily-unavailable" }),
    );
  });

  it("falls back to PASV if EPSV no longer works", () => {
    const known = first().kept as ControlState;
    const { sent } = performed(retrieve(controlled({ known }), LOGIN, file("a", "y")), [
      ...["500 no", "425 no data connection", "500 no", "227 ok (127,0,0,1,156,64)", ...DONE],
    ]);
    expect(sent).toEqual(["EPSV + RETR y", "EPSV", "PASV", "RETR y"]);
  });

  it("is discarded after bounce-refused", () => {
    const control = controlled({ known: first().kept as ControlState });
    expect(() => performed(retrieve(control, LOGIN, file("a", "y")), [EPSV], [40_000])).toThrow(
      expect.objectContaining({ code: "bounce-refused" }),
    );
    expect(control.isLost).toBe(true);
  });
});

describe("a data connection", () => {
  it("asks for another port at most twice if the port is reserved", () => {
    const plain = () => retrieve(controlled(), LOGIN, file("x"));
    const [first, second, third] = ["229 ok (|||6667|)", "229 ok (|||6000|)", "229 ok (|||2049|)"];
    const begin = [...FRESH, "200 image"];
    const { sent } = performed(plain(), [...begin, first!, second!, EPSV, ...DONE], [6667, 6000]);
    expect(sent).toEqual(["USER anonymous", "TYPE I", "EPSV", "EPSV", "EPSV", "RETR x"]);
    expect(() => performed(plain(), [...begin, first!, second!, third!], [6667, 6000, 2049])).toThrow(
      expect.objectContaining({ code: "bounce-refused" }),
    );
  });

  /** The commands of an exchange, what happens to its data connections, and its error. */
  function stepsOf(
    exchange: Generator<any, unknown, Uint8Array | undefined>,
    replies: readonly string[],
  ): readonly string[] {
    const left = [...replies];
    const steps: string[] = [];
    const source = [octetsOf("one")];
    let next = exchange.next();
    while (next.done !== true) {
      const { value } = next;
      if (value.do === "send" && value.on !== "data") steps.push(textOf(value.octets).trim());
      if (value.do === "send" && value.on === "data") steps.push(`data: ${value.body}`);
      if (value.do === "end" || value.do === "close") steps.push(`${value.do} ${value.on}`);
      if (value.do === "emit" && value.event.wanted === "octets") value.event.octets = source.shift();
      const isReply = value.do === "receive" && value.on !== "data";
      const octets = isReply
        ? octetsOf(`${left.shift()}\r\n`)
        : value.do === "keep"
          ? new Uint8Array(0)
          : undefined;
      try {
        next = exchange.next(octets);
      } catch (error) {
        return [...steps, (error as AccessError).code];
      }
    }
    return steps;
  }

  it("of an upload is closed before the next command", () => {
    const features = new Map([["MFMT", ""]]);
    const known = { ...controlled().known, type: "I" as const, features };
    const upload = store(controlled({ known }), LOGIN, file("y"), "STOR", { modified: new Date(0) });
    expect(stepsOf(upload, ["200 here", EPSV, ...DONE, "213 done"])).toEqual([
      ...["NOOP", "EPSV", "STOR y", "data: true", "end data", "close data", "MFMT 19700101000000 y"],
    ]);
  });

  it("of a command that is refused is closed before the next command", () => {
    const known = { ...controlled().known, type: "A" as const, features: new Map() };
    const listing = list(controlled({ known }), LOGIN, file(""), new Date(0));
    expect(stepsOf(listing, [EPSV, "502 no", EPSV, ...DONE])).toEqual([
      ...["EPSV", "LIST", "close data", "EPSV", "NLST", "close data"],
    ]);
    const image = () => controlled({ known: { ...controlled().known, type: "I" } });
    expect(stepsOf(retrieve(image(), LOGIN, file("x")), [EPSV, "550 Failed", "550 no", "550 no"])).toEqual([
      ...["EPSV", "RETR x", "close data", "CWD x", "SIZE x", "not-found"],
    ]);
    const refused = stepsOf(store(image(), LOGIN, file("x"), "STOR"), [
      "200 here",
      EPSV,
      "550 Failed",
      "250 in",
    ]);
    expect(refused).toEqual([...["NOOP", "EPSV", "STOR x", "close data", "CWD x", "is-a-directory"]]);
  });

  it("of an upload gets no data if the reply has already come", () => {
    const image = controlled({ known: { ...controlled().known, type: "I" } });
    const replies = ["200 here", EPSV, "150 go on\r\n226 done"];
    expect(stepsOf(store(image, LOGIN, file("x"), "STOR"), replies)).toEqual([
      ...["NOOP", "EPSV", "STOR x", "desync"],
    ]);
  });

  it("has an allowed port before an upload begins, also on a pooled connection", () => {
    const known = performed(retrieve(controlled(), LOGIN, file("x")), [
      ...[...FRESH, "200 image", EPSV, ...DONE],
    ]).kept as ControlState;
    const { sent } = performed(
      store(controlled({ known }), LOGIN, file("y"), "STOR"),
      ["200 still here", "229 ok (|||5060|)", EPSV, ...DONE],
      [5060],
    );
    expect(sent.slice(-4)).toEqual(["NOOP", "EPSV", "EPSV", "STOR y"]);
  });
});

describe("a fault of the program", () => {
  /** Runs an exchange to a step, at which this is thrown into it. */
  function thrown(
    exchange: Generator<any, unknown, Uint8Array | undefined>,
    replies: readonly string[],
    isHere: (step: any) => boolean,
  ): () => unknown {
    const left = [...replies];
    let next = exchange.next();
    while (!isHere(next.value)) {
      const { value } = next;
      const isReply = value.do === "receive" && value.on !== "data";
      next = exchange.next(isReply ? octetsOf(`${left.shift()}\r\n`) : undefined);
    }
    return () => exchange.throw(FAULT);
  }
  const FAULT = new TypeError("a fault");
  const known = (more: Partial<ControlState> = {}) => ({
    ...controlled().known,
    type: "I" as const,
    ...more,
  });
  const isOpen = (step: any) => step.do === "open";
  const isSent = (verb: string) => (step: any) => step.do === "send" && textOf(step.octets).startsWith(verb);

  it.each<readonly [when: string, run: () => unknown]>([
    [
      "a data connection opens",
      thrown(retrieve(controlled({ known: known() }), LOGIN, file("x")), [EPSV], isOpen),
    ],
    [
      "a data connection opens that was asked for with the file",
      thrown(retrieve(controlled({ known: known({ extended: true }) }), LOGIN, file("x")), [EPSV], isOpen),
    ],
    [
      "an upload opens its data connection",
      thrown(store(controlled({ known: known() }), LOGIN, file("x"), "STOR"), ["200 here", EPSV], isOpen),
    ],
    [
      "an upload sends its data",
      thrown(
        store(controlled({ known: known() }), LOGIN, file("x"), "APPE"),
        ["200 here", EPSV, "150 go"],
        (step) => step.do === "poll",
      ),
    ],
    [
      "data arrive",
      thrown(
        retrieve(controlled({ known: known() }), LOGIN, file("x")),
        [EPSV, "150 here"],
        (step) => step.phase === "body",
      ),
    ],
    [
      "the server confirms a transfer",
      thrown(
        retrieve(controlled({ known: known() }), LOGIN, file("x")),
        [EPSV, "150 here"],
        (step) => step.do === "close",
      ),
    ],
    [
      "the reason of a refusal is asked for",
      thrown(retrieve(controlled({ known: known() }), LOGIN, file("x")), [EPSV, "550 no"], isSent("CWD")),
    ],
    [
      "a list is refused",
      thrown(
        list(controlled({ known: known({ features: new Map() }) }), LOGIN, file(""), new Date(0)),
        ["200 A", EPSV],
        isSent("LIST"),
      ),
    ],
  ])("is passed on unchanged when %s", (_, run) => {
    expect(run).toThrow(FAULT);
  });
});

describe("TLS", () => {
  it("fails with desync if bytes arrive before the handshake (RFC 3207 §5)", () => {
    const exchange = retrieve(controlled({}, { tls: "required" }), LOGIN, file("x"));
    // The handshake does not begin.
    expect(() => performed(exchange, ["220 ready", "234 go on\r\n230 you are in"])).toThrow(
      expect.objectContaining({ code: "desync", message: expect.stringContaining("before TLS started") }),
    );
  });
});

describe("the option optsUtf8", () => {
  const sentWith = (optsUtf8: boolean, features: readonly string[]) =>
    performed(retrieve(controlled({}, { optsUtf8 }), LOGIN, file("x")), [
      ...[...FRESH, ...features, "200 image", EPSV, ...DONE],
    ]).sent.slice(1);
  const retrieving = ["TYPE I", "EPSV", "RETR x"];

  it("sends OPTS UTF8 ON after the login, if FEAT lists UTF8 (RFC 2389 §3)", () => {
    const listed = "211-features\r\n MDTM\r\n utf8\r\n211 end";
    for (const reply of ["200 on", "501 always on"])
      expect(sentWith(true, [listed, reply])).toEqual(["FEAT", "OPTS UTF8 ON", ...retrieving]);
    expect(sentWith(true, ["211-features\r\n MDTM\r\n211 end"])).toEqual(["FEAT", ...retrieving]);
    expect(sentWith(true, ["502 what?"])).toEqual(["FEAT", ...retrieving]);
  });

  it("is off by default", () => {
    expect(sentWith(ftpOptions.defaults.optsUtf8, [])).toEqual(retrieving);
  });
});

describe("options", () => {
  it.each([
    ["email", "two words"],
    ["email", ""],
    ["login", "root"],
    ["tls", "maybe"],
    ["path", true],
    ["facts", "yes"],
    ["__proto__", "x"],
    ["colour", "red"],
  ])("fail with bad-option if %s is %j", (name, value) => {
    const given = Object.defineProperty({}, name, { value, enumerable: true });
    expect(() => resolveOptions(ftpOptions, given)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});

describe("the entries of a listing", () => {
  /** Returns the batches of entries that a listing emits for these chunks, and its error. */
  function listed(pieces: readonly string[], limits: Partial<Limits>) {
    const told: string[][] = [];
    const replies = [...FRESH, "211 none", '257 "/"', "250 there", "200 text", EPSV, ...DONE];
    const data = [...pieces];
    const exchange = list(controlled({ limits: resolveLimits(limits) }), LOGIN, file("a", ""), new Date(0));
    try {
      let next = exchange.next();
      while (next.done !== true) {
        const step = next.value;
        if (step.do === "emit" && "entries" in step.event)
          told.push(step.event.entries.map(({ name }) => name));
        const octets =
          step.do !== "receive" ? undefined : step.on === "data" ? data.shift() : `${replies.shift()}\r\n`;
        next = exchange.next(octets === undefined ? undefined : octetsOf(octets));
      }
      return { told };
    } catch (error) {
      return { told, error };
    }
  }

  it("are emitted together if they arrive together", () => {
    expect(listed(["one\r\ntwo\r\nth", "ree\r\n", "four"], {})).toEqual({
      told: [["one", "two"], ["three"], ["four"]],
    });
  });

  it("are emitted in several batches in order if they are many", () => {
    const names = Array.from({ length: 100 }, (_, i) => `name ${i}`);
    const { told } = listed([names.map((name) => `${name}\r\n`).join("")], {});
    expect(told.flat()).toEqual(names);
    expect(told.length).toBeGreaterThan(1);
  });

  it("are emitted before the error of a limit", () => {
    expect(listed(["one\r\ntwo\r\nthree\r\n"], { maxEntries: 2 })).toEqual({
      told: [["one", "two"]],
      error: expect.objectContaining({ code: "too-large", hint: "increase the limit maxEntries" }),
    });
  });
});
