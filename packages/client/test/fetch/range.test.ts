import { AccessError } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contentRange, parseRange, resolveRange } from "../../src/front/byte-range.ts";
import { type Operation, setUp } from "./shelf.ts";

const TEXT = "0123456789";

describe("a Range header", () => {
  it.each([
    // RFC 9110 §14.1.2
    ["bytes=0-499", { first: 0, last: 499 }],
    ["bytes=9500-", { first: 9500, last: undefined }],
    ["bytes=-500", { suffix: 500 }],
    ["bytes=0-0", { first: 0, last: 0 }],
    // Units are read in any case (§14.1); lists have white space and empty elements (§5.6.1).
    ["Bytes=0-1", { first: 0, last: 1 }],
    ["bytes= , \t0-1 ,", { first: 0, last: 1 }],
    ["bytes=0-99999999999999999999", { first: 0, last: Number.MAX_SAFE_INTEGER }],
  ])("%s is parsed as one range", (header, spec) => {
    expect(parseRange(header)).toEqual(spec);
  });

  it.each([
    null,
    "",
    "bytes",
    "bytes=",
    "bytes=-",
    "bytes=,",
    "bytes=5-4",
    "bytes=a-b",
    "bytes=0-1-2",
    "bytes=+0-1",
    "bytes=0x1-2",
    "bytes=1.5-2",
    "bytes=0 - 1",
    "bytes=0-1,3-4",
    "lines=0-1",
    "bytes =0-1",
    " bytes=0-1",
    `bytes=${"0".repeat(100)}-1`,
  ])("%s requests the whole resource", (header) => {
    expect(parseRange(header)).toBe(undefined);
  });

  it("means the same bytes as slice", () => {
    const size = fc.integer({ min: 1, max: 20 });
    fc.assert(
      fc.property(size, fc.nat(25), fc.option(fc.nat(25), { nil: undefined }), (size, first, last) => {
        fc.pre(last === undefined || last >= first);
        const span = resolveRange(parseRange(`bytes=${first}-${last ?? ""}`)!, size);
        const octets = Array.from({ length: size }, (_, i) => i);
        const wanted = octets.slice(first, last === undefined ? undefined : last + 1);
        expect(span === undefined ? [] : octets.slice(span.start, span.end)).toEqual(wanted);
        if (span !== undefined)
          expect(contentRange(span, size)).toBe(`bytes ${wanted[0]}-${wanted.at(-1)}/${size}`);
      }),
    );
    fc.assert(
      fc.property(size, fc.integer({ min: 1, max: 25 }), (size, suffix) => {
        const span = resolveRange(parseRange(`bytes=-${suffix}`)!, size)!;
        expect([span.end, span.end - span.start]).toEqual([size, Math.min(size, suffix)]);
      }),
    );
  });
});

describe.each([
  { size: "by stat", can: ["get", "stat"], asked: ["stat /a"] },
  { size: "by a transfer that is canceled", can: ["get"], asked: ["get /a"] },
] satisfies { size: string; can: Operation[]; asked: string[] }[])(
  "a range with the size known $size",
  ({ can, asked }) => {
    const ask = async (range: string, text = TEXT, more: Record<string, string> = {}) => {
      const thing = { text, size: text.length, mediaType: "text/plain" };
      const call = { limits: { deadline: 1_000 } };
      const { fetch, shelf, clock } = setUp({ "/a": thing }, { can, call });
      const response = await fetch("x-shelf://h/a", { headers: { range, ...more } });
      const { status, headers } = response;
      const given = status === 416 ? "" : await response.text();
      expect([shelf.open, clock.pending]).toEqual([0, 0]);
      return { status, given, range: headers.get("content-range"), log: shelf.log, headers };
    };

    it("is sent exactly (RFC 9110 §15.3.7)", async () => {
      expect(await ask("bytes=3-6")).toMatchObject({ status: 206, given: "3456", range: "bytes 3-6/10" });
      expect(await ask("bytes=7-")).toMatchObject({ status: 206, given: "789", range: "bytes 7-9/10" });
      expect(await ask("bytes=-2")).toMatchObject({ status: 206, given: "89", range: "bytes 8-9/10" });
      expect(await ask("bytes=8-99")).toMatchObject({ status: 206, given: "89", range: "bytes 8-9/10" });
      expect(await ask("bytes=-99")).toMatchObject({ status: 206, given: TEXT, range: "bytes 0-9/10" });
      const { log, headers } = await ask("bytes=3-6");
      expect(log).toEqual([...asked, "get /a 3-7"]);
      expect([headers.get("content-type"), headers.get("accept-ranges")]).toEqual(["text/plain", "bytes"]);
      expect(headers.has("content-length")).toBe(false);
    });

    it("is rejected with the size if it begins after the end (RFC 9110 §15.5.17)", async () => {
      for (const range of ["bytes=10-", "bytes=10-12", "bytes=-0", "bytes=99999999999999999999-"])
        expect(await ask(range)).toMatchObject({ status: 416, range: "bytes */10" });
      expect(await ask("bytes=0-", "")).toMatchObject({ status: 416, range: "bytes */0" });
    });

    it("is ignored in the cases of RFC 9110", async () => {
      for (const range of ["bytes=0-1,3-4", "nonsense", "bytes=4-3"])
        expect(await ask(range)).toMatchObject({ status: 200, given: TEXT, range: null, log: ["get /a"] });
      // The suffix of nothing (§14.1.2) has no first byte.
      expect(await ask("bytes=-5", "")).toMatchObject({ status: 200, given: "", range: null });
      // There is no validator that would match (§13.1.5).
      expect(await ask("bytes=0-1", TEXT, { "if-range": '"v1"' })).toMatchObject({
        status: 200,
        given: TEXT,
      });
    });
  },
);

describe("a range without a known size", () => {
  it("is ignored, with one request", async () => {
    for (const size of [undefined, Number.NaN, -1, 1.5]) {
      for (const range of ["bytes=3-6", "bytes=3-", "bytes=-2"]) {
        const { fetch, shelf } = setUp({ "/a": { text: TEXT, ...(size !== undefined && { size }) } });
        const response = await fetch("x-shelf://h/a", { headers: { range } });
        expect([response.status, response.headers.get("content-range")]).toEqual([200, null]);
        expect(response.headers.get("accept-ranges")).toBe(null);
        expect(await response.text()).toBe(TEXT);
        expect(shelf.log).toEqual(["get /a"]);
      }
    }
  });

  it("is sent if the server has no stat but states the size when it begins", async () => {
    const stat = () => Promise.reject(new AccessError("unsupported", "no SIZE"));
    const { fetch } = setUp({ "/a": { text: TEXT, size: 10 } }, { more: { stat } });
    const response = await fetch("x-shelf://h/a", { headers: { range: "bytes=-1" } });
    expect([response.status, await response.text()]).toEqual([206, "9"]);
  });

  it("reports the error of stat", async () => {
    const { fetch } = setUp({}, { can: ["get", "stat"] });
    expect((await fetch("x-shelf://h/a", { headers: { range: "bytes=0-1" } })).status).toBe(404);
  });
});

it("ignores a range for a directory", async () => {
  for (const can of [
    ["get", "list"],
    ["get", "list", "stat"],
  ] satisfies Operation[][]) {
    const { fetch } = setUp({ "/d": [], "/d/": [] }, { can });
    for (const url of ["x-shelf://h/d", "x-shelf://h/d/"]) {
      const response = await fetch(url, { headers: { range: "bytes=0-1" } });
      expect([response.status, await response.json()]).toMatchObject([200, { entries: [] }]);
    }
  }
});
