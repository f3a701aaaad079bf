import { createClient } from "@anyurl/client";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";
import type { FtpOptions } from "../src/options.ts";

interface Server {
  /** How the data connection ends under TLS. */
  readonly ending: "end" | "cut";
  /** Text to append to the 150 reply. */
  readonly opening?: string;
  /** The reply to SIZE. */
  readonly size?: string;
}

/** Returns a client for a server with a file of twelve bytes and a directory. */
function clientOf({ ending, opening = "", size = "502 what?" }: Server) {
  const transport = memoryTransport();
  const replies: Readonly<Record<string, string>> = {
    PBSZ: "200 none",
    PROT: "200 private",
    USER: "230 welcome",
    TYPE: "200 done",
    CWD: "250 there",
    EPSV: "229 ok (|||40000|)",
    RETR: `150 here${opening}`,
    LIST: "150 here",
    STOR: "150 go on",
    SIZE: size,
    QUIT: "221 bye",
  };
  let verb = "";
  let isStored = () => {};
  const stored = new Promise<void>((resolve) => {
    isStored = resolve;
  });
  transport.listen(
    "10.0.0.1",
    40000,
    async (peer) => {
      await peer.secure();
      if (verb === "STOR") {
        while ((await peer.receive()) !== undefined);
        isStored();
      } else await peer.send(verb === "LIST" ? "-rw-r--r-- 1 0 0 12 Feb 03 2001 x\r\n" : "twelve bytes");
      peer[ending]();
    },
    { tls: "either" },
  );
  transport.listen(
    "10.0.0.1",
    990,
    async (peer) => {
      await peer.send("220 ready\r\n");
      let heard = "";
      for (;;) {
        const octets = await peer.receive();
        if (octets === undefined) return peer.end();
        heard += Buffer.from(octets).toString("latin1");
        for (let at = heard.indexOf("\r\n"); at >= 0; at = heard.indexOf("\r\n")) {
          [verb = ""] = heard.slice(0, at).split(" ");
          heard = heard.slice(at + 2);
          const reply = replies[verb] ?? "502 no";
          await peer.send(`${reply}\r\n`);
          if (verb === "STOR") await stored;
          if (reply.startsWith("150")) await peer.send("226 done\r\n");
        }
      }
    },
    { tls: true },
  );
  return createClient({ schemes: [ftp], transport });
}

interface Call {
  readonly insecure?: true;
  readonly options?: FtpOptions;
}

const OPTIONAL: Call = { options: { closeNotify: "optional" } };

async function get(server: Server, url = "ftps://10.0.0.1/x", options: Call = {}) {
  const got = await clientOf(server).get(url, options);
  const text = await got.text().catch((error) => error.code);
  return { text, complete: await got.complete };
}

const WHOLE = { text: "twelve bytes", complete: true };
const TRUNCATED = { text: "truncated", complete: false };

describe("a data connection under TLS (RFC 4217, RFC 8446 §6.1)", () => {
  it("returns a complete file after a close_notify and a 226", async () => {
    expect(await get({ ending: "end" })).toEqual(WHOLE);
  });

  it("fails with truncated without a close_notify", async () => {
    expect(await get({ ending: "cut" })).toEqual(TRUNCATED);
    expect(await get({ ending: "cut", opening: " (1000 bytes)" })).toEqual(TRUNCATED);
    expect(await get({ ending: "cut", size: "213 1000" })).toEqual(TRUNCATED);
  });

  it("returns a complete file without a close_notify if the 150 or SIZE has its length", async () => {
    expect(await get({ ending: "cut", opening: " (12 bytes)" })).toEqual(WHOLE);
    expect(await get({ ending: "cut", size: "213 12" })).toEqual(WHOLE);
  });

  it("fails with truncated for a text without a close_notify, because the size of a text differs from its file", async () => {
    const url = "ftps://10.0.0.1/x;type=a";
    expect(await get({ ending: "cut", opening: " (12 bytes)", size: "213 12" }, url)).toEqual(TRUNCATED);
    expect(await get({ ending: "end" }, url)).toEqual(WHOLE);
  });

  it("does not require a close_notify from an unverified server", async () => {
    expect(await get({ ending: "cut" }, undefined, { insecure: true })).toEqual(WHOLE);
  });

  it("requires no close_notify with the option closeNotify optional, but the announced size", async () => {
    expect(await get({ ending: "cut" }, undefined, OPTIONAL)).toEqual(WHOLE);
    expect(await get({ ending: "end" }, undefined, OPTIONAL)).toEqual(WHOLE);
    expect(await get({ ending: "cut" }, "ftps://10.0.0.1/x;type=a", OPTIONAL)).toEqual(WHOLE);
    const short = { ending: "cut", opening: " (1000 bytes)", size: "213 1000" } as const;
    expect(await get(short, undefined, OPTIONAL)).toEqual(TRUNCATED);
    const names: string[] = [];
    for await (const { name } of clientOf({ ending: "cut" }).list("ftps://10.0.0.1/", OPTIONAL))
      names.push(name);
    expect(names).toEqual(["x"]);
  });

  it.each(["end", "cut"] as const)("ends a listing (%s)", async (ending) => {
    const client = clientOf({ ending });
    const names: string[] = [];
    const listing = (async () => {
      for await (const { name } of client.list("ftps://10.0.0.1/")) names.push(name);
    })();
    expect(await listing.catch((error) => error.code)).toBe(ending === "end" ? undefined : "truncated");
    expect(names).toEqual(["x"]);
  });

  it("requires no close_notify from the server for an upload", async () => {
    const client = clientOf({ ending: "cut" });
    await client.put(
      "ftps://10.0.0.1/x",
      (async function* () {
        yield new Uint8Array(12);
      })(),
    );
  });
});
