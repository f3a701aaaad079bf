import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { TrustStore } from "@anyurl/client";

/** One server per line: "h.example:1965 sha256/BASE64". */
const LINE = /^(\S+:\d+) (\S+)$/;

/**
 * Creates a store of the keys of servers in a file, which only its owner can read. Lines that are not entries stay as they
 * are. The file is replaced as a whole, so an interrupted write loses nothing.
 *
 * @param onNew called before a new key is stored.
 */
export function fileTrustStore(
  file: string,
  onNew: (server: string, key: string) => Promise<void> = async () => {},
): TrustStore {
  // One write after the other: each one reads the file first.
  let last: Promise<unknown> = Promise.resolve();
  const set = async (server: string, key: string) => {
    await onNew(server, key);
    const lines = readLines(file);
    const kept = lines.filter((line) => LINE.exec(line)?.[1] !== server);
    await replace(file, [...kept, `${server} ${key}`]);
  };
  return {
    get: async (server) => {
      await last.catch(() => {});
      for (const line of readLines(file)) {
        const [, name, key] = LINE.exec(line) ?? [];
        if (name === server) return key;
      }
      return undefined;
    },
    set: async (server, key) => {
      const done = last.catch(() => {}).then(() => set(server, key));
      last = done;
      await done;
    },
  };
}

function readLines(file: string): readonly string[] {
  try {
    return readFileSync(file, "utf8")
      .split(/\r?\n/)
      .filter((line) => line !== "");
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT") return [];
    throw error;
  }
}

async function replace(file: string, lines: readonly string[]): Promise<void> {
  // Only here: most runs of the command add no key, and loading these modules takes time.
  const { mkdir, rename, rm, writeFile } = await import("node:fs/promises");
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  const { randomBytes } = await import("node:crypto");
  const part = `${file}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(part, lines.map((line) => `${line}\n`).join(""), { mode: 0o600, flag: "wx" });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}
