import { AccessError } from "@anyurl/core";
import type { SendStep } from "@anyurl/core/exchange";
import { formatMessage, formatSearch } from "@anyurl/protocol-wais";
import type { Settings } from "./options.ts";
import type { WaisParts } from "./syntax.ts";

/** The octets of a document that are asked for, counted from 0; `end` is not among them. */
export interface Piece {
  readonly start: number;
  readonly end: number;
}

/** RFC 1625 has one query of each type with each; freeWAIS sends "3" with a retrieval. */
const REFERENCE_ID: Uint8Array = Uint8Array.of(0x33);

/** A search for words; for none of them, for what the database says of itself. */
export function searchRequest(parts: WaisParts, words: string, settings: Settings): SendStep {
  const { like, maxDocuments } = settings;
  const octets = formatSearch({
    query: { is: "words", seedWords: words, like, maxDocuments },
    databases: databasesOf(parts, settings),
  });
  return { ...sent(octets, settings), part: words === "" ? "database" : "search", cite: "RFC 1625" };
}

/** A document of a database. */
export interface Named {
  /** Of the URL that has led to it. */
  readonly parts: WaisParts;
  readonly documentId: string;
  readonly type: string;
  /** What of the URL says so, by its name in `describe`. */
  readonly part?: string;
}

/** The request for a piece of a document. */
export function retrievalRequest(
  { parts, documentId, type, part }: Named,
  { start, end }: Piece,
  settings: Settings,
): SendStep {
  const octets = formatSearch({
    query: { is: "retrieval", documentId, type, part: { unit: "octets", start, end } },
    databases: databasesOf(parts, settings),
    referenceId: REFERENCE_ID,
  });
  return { ...sent(octets, settings), ...(part !== undefined && { part }), cite: "RFC 1625" };
}

/**
 * Refuses what is never sent: to a server the name of a database is that of a file, the octets 1E and 1F
 * separate names, and some servers ask another one where they meet "db@host:port".
 *
 * @throws {AccessError} control-octet, unsafe-name, bad-document-id.
 */
function refuseUnsendable(parts: WaisParts, { allowUnsafeNames }: Settings): void {
  const { database, wtype = "", wpath } = parts;
  if (CONTROL.test(database) || CONTROL.test(wtype))
    throw new AccessError("control-octet", "a control octet stands in no name; nothing was sent");
  if (!allowUnsafeNames && (database.includes("@") || database.split("/").includes("..")))
    throw new AccessError(
      "unsafe-name",
      'a database with "@" or ".." may lead its server elsewhere; nothing was sent',
      {
        hint: "set the wais option allowUnsafeNames, if you trust the URL",
      },
    );
  if (wpath === "")
    throw new AccessError("bad-document-id", "the document-id is empty; nothing was sent", {
      hint: "search the database: each document that is found has a URL of its own",
    });
}

/** Octets of ASCII that are no character. */
const CONTROL = /[\0-\x1f\x7f]/;

function databasesOf(parts: WaisParts, settings: Settings): readonly string[] {
  refuseUnsendable(parts, settings);
  return parts.database === "" ? [] : [parts.database];
}

function sent(apdu: Uint8Array, { limits }: Settings): { readonly do: "send"; readonly octets: Uint8Array } {
  const octets = formatMessage(apdu);
  if (octets.length > limits.maxCommand) {
    throw new AccessError("too-long", `a request may have ${limits.maxCommand} octets; nothing was sent`, {
      hint: "raise the limit maxCommand",
    });
  }
  return { do: "send", octets };
}
