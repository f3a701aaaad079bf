import { AccessError, tooLongError } from "@anyurl/core";
import type { SendStep } from "@anyurl/core/exchange";
import { formatMessage, formatSearch } from "@anyurl/protocol-wais";
import type { Settings } from "./options.ts";
import type { WaisParts } from "./syntax.ts";

/** The requested bytes of a document, from 0; `end` is exclusive. */
export interface ByteSpan {
  readonly start: number;
  readonly end: number;
}

/** The reference ID of a retrieval: "3", as freeWAIS sends. */
const REFERENCE_ID: Uint8Array = Uint8Array.of(0x33);

/** Formats a search for words; without words, a request for the description of the database. */
export function formatSearchRequest(parts: WaisParts, words: string, settings: Settings): SendStep {
  const { like, maxDocuments } = settings;
  const octets = formatSearch({
    query: { is: "words", seedWords: words, like, maxDocuments },
    databases: requestDatabases(parts, settings),
  });
  return { ...sendStep(octets, settings), part: words === "" ? "database" : "search", cite: "RFC 1625" };
}

/** A document of a database. */
export interface DocumentReference {
  /** The parts of the URL that led to it. */
  readonly parts: WaisParts;
  readonly documentId: string;
  readonly type: string;
  /** The part of the URL, by its name in `describe`. */
  readonly part?: string;
}

/** Formats the request for a chunk of a document. */
export function formatRetrievalRequest(
  { parts, documentId, type, part }: DocumentReference,
  { start, end }: ByteSpan,
  settings: Settings,
): SendStep {
  const octets = formatSearch({
    query: { is: "retrieval", documentId, type, part: { unit: "octets", start, end } },
    databases: requestDatabases(parts, settings),
    referenceId: REFERENCE_ID,
  });
  return { ...sendStep(octets, settings), ...(part !== undefined && { part }), cite: "RFC 1625" };
}

/**
 * Rejects unsafe names: servers use the database as a file name, the bytes 1E and 1F separate names, and some servers
 * forward "db@host:port" to another server.
 *
 * @throws {AccessError} control-octet, unsafe-name, bad-document-id.
 */
function rejectUnsafeNames(parts: WaisParts, { allowUnsafeNames }: Settings): void {
  const { database, wtype = "", wpath } = parts;
  if (CONTROL.test(database) || CONTROL.test(wtype))
    throw new AccessError("control-octet", "control characters are not allowed in a name; nothing was sent");
  if (!allowUnsafeNames && (database.includes("@") || database.split("/").includes("..")))
    throw new AccessError(
      "unsafe-name",
      'a database with "@" or ".." may lead to another server or file; nothing was sent',
      {
        hint: "set the wais option allowUnsafeNames if you trust the URL",
      },
    );
  if (wpath === "")
    throw new AccessError("bad-document-id", "the document-id is empty; nothing was sent", {
      hint: "search the database and use the URL of a result",
    });
}

/** ASCII control characters. */
const CONTROL = /[\0-\x1f\x7f]/;

function requestDatabases(parts: WaisParts, settings: Settings): readonly string[] {
  rejectUnsafeNames(parts, settings);
  return parts.database === "" ? [] : [parts.database];
}

function sendStep(
  apdu: Uint8Array,
  { limits }: Settings,
): { readonly do: "send"; readonly octets: Uint8Array } {
  const octets = formatMessage(apdu);
  if (octets.length > limits.maxCommand) {
    throw tooLongError(
      `the request exceeds the limit of ${limits.maxCommand} bytes; nothing was sent`,
      "maxCommand",
    );
  }
  return { do: "send", octets };
}
