import { chmodSync, closeSync, mkdirSync, openSync, symlinkSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";

/** The trees that are copied, each in a directory of its name. */
export const TREES = ["small", "deep", "hostile", "large"] as const;

export type TreeName = (typeof TREES)[number];

const MIB = 1024 * 1024;

/** Creates the trees below a directory that every user may read. */
export function makeTrees(root: string, largeMib: number): void {
  makeSmall(join(root, "small"));
  makeDeep(join(root, "deep"));
  makeHostile(join(root, "hostile"));
  makeLarge(join(root, "large"), largeMib);
}

/** 300 files of 1 to 4 KiB in three directories. */
function makeSmall(directory: string): void {
  for (let i = 0; i < 300; i++) {
    const folder = join(directory, `folder-${i % 3}`);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `file-${i}.txt`), pattern(1024 + ((i * 37) % 3072), i));
  }
}

/** Twenty directories, one in the other, with two files each. */
function makeDeep(directory: string): void {
  let at = directory;
  for (let depth = 0; depth < 20; depth++) {
    mkdirSync(at, { recursive: true });
    for (const name of ["one", "two"]) writeFileSync(join(at, `${name}.txt`), `${name} ${depth}\n`);
    at = join(at, `level-${depth}`);
  }
}

/** Names that are valid on Linux, and that programs lose. The last two are not UTF-8. */
const HOSTILE_NAMES: readonly (string | Buffer)[] = [
  ...["-dash.txt", 'quo"te.txt', "what?.txt", "star*.txt", "back\\slash.txt", "a:b.txt", "con.txt"],
  ...["UPPER.TXT", "upper.txt", ".env", "two  blanks.txt", " leading", "trailing ", "percent%41.txt"],
  ...["semi;type=a", "hash#1.txt", "tilde~", "[brackets]", "{a,b}", "$HOME", "`id`", "'quote'", "new\nline"],
  ...[
    "\u00fc-composed.txt",
    "u\u0308-decomposed.txt",
    "\u202etxt.exe",
    "\x1b[31mred",
    `${"n".repeat(200)}.txt`,
  ],
  ...[Buffer.from("latin-\xfc.txt", "latin1"), Buffer.from("\xff\xfe", "latin1")],
];

function makeHostile(directory: string): void {
  mkdirSync(join(directory, ".well-known"), { recursive: true });
  writeFileSync(join(directory, ".well-known", "security.txt"), "contact\n");
  mkdirSync(join(directory, "empty"));
  for (const [i, name] of HOSTILE_NAMES.entries()) {
    const path = Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(name as string)]);
    writeFileSync(path, `${i}\n`);
  }
  symlinkSync("a:b.txt", join(directory, "link.txt"));
}

function makeLarge(directory: string, mib: number): void {
  mkdirSync(directory);
  const file = openSync(join(directory, "large.bin"), "w");
  for (let i = 0; i < mib; i++) writeSync(file, pattern(MIB, i));
  closeSync(file);
  chmodSync(directory, 0o755);
}

function pattern(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31 + seed * 17 + (i >> 8)) & 0xff;
  return bytes;
}
