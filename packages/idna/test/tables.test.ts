import { afterAll, describe, expect, it, vi } from "vitest";

const toASCII = vi.fn<(host: string) => string>();
vi.resetModules();
vi.doMock("tr46", () => ({ toASCII, toUnicode: vi.fn() }));
const { toAscii } = await import("../src/index.ts");

// Other test files use the same modules.
afterAll(() => {
  vi.doUnmock("tr46");
  vi.resetModules();
});

/** Tables change with every version of Unicode; the characters that a host can map to do not. */
describe("toAscii, with any tables", () => {
  it.each([
    ["é.example", "a.b.example", "UTS #46 §4"],
    ["xn--9ca.é", "xn--zca.xn--9ca", "RFC 5891 §5.3"],
    ["example.é", "exampel.xn--9ca", "RFC 5891 §5.3"],
    ["é.example", "127.example", "RFC 3986 §3.2.2"],
    ["é.example", "a/b.example", "RFC 1123 §2.1"],
    ["é.example", ".example", "RFC 1034 §3.1"],
    ["é", "", "RFC 1034 §3.1"],
  ])("maps %s to no %s", (host, ascii, cite) => {
    toASCII.mockReturnValue(ascii);
    expect(() => toAscii(host)).toThrow(expect.objectContaining({ code: "bad-host", cite }));
  });
});
