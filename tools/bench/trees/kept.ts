import { type Dirent, readdirSync, readFileSync, statSync } from "node:fs";

/** How many files of a tree another one has, with the same names and bytes. */
export interface Kept {
  readonly kept: number;
  readonly all: number;
}

/** Compares two trees by the bytes of names. A link counts as what it leads to. */
export function countKept(source: string, copy: string): Kept {
  const [from, to] = [Buffer.from(source), Buffer.from(copy)];
  let [kept, all] = [0, 0];
  for (const path of files(from)) {
    all++;
    if (isSame(path, Buffer.concat([to, path.subarray(from.length)]))) kept++;
  }
  return { kept, all };
}

function* files(directory: Buffer): Generator<Buffer> {
  const entries = readdirSync(directory, {
    withFileTypes: true,
    encoding: "buffer",
  }) as unknown as Dirent<Buffer>[];
  for (const entry of entries) {
    const path = Buffer.concat([directory, Buffer.from("/"), entry.name]);
    if (entry.isDirectory()) yield* files(path);
    else yield path;
  }
}

function isSame(one: Buffer, other: Buffer): boolean {
  try {
    return statSync(other).isFile() && readFileSync(one).equals(readFileSync(other));
  } catch {
    return false;
  }
}
