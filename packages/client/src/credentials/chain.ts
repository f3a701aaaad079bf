import { AccessError, asciiLowerCase, isAccessError, octetsOf } from "@anyurl/core";
import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";
import { type CredentialQuestion, type CredentialsCallback, isUsableAnswer } from "./callback.ts";

/** The endpoint of a URL, and the login in it, decoded. */
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
  /** Called with every secret before any other code sees it, so that it can be redacted from then on. */
  readonly learn: (given: Credentials) => void;
}

/** More attempts would only help password guessing. */
const MAX_ATTEMPTS = 2;

/** The requests of one authority, and the answers to them. */
interface AuthorityState {
  readonly asked: Map<CredentialRequest["wanted"], number>;
  /** The user of the last answer. */
  user: string | undefined;
}

/**
 * Returns a function that answers a scheme's requests for credentials during one call: first from the URL, then from
 * the callback. `undefined` leaves the decision to the scheme, which may log in as anonymous (RFC 1738 §3.2.1). Answers
 * are bound to scheme, host and port: credentials for one authority are never offered to another, and each authority
 * has two attempts.
 *
 * The returned function throws AccessError: auth-failed (third attempt); control-octet or illegal-character (no
 * protocol can send the answer); auth-required (the callback failed).
 */
export function credentialChain({
  own,
  callback,
  learn,
}: ChainInit): (request: CredentialRequest) => Promise<Credentials | undefined> {
  const authorities = new Map<string, AuthorityState>();

  return async (request) => {
    const name = credentialsKey(request);
    const state = authorities.get(name) ?? { asked: new Map(), user: undefined };
    authorities.set(name, state);
    const { wanted } = request;
    const attempt = (state.asked.get(wanted) ?? 0) + 1;
    if (attempt > MAX_ATTEMPTS) throw refusedTwice(wanted);
    state.asked.set(wanted, attempt);
    const elsewhere = name !== credentialsKey(own);
    // After an answer with a user, only that user's password is usable.
    const user = request.user ?? (wanted === "user" ? undefined : state.user);
    const question: CredentialQuestion = { ...request, user, attempt: attempt === 1 ? 1 : 2, elsewhere };
    const byUrl = attempt === 1 && !elsewhere ? loginIn(own) : undefined;
    const given = isUsableAnswer(question, byUrl) ? byUrl : await asked(callback, question);
    if (!isUsableAnswer(question, given)) return undefined;
    const answer = normalizeCredentials(given);
    learn({ ...(user !== undefined && { user }), ...answer });
    for (const text of Object.values(answer)) refuseUnsendable(text);
    if (wanted === "user") state.user = answer.user;
    return answer;
  };
}

/** The authority as a key of the Map. `h` and `h.` are different. */
function credentialsKey({ scheme, host, port }: Pick<UrlLogin, "scheme" | "host" | "port">): string {
  return `${scheme.toLowerCase()}://${asciiLowerCase(host)}:${port}`;
}

/** An empty user is not a user name, but it is not a missing one either (RFC 1738 §3.1): ask for the user. */
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
    throw new AccessError("auth-required", "the credentials callback failed", { cause });
  }
}

/** Copies the three fields, and drops all others. */
function normalizeCredentials({ user, password, account }: Credentials): Credentials {
  for (const text of [user, password, account]) {
    if (text !== undefined && typeof text !== "string") {
      throw new AccessError(
        "auth-required",
        "invalid credentials: user, password, and account must be strings",
        {
          hint: "return strings from the credentials callback",
        },
      );
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
    throw new AccessError(
      "control-octet",
      "the credentials contain a NUL, CR or LF byte, which no protocol can send",
      {
        hint: "correct the login or the password",
      },
    );
  }
}

function octets(text: string): Uint8Array {
  try {
    return octetsOf(text);
  } catch {
    throw new AccessError("illegal-character", "the credentials contain an unpaired surrogate");
  }
}

function refusedTwice(wanted: CredentialRequest["wanted"]): AccessError {
  return new AccessError("auth-failed", `the server rejected the ${wanted} twice`, {
    hint: "correct the login; there is no third attempt",
  });
}
