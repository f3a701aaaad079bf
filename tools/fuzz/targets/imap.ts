import { octetsOf, textOf } from "@anyurl/core";
import { createTransferDecoder } from "@anyurl/core/exchange";
import { readBodyStructure } from "../../../packages/scheme-imap/src/body-structure.ts";
import { readEnvelope } from "../../../packages/scheme-imap/src/envelope.ts";
import { decodeMailboxName, encodeMailboxName } from "../../../packages/scheme-imap/src/utf7.ts";
import { readValues } from "../../../packages/scheme-imap/src/values.ts";
import { demand, outcome, type Target } from "../target.ts";
import { toLatin1, wholeTarget } from "./wire.ts";

/** A line of an IMAP server: values, an envelope, the structure of a message, a name, and an encoded text. */
export const imapTarget: Target = wholeTarget(
  "imap",
  [
    '("Sat, 3 Feb 2001 04:05:01 +0000" "=?utf-8?Q?caf=C3=A9?=" (("A" NIL "a" "h.example")) NIL NIL NIL NIL NIL NIL "<1@h>")',
    '(("text" "plain" ("charset" "utf-8") NIL NIL "7bit" 3 1)("text" "csv" ("name*" "utf-8\'\'%C3%A9") NIL NIL "base64" 12 1) "mixed")',
    '("message" "rfc822" NIL NIL NIL "7bit" 9 (NIL) ("text" "html" NIL NIL NIL "7bit" 3 1) 5)',
    "BODY[HEADER.FIELDS (TO)]<0> NIL",
    "&U,BTFw-&-&",
    "a=3Db =\r\nSGVsbG8=",
  ],
  (octets) => {
    const line = toLatin1(octets);
    const values = outcome(() => readValues([{ line, literal: undefined }], 0));
    const first = "value" in values ? values.value[0] : undefined;
    const envelope = readEnvelope(first);
    for (const text of Object.values(envelope))
      demand(!/[\0-\x1f\x7f]/.test(text), "a field is one line", text);
    const parts = readBodyStructure(first);
    for (const { section } of parts) demand(/^[1-9.0-9]+$/.test(section), "a section is a number", section);
    const name = decodeMailboxName(line);
    const again = name === undefined ? undefined : outcome(() => encodeMailboxName(name));
    if (again !== undefined && "value" in again)
      demand(decodeMailboxName(again.value) === name, "a name that is encoded is decoded to the same", line);
    const decoded = ["base64", "quoted-printable"].map((encoding) =>
      outcome(() => {
        const decoder = createTransferDecoder(encoding);
        return textOf(decoder.push(octetsOf(line))) + textOf(decoder.end());
      }),
    );
    return { values, envelope, parts: parts.length, name, decoded };
  },
);
