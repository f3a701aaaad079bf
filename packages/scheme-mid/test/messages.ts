import { octetsOf } from "@anyurl/core";

/** Returns the bytes of a message; its lines end with CR LF. */
export function message(...lines: readonly string[]): Uint8Array {
  return octetsOf(lines.join("\r\n"));
}

/** A GIF of one pixel. */
export const PIXEL = "R0lGODlhAQABAAAAACw=";

/** A message with a text, the same as HTML with a picture, and an attachment. */
export const NEWSLETTER: Uint8Array = message(
  "From: =?utf-8?Q?J=C3=BCrgen?= <j@h.example>",
  "To: k@h.example",
  "Subject: =?utf-8?B?R3LDvMOfZQ==?=",
  "Date: Tue, 1 Jul 2003 10:52:37 +0200 (CEST)",
  "Message-ID: (made) <news.1@h.example>",
  "MIME-Version: 1.0",
  'Content-Type: multipart/mixed; boundary="=_outer"',
  "",
  "For old programs.",
  "--=_outer",
  "Content-Type: multipart/alternative; boundary=inner",
  "",
  "--inner",
  "Content-Type: text/plain; charset=utf-8",
  "Content-Transfer-Encoding: quoted-printable",
  "",
  "Gr=C3=BC=C3=9Fe, a long =",
  "line   ",
  "--inner",
  'Content-Type: multipart/related; boundary="rel (1)"; type="text/html"',
  "",
  "--rel (1)",
  "Content-Type: text/html; charset=utf-8",
  "Content-ID:",
  " <page@h.example>",
  "",
  '<p>Hi <img src="cid:pic%2B1@h.example" alt=x><img src=cid:none@h.example></p>',
  "--rel (1)",
  "Content-Type: image/gif",
  "Content-Transfer-Encoding: BASE64",
  "Content-ID: <pic+1@h.example>",
  "Content-Disposition: inline; filename*=utf-8''gr%C3%BC%C3%9Fe.gif",
  "",
  PIXEL,
  "--rel (1)--",
  "--inner--",
  "--=_outer",
  "Content-Type: application/octet-stream; name=../a.bin",
  "Content-Transfer-Encoding: base64",
  "",
  "QUJD=",
  "--=_outer-- ",
  "The end.",
);
