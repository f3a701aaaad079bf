import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { SftpDialogue } from "../src/dialogue.ts";
import * as exchange from "../src/exchange.ts";
import { type Listed, makeLink } from "../src/links.ts";
import { list as listDirectory } from "../src/list.ts";
import { formatPacket, NO_ATTRIBUTES, PACKET, string, uint32, uint64 } from "../src/packet.ts";
import { store as storeFile } from "../src/store.ts";
import { type Answer, handle, run, status, VERSION } from "./run-exchange.ts";

const path = octetsOf("/x");
const get = (dialogue: SftpDialogue) => exchange.retrieve(dialogue, path, {});
const list = (dialogue: SftpDialogue) => listDirectory(dialogue, path);

/** A server with a file of four bytes; `read` answers READ. */
const file =
  (
    read: (id: Uint8Array, count: number) => Uint8Array | undefined,
    attributes = [uint32(1), uint64(4)],
  ): Answer =>
  (type, id, count) => {
    if (type === PACKET.OPEN) return formatPacket(PACKET.HANDLE, id, handle);
    if (type === PACKET.FSTAT) return formatPacket(PACKET.ATTRS, id, ...attributes);
    if (type === PACKET.READ) return read(id, count);
    return type === PACKET.INIT ? undefined : status(id, 0);
  };
const data = (id: Uint8Array, text: string) => formatPacket(PACKET.DATA, id, string(octetsOf(text)));

describe("retrieve", () => {
  it("asks again for what the server left out of a reply", () => {
    expect(
      run(
        get,
        file((id) => data(id, "ab")),
      ).slice(1),
    ).toEqual([octetsOf("ab"), octetsOf("ab")]);
  });

  it("reads a file without a size up to EOF", () => {
    let reads = 0;
    const answer = file((id) => (reads++ === 0 ? data(id, "ab") : status(id, 1)), [NO_ATTRIBUTES]);
    expect(run(get, answer).slice(1)).toEqual([octetsOf("ab")]);
  });

  it("reads a file up to EOF if the server has no FSTAT, and fails if it refuses one", () => {
    const answering = (code: number): Answer => {
      let reads = 0;
      const answer = file((id) => (reads++ === 0 ? data(id, "ab") : status(id, 1)));
      return (type, id, ...rest) => (type === PACKET.FSTAT ? status(id, code) : answer(type, id, ...rest));
    };
    expect(run(get, answering(8))).toEqual([{ begun: {} }, octetsOf("ab")]);
    expect(run(get, answering(3))).toBe("permission-denied");
    expect(run(get, answering(4))).toBe("protocol-error");
  });

  it("reads a file with a size above 2^53 up to EOF", () => {
    let reads = 0;
    const answer = file(
      (id) => (reads++ === 0 ? data(id, "ab") : status(id, 1)),
      [uint32(1), uint32(0xffff_ffff), uint32(0xffff_ffff)],
    );
    expect(run(get, answer)).toEqual([{ begun: {} }, octetsOf("ab")]);
  });

  it("reads times, owner, mode, and extensions of the attributes", () => {
    const attributes = [
      ...[uint32(0x8000_000d), uint64(0), uint32(0o100644), uint32(1), uint32(981_173_106), uint32(1)],
      ...[string(octetsOf("a@b")), string(octetsOf("c"))],
    ];
    expect(
      run(
        get,
        file((id) => status(id, 1), attributes),
      ),
    ).toEqual([
      {
        begun: {
          size: 0,
          uid: undefined,
          gid: undefined,
          mode: 0o100644,
          modified: new Date(981_173_106_000),
        },
      },
    ]);
  });

  it.each<[string, string, Answer]>([
    ["becomes shorter", "truncated", file((id) => status(id, 1))],
    ["fails", "permission-denied", file((id) => status(id, 3))],
    ["sends OK for data", "protocol-error", file((id) => status(id, 0))],
    ["sends no bytes", "protocol-error", file((id) => data(id, ""))],
    ["sends more than was requested", "protocol-error", file((id) => data(id, "x".repeat(32_769)))],
    ["sends a handle for data", "protocol-error", file((id) => formatPacket(PACKET.HANDLE, id, handle))],
    ["replies to no request", "desync", file(() => status(uint32(99), 0))],
    ["closes", "truncated", file(() => undefined)],
    ["announces a huge packet", "too-large", file(() => uint32(0x7fff_ffff))],
    ["sends an empty packet", "protocol-error", file(() => uint32(0))],
    ["prints a text before SFTP begins", "protocol-error", () => octetsOf("Hi!\r\n")],
    ["prints lines before SFTP begins", "protocol-error", () => octetsOf("\n\r ~")],
    ["announces a packet just beyond text", "too-large", () => octetsOf("\n\r \x7f")],
    ["announces a packet just before text", "too-large", () => octetsOf("Hi\x1f!")],
    ["cuts a string", "protocol-error", file((id) => formatPacket(PACKET.DATA, id, uint32(9)))],
    ["is old", "unsupported", () => formatPacket(PACKET.VERSION, uint32(2))],
    ["does not begin with its version", "protocol-error", () => status(uint32(0), 0)],
    [
      "has a long handle",
      "protocol-error",
      (type, id) =>
        type === PACKET.INIT ? undefined : formatPacket(PACKET.HANDLE, id, string(new Uint8Array(257))),
    ],
    [
      "reports a failure of all",
      "protocol-error",
      (type, id) => (type === PACKET.INIT ? undefined : status(id, 4, "Failure")),
    ],
    [
      "knows no such code",
      "protocol-error",
      (type, id) => (type === PACKET.INIT ? undefined : status(id, 99)),
    ],
    ["lost its connection", "truncated", (type, id) => (type === PACKET.INIT ? undefined : status(id, 7))],
  ])("the server %s: %s", (_, code, answer) => expect(run(get, answer)).toBe(code));
});

describe("a refusal", () => {
  it.each([
    [4, "", "protocol-error"],
    [4, "Failure", "protocol-error"],
    [4, "write failed: no space on device", "no-space"],
    [4, "Quota exceeded", "no-space"],
    [4, "open /x: no such file or directory", "not-found"],
    [4, "The system cannot find the path specified.", "not-found"],
    [4, "The system cannot find the file specified.", "not-found"],
    [4, "open /x: permission denied", "permission-denied"],
    [4, "Access is denied.", "permission-denied"],
    [4, "Access denied", "permission-denied"],
    [4, "Directory not empty", "not-empty"],
    [5, "permission denied", "protocol-error"],
    [8, "no such file", "unsupported"],
    [9, "", "protocol-error"],
    [10, "", "not-found"],
    [11, "", "already-exists"],
    [12, "", "permission-denied"],
    [13, "", "protocol-error"],
    [14, "", "no-space"],
    [15, "", "no-space"],
    [16, "", "protocol-error"],
    [18, "", "not-empty"],
    [19, "", "not-a-directory"],
    [22, "", "permission-denied"],
    [24, "", "is-a-directory"],
  ])(
    "with the code %d and the text %j means what servers mean by it, also codes of later versions: %s",
    (code, text, meaning) => {
      const answer: Answer = (type, id) => (type === PACKET.INIT ? undefined : status(id, code, text));
      expect(run((dialogue) => exchange.remove(dialogue, path, false), answer)).toBe(meaning);
    },
  );
});

describe("list", () => {
  const directory =
    (read: (id: Uint8Array) => Uint8Array): Answer =>
    (type, id) => {
      if (type === PACKET.INIT) return undefined;
      return type === PACKET.OPENDIR ? formatPacket(PACKET.HANDLE, id, handle) : read(id);
    };
  const name = string(octetsOf("n"));

  it.each([
    ["2^53 - 1", [0x001f_ffff, 0xffff_ffff], 2 ** 53 - 1],
    ["2^53", [0x0020_0000, 0], undefined],
    ["2^64 - 1", [0xffff_ffff, 0xffff_ffff], undefined],
  ])("has an entry with the size %s, which is left out if it is above what is exact", (_, halves, size) => {
    let parts = 0;
    const attributes = [uint32(5), ...halves.map(uint32), uint32(0o100644)];
    const answer = directory((id) =>
      parts++ === 0
        ? formatPacket(PACKET.NAME, id, uint32(2), name, name, ...attributes, name, name, NO_ATTRIBUTES)
        : status(id, parts === 2 ? 1 : 0),
    );
    const [entry, ...others] = run(list, answer) as { attributes: object }[];
    expect(entry).toMatchObject({ attributes: { size, mode: 0o100644 } });
    expect(others).toHaveLength(1);
  });

  it.each<[string, number | undefined, string]>([
    ["drwxr-xr-x   2 a b 4096 Jan  1 00:00 n", undefined, "directory"],
    ["-rw-r--r--   1 a b    5 Jan  1 00:00 n", undefined, "file"],
    ["lrwxrwxrwx   1 a b    5 Jan  1 00:00 n", undefined, "link"],
    ["drwxr-sr-t+  2 a b 4096 Jan  1 00:00 n", 0o755, "directory"],
    ["drwxr-xr-x   2 a b 4096 Jan  1 00:00 n", 0o100644, "file"],
    ["brw-r--r--   1 a b    5 Jan  1 00:00 n", undefined, "unknown"],
    ["drwxr-xr-x", undefined, "unknown"],
    ["drwxr-xr-xx", undefined, "unknown"],
    ["drwxr-xr- x", undefined, "unknown"],
    [" drwxr-xr-x ", undefined, "unknown"],
    ["n", undefined, "unknown"],
    ["", undefined, "unknown"],
  ])("reads the type of an entry in its line %j if the mode %s has none: %s", (line, mode, kind) => {
    let parts = 0;
    const attributes = mode === undefined ? [NO_ATTRIBUTES] : [uint32(4), uint32(mode)];
    const answer: Answer = (type, id) => {
      if (type === PACKET.INIT) return undefined;
      if (type === PACKET.OPENDIR) return formatPacket(PACKET.HANDLE, id, handle);
      if (type !== PACKET.READDIR) return status(id, type === PACKET.READLINK ? 8 : 0);
      return parts++ > 0
        ? status(id, 1)
        : formatPacket(PACKET.NAME, id, uint32(1), name, string(octetsOf(line)), ...attributes);
    };
    const [entry] = run(list, answer) as Listed[];
    expect(exchange.kindOf(entry!.attributes)).toBe(kind);
    expect(entry!.attributes.mode).toBe(mode);
  });

  it("ends with a part without entries, as in other clients", () => {
    let parts = 0;
    const answer = directory((id) =>
      parts++ === 0
        ? formatPacket(PACKET.NAME, id, uint32(1), name, name, NO_ATTRIBUTES)
        : parts === 2
          ? formatPacket(PACKET.NAME, id, uint32(0))
          : status(id, 0),
    );
    expect(run(list, answer)).toMatchObject([{ name: octetsOf("n") }]);
  });

  it.each<[string, string, Answer, object?]>([
    [
      "announces more entries than it sends",
      "protocol-error",
      directory((id) => formatPacket(PACKET.NAME, id, uint32(9))),
    ],
    [
      "never ends",
      "too-large",
      directory((id) => formatPacket(PACKET.NAME, id, uint32(1), name, name, NO_ATTRIBUTES)),
      { maxEntries: 9 },
    ],
    [
      "never ends its bytes",
      "too-large",
      directory((id) => formatPacket(PACKET.NAME, id, uint32(1), name, name, NO_ATTRIBUTES)),
      { maxListing: 9 },
    ],
    ["sends OK for entries", "protocol-error", directory((id) => status(id, 0))],
    ["denies to read", "permission-denied", directory((id) => status(id, 3))],
    [
      "fails for an existing directory",
      "protocol-error",
      (type, id) =>
        type === PACKET.INIT
          ? undefined
          : type === PACKET.STAT
            ? formatPacket(PACKET.ATTRS, id, uint32(4), uint32(0o040755))
            : status(id, 4),
    ],
  ])("the server %s: %s", (_, code, answer, limits) => expect(run(list, answer, limits)).toBe(code));

  it.each([
    [0o040755, "protocol-error"],
    [0o100644, "not-a-directory"],
    [0o020644, "not-a-directory"],
    [undefined, "protocol-error"],
  ])("rejects a path as not a directory only if the server tells it, by the mode %s: %s", (mode, code) => {
    const attributes = mode === undefined ? [NO_ATTRIBUTES] : [uint32(4), uint32(mode)];
    const answer: Answer = (type, id) => {
      if (type === PACKET.INIT) return undefined;
      return type === PACKET.STAT ? formatPacket(PACKET.ATTRS, id, ...attributes) : status(id, 4);
    };
    expect(run(list, answer)).toBe(code);
  });
});

/** How a server of links answers: it refuses one type of requests, and READLINK tells a target. */
interface LinkServer {
  readonly fails?: number;
  readonly code?: number;
  readonly made?: string;
  readonly version?: Uint8Array;
}

/** Attributes of a link. */
const LINK = [uint32(4), uint32(0o120777)];

describe("the links of a listing (§6.10)", () => {
  const names = (...all: readonly string[]) =>
    all.flatMap((name) => [string(octetsOf(name)), string(octetsOf("")), ...LINK]);
  const listing =
    (entries: readonly string[], readLink: (id: Uint8Array, count: number) => Uint8Array): Answer =>
    (type, id, count) => {
      if (type === PACKET.INIT) return undefined;
      if (type === PACKET.OPENDIR) return formatPacket(PACKET.HANDLE, id, handle);
      if (type === PACKET.READLINK) return readLink(id, count);
      if (type === PACKET.READDIR && count === 2)
        return formatPacket(PACKET.NAME, id, uint32(entries.length), ...names(...entries));
      return status(id, type === PACKET.READDIR ? 1 : 0);
    };
  const answerName = (id: Uint8Array, ...targets: readonly string[]) =>
    formatPacket(
      PACKET.NAME,
      id,
      uint32(targets.length),
      ...targets.flatMap((target) => [string(octetsOf(target)), string(octetsOf("")), NO_ATTRIBUTES]),
    );
  const targets = (events: unknown) =>
    (events as { linkTarget?: Uint8Array }[]).map(({ linkTarget }) => linkTarget && textOf(linkTarget));

  it("are read, more of them than requests that wait, in the order of the entries", () => {
    const entries = ["a", "b", "c", "d", "e", "f"];
    expect(
      targets(
        run(
          list,
          listing(entries, (id, count) => answerName(id, `to ${count}`)),
        ),
      ),
    ).toEqual([3, 4, 5, 6, 7, 8].map((count) => `to ${count}`));
  });

  it("are asked for by their paths, at most as many at once as the option requests allows", () => {
    const asked: string[] = [];
    let [waiting, most] = [0, 0];
    const entries = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
    const counting = (dialogue: SftpDialogue) => {
      const send = dialogue.send.bind(dialogue);
      const receive = dialogue.receive.bind(dialogue);
      dialogue.send = (type, fields, shown) => {
        if (type === PACKET.READLINK) {
          asked.push(textOf(fields[0]!.subarray(4)));
          most = Math.max(most, ++waiting);
        }
        return send(type, fields, shown);
      };
      dialogue.receive = function* (id, phase) {
        const reply = yield* receive(id, phase);
        if (reply.type === PACKET.NAME) waiting--;
        return reply;
      };
      return dialogue;
    };
    for (const directory of ["/x", "/"]) {
      asked.length = 0;
      [waiting, most] = [1, 0];
      run(
        (dialogue) => listDirectory(counting(dialogue), octetsOf(directory)),
        listing(entries, (id) => answerName(id, "to")),
      );
      expect(most).toBe(4);
      expect(asked).toEqual(entries.map((name) => (directory === "/" ? `/${name}` : `/x/${name}`)));
    }
  });

  it("have no target if the server refuses, or if the name is not that of one file", () => {
    expect(
      targets(
        run(
          list,
          listing(["a"], (id) => status(id, 3)),
        ),
      ),
    ).toEqual([undefined]);
    const asked: unknown[] = [];
    const entries = ["../a", "a\0", ""];
    const answer = listing(entries, (id) => answerName(id, `${asked.push(1)}`));
    expect(targets(run(list, answer))).toEqual([undefined, undefined, undefined]);
    expect(asked).toEqual([]);
  });

  it.each<[string, string, (id: Uint8Array) => Uint8Array, object?]>([
    ["two targets", "protocol-error", (id) => answerName(id, "a", "b")],
    ["no target", "protocol-error", (id) => answerName(id)],
    ["OK", "protocol-error", (id) => status(id, 0)],
    ["a handle", "protocol-error", (id) => formatPacket(PACKET.HANDLE, id, handle)],
    ["a target without end", "too-large", (id) => answerName(id, "x".repeat(100)), { maxListing: 50 }],
  ])("the server sends %s: %s", (_, code, readLink, limits) =>
    expect(run(list, listing(["a"], readLink), limits)).toBe(code),
  );

  const OPENSSH = formatPacket(
    PACKET.VERSION,
    uint32(3),
    string(octetsOf("x@openssh.com")),
    string(octetsOf("1")),
  );
  /** Runs makeLink against a server that has `kind` at the path; returns the result, and the requests with their paths. */
  function link(
    kind: number | undefined,
    { fails = 0, code = 4, made = "target", version = VERSION }: LinkServer = {},
  ) {
    const sent: string[] = [];
    const result = run(
      (dialogue) => makeLink(watch(dialogue, sent), path, octetsOf("target"), octetsOf("/part")),
      (type, id) => {
        if (type === PACKET.INIT) return version;
        if (type === fails) return status(id, code);
        if (type === PACKET.LSTAT)
          return kind === undefined ? status(id, 2) : formatPacket(PACKET.ATTRS, id, uint32(4), uint32(kind));
        if (type === PACKET.STAT) return status(id, 2);
        if (type === PACKET.READLINK) return answerName(id, made);
        return status(id, 0);
      },
    );
    return { result, sent };
  }
  function watch(dialogue: SftpDialogue, sent: string[]): SftpDialogue {
    const send = dialogue.send.bind(dialogue);
    dialogue.send = (type, fields, shown) => {
      const paths = fields.map((field) => textOf(field.subarray(4)));
      sent.push([Object.entries(PACKET).find(([, code]) => code === type)?.[0], ...paths].join(" "));
      return send(type, fields, shown);
    };
    return dialogue;
  }

  it("are created with the link first, as in the draft, or with the target first, as in OpenSSH", () => {
    expect(link(undefined).sent).toEqual(["LSTAT /x", "SYMLINK /x target", "READLINK /x"]);
    expect(link(undefined, { version: OPENSSH }).sent).toContain("SYMLINK target /x");
  });

  it.each<[string, LinkServer, string, readonly string[]]>([
    ["refuses a link", { fails: PACKET.SYMLINK, code: 3 }, "permission-denied", ["SYMLINK /x target"]],
    [
      "writes another target",
      { made: "/home/target" },
      "protocol-error",
      ["SYMLINK /x target", "READLINK /x"],
    ],
    ["cuts the target", { made: "targ" }, "protocol-error", ["SYMLINK /x target", "READLINK /x"]],
    [
      "has no READLINK",
      { fails: PACKET.READLINK, code: 8 },
      "protocol-error",
      ["SYMLINK /x target", "READLINK /x", "READLINK target"],
    ],
    ["refuses to look", { fails: PACKET.LSTAT, code: 3 }, "permission-denied", []],
  ])("are not tried again, and nothing is removed, if the server %s", (_, server, result, sent) => {
    expect(link(undefined, server)).toEqual({ result, sent: ["LSTAT /x", ...sent] });
  });

  it("replace a file in one step if the server renames over it", () => {
    const version = formatPacket(
      PACKET.VERSION,
      uint32(3),
      ...[string(octetsOf("posix-rename@openssh.com")), string(octetsOf("1"))],
    );
    const { sent } = link(0o100644, { version });
    expect(sent.map((each) => each.split(" ")[0])).toEqual(["LSTAT", "SYMLINK", "READLINK", "EXTENDED"]);
  });

  /** Creates a link to "to" at "/x" on a server with these links and files; returns the result and what there is afterwards. */
  function linkOn({ isDraft, files = {} }: { isDraft: boolean; files?: Record<string, string> }) {
    const there = new Map(Object.entries(files));
    const sent: string[] = [];
    const result = run(
      (dialogue) => makeLink(watch(dialogue, sent), path, octetsOf("to"), octetsOf("/part")),
      (type, id, _, text) => {
        if (type === PACKET.INIT) return VERSION;
        const [first, second] = [text(), type === PACKET.SYMLINK ? text() : ""];
        const [at, to] = isDraft ? [first, second] : [second, first];
        if (type === PACKET.SYMLINK && there.has(at)) return status(id, 4);
        if (type === PACKET.SYMLINK) there.set(at, to);
        if (type === PACKET.READLINK && there.has(first)) return answerName(id, there.get(first)!);
        if (type === PACKET.REMOVE) there.delete(first);
        return status(id, type === PACKET.SYMLINK || type === PACKET.REMOVE ? 0 : 2);
      },
    );
    return { result, there: Object.fromEntries(there) };
  }

  it.each([
    ["in the order of the draft", { isDraft: true }, [], { "/x": "to" }],
    ["in the order of OpenSSH, without telling it", { isDraft: false }, [], { "/x": "to" }],
    ["so, and the target exists", { isDraft: false, files: { to: "a" } }, [], { to: "a", "/x": "to" }],
    [
      "in that of the draft, and the target is a link back",
      { isDraft: true, files: { to: "/x" } },
      [],
      { to: "/x", "/x": "to" },
    ],
  ])(
    "are created by a server that takes the paths %s, and no other link remains",
    (_, server, result, there) => {
      expect(linkOn(server)).toEqual({ result, there });
    },
  );

  it("replace a file or a link, which stays until the new link exists", () => {
    for (const kind of [0o100644, 0o120777])
      expect(link(kind).sent).toEqual([
        ...["LSTAT /x", "SYMLINK /part target", "READLINK /part", "REMOVE /x", "RENAME /part /x"],
      ]);
  });

  it("leave no other link if the rename fails", () => {
    const { result, sent } = link(0o100644, { fails: PACKET.RENAME });
    expect(result).toBe("protocol-error");
    expect(sent.at(-1)).toBe("REMOVE /part");
  });

  it.each<[string, string, number | undefined, object]>([
    ["a directory is there", "is-a-directory", 0o040755, {}],
    ["a device is there", "already-exists", 0o060644, {}],
    ["the server understood it otherwise", "protocol-error", undefined, { made: "/x" }],
    ["the server refuses", "protocol-error", undefined, { fails: PACKET.SYMLINK }],
  ])("are not created if %s: %s", (_, code, kind, how) => expect(link(kind, how).result).toBe(code));
});

describe("store", () => {
  const store = (how: object) => (dialogue: SftpDialogue) => storeFile(dialogue, path, how);

  it("does not resume beyond the end, or without a size", () => {
    expect(
      run(
        store({ start: 9 }),
        file(() => undefined),
      ),
    ).toBe("bad-argument");
    expect(
      run(
        store({ isAppend: true }),
        file(() => undefined, [NO_ATTRIBUTES]),
      ),
    ).toBe("unsupported");
  });
});
