import { open } from "node:fs/promises";
import type { SigningKey } from "../guard/index.ts";

const KEY_LINE = /^([0-9A-Za-z]{1,16})[ \t]+([0-9a-fA-F]{64,512})$/;
const MAX_FILE_BYTES = 64 * 1024;

/**
 * Reads the keys for signed links: one per line, with its id and its secret in hexadecimal, 32 bytes or more. The first
 * one signs. Other users must not have access to the file.
 *
 * @throws {Error} the file cannot be read or is invalid. The message contains nothing of the file.
 */
export async function readKeyFile(path: string): Promise<readonly SigningKey[]> {
  const lines = (await readTextFile(path)).split(/\r?\n/).map((line) => line.trim());
  const keys = lines.flatMap((line, i) =>
    line === "" || line.startsWith("#") ? [] : [parseKey(line, i + 1)],
  );
  if (keys.length === 0) throw new Error("the key file has no keys");
  return keys;
}

async function readTextFile(path: string): Promise<string> {
  const handle = await open(path, "r");
  try {
    const { mode, size } = await handle.stat();
    if (process.platform !== "win32" && (mode & 0o077) !== 0)
      throw new Error('other users can read the key file: run "chmod 600" on it');
    if (size > MAX_FILE_BYTES) throw new Error(`the key file exceeds the limit of ${MAX_FILE_BYTES} bytes`);
    return (await handle.readFile("latin1")).slice(0, MAX_FILE_BYTES);
  } finally {
    await handle.close();
  }
}

function parseKey(line: string, number: number): SigningKey {
  const [, id = "", hex = ""] = KEY_LINE.exec(line) ?? [];
  if (id === "" || hex.length % 2 !== 0)
    throw new Error(`invalid line ${number} in the key file: expected "ID HEX" with 32 bytes or more`);
  return { id, secret: Uint8Array.from(Buffer.from(hex, "hex")) };
}
