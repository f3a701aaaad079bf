import { ApduInbox } from "../../../packages/scheme-z3950/src/apdu.ts";
import { parseMarc } from "../../../packages/scheme-z3950/src/marc/marc.ts";
import { formatMarcText } from "../../../packages/scheme-z3950/src/marc/marc-text.ts";
import { formatMarcXml } from "../../../packages/scheme-z3950/src/marc/marc-xml.ts";
import type { Response } from "../../../packages/scheme-z3950/src/message.ts";
import { readResponse } from "../../../packages/scheme-z3950/src/read-response.ts";
import { summarize } from "../../../packages/scheme-z3950/src/record.ts";
import { USMARC } from "../../../packages/scheme-z3950/src/record-syntax.ts";
import { demand, outcome, type Target } from "../target.ts";
import { toLatin1, wholeTarget, wireTarget } from "./wire.ts";

/** Small, so that inputs exceed them. */
const LIMITS = { maxApdu: 300, maxElements: 40 };

const INIT = "\xb5\x12\x83\x02\0\xe0\x84\x02\0\xc0\x8c\x01\x01\x9fo\x03YAZ";
const SEARCH = "\xb7\x0c\x97\x01\x01\x98\x01\0\x99\x01\x01\x96\x01\x01";
const DIAGNOSTIC =
  "\xb7'\x97\x01\0\x98\x01\0\x99\x01\0\x96\x01\0\x9a\x01\x03\xbf\x81\x02\x14\x06\x07*\x86H\xce\x13\x04\x01\x02\x01m\x1a\x06nosuch";
const RECORDS = "\xb9\x80\xbc\x800\x80\x80\x02db\xa1\x80\xa1\x80(\x80";
const END = "\0\0\0\0\0\0\0\0\0\0\0\0";
const SUTRS = `${RECORDS}\x06\x07*\x86H\xce\x13\x05e\xa0\x80\x1b\x05Tides\0\0${END}`;
const GRS = `${RECORDS}\x06\x07*\x86H\xce\x13\x05i\xa0\x800\x800\x13\x81\x01\x02\xa2\x03\x82\x01\x01\xa4\t\x1b\x07Tides!\n\0\0\0\0${END}`;
const MARC = "00067nam a2200049 i 4500001000200000245000900002\x1e7\x1e10\x1faTides\x1e\x1d";

/** The APDUs of a Z39.50 server, and the responses in them. */
const apdusTarget: Target = wireTarget(
  "z3950-apdus",
  [
    INIT + SEARCH,
    DIAGNOSTIC,
    SUTRS,
    GRS,
    `${RECORDS}\x06\x07*\x86H\xce\x13\x05\n\x81\x43${MARC}${END}`,
    "\xbf0\x05\x9f\x81S\x01\0",
  ],
  (chunks) => {
    const inbox = new ApduInbox(LIMITS);
    const responses: { readonly size: number; readonly response: unknown }[] = [];
    for (const chunk of chunks) {
      inbox.push(chunk);
      for (let apdu = inbox.take(); apdu !== undefined; apdu = inbox.take()) {
        const read = apdu;
        const response = outcome(() => describeResponse(readResponse(read, LIMITS)));
        responses.push({ size: read.length, response });
      }
    }
    return { isEmpty: inbox.isEmpty, responses };
  },
  ({ responses }: { readonly responses: readonly { readonly size: number }[] }) => {
    for (const { size } of responses) demand(size <= LIMITS.maxApdu, "maxApdu bounds an APDU", size);
  },
);

/** A response whose records are summarized, because a listing does it. */
function describeResponse(response: Response): unknown {
  if (response.is !== "present" && response.is !== "search") return response;
  const { found } = response.records;
  return [response, found.map((record) => ("condition" in record ? record : summarize(record)))];
}

/** MARC records. */
const marcTarget: Target = wholeTarget(
  "z3950-marc",
  [MARC, MARC.replace("nam a", "nam  ").replace("Tides", "T\xe2edes")],
  (octets) => {
    const record = parseMarc(octets, USMARC);
    const [text, xml] = [formatMarcText(record, USMARC), formatMarcXml(record)];
    demand(!/[\0-\x09\x0b-\x1f\x7f-\x9f]/.test(text), "a text has no control characters", text);
    demand(!/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(xml), "MARCXML has only characters of XML", xml);
    demand(xml.length <= 100 * octets.length + 1_000, "a record stays small", xml.length, octets.length);
    return [toLatin1(octets).length, text];
  },
);

export const z3950Targets: readonly Target[] = [apdusTarget, marcTarget];
