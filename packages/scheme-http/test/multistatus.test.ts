import { DEFAULT_LIMITS, type Limits, octetsOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { readMultistatus } from "../src/webdav/multistatus.ts";

const RESOURCES = `<D:response><D:href>/d/</D:href>
<D:propstat><D:prop><D:resourcetype><D:collection/><x:album/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat>
</D:response><D:response><D:href> /d/a%20b </D:href><D:propstat><D:prop><D:resourcetype/>
<D:getcontentlength>5</D:getcontentlength><D:getetag><![CDATA["a<b"]]></D:getetag><x:getetag>other</x:getetag></D:prop>
<D:status>HTTP/1.1 200 OK</D:status></D:propstat><D:propstat><D:prop><D:getlastmodified>never</D:getlastmodified></D:prop>
<D:status>HTTP/1.1 404 Not Found</D:status></D:propstat></D:response>`;
const page = (content: string) =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!-- é --><D:multistatus xmlns:D="DAV:" xmlns:x="http://x.example/">${content}</D:multistatus>`;

/** Reads a page, in chunks of a size. Returns the resources, or the code of the error. */
async function read(text: string | Uint8Array, limits: Partial<Limits> = {}, size = 1_000_000) {
  const octets = typeof text === "string" ? new TextEncoder().encode(text) : text;
  async function* body() {
    for (let at = 0; at < octets.length; at += size) yield octets.slice(at, at + size);
  }
  const found: unknown[] = [];
  try {
    for await (const each of readMultistatus(body(), { ...DEFAULT_LIMITS, ...limits })) found.push(each);
    return found;
  } catch (error) {
    return (error as { code?: string }).code;
  }
}

const FOUND = [
  { href: "/d/", isCollection: true, properties: {} },
  { href: "/d/a%20b", isCollection: false, properties: { getcontentlength: "5", getetag: '"a<b"' } },
];

describe("a 207 response", () => {
  it("has the properties with a successful status, whatever the prefix (RFC 4918 §14.22)", async () => {
    expect(await read(page(RESOURCES))).toEqual(FOUND);
    const unprefixed = page(RESOURCES)
      .replaceAll(/(<\/?)D:/g, "$1")
      .replace("xmlns:D", "xmlns");
    expect(await read(unprefixed)).toEqual(FOUND);
  });

  it("is the same in chunks of any size", async () => {
    for (const size of [1, 2, 3, 7]) expect(await read(page(RESOURCES), {}, size)).toEqual(FOUND);
  });

  it("is truncated if it ends before its last tag, at every byte", async () => {
    const octets = new TextEncoder().encode(page(RESOURCES));
    for (let end = 0; end < octets.length; end++) {
      const outcome = await read(octets.slice(0, end));
      expect(outcome, `after ${end} bytes`).toBe("truncated");
    }
  });

  it("can give a status to the resource itself (RFC 4918 §14.24)", async () => {
    const gone = "<D:response><D:href>/d/x</D:href><D:status>HTTP/1.1 403 No</D:status></D:response>";
    expect(await read(page(gone))).toEqual([{ href: "/d/x", status: 403, properties: {} }]);
  });

  it("ignores elements that it does not know, with what is in them (RFC 4918 §17)", async () => {
    const strange =
      '<D:x><D:response><D:href>/e</D:href></D:response></D:x><href xmlns="urn:x">/f</href><D:responsedescription>no</D:responsedescription>';
    expect(await read(page(strange + RESOURCES))).toEqual(FOUND);
  });

  it.each([
    ["a document type", `<!DOCTYPE D:multistatus [<!ENTITY a "b">]>${page("").slice(39)}`],
    ["an entity that XML does not define", page("<D:response><D:href>&a;</D:href></D:response>")],
    ["tags that do not match", page("<D:response></D:href>")],
    ["another root", '<D:prop xmlns:D="DAV:"/>'],
    ["no namespace", "<multistatus><response/></multistatus>"],
    ["text after the root", `${page("")}x`],
    ["bytes that are not UTF-8", octetsOf(`${page("").slice(0, -20)}\udcff</D:multistatus>`)],
    ["a response without href", page("<D:response/>")],
    ["an invalid status", page("<D:response><D:href>/</D:href><D:status>200</D:status></D:response>")],
    ["10,000 nested elements", page("<a>".repeat(10_000))],
    ["a page of HTML", "<!DOCTYPE html><title>x</title><p>y"],
  ])("with %s is a protocol-error", async (_, text) => {
    expect(await read(text)).toBe("protocol-error");
  });

  it("has limits for all of it, for a tag, and for a text", async () => {
    expect(await read(page(RESOURCES), { maxListing: 100 })).toBe("too-large");
    expect(await read(page(`<a b="${"x".repeat(40_000)}"/>`), { maxHeld: 10_000 })).toBe("too-large");
    expect(await read(page("x".repeat(40_000)), { maxHeld: 10_000 })).toBe("too-large");
    expect(await read(page(`<!--${"x".repeat(40_000)}`), { maxHeld: 10_000 })).toBe("too-large");
    const long = `<D:response><D:href>/d/${"x".repeat(100)}</D:href></D:response>`;
    expect(await read(page(long + RESOURCES), { maxEntryLine: 90 })).toEqual(["too-long", ...FOUND]);
  });
});
