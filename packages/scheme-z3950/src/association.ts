import { AccessError, displayText, type Limits } from "@anyurl/core";
import type { Exchange, SendStep } from "@anyurl/core/exchange";
import { ApduInbox } from "./apdu.ts";
import { MAX_REPLY } from "./diagnostic.ts";
import {
  formatClose,
  formatInit,
  formatPresent,
  formatSearch,
  type Login,
  type PresentRequest,
  type ReadResponse,
  type Response,
  SERVICE,
} from "./message.ts";
import type { Z3950Settings } from "./options.ts";
import type { Query } from "./query.ts";

/** Settings for the start of an association. */
export interface AssociationInit {
  readonly options: Z3950Settings;
  readonly limits: Limits;
  readonly login: Login | undefined;
  readonly readResponse: ReadResponse;
}

export type SearchResponse = Extract<Response, { readonly is: "search" }>;
export type PresentResponse = Extract<Response, { readonly is: "present" }>;

/** A Z-association: a connection for requests one after the other. */
export class Association {
  readonly options: Z3950Settings;
  readonly limits: Limits;
  readonly #login: Login | undefined;
  readonly #readResponse: ReadResponse;
  readonly #inbox: ApduInbox;
  /** Bytes of all messages that have arrived. */
  received = 0;

  constructor({ options, limits, login, readResponse }: AssociationInit) {
    this.options = options;
    this.limits = limits;
    this.#login = login;
    this.#readResponse = readResponse;
    this.#inbox = new ApduInbox(options);
  }

  /**
   * Sends an Init request. Returns the name of the server's program.
   *
   * @throws {AccessError} permission-denied: the server rejects the association; auth-failed: with this login;
   *   unsupported: it does not search.
   */
  *begin(): Exchange<never, string> {
    const login = this.#login;
    const response = yield* this.#ask({ ...formatInit(login), cite: "ISO 23950 §3.2.1" }, "init");
    if (!response.accepted)
      throw login === undefined
        ? new AccessError("permission-denied", "the server rejected the connection", {
            hint: "set the z39.50 option user, if the server requires a login",
          })
        : new AccessError("auth-failed", "the server rejected the user or the password");
    if (!response.services.has(SERVICE.search) || !response.services.has(SERVICE.present))
      throw new AccessError("unsupported", "the server does not offer to search and to present records");
    return response.implementation;
  }

  /** Searches databases. The result set replaces the one before. @throws {AccessError} too-long */
  *search(databases: readonly string[], query: Query, part?: string): Exchange<never, SearchResponse> {
    const octets = formatSearch(databases, query);
    const { maxCommand } = this.limits;
    if (octets.length > maxCommand)
      throw new AccessError(
        "too-long",
        `the search request has ${octets.length} bytes, more than the limit of ${maxCommand}; it was not sent`,
        { hint: "use fewer words, or increase the limit maxCommand" },
      );
    const cite = part === "docid" ? "RFC 2056 §4" : "ISO 23950 §3.2.2";
    return yield* this.#ask({ octets, cite, ...(part !== undefined && { part }) }, "search");
  }

  /** Requests records of the result set. @throws {AccessError} protocol-error: the server sends more records. */
  *present(request: PresentRequest, part?: string): Exchange<never, PresentResponse> {
    const octets = formatPresent(request);
    const step = { octets, cite: "ISO 23950 §3.2.3", ...(part !== undefined && { part }) };
    const response = yield* this.#ask(step, "present", "body");
    if (response.records.found.length > request.count)
      throw new AccessError("protocol-error", "the server sent more records than were requested");
    return response;
  }

  /** Sends a Close, and waits briefly for that of the server. Everything has arrived, so errors no longer matter. */
  *end(): Exchange<never> {
    if (!this.#inbox.isEmpty) return;
    try {
      yield { do: "send", octets: formatClose(), cite: "ISO 23950 §3.2.11" };
      yield { do: "receive", phase: "farewell" };
    } catch {
      // The server closed the connection first.
    }
  }

  *#ask<Kind extends Response["is"]>(
    step: Omit<SendStep, "do">,
    kind: Kind,
    phase: "reply" | "body" = "reply",
  ): Exchange<never, Extract<Response, { readonly is: Kind }>> {
    if (!this.#inbox.isEmpty)
      throw new AccessError("desync", "the server sent a message that was not requested");
    yield { do: "send", ...step };
    const response = yield* this.#receive(phase);
    if (response.is === "close") throw closeError(response);
    if (response.is !== kind)
      throw new AccessError("desync", "the server sent a message that does not answer the request");
    return response as Extract<Response, { readonly is: Kind }>;
  }

  *#receive(phase: "reply" | "body"): Exchange<never, Response> {
    for (;;) {
      const apdu = this.#inbox.take();
      if (apdu !== undefined) {
        this.received += apdu.length;
        return this.#readResponse(apdu);
      }
      const octets = yield { do: "receive", phase };
      if (octets === undefined)
        throw new AccessError(
          "truncated",
          "the server closed the connection before the end of its response",
          {
            retryable: true,
          },
        );
      this.#inbox.push(octets);
    }
  }
}

/** The reasons of a Close (ISO 23950 §3.2.11.1.1) that say more than that the connection ends. */
const SECURITY = 5;
const PROTOCOL_ERROR = 6;
const BUSY: ReadonlySet<number> = new Set([1, 2, 3, 4, 7]);

function closeError({ reason, text }: Extract<Response, { readonly is: "close" }>): AccessError {
  const code =
    reason === SECURITY
      ? "permission-denied"
      : reason === PROTOCOL_ERROR
        ? "protocol-error"
        : BUSY.has(reason)
          ? "temporarily-unavailable"
          : "truncated";
  return new AccessError(code, "the server ended the association instead of answering", {
    ...(text !== "" && { reply: displayText(text).slice(0, MAX_REPLY) }),
  });
}
