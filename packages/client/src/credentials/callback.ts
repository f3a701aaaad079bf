import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";

/** A request for credentials, with everything that the caller needs to know about the receiver. */
export interface CredentialQuestion extends CredentialRequest {
  /** 2 if the server rejected the previous answer. There is no third attempt. */
  readonly attempt: 1 | 2;
  /** True if the scheme, host or port differs from the URL's own because of a redirect or a referral. */
  readonly elsewhere: boolean;
}

/**
 * Returns a login, or `undefined` if it does not know one. The login is used for this scheme, host and port only; for
 * another one, the callback is called again.
 */
export type CredentialsCallback = (
  question: CredentialQuestion,
) => Credentials | undefined | Promise<Credentials | undefined>;

/**
 * Calls the callbacks in order until one returns a usable answer. Answers are never merged: a login without a password
 * is not completed by the next callback.
 */
export function firstAnswer(...callbacks: readonly (CredentialsCallback | undefined)[]): CredentialsCallback {
  return async (question) => {
    for (const callback of callbacks) {
      const given = await callback?.(question);
      if (isUsableAnswer(question, given)) return given;
    }
    return undefined;
  };
}

/** Checks that an answer has the wanted field and is for the requested user. */
export function isUsableAnswer(
  { user, wanted }: CredentialQuestion,
  given: Credentials | undefined,
): given is Credentials {
  if (given?.[wanted] === undefined) return false;
  return user === undefined || given.user === undefined || given.user === user;
}
