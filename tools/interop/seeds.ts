import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

/** Size of the big file in bytes: 256 MiB. It shows that a transfer does not hold the body in memory. */
export const BIG_SIZE = 256 * 1024 * 1024;

/** 0, 1, … 255. */
export const ALL_OCTETS: Uint8Array = Uint8Array.from({ length: 256 }, (_, octet) => octet);

/** Yields the big file in blocks of 1 MiB. It is the same on every machine, and all its blocks differ. */
export function* bigBlocks(): Generator<Uint8Array> {
  const block = new Uint32Array(256 * 1024);
  let x = 1;
  for (let i = 0; i < 256; i++) {
    for (let k = 0; k < block.length; k++) {
      x = (Math.imul(x, 1103515245) + 12345) >>> 0;
      block[k] = x;
    }
    yield new Uint8Array(block.buffer.slice(0));
  }
}

/** The contents of the documents, by their path below the root. Names are bytes, so one of them is not UTF-8. */
export const FTP_DOCUMENTS: ReadonlyMap<string, string | Uint8Array> = new Map<string, string | Uint8Array>([
  ["where.txt", "root of the server\n"],
  ["home/alice/where.txt", "home of alice\n"],
  ["pub/lf.txt", "line one\nline two\nno end of line"],
  ["pub/empty.txt", ""],
  ["pub/bytes.bin", ALL_OCTETS],
  ["pub/name with spaces.txt", "spaces\n"],
  ["pub/ leading space.txt", "lead\n"],
  ["pub/100%.txt", "percent\n"],
  ["pub/semi;colon.txt", "semicolon\n"],
  ["pub/x;type=a", "like a typecode\n"],
  ["pub/hash#mark.txt", "hash\n"],
  ["pub/what?.txt", "question\n"],
  ["pub/-dash.txt", "dash\n"],
  ["pub/grüße-日本.txt", "utf-8\n"],
  ["pub/dir/sub/deep.txt", "deep\n"],
  ["pub/dir with spaces/in it.txt", "in it\n"],
]);

export const LATIN1_NAME: Buffer = Buffer.from("latin1-\xe4.txt", "latin1");

export function seedFtp(root: string): void {
  seed(root, FTP_DOCUMENTS);
  mkdirSync(join(root, "pub/empty-dir"), { recursive: true });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/pub/`), LATIN1_NAME]), "latin-1\n");
  symlinkSync("lf.txt", join(root, "pub/link.txt"));
  const then = new Date("2001-02-03T04:05:06Z");
  utimesSync(join(root, "pub/lf.txt"), then, then);
  if (process.getuid?.() === 0) chownSync(join(root, "home/alice"), 1500, 1500);
}

/** The same documents, and pub/big.bin. */
export function seedFtpAndBig(root: string): void {
  seedFtp(root);
  writeBig(join(root, "pub/big.bin"));
}

export const GOPHER_DOCUMENTS: ReadonlyMap<string, string | Uint8Array> = new Map<
  string,
  string | Uint8Array
>([
  ["text.txt", "line one\nline two\n"],
  ["dots.txt", "before\n.\nafter a dot\n..two\nend\n"],
  ["empty.txt", ""],
  ["name with spaces.txt", "spaces\n"],
  ["a+b.txt", "plus\n"],
  ["bytes.bin", ALL_OCTETS],
  ["sub/deep/deep.txt", "deep\n"],
  ["plain/one.txt", "one\n"],
  [
    "gophermap",
    [
      "An information line",
      "0A text\t/text.txt",
      "1A menu\t/plain",
      "7A search\t/cgi-bin/search",
      "8A telnet session\tguest\tlocalhost\t23",
      "9Bytes\t/bytes.bin",
      "hElsewhere\tURL:http://localhost/x?y=1",
      "0A name with spaces\t/name with spaces.txt",
      "0Another port\t/text.txt\tlocalhost\t7070",
      "",
    ].join("\n"),
  ],
]);

export function seedGopher(root: string): void {
  seed(root, GOPHER_DOCUMENTS);
  mkdirSync(join(root, "cgi-bin"), { recursive: true });
  const script = join(root, "cgi-bin/search");
  // The script only prints the query in brackets.
  writeFileSync(
    script,
    `#!/bin/sh\nprintf '0query [%s]\\t/text.txt\\tlocalhost\\t70\\r\\n' "$SEARCHREQUEST"\n`,
  );
  chmodSync(script, 0o755);
  writeBig(join(root, "big.bin"));
}

function seed(root: string, documents: ReadonlyMap<string, string | Uint8Array>): void {
  for (const [path, content] of documents) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
}

function writeBig(path: string): void {
  const file = openSync(path, "w");
  for (const block of bigBlocks()) writeSync(file, block);
  closeSync(file);
}

/** The SHA-256 of the big file, in hexadecimal digits. */
export function bigHash(): string {
  const hash = createHash("sha256");
  for (const block of bigBlocks()) hash.update(block);
  return hash.digest("hex");
}
