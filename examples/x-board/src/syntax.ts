import {
  type AuthorityInit,
  checkHostport,
  decodeSegments,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeEscapes,
  PCHAR,
  type Report,
  syntaxError,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * x-board-url = "x-board://" host [ ":" port ] [ "/" [ board "/" [ note ] ] ]
 * board       = segment-nz
 * note        = segment-nz                                      ; segment-nz as in RFC 3986 §3.3
 */

/** What an x-board URL names: all boards, a board, or a note on it. */
export interface BoardParts {
  readonly board: string | undefined;
  /** Never without a board. */
  readonly note: string | undefined;
}

/** The fields of an x-board URL to be written. */
export interface BoardInit extends Pick<AuthorityInit, "host" | "port">, Partial<BoardParts> {
  readonly fragment?: string | undefined;
}

export type BoardUrl = Url<"x-board", BoardParts>;

export const DEFAULT_PORT = 4545;

const CITE = "README, The URLs";

/**
 * Reads `x-board://<host>:<port>/<board>/<note>`.
 *
 * Reports bad-path, query-not-allowed, userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port; and as a
 * warning control-octet.
 */
export function parse(url: Url, report: Report): BoardParts {
  checkHostport(url, report, { userinfo: false, cite: CITE });
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const [board = "", note = "", ...deeper] = decodeSegments(
    url.href,
    Math.min(pathStart + 1, pathEnd),
    pathEnd,
  );
  const slashes = url.path.split("/").length - 1;
  if (deeper.length > 0 || (board === "" && slashes > 1) || (board !== "" && slashes === 1)) {
    report({
      code: "bad-path",
      message: 'the path is "/", a board and "/", or a board, "/" and a note',
      component: "path",
      start: pathStart,
      end: pathEnd,
      ...(board !== "" && slashes === 1 && { hint: 'add "/" after the board' }),
      cite: CITE,
    });
  }
  if (queryEnd > pathEnd) {
    report({
      code: "query-not-allowed",
      message: "an x-board URL has no query: words to search for are given to a search",
      component: "query",
      start: pathEnd,
      end: queryEnd,
      cite: CITE,
    });
  }
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  return { board: board === "" ? undefined : board, note: note === "" ? undefined : note };
}

/**
 * Writes an x-board URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-path: an empty name, or a note without a board; bad-host, bad-port.
 */
export function format({ host, port, board, note, fragment }: BoardInit): string {
  if (board === "" || note === "" || (note !== undefined && board === undefined)) {
    throw syntaxError({
      code: "bad-path",
      message: "a board and a note have names, and a note is on a board",
      component: "path",
      start: 0,
      end: 0,
      cite: CITE,
    });
  }
  return `x-board:${formatAuthority({ host, port })}/${formatNames({ board, note })}${formatFragment(fragment)}`;
}

/** The names as they stand in a URL, and in a command. "" for all boards. */
export function formatNames({ board, note = "" }: BoardParts): string {
  return board === undefined ? "" : `${encodeText(board, PCHAR)}/${encodeText(note, PCHAR)}`;
}

/** The normal form: host in lower case, no default port, "/" for no path, names escaped as little as can be. */
export function normalize(url: BoardUrl): string {
  const fragment = url.fragment === undefined ? "" : `#${normalizeEscapes(url.fragment)}`;
  return `x-board:${normalizeAuthority(url, DEFAULT_PORT)}/${formatNames(url.parts)}${fragment}`;
}
