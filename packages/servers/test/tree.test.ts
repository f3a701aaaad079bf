import { inflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { document, folder, library, type Node, patternDocument } from "../src/index.ts";
import { measureNetworkLines, readChunks, skipBytes, toNetworkLines } from "../src/library/content.ts";
import { LineReader } from "../src/line-reader.ts";
import { readTelnet, writeTelnet } from "../src/telnet/protocol.ts";
import { latin1, octets } from "./raw-client.ts";

describe("folders", () => {
  test.each(["", ".", "..", "a/b", "a\0", "a\r", "a\nb"])("rejects the name %j", (name) => {
    expect(() => folder({ [name]: "" })).toThrow(TypeError);
  });

  test("rejects a duplicate name in any form", () => {
    const pair = (name: string | Uint8Array) => [name, ""] as const;
    expect(() => folder([pair("a"), pair(octets("a"))])).toThrow(TypeError);
    expect(() => folder([pair("é"), pair("\udcc3\udca9")])).toThrow(TypeError);
    expect([...folder([pair("\udcc3\udca9")]).entries.keys()]).toEqual(["é"]);
  });

  test("accepts names of object properties", () => {
    const { entries } = folder([
      ["__proto__", "a"],
      ["constructor", "b"],
    ]);
    expect([...entries.keys()]).toEqual(["__proto__", "constructor"]);
    expect(folder({}).entries.get("constructor")).toBeUndefined();
  });

  test("converts entries to documents", () => {
    const modified = new Date(0);
    expect(document("é", { modified })).toEqual({
      kind: "document",
      content: Uint8Array.of(0xc3, 0xa9),
      modified,
    });
    expect(folder({ a: "x" }).entries.get("a")).toMatchObject({ kind: "document" });
  });
});

describe("contents", () => {
  test("generates the byte i modulo 251 at offset i, in any chunks, repeatedly", () => {
    for (const size of [0, 1, 65_536, 65_537, 200_000]) {
      const content = patternDocument(size);
      for (const whole of [content.chunks(), content.chunks()].map((chunks) => Buffer.concat([...chunks]))) {
        expect(whole.length).toBe(size);
        expect(whole.every((octet, i) => octet === i % 251)).toBe(true);
      }
    }
  });

  test("converts line ends to CR LF however a text is split (RFC 959 §3.1.1.1)", () => {
    const text = octets("\na\r\nb\n\n\r\r\nc\rd\n");
    const wanted = "\r\na\r\nb\r\n\r\n\r\r\nc\rd\r\n";
    for (let i = 0; i <= text.length; i++) {
      for (let k = i; k <= text.length; k++) {
        const pieces = [text.subarray(0, i), text.subarray(i, k), text.subarray(k)];
        expect(Buffer.concat([...toNetworkLines(pieces)]).toString("latin1")).toBe(wanted);
      }
    }
    expect(measureNetworkLines(text)).toBe(wanted.length);
  });

  test("skips exactly the given number of bytes", () => {
    const content = patternDocument(150_000);
    for (const count of [0, 1, 65_535, 65_536, 65_537, 149_999, 150_000]) {
      const rest = Buffer.concat([...skipBytes(readChunks(content), count)]);
      expect(rest.length).toBe(150_000 - count);
      expect(rest.every((octet, i) => octet === (count + i) % 251)).toBe(true);
    }
  });
});

describe("lines", () => {
  const cut = (text: Uint8Array, at: number) => {
    const reader = new LineReader(8);
    const lines = [...reader.read(text.subarray(0, at)), ...reader.read(text.subarray(at))];
    const rest = reader.rest();
    return [...lines, ...(rest ? [rest] : [])].map(({ octets, bareLf, tooLong }) =>
      tooLong ? "too long" : `${latin1(octets)}${bareLf ? "\n" : ""}`,
    );
  };

  test("are the same however the chunks are split", () => {
    const text = octets(
      "a\r\n\r\nb\nc\rd\r\n12345678\r\n123456789\r\n12345678\n123456789\n123456789012\r\nrest",
    );
    for (let at = 0; at <= text.length; at++) {
      expect(cut(text, at)).toEqual([
        "a",
        "",
        "b\n",
        "c\rd",
        "12345678",
        "too long",
        "12345678\n",
        "too long",
        "too long",
        "rest",
      ]);
    }
  });

  test("keeps at most one line in memory", () => {
    const reader = new LineReader(8);
    for (let i = 0; i < 1000; i++) expect([...reader.read(new Uint8Array(1000))]).toEqual([]);
    expect(reader.rest()).toMatchObject({ tooLong: true });
    expect([...reader.read(octets("ok\r\n"))]).toMatchObject([{ tooLong: false, octets: octets("ok") }]);
  });
});

describe("Telnet (RFC 854)", () => {
  test.each([
    ["RETR a\xff\xffb", "RETR a\xffb", ""],
    ["\xff\xff\xff\xff", "\xff\xff", ""],
    ["\xff\xf4\xff\xf2ABOR", "ABOR", ""],
    ["\xff\xfd\x01A", "A", "\xff\xfc\x01"],
    ["\xff\xfb\x01A", "A", "\xff\xfe\x01"],
    ["\xff\xfc\x01\xff\xfe\x02A", "A", ""],
    ["A\xff", "A", ""],
    ["A\xff\xfd", "A", ""],
  ])("%j", (line, data, refusals) => {
    const read = readTelnet(octets(line));
    expect([latin1(read.octets), latin1(read.refusals)]).toEqual([data, refusals]);
  });

  test("reads what it has written", () => {
    const every = Uint8Array.from({ length: 256 }, (_, i) => i);
    expect(readTelnet(writeTelnet(every)).octets).toEqual(every);
  });
});

describe("the library", () => {
  const at = (...path: readonly string[]): Node | undefined => {
    let node: Node | undefined = library();
    for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
    return node;
  };
  const contentAt = (...path: readonly string[]): Uint8Array => {
    const node = at(...path);
    if (node?.kind !== "document" || !(node.content instanceof Uint8Array))
      throw new TypeError(path.join("/"));
    return node.content;
  };

  test("contains two different where.txt, so that %2F matters", () => {
    expect(contentAt("where.txt")).not.toEqual(contentAt("home", "alice", "where.txt"));
  });

  test("contains a PNG with valid checksums (RFC 2083 §3)", () => {
    const picture = Buffer.from(contentAt("pictures", "compass.png"));
    expect(picture.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    const types: string[] = [];
    for (let i = 8; i < picture.length; ) {
      const length = picture.readUInt32BE(i);
      const type = picture.toString("latin1", i + 4, i + 8);
      types.push(type);
      expect(picture.readUInt32BE(i + 8 + length)).toBe(crc(picture.subarray(i + 4, i + 8 + length)));
      if (type === "IDAT") expect(inflateSync(picture.subarray(i + 8, i + 8 + length))).toHaveLength(15 * 16);
      i += 12 + length;
    }
    expect(types).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
  });

  test("contains a GIF of sixteen by sixteen pixels", () => {
    const picture = contentAt("pictures", "lighthouse.gif");
    expect(latin1(picture.subarray(0, 10))).toBe("GIF87a\x10\0\x10\0");
    expect(picture.at(-1)).toBe(0x3b);
    const codes: number[] = [];
    const data: number[] = [];
    for (let i = 13 + 12 + 10 + 1; picture[i] !== 0; i += 1 + picture[i]!) {
      data.push(...picture.subarray(i + 1, i + 1 + picture[i]!));
    }
    for (let bit = 0; bit + 3 <= data.length * 8; bit += 3) {
      codes.push((((data[bit >> 3]! | ((data[(bit >> 3) + 1] ?? 0) << 8)) >> (bit & 7)) & 7) as number);
    }
    // CLEAR before every third pixel, because otherwise the codes would need four bits; END.
    expect(codes.join("")).toMatch(/^(4[0-3]{2}){128}5/);
  });

  test("contains texts that fit a terminal", () => {
    for (const path of [["welcome.txt"], ["how-to-read-a-url.txt"], ["poems", "tide.txt"]]) {
      for (const line of latin1(contentAt(...path)).split("\n")) expect(line.length).toBeLessThan(72);
    }
  });
});

/** Computes the CRC of ISO 3309 bit by bit, independently of the code under test. */
function crc(octets: Uint8Array): number {
  let register = 0xffffffff;
  for (const octet of octets) {
    register ^= octet;
    for (let i = 0; i < 8; i++) register = register & 1 ? (register >>> 1) ^ 0xedb88320 : register >>> 1;
  }
  return (register ^ 0xffffffff) >>> 0;
}
