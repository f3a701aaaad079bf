import { createClient } from "@anyurl/client";
import { type MemoryPeer, memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { gopher } from "../src/index.ts";
import type { GopherOptions } from "../src/options.ts";

interface Call {
  readonly insecure?: true;
  readonly options?: GopherOptions;
}

const OPTIONAL: Call = { options: { closeNotify: "optional" } };

type Ending = "end" | "cut" | "reset" | "closed";

/** Returns the outcome of a reply with this ending. */
async function get(url: string, reply: string, ending: Ending, options: Call = {}) {
  const transport = memoryTransport();
  const handler = async (peer: MemoryPeer) => {
    await peer.receive();
    if (reply !== "") await peer.send(reply);
    if (ending !== "closed") peer[ending]();
    await peer.closed;
  };
  transport.listen("10.0.0.1", 70, handler, { tls: url.startsWith("gophers:") });
  const client = createClient({ schemes: [gopher], transport });
  try {
    const got = await client.get(url, options);
    const text = await got.text().catch((error) => error.code);
    return { text, complete: await got.complete, framing: got.framing };
  } catch (error) {
    return { failure: (error as { readonly code?: string }).code };
  }
}

describe("gophers, whose TLS ends (RFC 8446 §6.1)", () => {
  it("is complete after a close_notify", async () => {
    expect(await get("gophers://10.0.0.1/9x", "bytes", "end")).toEqual({
      text: "bytes",
      complete: true,
      framing: "close-notify",
    });
    expect(await get("gophers://10.0.0.1/0x", "no Lastline\r\n", "end")).toMatchObject({ complete: true });
  });

  it("is truncated without one", async () => {
    for (const type of ["9", "0"]) {
      expect(await get(`gophers://10.0.0.1/${type}x`, "bytes", "cut")).toMatchObject({
        text: "truncated",
        complete: false,
      });
      expect(await get(`gophers://10.0.0.1/${type}x`, "", "cut")).toEqual({ failure: "truncated" });
    }
  });

  it("is complete without one after a Lastline, unless that may be a line of the text", async () => {
    const text = await get("gophers://10.0.0.1/0x", "text\r\n.\r\n", "cut");
    expect(text).toMatchObject({ text: "text\r\n", complete: true, framing: "dot" });
    const dots = await get("gophers://10.0.0.1/0x", ".single\r\n.\r\n", "cut");
    expect(dots).toMatchObject({ text: "truncated", complete: false });
  });

  it("is complete without one after the length of Gopher+", async () => {
    const got = await get("gophers://10.0.0.1/9x%09%09+", "+5\r\nbytes", "cut");
    expect(got).toMatchObject({ text: "bytes", complete: true, framing: "length" });
  });

  it("has an unknown completeness with the option closeNotify optional, unless the reply marks its end", async () => {
    for (const ending of ["end", "cut"] as const) {
      const got = await get("gophers://10.0.0.1/9x", "bytes", ending, OPTIONAL);
      expect(got).toEqual({ text: "bytes", complete: "unknown", framing: "close" });
    }
    const text = await get("gophers://10.0.0.1/0x", "text\r\n.\r\n", "cut", OPTIONAL);
    expect(text).toMatchObject({ text: "text\r\n", complete: true, framing: "dot" });
    const plus = await get("gophers://10.0.0.1/9x%09%09+", "+9\r\nbytes", "cut", OPTIONAL);
    expect(plus).toMatchObject({ text: "truncated", complete: false });
  });

  it("has an unknown completeness with an unverified server", async () => {
    for (const ending of ["end", "cut"] as const) {
      const got = await get("gophers://10.0.0.1/9x", "bytes", ending, { insecure: true });
      expect(got).toEqual({ text: "bytes", complete: "unknown", framing: "close" });
    }
  });

  it("lists the items before a Lastline and is truncated without one, unless no close_notify is required", async () => {
    for (const [lastline, options, code] of [
      [".\r\n", {}, undefined],
      ["", {}, "truncated"],
      ["", OPTIONAL, undefined],
    ] as const) {
      const transport = memoryTransport();
      transport.listen(
        "10.0.0.1",
        70,
        async (peer) => {
          await peer.receive();
          await peer.send(`0name\t/name\th.example\t70\r\n${lastline}`);
          peer.cut();
        },
        { tls: true },
      );
      const client = createClient({ schemes: [gopher], transport });
      const names: string[] = [];
      const listing = (async () => {
        for await (const { name } of client.list("gophers://10.0.0.1/1", options)) names.push(name);
      })();
      expect(await listing.catch((error) => error.code)).toBe(code);
      expect(names).toEqual(["name"]);
    }
  });
});

describe("gopher without TLS", () => {
  it("is not known to be complete after a close", async () => {
    for (const ending of ["end", "cut"] as const)
      expect(await get("gopher://10.0.0.1/9x", "bytes", ending)).toMatchObject({ complete: "unknown" });
  });
});
