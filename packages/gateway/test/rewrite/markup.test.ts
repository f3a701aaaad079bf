import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MAX_TAG_BYTES, MarkupReader, parseAttributeValue } from "../../src/rewrite/markup.ts";
import { rewriting, rewritingOf, rewrittenText } from "./rewriting.ts";

/** The result of a root-relative link. */
const LED = 'href="/ftp://h.example/x"';

describe("markup without links stays unchanged", () => {
  it.each([
    "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 3.2//EN'>\r\n<TITLE>A &amp; B</TITLE>\r\n<P>a < b &nbsp; & c<BR/>",
    "<p class='x' onclick=alert(1) style=\"background:url(/x)\">x</p >".replace(" >", ">"),
    "<a name=top></a><a href=\"#top\">up</a><a href=d.html>d</a><A HREF = '../e.html?a=1&amp;b=2#c' >e</A>",
    "<table><tr><td bgcolor=#fff>1<td>2</table><hr noshade><li>x<li>y",
    "a<3 b<> <  <1 & &; &#65 \0 \x7f",
    "<textarea>a &lt; b</textarea><style>a > b { color: red }</style><pre>\n x</pre>",
    "<meta charset=utf-8><meta http-equiv=content-type content='text/html'><link rel=x>",
    "text that ends with <",
  ])("%j", async (html) => {
    expect(await rewrittenText(html)).toBe(html);
  });

  it("with any bytes", async () => {
    const all = Uint8Array.from({ length: 256 }, (_, i) => i).filter((octet) => octet !== 0x3c);
    const html = Uint8Array.of(...all, ...new TextEncoder().encode("<a href=/x title='"), 0xff, 0x27, 0x3e);
    const { octets, charset } = await rewriting(html);
    expect(charset).toBe(undefined);
    // Except for ESC, which could make a browser guess ISO-2022-JP.
    const text = new TextEncoder().encode(`<a ${LED} title='`);
    expect(octets).toEqual(
      Uint8Array.of(...all.map((octet) => (octet === 0x1b ? 0x20 : octet)), ...text, 0xff, 0x27, 0x3e),
    );
  });
});

describe("references in tags", () => {
  it.each([
    ["<A HREF=/x>", `<a ${LED}>`],
    ["<a\n\thref\n=\n'/x'\n>", `<a ${LED}>`],
    ["<a class=y href=/x id='z'title=\"t\">", `<a class=y ${LED} id='z' title="t">`],
    ['<a href="/x"/>', `<a ${LED} />`],
    ["<a/href=/x>", `<a ${LED}>`],
    ["<a href=&#x2F;x>", `<a ${LED}>`],
    ["<a href=&sol;x>", `<a ${LED}>`],
    ["<a href='/x?a=1&amp;b=2&copy=3'>", '<a href="/ftp://h.example/x?a=1&amp;b=2&amp;copy=3">'],
    ["<a href='/x?a&copy;'>", '<a href="/ftp://h.example/x?a%C2%A9">'],
    ["<area href=/x>", `<area ${LED}>`],
    ["<form action=/x><input formaction=/y>", null],
    ["<q cite=/x>", '<q cite="/ftp://h.example/x">'],
    ["<body background=/x>", '<body background="/ftp://h.example/x">'],
    ["<img longdesc=/x src=/y lowsrc=/z>", null],
    ["<video poster=/x>", '<video poster="/ftp://h.example/x">'],
    ["<object data=/x codebase=/y archive=/z classid=w>", '<object data="/ftp://h.example/x">'],
    ["<svg><a xlink:href=/x>", '<svg><a xlink:href="/ftp://h.example/x">'],
    ["<svg><a><set attributeName=href to=/x>", "<svg><a><set to=/x>"],
    ["<a href=d ping='/x http://w.example'>", "<a href=d>"],
    ["<a href=d target=_blank>", "<a href=d>"],
    ["<iframe srcdoc='<a href=http://w.example>'>", "<iframe>"],
    ["<html manifest=/x>", "<html>"],
    ["<meta http-equiv=refresh content='0;url=/x'>", "<!---->"],
    ["<META CONTENT=0 HTTP-EQUIV=' Refresh '>", "<!---->"],
    ["<meta http-equiv='&#114;efresh' content=1>", "<!---->"],
    ["<a href=/x HREF=http://w.example/>", `<a ${LED}>`],
    ["<a href ping=x =http://w.example>", "<a href w.example>"],
    ["<a href/=http:w.example ping=x>", "<a href>"],
    ["<a b ping=x c>", "<a b c>"],
    ["<img srcset='/x 2x, d.gif 640w,/y'>", null],
    ["<img srcset='http://w.example/x 2x'>", "<img>"],
    ["<img srcset=' , ,/x ,, /z bogus(, y), /w (,'>", '<img srcset="/ftp://h.example/x">'],
    ["<source imagesrcset=/x>", '<source imagesrcset="/ftp://h.example/x">'],
  ])("%s", async (html, expected) => {
    const wanted =
      expected ??
      html.replace(
        /(\w+)=("[^"]*"|'[^']*'|[^\s>]+)/g,
        (_, name: string, value: string) =>
          `${name}="${value.replaceAll("'", "").replaceAll("/", "/ftp://h.example/").replace(",/y", ", /y")}"`,
      );
    expect(await rewrittenText(html)).toBe(wanted.replace(",/ftp", ", /ftp"));
  });
});

describe("markup that looks like a link or hides one", () => {
  it.each([
    // Comments, and what is parsed as one, become empty, so that two parsers cannot disagree on their end.
    ["<!-- <a href=/x> -->x", "<!---->x"],
    ["<!--> <a href=/x>", `<!----> <a ${LED}>`],
    ["<!---> <a href=/x>", `<!----> <a ${LED}>`],
    ["<!-- --!> <a href=/x>", `<!----> <a ${LED}>`],
    ["<!-- <a href=/x>", "<!---->"],
    ["<!x <a href=/x>", "<!---->"],
    ["<?xml version='1.0'?><a href=/x>", `<!----><a ${LED}>`],
    ["<![CDATA[><a href=http://w.example>]]>x", "<!---->x"],
    ["</ x><a href=/x>", `<!----><a ${LED}>`],
    ["</><a href=/x>", `<!----><a ${LED}>`],
    ["<<!-- -->a href=http://w.example>", "<<!---->a href=http://w.example>"],
    ["<</>a href=http://w.example>", "<<!---->a href=http://w.example>"],
    // An end tag has no attributes.
    ["</a title='\"><!--'><a href=/x>", "</a><!---->"],
    ["<title></title x='>'><a href=/x>", `<title></title>'><a ${LED}>`],
    // Raw text elements contain no tags, anywhere in the document.
    ["<script>'<a href=/x>'</script><a href=/x>", `<script></script><a ${LED}>`],
    [
      "<script><!--<script></script><xmp></script>--></script><a href=/x>",
      "<script></script><pre>\n&lt;/script>-->&lt;/script>&lt;a href=/x>",
    ],
    ["<svg><title><a href=http://w.example></title>", "<svg><title>&lt;a href=http://w.example></title>"],
    ["<select><xmp></select><a href=http://w.example>&amp;</xmp>", null],
    [
      "<svg><style><!--</style><b title='--><a href=/x>'>",
      "<svg><style>    </style><b title='--><a href=/x>'>",
    ],
    ["<style>b:after{content:'<a>'}</style>", "<style>b:after{content:'\\3c a>'}</style>"],
    ["<plaintext>a</plaintext><b>", "<pre>\na&lt;/plaintext>&lt;b>"],
    ["<noframes><a href=/x></noframes>", "<noframes></noframes>"],
    ["<title>\x1c\x0ftitle><a href=/x>", `<title></title><a ${LED}>`],
    // The document ends inside a token.
    ["x<a href=http://w.example ", "x"],
    ["x<a href='/y", "x"],
    ["x<a /", "x"],
    ["x</a", "x"],
    ["x</a y", "x</a>"],
    ["<title>x</ti", "<title>x&lt;/ti"],
    ["<style>x<!-", "<style>x\\3c !-"],
  ])("%s", async (html, expected) => {
    const wanted = expected ?? "<select><pre>\n&lt;/select>&lt;a href=http://w.example>&amp;amp;</pre>";
    expect(await rewrittenText(html)).toBe(wanted);
  });
});

describe("a document of any size", () => {
  it("loses only the attributes of a tag longer than 64 KiB, with any chunks", async () => {
    const picture = `x<p><img class=c src="data:image/png;base64,${"A".repeat(1024 * 1024)}">y<a href=/x>`;
    const expected = `x<p><img>y<a ${LED}>`;
    expect(await rewrittenText(picture)).toBe(expected);
    expect(await rewrittenText(picture, { cuts: [1460] })).toBe(expected);
    const [most, more] = [MAX_TAG_BYTES - "<b t=>".length, MAX_TAG_BYTES - "<b t=>".length + 1].map(
      (length) => `<b t=${"x".repeat(length)}>`,
    ) as [string, string];
    for (const cuts of [[1_000_000], [777], [65_536, 1]]) {
      expect(await rewrittenText(most, { cuts })).toBe(most);
      expect(await rewrittenText(more, { cuts })).toBe("<b>");
    }
  });

  it.each([
    ["a comment without an end", "<!--", " <a href=/x> ", "", "<!---->"],
    ["a name", "<a", "b", "><i>", "<!----><i>"],
    ["a name of an end tag", "</a", "b", "><i>", "<!----><i>"],
    ["an end tag", "</a ", "b ", "><i>", "</a><i>"],
    ["a document type", "<!doctype ", "html ", "><i>", "<!----><i>"],
    ["attributes", "<a ", "b=c ", "><i>", "<a><i>"],
    ["a tag without an end", "<a ", "b ", "", ""],
    ["a CDATA section", "<![CDATA[", "<a href=/x>", "]]><i>", "<!----><i>"],
    ["a script", "<script>", "<a href=/x></scrip ", "</script><i>", "<script></script><i>"],
  ])("is rewritten with %s of 1 MB", async (_name, start, middle, end, expected) => {
    const html = start + middle.repeat(1_000_000 / middle.length) + end;
    for (const cuts of [[10_000_000], [1460]]) expect(await rewrittenText(html, { cuts })).toBe(expected);
  });

  it("streams a raw text element without an end", async () => {
    const text = `${"<".repeat(300_000)}x${"</titl".repeat(100_000)}`;
    const wanted = `<title>${text.replaceAll("<", "&lt;")}`;
    for (const cuts of [[10_000_000], [8192], [7, 8191]])
      expect(await rewrittenText(`<title>${text}`, { cuts })).toBe(wanted);
  });

  it.each([
    "<a b='",
    "<a",
    "<a b=c d=e ",
    "</a",
    "</a ",
    "<!--",
    "<!doctype ",
    "<title></",
    "<style>",
    "<![CDATA[",
  ])("never buffers more than one tag: %s", (start) => {
    const reader = new MarkupReader();
    reader.write(start);
    for (let i = 0; i < 100; i++) {
      reader.write("x".repeat(8191) + (start === "<style>" ? "<" : ""));
      expect(reader.bufferedLength).toBeLessThanOrEqual(MAX_TAG_BYTES + 8192);
    }
  });

  it("is streamed", async () => {
    let given = 0;
    const source = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          given += 1;
          controller.enqueue(new TextEncoder().encode(`<a href=/x>${"y".repeat(2000)}</a>`));
        },
      },
      { highWaterMark: 0 },
    );
    const { body } = await rewritingOf(source);
    const reader = body.getReader();
    for (let read = 0; read < 5; read++) {
      const { value } = await reader.read();
      expect(new TextDecoder().decode(value)).toContain(LED);
      expect(given).toBe(read + 1);
    }
    await reader.cancel();
  });

  it("cancels its source if the reader cancels, even during a read", async () => {
    let reason: unknown;
    const source = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new Uint8Array(2000).fill(0x78)),
        cancel: (given) => {
          reason = given;
        },
      },
      { highWaterMark: 0 },
    );
    const reader = (await rewritingOf(source)).body.getReader();
    await reader.read();
    const waiting = reader.read();
    await reader.cancel("gone");
    expect([reason, (await waiting).done]).toEqual(["gone", true]);
  });

  it("fails with the error of its source", async () => {
    const broken = new ReadableStream<Uint8Array>(
      {
        start: (controller) => controller.enqueue(new Uint8Array(2000).fill(0x78)),
        pull: (controller) => controller.error(new Error("cut off")),
      },
      { highWaterMark: 0 },
    );
    const { body } = await rewritingOf(broken);
    await expect(new Response(body as BodyInit).text()).rejects.toThrow("cut off");
  });

  it("grows by a limited number of bytes per reference, with any URL and base", async () => {
    const url = `ftp://h.example/${"u".repeat(15_000)}/c.html`;
    const short = `<a href="it's">x</a><a href=d>y</a>`;
    expect(await rewrittenText(short, { url })).toBe("<a>x</a><a href=d>y</a>");
    const base = `<base href=/${"b".repeat(15_000)}/>`;
    expect(await rewrittenText(base + short)).toBe("<base><a>x</a><a>y</a>");
    const many = await rewrittenText(`<img srcset="${"/x 1x,".repeat(5000)}">`);
    expect(many.length).toBeLessThan(2000);
  });
});

describe("character sets", () => {
  const octets = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));

  it("are detected by byte order mark, by the server, by the document, in this order", async () => {
    const of = async (html: Uint8Array | string, charset?: string) =>
      (await rewriting(html, charset === undefined ? {} : { charset })).charset;
    const meta = "<meta charset='koi8-r'>";
    expect(await of(`\ufeff${meta}`, "latin1")).toBe("utf-8");
    expect(await of(meta, "latin1")).toBe("windows-1252");
    expect(await of(meta, "x-nothing")).toBe("koi8-r");
    expect(await of(meta)).toBe("koi8-r");
    expect(
      await of("<META HTTP-EQUIV=Content-Type CONTENT='text/html; CHARSET=&quot;Shift_JIS&quot;'>"),
    ).toBe("shift_jis");
    expect(await of("<meta charset=utf-16>")).toBe("utf-8");
    expect(await rewrittenText(`<meta charset=utf-16><a href=/x>ä`)).toBe(`<meta charset=utf-16><a ${LED}>ä`);
    expect(await of("<meta name=x content='charset=koi8-r'>")).toBe(undefined);
    expect(await of(`<!-- ${meta} --><script>${meta}</script><title>${meta}</title>`)).toBe(undefined);
    expect(await of(`${" ".repeat(1024)}${meta}`)).toBe(undefined);
    expect(await of("")).toBe(undefined);
  });

  it("apply to references", async () => {
    const link = octets("<a href='/gr\xf6\xdfe'>\xf6");
    const of = async (html: Uint8Array, charset?: string) =>
      Array.from((await rewriting(html, charset === undefined ? {} : { charset })).octets, (octet) =>
        String.fromCharCode(octet),
      ).join("");
    const led = '<a href="/ftp://h.example/gr%C3%B6%C3%9Fe">\xf6';
    expect(await of(link, "iso-8859-1")).toBe(led);
    expect(await of(link)).toBe(led);
    expect(await of(octets("<a href='/gr\xc3\xb6\xc3\x9fe'>\xf6"))).toBe(led);
    expect(await of(octets("<a href='/\xd0'>"), "koi8-r")).toBe('<a href="/ftp://h.example/%D0%BF">');
    // The second byte of a character may be a letter or "\".
    expect(await of(octets("<a href='/\x83\x5c'>"), "shift_jis")).toBe(
      '<a href="/ftp://h.example/%E3%82%BD">',
    );
  });

  it("that are not ASCII-compatible are converted to UTF-8", async () => {
    const text = "<a href='/größe'>ö 語</a>";
    const utf16 = (isBig: boolean) =>
      octets(
        Array.from(`\ufeff${text}`, (char) => {
          const [high, low] = [char.charCodeAt(0) >> 8, char.charCodeAt(0) & 255];
          return isBig ? String.fromCharCode(high, low) : String.fromCharCode(low, high);
        }).join(""),
      );
    const wanted = '<a href="/ftp://h.example/gr%C3%B6%C3%9Fe">ö 語</a>';
    for (const html of [utf16(true), utf16(false)]) {
      for (const cuts of [[1000], [1], [3]]) {
        const answer = await rewriting(html, { cuts, charset: "koi8-r" });
        expect(answer.charset).toBe("utf-8");
        expect(new TextDecoder().decode(answer.octets)).toBe(wanted);
      }
    }
    const cut = await rewriting(octets("\xff\xfex\0y"));
    expect(new TextDecoder().decode(cut.octets)).toBe("x\ufffd");
    const japanese = octets('\x1b$B$"<a!!href\x1b(B<a href=/x>');
    const answer = await rewriting(japanese, { charset: "iso-2022-jp" });
    expect(answer.charset).toBe("utf-8");
    expect(new TextDecoder().decode(answer.octets)).toMatch(/^あ.+<a href="\/ftp:\/\/h\.example\/x">$/);
  });

  it("that are unknown cannot be guessed as ISO-2022-JP by a browser", async () => {
    const html = octets("\x1b$B<a href=/x>\x1b(B");
    expect(new TextDecoder().decode((await rewriting(html)).octets)).toBe(` $B<a ${LED}> (B`);
  });
});

describe("a document split at every byte", () => {
  it.each([
    "<!doctype html><a title='>' href=/x>a</a ><!-- b --!><style><!-- a<b{} --></style><b",
    "<title>a&lt;</title x><xmp><a></xmp><textarea></textare></textarea><script>1</script>",
    "<a href='&#x2f;x&amp;y' class=c>ä</a><meta http-equiv=refresh><![CDATA[x]]></><?x?>",
  ])("has the same result: %s", async (html) => {
    const document = " ".repeat(1024) + html;
    const whole = await rewrittenText(document);
    const { length } = new TextEncoder().encode(html);
    for (let at = 1; at < length; at++)
      expect(await rewrittenText(document, { cuts: [1024 + at, length] })).toBe(whole);
    expect(await rewrittenText(document, { cuts: [1] })).toBe(whole);
  });
});

describe("any document", () => {
  const piece = fc.constantFrom(
    ...[
      "<",
      ">",
      "</",
      "/",
      "'",
      '"',
      "=",
      " ",
      "\n",
      "&",
      "&amp;",
      "!--",
      "-->",
      "--!>",
      "<!--",
      "<![CDATA[",
    ],
    ...[
      "]]>",
      "<?",
      "?>",
      "<!doctype ",
      "<a ",
      "href",
      "href=",
      "href='",
      'href="',
      "/x",
      "http://w.example",
    ],
    ...[
      "<script>",
      "</script>",
      "<title>",
      "</title",
      "<style>",
      "</style>",
      "<xmp>",
      "</xmp>",
      "<textarea>",
    ],
    ...[
      "<svg>",
      "<math>",
      "<select>",
      "</select>",
      "<base href=/y/>",
      "<meta ",
      "http-equiv=refresh ",
      "ping",
    ],
    ...[
      "</a ",
      "<img src=",
      "srcset=",
      "<plaintext>",
      "<table>",
      "ä",
      "\0",
      "\x1b",
      "\x1c",
      "x",
      "<noscript>",
    ],
    ...["</textarea>", "<iframe>", "</iframe>", "javascript:", "xlink:href", "<template>", "<frameset>"],
  );
  const documents = fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join(""));

  it("has the same result with any chunks", () =>
    fc.assert(
      fc.asyncProperty(
        documents,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        async (html, cuts) => {
          // The first 1024 bytes are read at once.
          const document = " ".repeat(1024) + html;
          expect(await rewrittenText(document, { cuts: [1024, ...cuts] })).toBe(
            await rewrittenText(document),
          );
        },
      ),
      { numRuns: 1500 },
    ));

  it("has only tags that lead to the gateway, and nothing that can hide one", () =>
    fc.assert(
      fc.asyncProperty(documents, async (html) => {
        const reader = new MarkupReader();
        const text = await rewrittenText(html);
        for (const markup of [...reader.write(text), ...reader.end()]) {
          if (markup.is === "raw") expect(markup.text).not.toContain("<");
          if (markup.is !== "open") continue;
          expect(markup.name).not.toMatch(/^(?:xmp|plaintext)$/);
          for (const { name, start, end } of markup.attributes) {
            if (!/^(?:href|xlink:href|src|srcset|http-equiv|ping)$/.test(name)) continue;
            const value = parseAttributeValue(markup.source.slice(start, end), (latin1) => latin1).trim();
            expect(value).toMatch(/^(?:\/(?:_\/leave\?|ftp:)|#|$|(?![/\\])[^:]*$)/);
          }
        }
      }),
      { numRuns: 2000 },
    ));
});
