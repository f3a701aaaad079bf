import { DEFAULT_LIMITS, noPlanError, type Plan, parseLogin } from "@anyurl/core";
import { createPlan, type Exchange, type IdealPeer } from "@anyurl/core/exchange";
import type { AssociationInit } from "./association.ts";
import { describe } from "./describe.ts";
import { encodeConstructed } from "./encode.ts";
import { greet, retrieve, searchRecords } from "./exchange.ts";
import { checkLogin } from "./login.ts";
import { APDU, type Records, type Response, SERVICE } from "./message.ts";
import { type Z3950Settings, z3950Options } from "./options.ts";
import { DEFAULT_PORT, type Z3950Url } from "./syntax.ts";
import { hasRecords, toRecord, toSearch } from "./target.ts";

/**
 * Returns what opening the URL would send, to a server that finds one record.
 *
 * @throws {AccessError} bad-field, is-a-directory, not-a-directory, tls-required; unsupported: no plan for the operation.
 */
export function plan(
  url: Z3950Url,
  operation: string = hasRecords(url) ? "list" : "get",
  options: Z3950Settings = z3950Options.defaults,
): Plan {
  checkLogin(options);
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  const exchange = exchangeOf(url, operation, options);
  const login = options.user === undefined ? undefined : { user: options.user, password: "***" };
  return createPlan(exchange({ options, limits: DEFAULT_LIMITS, login, readResponse: readIdeal }), {
    operation,
    endpoint: { host: hostname, port, tls: options.tls },
    parts: describe(url),
    peer: idealPeer,
    cite: "RFC 1729",
  });
}

function exchangeOf(
  url: Z3950Url,
  operation: string,
  options: Z3950Settings,
): (init: AssociationInit) => Exchange<unknown> {
  if (operation === "list") {
    const target = toSearch(url, options);
    return (init) => searchRecords(target, init);
  }
  if (operation === "stat" && hasRecords(url)) return greet;
  if (operation !== "get" && operation !== "stat")
    throw noPlanError("z39.50", operation, ["get", "list", "stat"]);
  const target = toRecord(url, options);
  return (init) => retrieve(target, init);
}

const RESPONSES: ReadonlyMap<number, number> = new Map([
  [APDU.initRequest, APDU.initResponse],
  [APDU.searchRequest, APDU.searchResponse],
  [APDU.presentRequest, APDU.presentResponse],
]);

/** A server that accepts everything, and finds one record. Only the tags of its responses are read. */
const idealPeer: IdealPeer = (sent) => {
  const response = sent === undefined ? undefined : RESPONSES.get(sent[0]! & 0x1f);
  return response === undefined ? undefined : encodeConstructed(response);
};

const NO_RECORDS: Records = { found: [], diagnostics: [] };
const ONE_RECORD: Records = {
  found: [{ database: undefined, syntax: "", octets: new Uint8Array(0) }],
  diagnostics: [],
};

function readIdeal(apdu: Uint8Array): Response {
  switch (apdu[0]! & 0x1f) {
    case APDU.initResponse:
      return {
        is: "init",
        accepted: true,
        services: new Set(Object.values(SERVICE)),
        implementation: "",
      };
    case APDU.searchResponse:
      return { is: "search", hits: 1, succeeded: true, records: NO_RECORDS };
    default:
      return { is: "present", records: ONE_RECORD };
  }
}
