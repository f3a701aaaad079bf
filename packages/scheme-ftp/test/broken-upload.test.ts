import { createClient } from "@anyurl/client";
import { document, type FtpServer, type FtpServerOptions, folder, startFtpServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";
import type { FtpOptions } from "../src/options.ts";
import { CERT, KEY } from "./self-signed.ts";

const OLD = "what was there";
const PIECE: Uint8Array = new Uint8Array(1000).fill(0x78);

const WAYS: readonly (readonly [name: string, options: FtpOptions, server: FtpServerOptions])[] = [
  ["passive", {}, {}],
  ["active", { data: "active" }, {}],
  ["TLS", { tls: "required" }, { tls: { cert: CERT, key: KEY } }],
];

describe.each(WAYS)("an ftp upload that fails (%s)", (_, options, init) => {
  let server: FtpServer;
  beforeEach(async () => {
    const root = folder([["a.txt", document(OLD)]]);
    server = await startFtpServer({ root, writable: "everybody", active: true, ...init });
  });
  afterEach(() => server.close());

  const client = () =>
    createClient({
      ...{
        schemes: [ftp] as const,
        transport: nodeTransport(),
        tls: { ca: CERT },
        options: { ftp: { ...options } },
      },
    });
  const url = () => `ftp://${"tls" in options ? "localhost" : "127.0.0.1"}:${server.port}/a.txt` as const;

  /** Pieces until `end`; `begun` resolves when the server has the first of them, as far as anybody can tell. */
  function source(pieces: number, end: () => Promise<void> | void) {
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    async function* octets(): AsyncGenerator<Uint8Array, void, void> {
      for (let i = 0; i < pieces; i++) {
        yield PIECE;
        begin();
      }
      await end();
    }
    return { octets: octets(), begun };
  }

  async function expectOld(): Promise<void> {
    await expect.poll(() => server.live).toBe(0);
    const entry = server.tree().entries.get("a.txt");
    expect(entry).toMatchObject({ kind: "document" });
    expect(await (await client().get(url())).text()).toBe(OLD);
  }

  it.each([0, 1, 3, 50])("leaves the old file if the source throws after %i pieces", async (pieces) => {
    const { octets } = source(pieces, () => {
      throw new Error("the source is gone");
    });
    await expect(client().put(url(), octets)).rejects.toThrow("the source is gone");
    await expectOld();
  });

  it("leaves the old file if the call is aborted", async () => {
    const controller = new AbortController();
    const { octets, begun } = source(3, () => new Promise<void>(() => {}));
    const put = client().put(url(), octets, { signal: controller.signal });
    begun.then(() => controller.abort(new Error("enough")));
    await expect(put).rejects.toThrow("enough");
    await expectOld();
  });

  it("replaces the old file if the source ends", async () => {
    await client().put(url(), source(3, () => {}).octets);
    expect(await (await client().get(url())).text()).toBe("x".repeat(3000));
    await client().put(url(), source(0, () => {}).octets);
    expect(await (await client().get(url())).text()).toBe("");
  });
});
