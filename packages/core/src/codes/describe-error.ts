import { type AccessError, isAccessError } from "../exchange/access-error.ts";
import { displayText } from "../operations/display.ts";
import { isSyntaxError, type UrlSyntaxError } from "../syntax/problems.ts";

/** What every program reports of an error: in a terminal, on a page, and in JSON. */
export interface ErrorDescription {
  readonly code: string;
  /** What failed, with the value. English, and not translated yet. */
  readonly message: string;
  /** How to fix it. Begins with a verb. */
  readonly hint?: string;
  /** The reply of the server, on one line and printable. */
  readonly reply?: string;
  readonly replyCode?: number;
  /** Host and port, if a connection was involved. */
  readonly endpoint?: string;
  readonly scheme?: string;
  readonly operation?: string;
  readonly retryable?: boolean;
  /** Milliseconds to wait before a retry, as the server asked. */
  readonly retryAfter?: number;
  /** Where the error is in the text of the URL, in UTF-16 code units, and the rule. */
  readonly place?: { readonly start: number; readonly end: number; readonly cite: string };
}

/** The words of a program for its users. */
export interface ErrorWording {
  /** Hints that replace those of the library, by code. */
  readonly hints?: ReadonlyMap<string, string>;
  /** Rewrites a hint of the library in the words of the program; `undefined` drops it. */
  readonly hint?: (hint: string, error: ErrorDescription) => string | undefined;
  /** Rewrites a message, for example with the names of the options of a command. */
  readonly message?: (message: string) => string;
}

/**
 * Describes an error that a text, a peer, or a policy caused; `undefined` for any other error, which is a bug of a
 * program. Contains no password that the library knows, but is not escaped for a terminal or a page, except for the
 * reply.
 */
export function describeError(error: unknown, wording: ErrorWording = {}): ErrorDescription | undefined {
  const plain = isAccessError(error)
    ? describeAccess(error)
    : isSyntaxError(error)
      ? describeSyntax(error)
      : undefined;
  if (plain === undefined) return undefined;
  const { hint: found, ...others } = plain;
  const own = wording.hints?.get(plain.code);
  const hint =
    own ?? (found === undefined || wording.hint === undefined ? found : wording.hint(found, plain));
  return {
    ...others,
    message: wording.message?.(plain.message) ?? plain.message,
    ...(hint !== undefined && { hint }),
  };
}

function describeAccess(error: AccessError): ErrorDescription {
  const { code, message, hint, reply, replyCode, endpoint, scheme, operation, retryable, retryAfter } = error;
  return {
    ...{ code, message, retryable },
    ...(hint !== undefined && { hint }),
    ...(reply !== undefined && reply !== "" && { reply: toOneLine(reply) }),
    ...(replyCode !== undefined && { replyCode }),
    ...(endpoint !== undefined && { endpoint }),
    ...(scheme !== undefined && { scheme }),
    ...(operation !== undefined && { operation }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
}

/** The message of the error also has the place, the rule, and the hint. */
function describeSyntax({
  code,
  message,
  problems,
  hint,
  start,
  end,
  cite,
}: UrlSyntaxError): ErrorDescription {
  return {
    code,
    message: problems[0]?.message ?? message,
    ...(hint !== undefined && { hint }),
    place: { start, end, cite },
  };
}

/** Makes a text, such as the reply of a server, one line, printable, and of a limited length. */
export function toOneLine(text: string): string {
  return displayText(text.replace(/\s*[\r\n]+\s*/g, " | ")).slice(0, MAX_LINE);
}

/** Maximum length in characters. */
const MAX_LINE = 500;
