import { createClient } from "@anyurl/client";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { ftp } from "../src/index.ts";

const REPLIES: Readonly<Record<string, string>> = {
  USER: "331 password",
  PASS: "230 welcome",
  TYPE: "200 done",
  EPSV: "229 ok (|||40000|)",
  RETR: "150 here (1000 bytes)",
  QUIT: "221 bye",
};

/** Gets 12 bytes with a 150 that announces 1000, from a server with this reply to SIZE. */
async function get(url: string, size = "502 what?") {
  const transport = memoryTransport();
  transport.listen("10.0.0.1", 40000, async (peer) => {
    await peer.send("twelve bytes");
    peer.end();
  });
  transport.listen("10.0.0.1", 21, async (peer) => {
    await peer.send("220 ready\r\n");
    let heard = "";
    for (;;) {
      const octets = await peer.receive();
      if (octets === undefined) return peer.end();
      heard += Buffer.from(octets).toString("latin1");
      for (let at = heard.indexOf("\r\n"); at >= 0; at = heard.indexOf("\r\n")) {
        const [verb = ""] = heard.slice(0, at).split(" ");
        heard = heard.slice(at + 2);
        await peer.send(`${verb === "SIZE" ? size : (REPLIES[verb] ?? "502 no")}\r\n`);
        if (verb === "RETR") await peer.send("226 done\r\n");
      }
    }
  });
  const got = await createClient({ schemes: [ftp], transport }).get(url);
  expect(got.framing).toBe("reply");
  const text = await got.text().catch((error) => error.code);
  return { size: got.size, text, complete: await got.complete };
}

describe("a file shorter than its 150 announces", () => {
  it("is truncated if SIZE confirms it (RFC 3659 §4)", async () => {
    expect(await get("ftp://10.0.0.1/x", "213 1000")).toEqual({
      size: 1000,
      text: "truncated",
      complete: false,
    });
  });

  it.each(["502 what?", "213 12", "213 nonsense"])(
    "has an unknown completeness if the reply to SIZE is %j",
    async (size) => {
      expect(await get("ftp://10.0.0.1/x", size)).toEqual({
        size: 1000,
        text: "twelve bytes",
        complete: "unknown",
      });
    },
  );

  // RFC 3659 §4.3: the size of a text depends on its line ends.
  it("is complete and has no size as a text", async () => {
    expect(await get("ftp://10.0.0.1/x;type=a")).toEqual({
      size: undefined,
      text: "twelve bytes",
      complete: true,
    });
  });
});
