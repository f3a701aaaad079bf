import { CharSet, decodeText, encodeText, formatAuthority, UNRESERVED } from "@anyurl/core";
import { formatUrlHost, parseHostport } from "./hostport.ts";

/*
 * The name of a WAIS document in the notation of Prospero's gateway:
 *
 *   WAIS-GW/host(port)/type/database/document-id        a document; its id is percent-encoded
 *   WAIS-GW/host(port)/QUERY/database/words             a search
 */

const PREFIX = "WAIS-GW/";

/** Characters that need no escape in any part of a wais URL. */
const BARE: CharSet = /* @__PURE__ */ new CharSet("", UNRESERVED);

/**
 * `wais://host:port/database/type/document-id`, or `wais://host:port/database?words`; `undefined` for any other name.
 */
export function toWaisUrl(hsoname: string): string | undefined {
  if (!hsoname.startsWith(PREFIX)) return undefined;
  const [place = "", type, database, ...rest] = hsoname.slice(PREFIX.length).split("/");
  const hostport = parseHostport(place);
  if (hostport === undefined || !type || !database) return undefined;
  const { host, port } = hostport;
  const start = `wais:${formatAuthority({ host: formatUrlHost(host), port })}/${encodeGatewayPart(database)}`;
  const last = rest.join("/");
  if (type === "QUERY") return `${start}?${encodeGatewayPart(last)}`;
  if (last === "" || !WELL_ENCODED.test(last)) return undefined;
  return `${start}/${encodeGatewayPart(type)}/${encodeGatewayPart(decodeText(last))}`;
}

const WELL_ENCODED = /^(?:[^%]|%[0-9A-Fa-f]{2})*$/s;

function encodeGatewayPart(text: string): string {
  return encodeText(text, BARE);
}
