import { createClient } from "@anyurl/client";
import { octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import { memoryTransport } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { type CidOptions, cid } from "../src/index.ts";
import { PIXEL } from "./messages.ts";

const client = createClient({ schemes: [cid], transport: memoryTransport() });
const GIF = `data:image/gif;base64,${PIXEL}`;

const picture = (id: string, mediaType: string, body = PIXEL, encoding = "base64") => [
  ...["--b", `Content-ID: <${id}>`, `Content-Type: ${mediaType}`, `Content-Transfer-Encoding: ${encoding}`],
  ...["", body],
];

const LONG = "x".repeat(1000);

const PICTURES = [
  ...picture(LONG, "image/gif"),
  ...picture("gif", "image/gif"),
  ...picture("a&b@c", "image/gif"),
  ...picture("a b@c", "image/gif"),
  ...picture("svg", "image/svg+xml"),
  ...picture("html", "text/html"),
  ...picture("upper", "IMAGE/GIF"),
  ...picture("damaged", "image/gif", "R0lGODlhA"),
  ...picture("unknown", "image/gif", "x", "x-unknown"),
  ...picture("plain", "image/png", "\x00\xff", "binary"),
  ...["png", "jpeg", "webp", "avif", "bmp"].flatMap((name) => picture(name, `image/${name}`)),
];

/** Embeds the pictures in HTML with these fields. */
async function embedded(
  html: Uint8Array,
  {
    fields = ["Content-Type: text/html"],
    ...options
  }: {
    readonly fields?: readonly string[];
  } & CidOptions = {},
) {
  const head = ["Content-Type: multipart/related; boundary=b", "", "--b", "Content-ID: <page>", ...fields];
  const octets = joinBytes([
    octetsOf([...head, "", ""].join("\r\n")),
    html,
    octetsOf(["", ...PICTURES, "--b--"].join("\r\n")),
  ]);
  const found = await client.get("cid:page", { options: { embed: true, message: octets, ...options } });
  return { found, octets: await found.bytes() };
}

const embed = async (html: string, options: Parameters<typeof embedded>[1] = {}) =>
  textOf((await embedded(octetsOf(html), options)).octets);

describe("a cid reference to a picture", () => {
  it.each([
    ['<img src="cid:gif">', `<img src="${GIF}">`],
    ["<img src='cid:gif'>", `<img src='${GIF}'>`],
    ["<img src=cid:gif>", `<img src=${GIF}>`],
    ["<img src= \n\t cid:gif >", `<img src= \n\t ${GIF} >`],
    ['<img src="   cid:gif">', `<img src="   ${GIF}">`],
    ['<img src="CID:gif">', `<img src="${GIF}">`],
    ['<p style="background:url(cid:gif)">', `<p style="background:url(${GIF})">`],
    ["<style>p{background:url( 'cid:gif' )}", `<style>p{background:url( '${GIF}' )}`],
    ['<img src="cid:g%69f">', `<img src="${GIF}">`],
    ['<img src="cid:a&amp;b@c">', `<img src="${GIF}">`],
    ['<img src="cid:a&b@c">', `<img src="${GIF}">`],
    ['<img src="cid:a%26b@c">', `<img src="${GIF}">`],
    ['<img src="cid:a%20b@c">', `<img src="${GIF}">`],
    ['<img srcset="cid:gif 2x">', `<img srcset="${GIF} 2x">`],
    ['<img src="cid:upper">', `<img src="${GIF}">`],
    ['<img src="cid:2">', `<img src="${GIF}">`],
    ['<img src="cid:gif"><img src="cid:gif">', `<img src="${GIF}"><img src="${GIF}">`],
    ['<img src="cid:plain">', '<img src="data:image/png;base64,AMO/">'],
    ...["png", "jpeg", "webp", "avif", "bmp"].map((name) => [
      `<img src="cid:${name}">`,
      `<img src="data:image/${name};base64,${PIXEL}">`,
    ]),
  ])("becomes a data URL (RFC 2397): %s", async (html, expected) => {
    expect(await embed(html)).toBe(expected);
  });

  it.each([
    // SVG and HTML can have scripts.
    '<img src="cid:svg">',
    '<img src="cid:html">',
    '<img src="cid:none">',
    '<img src="cid:">',
    '<img src="xcid:gif">',
    '<img src="mid:gif">',
    // In a text, it is not a reference.
    "<p>cid:gif</p>",
    "<p> cid:gif</p>",
    // The picture is damaged.
    '<img src="cid:damaged">',
    '<img src="cid:unknown">',
  ])("stays: %s", async (html) => {
    expect(await embed(html)).toBe(html);
  });

  it("is at most ten blanks after the quote, and has at most 1,000 characters", async () => {
    const after = (blanks: number) => `"${" ".repeat(blanks)}cid:gif"`;
    expect(await embed(after(10))).toBe(`"${" ".repeat(10)}${GIF}"`);
    expect(await embed(after(11))).toBe(after(11));
    expect(await embed(`"cid:${LONG}"`)).toBe(`"${GIF}"`);
  });

  it("stays if the part is not HTML, or without the option embed", async () => {
    const html = '<img src="cid:gif">';
    expect(await embed(html, { embed: false })).toBe(html);
    for (const type of ["text/plain", "text/html-x", "application/xhtml+xml"])
      expect(await embed(html, { fields: [`Content-Type: ${type}`] })).toBe(html);
  });

  it.each([
    ["utf-8", true],
    ["iso-8859-1", true],
    ["x-utf-16", true],
    ["utf-1", true],
    ["UTF-16", false],
    ["utf-16le", false],
    ["utf16", false],
    ["utf-32be", false],
    ["UTF32", false],
    ["ucs-2", false],
  ])("in the charset %s is a byte for each character: %s", async (charset, isReplaced) => {
    const html = '<img src="cid:gif">';
    const { found, octets } = await embedded(octetsOf(html), {
      fields: [`Content-Type: text/html; charset=${charset}`],
    });
    expect(textOf(octets)).toBe(isReplaced ? `<img src="${GIF}">` : html);
    expect([found.mediaType, found.size]).toEqual([`text/html;charset=${charset}`, octets.length]);
  });

  it("is replaced after the HTML is decoded", async () => {
    const fields = (encoding: string) => [
      ...["Content-Type: text/html", `Content-Transfer-Encoding: ${encoding}`],
    ];
    expect(await embed("<img src=3D=\r\ncid:gif>", { fields: fields("quoted-printable") })).toBe(
      `<img src=${GIF}>`,
    );
    expect(await embed(btoa("<img src=cid:gif>"), { fields: fields("base64") })).toBe(`<img src=${GIF}>`);
  });

  it("leaves all other bytes unchanged", async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7 + (i >> 8)) % 256);
    const html = joinBytes([bytes, octetsOf('"cid:gif"'), bytes]);
    const { octets } = await embedded(html);
    expect(Buffer.compare(octets, joinBytes([bytes, octetsOf(`"${GIF}"`), bytes]))).toBe(0);
  });
});

describe("the size of data URLs", () => {
  const two = '<img src="cid:gif"><img src="cid:gif"><img src="cid:png">';
  const PNG = `data:image/png;base64,${PIXEL}`;

  it.each<readonly [maxEmbedded: number, urls: readonly string[]]>([
    [0, ["cid:gif", "cid:gif", "cid:png"]],
    [GIF.length - 1, ["cid:gif", "cid:gif", "cid:png"]],
    [GIF.length, [GIF, "cid:gif", "cid:png"]],
    [2 * GIF.length - 1, [GIF, "cid:gif", "cid:png"]],
    [2 * GIF.length, [GIF, GIF, "cid:png"]],
    [3 * GIF.length - 1, [GIF, GIF, "cid:png"]],
    [3 * GIF.length, [GIF, GIF, PNG]],
  ])("may be %i in all", async (maxEmbedded, urls) => {
    expect(await embed(two, { maxEmbedded })).toBe(urls.map((url) => `<img src="${url}">`).join(""));
  });
});

describe("a picture in another encoding than the data URL", () => {
  const embedOne = (encoding: string, body: string, maxEmbedded: number) =>
    read(
      maxEmbedded,
      ...["Content-Type: multipart/related; boundary=b", "", "--b", "Content-ID: <page>"],
      ...["Content-Type: text/html", "", '"cid:x"', ...picture("x", "image/gif", body, encoding), "--b--"],
    );
  const read = async (maxEmbedded: number, ...lines: readonly string[]) => {
    const options = { message: octetsOf(lines.join("\r\n")), embed: true, maxEmbedded };
    return (await client.get("cid:page", { options })).text();
  };

  it("counts with the size of its data URL, also if every byte is quoted (RFC 2045 §6.7)", async () => {
    const line = "=FF".repeat(25);
    const url = `data:image/gif;base64,${btoa("\xff".repeat(1000))}`;
    const body = Array.from({ length: 40 }, () => line).join("=\r\n");
    expect(await embedOne("quoted-printable", body, url.length)).toBe(`"${url}"`);
    expect(await embedOne("quoted-printable", body, url.length - 1)).toBe('"cid:x"');
  });

  it("is not decoded if it has more than three times as many bytes as are left", async () => {
    const bytes = 3 * GIF.length - PIXEL.length;
    expect(await embedOne("base64", " ".repeat(bytes) + PIXEL, GIF.length)).toBe(`"${GIF}"`);
    expect(await embedOne("base64", " ".repeat(bytes + 1) + PIXEL, GIF.length)).toBe('"cid:x"');
  });
});

describe("the picture of a reference", () => {
  const read = async (contentId: string, ...lines: readonly string[]) => {
    const octets = octetsOf(lines.join("\r\n"));
    return (await client.get(`cid:${contentId}`, { options: { message: octets, embed: true } })).text();
  };
  const html = ["Content-Type: text/html", "", '"cid:x"'];

  it("is that of the same multipart/related first (RFC 2387 §3.4)", async () => {
    const related = (boundary: string, name: string) => [
      ...[`Content-Type: multipart/related; boundary=${boundary}`, "", `--${boundary}`],
      ...[`Content-ID: <${boundary}>`, ...html, `--${boundary}`],
      ...["Content-ID: <x>", `Content-Type: image/${name}`, "", name, `--${boundary}--`],
    ];
    const lines = [
      ...["Content-Type: multipart/mixed; boundary=m", "", "--m", ...related("r1", "gif")],
      ...["--m", ...related("r2", "png"), "--m--"],
    ];
    expect(await read("r1", ...lines)).toBe('"data:image/gif;base64,Z2lm"');
    expect(await read("r2", ...lines)).toBe('"data:image/png;base64,cG5n"');
  });

  it("is the last alternative that is a picture without scripts (RFC 2046 §5.1.4)", async () => {
    const alternative = (name: string) => [
      ...["--a", "Content-ID: <x>", `Content-Type: image/${name}`, "", name],
    ];
    const lines = [
      ...["Content-Type: multipart/related; boundary=r", "", "--r", "Content-ID: <page>", ...html, "--r"],
      ...["Content-Type: multipart/alternative; boundary=a", "", ...alternative("gif")],
      ...[...alternative("png"), ...alternative("svg+xml"), "--a--", "--r--"],
    ];
    expect(await read("page", ...lines)).toBe('"data:image/png;base64,cG5n"');
  });
});
