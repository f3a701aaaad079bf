import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { constants, deflateRawSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ask, gatewayOf } from "./world.ts";

/** The machine may be busy. */
const PATIENT = { timeout: 20_000 };
const MiB = 1024 * 1024;

/** Documents that are small on the wire, by path: how they begin, and the content of each MiB. */
const BOMBS: Readonly<Record<string, readonly [type: string, start: string, unit: string]>> = {
  "/script": ["text/html", "<script>", "a"],
  "/comment": ["text/html", "<!--", "a"],
  "/tag": ["text/html", "<a ", "b=c "],
  "/text": ["text/plain", "", "a"],
};

let server: Server;
let origin: string;
/** MiB that the server sent of the last requested bomb, before compression. */
let sent = 0;

/** Compressed, but below the maximum compression ratio. */
function compressed(text: string): Buffer {
  const noise = Buffer.from(Array.from({ length: 800 }, (_, i) => 97 + ((i * i * 7919) % 26)));
  const content = Buffer.concat([noise, Buffer.from(text)]);
  // After a full flush the next block is independent, so it can be sent any number of times.
  return deflateRawSync(content, { finishFlush: constants.Z_FULL_FLUSH });
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    response.on("error", () => {});
    const path = request.url ?? "";
    if (path.startsWith("/drip")) {
      response.writeHead(200, { "content-type": path.endsWith(".html") ? "text/html" : "text/plain" });
      response.write("x".repeat(2000));
      const drip = setInterval(() => response.write("a line\n"), 20);
      response.once("close", () => clearInterval(drip));
      return;
    }
    const [type, start, unit] = BOMBS[path.split("?", 1)[0]!]!;
    response.writeHead(200, { "content-type": type, "content-encoding": "gzip" });
    response.write(Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]));
    response.write(deflateRawSync(Buffer.from(start), { finishFlush: constants.Z_FULL_FLUSH }));
    const block = compressed(unit.repeat(MiB / unit.length));
    for (sent = 0; sent < Number(path.split("?")[1]) && !response.destroyed; sent++) {
      if (!response.write(block)) await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const connections = () =>
  new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));

/** Reads a response to its end. */
async function read(response: Response): Promise<{ bytes: number; text: string; error: string | undefined }> {
  let bytes = 0;
  let text = "";
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body!) {
      bytes += chunk.length;
      text = (text + decoder.decode(chunk)).slice(-2000);
    }
    return { bytes, text, error: undefined };
  } catch (error) {
    return { bytes, text, error: String((error as { code?: string }).code) };
  }
}

describe("a document shown as a page", () => {
  it("is read up to 64 MiB, independent of the size of the page", { timeout: 60_000 }, async () => {
    const gateway = gatewayOf({ cache: false });
    const { bytes, error } = await read(await ask(gateway, `/${origin}/script?100`));
    expect(error).toBe("too-large");
    expect(bytes).toBeLessThan(1000);
    await expect.poll(connections, PATIENT).toBe(0);
  });

  it.each(Object.keys(BOMBS))("is truncated at maxBytes of pages, not of downloads: %s", async (path) => {
    const limits = { limits: { maxBytes: 2 * MiB }, downloadLimits: { maxBytes: 64 * MiB } };
    const gateway = gatewayOf({ cache: false, ...limits });
    const { error, text } = await read(await ask(gateway, `/${origin}${path}?8`));
    expect(path === "/text" ? /<code>([a-z-]+)<\/code>/.exec(text)?.[1] : error).toBe("too-large");
    await expect.poll(connections, PATIENT).toBe(0);
  });

  it("has the limit of downloads if it is passed on unchanged", async () => {
    const limits = { limits: { maxBytes: MiB }, downloadLimits: { maxBytes: 64 * MiB } };
    const gateway = gatewayOf({ cache: false, ...limits });
    const raw = await read(await ask(gateway, `/_/raw/${origin}/text?3`));
    expect(raw.bytes).toBeGreaterThan(2 * MiB);
    const strict = gatewayOf({ cache: false, limits: { maxBytes: MiB } });
    const cut = await read(await ask(strict, `/_/raw/${origin}/text?3`));
    expect([cut.bytes <= MiB, cut.error]).toEqual([true, "too-large"]);
  });

  it.each(["/drip", "/drip.html"])(
    "has the deadline of pages even if data keeps arriving: %s",
    async (path) => {
      const limits = { limits: { deadline: 2000 }, downloadLimits: { deadline: 60_000, minRate: 0 } };
      const gateway = gatewayOf({ cache: false, ...limits });
      const { text, error } = await read(await ask(gateway, `/${origin}${path}`));
      expect(path === "/drip" ? /<code>([a-z-]+)<\/code>/.exec(text)?.[1] : error).toBe("timeout");
      await expect.poll(connections, PATIENT).toBe(0);
    },
  );
});

describe("a page made from a document", () => {
  it("has its deadline on the monotonic clock", async () => {
    let wall = Date.now();
    const now = () => {
      wall += 3_600_000;
      return wall;
    };
    const gateway = gatewayOf({ cache: false, limits: { deadline: 60_000 }, now });
    const { text } = await read(await ask(gateway, `/${origin}/text?1`));
    expect(text).toContain("aaa");
    expect(text).not.toContain("<code>timeout</code>");
  });
});

describe("a document passed on unchanged", () => {
  it("is truncated if it is slower than minRate", async () => {
    const gateway = gatewayOf({ cache: false, downloadLimits: { idleTimeout: 1000, minRate: MiB } });
    const { error } = await read(await ask(gateway, `/_/raw/${origin}/drip`));
    expect(error).toBe("timeout");
    await expect.poll(connections, PATIENT).toBe(0);
  });

  it("rejects invalid limits", () => {
    expect(() => gatewayOf({ downloadLimits: { maxBytes: Number.NaN } })).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});
