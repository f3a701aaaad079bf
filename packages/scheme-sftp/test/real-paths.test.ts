import { octetsOf, textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { SftpDialogue } from "../src/dialogue.ts";
import type { Listed } from "../src/links.ts";
import { list } from "../src/list.ts";
import { formatPacket, NO_ATTRIBUTES, PACKET, string, uint32 } from "../src/packet.ts";
import { type Answer, handle, run, status } from "./run-exchange.ts";

const [DIRECTORY, FILE, LINK, PIPE] = [0o040755, 0o100644, 0o120777, 0o010644];
const NO_SUCH_FILE = 2;
/** The server tells no attributes. */
const NOTHING_KNOWN = 0xffff_ffff;

/** A server with a tree at /t. A number is the code of a status. */
interface World {
  readonly links?: readonly string[];
  /** The answers to REALPATH. */
  readonly real: Readonly<Record<string, string | number | readonly string[]>>;
  /** The modes that LSTAT and STAT tell: not the codes of statuses, which are lower. */
  readonly modes?: Readonly<Record<string, number>>;
}

const names = (id: Uint8Array, ...paths: readonly string[]) =>
  formatPacket(
    PACKET.NAME,
    id,
    uint32(paths.length),
    ...paths.flatMap((each) => [string(octetsOf(each)), string(octetsOf("")), NO_ATTRIBUTES]),
  );

function serve({ links = ["l"], real, modes = {} }: World, sent: string[]): Answer {
  return (type, id, count, text) => {
    if (type === PACKET.INIT) return undefined;
    if (type === PACKET.OPENDIR) return formatPacket(PACKET.HANDLE, id, handle);
    if (type === PACKET.READDIR && count === 2)
      return formatPacket(
        PACKET.NAME,
        id,
        uint32(links.length),
        ...links.flatMap((each) => [string(octetsOf(each)), string(octetsOf("")), uint32(4), uint32(LINK)]),
      );
    if (type === PACKET.READLINK) return names(id, "somewhere");
    if (type === PACKET.REALPATH || type === PACKET.LSTAT || type === PACKET.STAT) {
      const path = text();
      sent.push(`${Object.entries(PACKET).find(([, code]) => code === type)?.[0]} ${path}`);
      const answer = type === PACKET.REALPATH ? real[path] : modes[path];
      if (answer === undefined) return status(id, NO_SUCH_FILE);
      if (typeof answer === "object") return names(id, ...answer);
      if (typeof answer === "string") return names(id, answer);
      if (answer === NOTHING_KNOWN) return formatPacket(PACKET.ATTRS, id, NO_ATTRIBUTES);
      return answer < 256 ? status(id, answer) : formatPacket(PACKET.ATTRS, id, uint32(4), uint32(answer));
    }
    return status(id, type === PACKET.READDIR ? 1 : 0);
  };
}

/** Lists /t, whose links are followed, and shows where they lead. */
function follow(world: World, { tree = "/t", limits = {} }: { tree?: string; limits?: object } = {}) {
  const sent: string[] = [];
  /** Requests for paths whose replies are awaited, and how many at once at most. */
  let [waiting, most] = [0, 0];
  const start = (dialogue: SftpDialogue) => {
    const [send, receive] = [dialogue.send.bind(dialogue), dialogue.receive.bind(dialogue)];
    dialogue.send = (...args) => {
      most = Math.max(most, ++waiting);
      return send(...args);
    };
    dialogue.receive = function* (...args) {
      const reply = yield* receive(...args);
      waiting--;
      return reply;
    };
    return list(dialogue, octetsOf("/t"), { tree: octetsOf(tree) });
  };
  const listed = run(start, serve(world, sent), limits);
  if (typeof listed === "string") return { ends: listed, sent, most };
  const ends = (listed as Listed[]).map(({ name, end }) => {
    if (end === undefined) return `${textOf(name)} has no end`;
    return "problem" in end ? end.problem : end.names.join("/") || ".";
  });
  return { ends, sent, most };
}

const OUTSIDE = "the link leads out of the tree";
const NOTHING = "the link leads to nothing";
const UNKNOWN = "the source does not tell where the link leads";

describe("a link of a tree", () => {
  it.each<[string, string, World["modes"]]>([
    ["a file", "d/x", { "/t/d": DIRECTORY, "/t/d/x": FILE }],
    ["a directory", "d", { "/t/d": DIRECTORY }],
    ["a pipe", "p", { "/t/p": PIPE }],
    ["the tree itself", ".", { "/t": DIRECTORY }],
  ])("leads to %s in it, as REALPATH and LSTAT say", (_, place, modes) => {
    const real = { "/t": "/t", "/t/l": place === "." ? "/t" : `/t/${place}` };
    expect(follow({ real, modes: modes! }).ends).toEqual([place]);
  });

  it("is asked for together with the others, and no directory is asked for twice", () => {
    const real = { "/t": "/t", "/t/k": "/t/d/x", "/t/l": "/t/d/y" };
    const modes = { "/t/d": DIRECTORY, "/t/d/x": FILE, "/t/d/y": FILE };
    const { ends, sent, most } = follow({ links: ["k", "l"], real, modes });
    // The option requests.
    expect(most).toBe(4);
    expect(ends).toEqual(["d/x", "d/y"]);
    expect(sent).toEqual([
      ...["REALPATH /t", "REALPATH /t/k", "REALPATH /t/l"],
      ...["LSTAT /t/d", "LSTAT /t/d/x", "LSTAT /t/d/y"],
    ]);
  });

  it("costs nothing in a directory without links, and nothing if links are not followed", () => {
    expect(follow({ links: [], real: {} }).sent).toEqual([]);
    const sent: string[] = [];
    run((dialogue) => list(dialogue, octetsOf("/t")), serve({ real: {} }, sent));
    expect(sent).toEqual([]);
  });

  it("is checked below the path of the tree in its URL, which can be a link and relative", () => {
    const real = { home: "/srv/t", "/t/l": "/srv/t/d" };
    const { ends, sent } = follow({ real, modes: { "home/d": DIRECTORY } }, { tree: "home" });
    expect(ends).toEqual(["d"]);
    expect(sent).toEqual(["REALPATH home", "REALPATH /t/l", "LSTAT home/d"]);
    expect(
      follow({ real: { "/": "/", "/t/l": "/d" }, modes: { "/d": DIRECTORY } }, { tree: "/" }).ends,
    ).toEqual(["d"]);
  });

  it.each<[string, string, World]>([
    ["a place beside the tree", OUTSIDE, { real: { "/t": "/t", "/t/l": "/etc/passwd" } }],
    ["a place whose path only begins like it", OUTSIDE, { real: { "/t": "/t", "/t/l": "/tt" } }],
    ["a directory above it", OUTSIDE, { real: { "/t": "/t", "/t/l": "/" } }],
    ["what does not exist, for LSTAT", NOTHING, { real: { "/t": "/t", "/t/l": "/t/gone" } }],
    ["what does not exist, for REALPATH", NOTHING, { real: { "/t": "/t", "/t/l": NO_SUCH_FILE } }],
    ["a loop", UNKNOWN, { real: { "/t": "/t", "/t/l": 4 } }],
    [
      "what the server does not show",
      UNKNOWN,
      { real: { "/t": "/t", "/t/l": "/t/d" }, modes: { "/t/d": 3 } },
    ],
    ["a place of a server without REALPATH", UNKNOWN, { real: { "/t": 8, "/t/l": 8 } }],
    ["a place in a tree without a real path", UNKNOWN, { real: { "/t": 3, "/t/l": "/t/d" } }],
  ])("is not followed to %s: %s", (_, problem, world) => expect(follow(world).ends).toEqual([problem]));

  it.each<[string, string, World["modes"]]>([
    ["the link itself, because it does not follow links", "/t/l", { "/t/l": LINK }],
    ["another link", "/t/m", { "/t/m": LINK }],
    ["a place below another link", "/t/m/x", { "/t/m": LINK, "/t/m/x": FILE }],
    ["a place below a file", "/t/m/x", { "/t/m": FILE, "/t/m/x": FILE }],
    ["a place that it does not describe", "/t/m/x", { "/t/m": DIRECTORY, "/t/m/x": NOTHING_KNOWN }],
    ["a place below one that it does not describe", "/t/m/x", { "/t/m": NOTHING_KNOWN, "/t/m/x": FILE }],
    ["a path with ..", "/t/../etc/passwd", { "/t/../etc/passwd": FILE, "/t/..": DIRECTORY }],
    ["a path with .", "/t/./d", { "/t/.": DIRECTORY, "/t/./d": DIRECTORY }],
    ["a path with //", "/t//etc", { "/t/": DIRECTORY, "/t//etc": DIRECTORY }],
    ["a path with NUL", "/t/d\0", { "/t/d\0": DIRECTORY }],
    ["a relative path", "t/d", { "/t/d": DIRECTORY }],
    ["no path", "", { "/t/": DIRECTORY }],
  ])("is not followed if the server says that it leads to %s", (_, place, modes) => {
    expect(follow({ real: { "/t": "/t", "/t/l": place }, modes: modes! }).ends).toEqual([UNKNOWN]);
  });

  it("is never opened outside of the tree, even if the server says that the tree is the root", () => {
    const { ends, sent } = follow({
      real: { "/t": "/", "/t/l": "/etc/passwd" },
      modes: { "/etc": DIRECTORY },
    });
    expect(ends).toEqual([NOTHING]);
    expect(sent.slice(2)).toEqual(["LSTAT /t/etc", "LSTAT /t/etc/passwd"]);
  });

  it("is not followed deeper than the limit maxDepth, and nothing is asked for then", () => {
    const path = (count: number) => `/t${"/d".repeat(count)}`;
    const modes = Object.fromEntries([1, 2, 3, 4].map((count) => [path(count), DIRECTORY]));
    const limits = { maxDepth: 2 };
    expect(follow({ real: { "/t": "/t", "/t/l": path(3) }, modes }, { limits }).ends).toEqual(["d/d/d"]);
    const { ends, sent } = follow({ real: { "/t": "/t", "/t/l": path(4) }, modes }, { limits });
    expect(ends).toEqual(["the link leads to more nested directories than the limit maxDepth"]);
    expect(sent).toHaveLength(2);
  });

  it.each<[string, string, World, object?]>([
    ["two paths", "protocol-error", { real: { "/t": ["/t", "/t"], "/t/l": "/t" } }],
    ["no path", "protocol-error", { real: { "/t": [], "/t/l": "/t" } }],
    ["OK for a path", "protocol-error", { real: { "/t": 0, "/t/l": "/t" } }],
    ["OK for attributes", "protocol-error", { real: { "/t": "/t", "/t/l": "/t/d" }, modes: { "/t/d": 0 } }],
    ["paths without end", "too-large", { real: { "/t": "/t".repeat(50), "/t/l": "/t" } }, { maxListing: 50 }],
  ])("ends the listing if the server sends %s: %s", (_, code, world, limits = {}) => {
    expect(follow(world, { limits }).ends).toBe(code);
  });
});
