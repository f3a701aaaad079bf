import type { CredentialRequest, Credentials } from "@anyurl/core/exchange";

/** What is asked, and what has gone before: all that one needs to know who would get the answer. */
export interface CredentialQuestion extends CredentialRequest {
  /** 2: the server has refused the answer that was given before. There is no third time. */
  readonly attempt: 1 | 2;
  /** Is this another scheme, host or port than the URL's own? A redirect or a referral has led there. */
  readonly elsewhere: boolean;
}

/**
 * Tells a login, or nothing when it knows none. What it gives is for this scheme, host and port, and is offered to no
 * other one: for another one it is asked again.
 */
export type CredentialsCallback = (
  question: CredentialQuestion,
) => Credentials | undefined | Promise<Credentials | undefined>;

/** Asks one after the other until one has an answer. Answers are never mixed: the half of one stays a half. */
export function firstAnswer(...callbacks: readonly (CredentialsCallback | undefined)[]): CredentialsCallback {
  return async (question) => {
    for (const callback of callbacks) {
      const given = await callback?.(question);
      if (isUsableAnswer(question, given)) return given;
    }
    return undefined;
  };
}

/** Has it what is wanted, and for this user? A secret goes to whom it was given for. */
export function isUsableAnswer(
  { user, wanted }: CredentialQuestion,
  given: Credentials | undefined,
): given is Credentials {
  if (given?.[wanted] === undefined) return false;
  return user === undefined || given.user === undefined || given.user === user;
}
