import { createRegistry } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { replayTranscripts } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { retrieveAttributes } from "../src/exchange.ts";
import { type GopherUrl, gopher, readAttributes } from "../src/index.ts";
import type { RequestOptions } from "../src/request.ts";
import { toAttributesRequest } from "../src/stat.ts";

replayTranscripts(new URL("attributes/", import.meta.url), {
  scheme: gopher,
  exchange: (url: GopherUrl, _transcript, limits) =>
    told(url, { limits, allowForms: false, keepEmptySearch: false }),
});

/** The attributes as lines: the item, references, and the lines of each block. */
function* told(url: GopherUrl, options: RequestOptions): Exchange<string> {
  const { item, blocks } = yield* retrieveAttributes(toAttributesRequest(url.parts), options);
  if (item !== undefined) yield { do: "emit", event: `item ${item.gophertype} ${item.display}` };
  for (const { name, reference, lines } of blocks) {
    if (reference !== undefined && name !== "+INFO")
      yield { do: "emit", event: `${name}: ${reference.gophertype} ${reference.display}` };
    for (const line of lines) yield { do: "emit", event: `${name}| ${line.replaceAll("\t", "\\t")}` };
  }
}

describe("readAttributes", () => {
  it("parses the items of a reply one after the other", () => {
    const text =
      "+INFO: 0A\ta\th.example\t70\t+\r\n+VIEWS:\r\n Text/plain: <1k>\r\n+INFO: 1B\tb\th.example\t70\t+\r\n";
    expect(readAttributes(text)).toEqual([
      {
        item: expect.objectContaining({ display: "A" }),
        blocks: [
          { name: "+INFO", reference: expect.objectContaining({ selector: "a" }), lines: [] },
          { name: "+VIEWS", reference: undefined, lines: ["Text/plain: <1k>"] },
        ],
      },
      { item: expect.objectContaining({ gophertype: "1", display: "B" }), blocks: [expect.anything()] },
    ]);
    expect(readAttributes("")).toEqual([]);
    expect(() => readAttributes(text, { maxReply: 10 })).toThrow(
      expect.objectContaining({ code: "too-large" }),
    );
  });

  it("accepts names of Object.prototype", () => {
    const [item] = readAttributes("+__proto__:\r\n x\r\n+constructor:\r\n y\r\n");
    expect(item?.blocks.map(({ name }) => name)).toEqual(["+__proto__", "+constructor"]);
  });
});

it("attributesRequest keeps the attributes that the URL requests, and otherwise requests all", () => {
  const urls = createRegistry(gopher);
  const asked = (url: `gopher://${string}`) => toAttributesRequest(urls.parse(url).parts);
  expect(asked("gopher://h.example/0f%09%09+image/gif")).toMatchObject({ search: "", gopherPlus: "!" });
  expect(asked("gopher://h.example/0f%09%09?")).toMatchObject({ search: "", gopherPlus: "!" });
  expect(asked("gopher://h.example/0f%09w%09!+ASK")).toMatchObject({ search: "w", gopherPlus: "!+ASK" });
});
