import { AccessError } from "../exchange/access-error.ts";
import type { Url } from "../syntax/url.ts";
import { normalizeUrl } from "./normalize-url.ts";
import { callPlugin, isString } from "./plugin-call.ts";
import { registeredScheme } from "./scheme-parser.ts";

/** The program of the user that gets a URL, and the question before it. */
export interface HandOverOptions {
  /**
   * Starts the program with the URL in normal form. Pass the URL as one argument, never through a shell: `createProgram`
   * of `@anyurl/transport-node` does.
   */
  readonly program: (url: string) => void | Promise<void>;
  /** Shows the whole URL and asks the user. "confirmed": the user has already agreed. */
  readonly confirm: ((url: string) => boolean | Promise<boolean>) | "confirmed";
}

/** Do programs hand URLs of this scheme over to a program of the user? */
export function canHandOver(url: Url): boolean {
  return registeredScheme(url)?.presentation?.handOver !== undefined;
}

/**
 * Hands a URL over to a program of the user, after confirmation: a telephone number to a dialer, for example. A call can
 * cost money, so nothing happens without an answer of `true`.
 *
 * @throws {AccessError} unsupported: the scheme has no such programs, or its rules forbid it for this URL; aborted: not
 *   confirmed; and what the functions throw.
 */
export async function handOver(url: Url, { program, confirm }: HandOverOptions): Promise<void> {
  const rule = registeredScheme(url)?.presentation?.handOver;
  if (rule === undefined)
    throw new AccessError("unsupported", `${url.scheme} URLs are not handed over to a program`);
  const isReason = (reason: unknown) => reason === undefined || isString(reason);
  const reason = callPlugin(url.scheme, "check a hand-over", () => rule(url), isReason);
  if (reason !== undefined) throw new AccessError("unsupported", `cannot hand over the URL: ${reason}`);
  const normal = normalizeUrl(url);
  if (confirm !== "confirmed" && (await confirm(normal)) !== true)
    throw new AccessError("aborted", "the program was not confirmed; nothing was run");
  await program(normal);
}
