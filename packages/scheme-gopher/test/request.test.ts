import { createClient } from "@anyurl/client";
import { type AccessError, DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import type { TransportEndpoint } from "@anyurl/core/exchange";
import { describe, expect, it } from "vitest";
import { retrieveItem } from "../src/exchange.ts";
import { type GopherParts, gopher } from "../src/index.ts";
import { getItemType } from "../src/menu/types.ts";
import { formatRequestLine, type RequestOptions } from "../src/request.ts";

const options: RequestOptions = { limits: DEFAULT_LIMITS, allowForms: true, keepEmptySearch: false };
const parts = (some: Partial<GopherParts>): GopherParts => ({
  gophertype: "0",
  selector: "",
  search: undefined,
  gopherPlus: undefined,
  ...some,
});

describe("requestLine", () => {
  // A second check after the syntax, because fields can come from anywhere.
  const controls = ["\0", "\t", "\n", "\r"];
  it.each(controls.flatMap((control) => [{ selector: `a${control}b` }, { search: `a${control}b` }]))(
    "rejects %j",
    (some) => {
      const refused = expect.objectContaining({ code: "control-octet" });
      expect(() => formatRequestLine(parts(some), options)).toThrow(refused);
    },
  );

  it.each(["+\0", "+\n", "+\r", "+\r\nEVIL"])("rejects the gopher+ string %j", (gopherPlus) => {
    const refused = expect.objectContaining({ code: "control-octet" });
    expect(() => formatRequestLine(parts({ search: "", gopherPlus }), options)).toThrow(refused);
  });

  it("has at most maxCommand bytes, including CR LF", () => {
    const { maxCommand } = DEFAULT_LIMITS;
    expect(formatRequestLine(parts({ selector: "x".repeat(maxCommand - 2) }), options)).toHaveLength(
      maxCommand,
    );
    expect(() => formatRequestLine(parts({ selector: "x".repeat(maxCommand - 1) }), options)).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
  });

  it("is UTF-8, or the preserved bytes of the text", () => {
    const line = formatRequestLine(parts({ selector: "\u00e9\udce9" }), options);
    expect(line).toEqual(Uint8Array.of(0xc3, 0xa9, 0xe9, 0x0d, 0x0a));
  });
});

it("reports a server error as one line of at most 500 characters, without control characters", () => {
  const exchange = retrieveItem(parts({ selector: "x" }), options);
  exchange.next();
  exchange.next();
  let error: AccessError | undefined;
  try {
    exchange.next(octetsOf(`3\x1b[2J${"gone ".repeat(200)}\t\terror.host\t1\r\n`));
  } catch (thrown) {
    error = thrown as AccessError;
  }
  expect(error).toMatchObject({ code: "not-found" });
  expect(error?.reply).toMatch(/^\\x1b\[2Jgone /);
  expect(error?.reply?.length).toBeLessThanOrEqual(500);
});

describe("gophers", () => {
  it.each([
    ["gopher://127.0.0.1:7070/0x", undefined],
    ["gophers://127.0.0.1:7070/0x", { serverName: "127.0.0.1", closeNotify: true }],
  ])("%s uses TLS from the first byte: %j", async (url, tls) => {
    const dialled: TransportEndpoint[] = [];
    const replies = [octetsOf("hello\r\n.\r\n"), undefined];
    const sent: string[] = [];
    const client = createClient({
      schemes: [gopher],
      transport: {
        resolve: async () => [],
        connect: async (endpoint) => {
          dialled.push(endpoint);
          return {
            remote: { address: endpoint.address, port: endpoint.port },
            send: async (octets) => void sent.push(textOf(octets)),
            receive: async () => replies.shift(),
            close: () => {},
          };
        },
      },
    });
    expect(await (await client.get(url as "gopher://h/")).text()).toBe("hello\r\n");
    expect(sent).toEqual(["x\r\n"]);
    expect(dialled.map((endpoint) => endpoint.tls)).toEqual([tls]);
  });
});

describe("media types", () => {
  it.each([
    ["0", "text/plain"],
    ["1", "application/gopher-menu"],
    ["7", "application/gopher-menu"],
    ["4", "application/mac-binhex40"],
    ["g", "image/gif"],
    ["h", "text/html"],
    ["P", "application/pdf"],
    ["p", "image/png"],
    ["I", undefined],
    ["9", undefined],
    ["s", undefined],
    ["constructor", undefined],
  ])("%s: %s", (type, mediaType) => expect(getItemType(type).mediaType).toBe(mediaType));
});
