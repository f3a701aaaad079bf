/** Runs one contender of `many.ts` in its own process, and prints its seconds and its processor time. */
import { writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

const [who = "", url = "", count = "", width = ""] = process.argv.slice(2);

/** Reads the URL once, and returns its number of bytes. */
type Read = () => Promise<number>;

const CONTENDERS: Readonly<Record<string, () => Promise<Read>>> = {
  async anyurl() {
    const { createAnyurl } = await import("anyurl");
    // The default instance opens no local file.
    const roots = url.startsWith("file:") ? [dirname(fileURLToPath(url))] : [];
    const { get } = createAnyurl(roots.length > 0 ? { policy: { files: { roots } } } : {});
    return async () => {
      let size = 0;
      for await (const bytes of (await get(url)).chunks()) size += bytes.length;
      return size;
    };
  },
  async undici() {
    const { request } = await import("undici");
    return async () => sizeOf((await request(url)).body);
  },
  fetch: async () => async () => sizeOf((await fetch(url)).body!),
  async "get-uri"() {
    const { getUri } = await import("get-uri");
    return async () => sizeOf(await getUri(url));
  },
  async "basic-ftp"() {
    const [{ Client }, { Writable }] = await Promise.all([import("basic-ftp"), import("node:stream")]);
    const { port, pathname } = new URL(url);
    const client = new Client();
    await client.access({ host: "127.0.0.1", port: Number(port) });
    return async () => {
      let size = 0;
      const write = (bytes: Uint8Array, _: unknown, done: () => void) => {
        size += bytes.length;
        done();
      };
      await client.downloadTo(new Writable({ write }), pathname.slice(1));
      return size;
    };
  },
  async sockets() {
    const { openSockets } = await import("./sockets.ts");
    return openSockets(url);
  },
  readFile: async () => async () => (await readFile(fileURLToPath(url))).length,
};

async function sizeOf(body: AsyncIterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const bytes of body) size += bytes.length;
  return size;
}

const read = await CONTENDERS[who]!();
let bytes = 0;
let next = 0;
const started = performance.now();
const before = process.cpuUsage();
await Promise.all(
  Array.from({ length: Number(width) }, async () => {
    while (next++ < Number(count)) {
      // Not `bytes += await read()`, which takes the sum before it waits.
      const size = await read();
      bytes += size;
    }
  }),
);
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - started) / 1000;
writeSync(1, JSON.stringify({ seconds, cpu: (user + system) / 1e6, bytes }));
process.exit();
