import { closeSync, mkdirSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** A workload: its contenders and their commands. */
export interface Workload {
  readonly name: string;
  readonly contenders: readonly Contender[];
}

export interface Contender {
  readonly name: string;
  /** A program and its arguments; "node" runs child.ts. Its output is discarded. */
  readonly command: (at: Place) => readonly string[];
}

export interface Place {
  readonly port: number;
  /** A writable directory. */
  readonly work: string;
}

export const SMALL = 2_000;
/** Large enough that a program's warm-up time is negligible. */
export const LONG = 10_000;
const ENTRIES = 100_000;

/** The contents of the server: a file of 1 GiB, many small files, and a directory with very many entries. */
export function seed(root: string): void {
  const pub = join(root, "pub");
  for (const folder of ["small", "many"]) mkdirSync(join(pub, folder), { recursive: true });
  mkdirSync(join(root, "home/alice"), { recursive: true });
  const block = new Uint8Array(1024 * 1024).map((_, i) => (i * 31) >> 3);
  const file = openSync(join(pub, "gibibyte.bin"), "w");
  for (let i = 0; i < 1024; i++) writeSync(file, block);
  closeSync(file);
  for (let i = 0; i < LONG; i++) {
    writeFileSync(join(pub, `small/${i}.bin`), block.subarray(0, 1024 + ((i * 37) % 3072)));
  }
  for (let i = 0; i < ENTRIES; i++) writeFileSync(join(pub, `many/a file with a usual name ${i}.txt`), "");
}

const node = (who: string, what: string): Contender => ({
  name: who,
  command: ({ port, work }) => ["node", who, what, String(port), work],
});

const curl = (...told: readonly string[]): Contender => ({
  name: "curl",
  command: ({ port, work }) => [
    "curl",
    "-sS",
    ...told.map((each) => each.replaceAll("PORT", String(port)).replaceAll("WORK", work)),
  ],
});

const lftp = (what: string): Contender => ({
  name: "lftp",
  command: ({ port, work }) => [
    "lftp",
    "-c",
    `set ftp:use-feat no; set xfer:clobber yes; open ftp://127.0.0.1:${port}; ${what.replaceAll("WORK", work)}`,
  ],
});

const GIBIBYTE = "ftp://127.0.0.1:PORT/pub/gibibyte.bin";
const each = (count: number): string => `ftp://127.0.0.1:PORT/pub/small/[0-${count - 1}].bin`;

const eightAtOnce = (count: number): Contender =>
  curl("-Z", "--parallel-max", "8", "--parallel-immediate", "-o", "/dev/null", each(count));

export const WORKLOADS: readonly Workload[] = [
  {
    name: "a gibibyte to a file",
    contenders: [
      node("anyurl", "file"),
      curl("-o", "WORK/curl.bin", GIBIBYTE),
      node("basic-ftp", "file"),
      lftp("get pub/gibibyte.bin -o WORK/lftp.bin"),
    ],
  },
  {
    name: "a gibibyte through a reader with its own buffer",
    contenders: [node("anyurl", "byob"), curl("-o", "/dev/null", GIBIBYTE), node("basic-ftp", "stream")],
  },
  {
    name: "a gibibyte as it comes, by chunks()",
    contenders: [node("anyurl", "octets"), curl("-o", "/dev/null", GIBIBYTE), node("basic-ftp", "stream")],
  },
  {
    name: "a gibibyte through the default reader",
    contenders: [node("anyurl", "default"), curl("-o", "/dev/null", GIBIBYTE)],
  },
  {
    name: `${SMALL} small files, one after the other`,
    contenders: [node("anyurl", "serial"), node("basic-ftp", "serial"), curl("-o", "/dev/null", each(SMALL))],
  },
  {
    name: `${LONG} small files, one after the other`,
    contenders: [
      node("anyurl", "long serial"),
      node("basic-ftp", "long serial"),
      curl("-o", "/dev/null", each(LONG)),
    ],
  },
  {
    name: `${SMALL} small files, eight at once`,
    contenders: [node("anyurl", "parallel"), eightAtOnce(SMALL)],
  },
  {
    name: `${LONG} small files, eight at once`,
    contenders: [node("anyurl", "long parallel"), eightAtOnce(LONG)],
  },
  {
    name: `a listing of ${ENTRIES} entries`,
    contenders: [
      node("anyurl", "list"),
      node("basic-ftp", "list"),
      curl("-o", "/dev/null", "ftp://127.0.0.1:PORT/pub/many/"),
    ],
  },
];
