import { AccessError, asciiLowerCase, isAccessError, octetsOf } from "@anyurl/core";
import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";
import { type CredentialQuestion, type CredentialsCallback, isUsableAnswer } from "./callback.ts";

/** Where a URL leads, and the login in it, decoded. */
export interface UrlLogin {
  readonly scheme: string;
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
}

export interface ChainInit {
  readonly own: UrlLogin;
  readonly callback: CredentialsCallback | undefined;
  /** Told of every secret before anybody else is, so that it can be hidden from then on. */
  readonly learn: (given: Credentials) => void;
}

/** A try more than this helps nobody but one who guesses. */
const MAX_ATTEMPTS = 2;

/** What one authority was asked for and told. */
interface Told {
  readonly asked: Map<CredentialRequest["wanted"], number>;
  /** Whom it was told to log in. */
  user: string | undefined;
}

/**
 * Answers a scheme that needs a login, for one call: by the URL's own, and then by the callback; `undefined` leaves the
 * rest to the scheme, which may know the anonymous one (RFC 1738 §3.2.1). Everything is bound to scheme, host and port:
 * what was given for one authority is never offered to another, and each has two attempts.
 *
 * The function that it gives throws AccessError: auth-failed, a third attempt; control-octet, illegal-character, an
 * answer that no protocol can send; auth-required, a callback that fails.
 */
export function credentialChain({
  own,
  callback,
  learn,
}: ChainInit): (request: CredentialRequest) => Promise<Credentials | undefined> {
  const authorities = new Map<string, Told>();

  return async (request) => {
    const name = nameOf(request);
    const told = authorities.get(name) ?? { asked: new Map(), user: undefined };
    authorities.set(name, told);
    const { wanted } = request;
    const attempt = (told.asked.get(wanted) ?? 0) + 1;
    if (attempt > MAX_ATTEMPTS) throw refusedTwice(wanted);
    told.asked.set(wanted, attempt);
    const elsewhere = name !== nameOf(own);
    // Whoever was told to log in is meant from then on: nobody else's password will do.
    const user = request.user ?? (wanted === "user" ? undefined : told.user);
    const question: CredentialQuestion = { ...request, user, attempt: attempt === 1 ? 1 : 2, elsewhere };
    const byUrl = attempt === 1 && !elsewhere ? loginIn(own) : undefined;
    const given = isUsableAnswer(question, byUrl) ? byUrl : await asked(callback, question);
    if (!isUsableAnswer(question, given)) return undefined;
    const answer = textsOf(given);
    learn({ ...(user !== undefined && { user }), ...answer });
    for (const text of Object.values(answer)) refuseUnsendable(text);
    if (wanted === "user") told.user = answer.user;
    return answer;
  };
}

/** Its name as a Map has it. `h` and `h.` are two. */
function nameOf({ scheme, host, port }: Pick<UrlLogin, "scheme" | "host" | "port">): string {
  return `${scheme.toLowerCase()}://${asciiLowerCase(host)}:${port}`;
}

/** An empty user is nobody's name, and not none either (RFC 1738 §3.1): who it is has to be asked. */
function loginIn({ user, password }: UrlLogin): Credentials | undefined {
  if (user === undefined || user === "") return undefined;
  return { user, ...(password !== undefined && { password }) };
}

async function asked(
  callback: CredentialsCallback | undefined,
  question: CredentialQuestion,
): Promise<Credentials | undefined> {
  try {
    return await callback?.(question);
  } catch (cause) {
    if (isAccessError(cause)) throw cause;
    throw new AccessError("auth-required", "who was asked for the login has failed to answer", { cause });
  }
}

/** The three texts, and nothing else that an answer may have. */
function textsOf({ user, password, account }: Credentials): Credentials {
  for (const text of [user, password, account]) {
    if (text !== undefined && typeof text !== "string") {
      throw new AccessError("auth-required", "the login that was told is no text", {
        hint: "user, password and account are strings",
      });
    }
  }
  return {
    ...(user !== undefined && { user }),
    ...(password !== undefined && { password }),
    ...(account !== undefined && { account }),
  };
}

/** NUL, CR and LF end a command in every protocol that sends a login in one (RFC 1738 §6). */
function refuseUnsendable(text: string): void {
  if (octets(text).some((octet) => octet === 0x00 || octet === 0x0a || octet === 0x0d)) {
    throw new AccessError("control-octet", "the login that was told has an octet NUL, CR or LF", {
      hint: "no protocol can send it",
    });
  }
}

function octets(text: string): Uint8Array {
  try {
    return octetsOf(text);
  } catch {
    throw new AccessError("illegal-character", "the login that was told has half of a surrogate pair");
  }
}

function refusedTwice(wanted: CredentialRequest["wanted"]): AccessError {
  return new AccessError("auth-failed", `the server has refused what it was told twice: the ${wanted}`, {
    hint: "correct the login; a third attempt is never made",
  });
}
