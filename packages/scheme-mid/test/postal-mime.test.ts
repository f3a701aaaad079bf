import { createClient } from "@anyurl/client";
import { octetsOf } from "@anyurl/core";
import { memoryTransport } from "@anyurl/testkit";
import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, it } from "vitest";
import { cid } from "../src/index.ts";
import { NEWSLETTER } from "./messages.ts";

/*
 * Another parser of MIME gives the same parts. postal-mime merges texts, so every part here is an attachment.
 */

const client = createClient({ schemes: [cid], transport: memoryTransport() });

async function readPart(octets: Uint8Array, contentId: string): Promise<Uint8Array> {
  return (await client.get(`cid:${encodeURIComponent(contentId)}`, { options: { message: octets } })).bytes();
}

const base64 = (octets: Uint8Array): string =>
  btoa(String.fromCharCode(...octets)).replace(/.{76}/g, "$&\r\n");
const quotedPrintable = (octets: Uint8Array): string =>
  Array.from(octets, (octet) => `=${octet.toString(16).toUpperCase().padStart(2, "0")}`)
    .join("")
    .replace(/.{75}/g, (line) => `${line.slice(0, 72)}=\r\n${line.slice(72)}`);

const leaf = fc.record({
  octets: fc.uint8Array({ minLength: 1, maxLength: 300 }),
  encoding: fc.constantFrom("base64", "quoted-printable", "Base64"),
  lineBreak: fc.constantFrom("\r\n", "\n"),
});
type Leaf = typeof leaf extends fc.Arbitrary<infer T> ? T : never;
/** A leaf, or several parts. */
type Tree = Leaf | readonly Tree[];
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.array(tie("tree"), { minLength: 1, maxLength: 3 }),
  ),
}));

/** Formats a part, and adds the bytes of its leaves by Content-ID. */
function format(part: Tree, path: string, found: Map<string, Uint8Array>): string {
  if (Array.isArray(part)) {
    const boundary = `=_${path}`;
    const parts = part.map((each, i) => `--${boundary}\r\n${format(each, `${path}_${i}`, found)}\r\n`);
    return `Content-Type: multipart/mixed;\r\n boundary="${boundary}"\r\n\r\n${parts.join("")}--${boundary}--`;
  }
  const { octets, encoding, lineBreak } = part as Leaf;
  const id = `${path}@h.example`;
  found.set(id, octets);
  const body = encoding === "quoted-printable" ? quotedPrintable(octets) : base64(octets);
  const lines = [
    "Content-Type: application/octet-stream",
    "Content-Disposition: attachment",
    `Content-Transfer-Encoding: ${encoding}`,
    `Content-ID: <${id}>`,
    "",
    body,
  ];
  return lines.join(lineBreak);
}

it("finds the parts and bytes that postal-mime finds", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tree, { minLength: 1, maxLength: 3 }), async (parts) => {
      const expected = new Map<string, Uint8Array>();
      const octets = octetsOf(`Subject: x\r\n${format(parts, "p", expected)}`);
      const { attachments } = await PostalMime.parse(octets);
      expect(attachments.map(({ contentId }) => contentId)).toEqual(
        [...expected.keys()].map((id) => `<${id}>`),
      );
      for (const { contentId = "", content } of attachments) {
        const sent = expected.get(contentId.slice(1, -1))!;
        expect(await readPart(octets, contentId.slice(1, -1))).toEqual(sent);
        // postal-mime adds a line break to some quoted-printable parts at the end of a nested multipart.
        expect(new Uint8Array(content as ArrayBuffer).subarray(0, sent.length)).toEqual(sent);
      }
    }),
    { numRuns: 200 },
  );
});

it("agrees about a message as programs send it", async () => {
  const { attachments, text, html } = await PostalMime.parse(NEWSLETTER);
  const picture = attachments.find(({ contentId }) => contentId === "<pic+1@h.example>");
  expect(await readPart(NEWSLETTER, "pic+1@h.example")).toEqual(
    new Uint8Array(picture?.content as ArrayBuffer),
  );
  const decode = async (id: string) => new TextDecoder().decode(await readPart(NEWSLETTER, id));
  expect(await decode("1.1")).toBe(text?.trimEnd());
  expect(await decode("page@h.example")).toBe(html?.trimEnd());
});
