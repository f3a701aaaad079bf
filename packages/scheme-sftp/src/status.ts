import { AccessError, displayText, textOf } from "@anyurl/core";
import type { Meaning } from "@anyurl/core/exchange";
import type { PacketReader } from "./packet.ts";

/** A reply of the type STATUS (draft-ietf-secsh-filexfer-02 §7). */
export interface Status {
  readonly code: number;
  readonly text: string;
}

export const STATUS = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, FAILURE: 4, UNSUPPORTED: 8 } as const;

/** Reads a status. Old servers send no text. */
export function readStatus(reader: PacketReader): Status {
  const code = reader.uint32();
  return { code, text: reader.isAtEnd ? "" : textOf(reader.string()) };
}

const CUT: Meaning = { code: "truncated", message: "the server lost its connection", retryable: true };

const NO_FILE: Meaning = { code: "not-found", message: "the server has no such file or directory" };
const DENIED: Meaning = { code: "permission-denied", message: "the server denied permission" };
const NO_SPACE: Meaning = { code: "no-space", message: "the server has no space left" };
const EXISTS: Meaning = { code: "already-exists", message: "the target exists already" };
const NOT_EMPTY: Meaning = { code: "not-empty", message: "the directory is not empty" };

/** Those above 8 are of later versions; some servers send them in version 3 as well (draft-ietf-secsh-filexfer-13 §9.1). */
const MEANINGS: ReadonlyMap<number, Meaning> = new Map([
  [STATUS.EOF, { code: "truncated", message: "the server has no more data" }],
  [STATUS.NO_SUCH_FILE, NO_FILE],
  [3, DENIED],
  [STATUS.FAILURE, { code: "protocol-error", message: "the server reports a failure" }],
  [5, { code: "protocol-error", message: "the server did not understand the request" }],
  [6, CUT],
  [7, CUT],
  [STATUS.UNSUPPORTED, { code: "unsupported", message: "the server does not support this operation" }],
  [10, NO_FILE],
  [11, EXISTS],
  [12, DENIED],
  [14, NO_SPACE],
  [15, NO_SPACE],
  [18, NOT_EMPTY],
  [19, { code: "not-a-directory", message: "the path is not a directory" }],
  [22, DENIED],
  [24, { code: "is-a-directory", message: "the path is a directory" }],
]);

const UNEXPECTED: Meaning = { code: "protocol-error", message: "unexpected reply from the server" };

/** Servers report these as a FAILURE, with the text of their system. */
const TEXTS: readonly (readonly [pattern: RegExp, meaning: Meaning])[] = [
  [/\bno space\b|\bquota\b/i, NO_SPACE],
  [/\bno such file\b|\bcannot find the (?:file|path)\b/i, NO_FILE],
  [/\bpermission denied\b|\baccess (?:is )?denied\b/i, DENIED],
  [/\bnot empty\b/i, NOT_EMPTY],
];

/** Creates the error of a status. */
export function statusError({ code, text }: Status): AccessError {
  const told = code === STATUS.FAILURE ? TEXTS.find(([pattern]) => pattern.test(text))?.[1] : undefined;
  const { code: name, message, retryable } = told ?? MEANINGS.get(code) ?? UNEXPECTED;
  return new AccessError(name, message, {
    ...(text !== "" && { reply: displayText(text.slice(0, 500)) }),
    replyCode: code,
    retryable,
  });
}
