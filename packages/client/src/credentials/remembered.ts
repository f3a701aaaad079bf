import { asciiLowerCase } from "@anyurl/core";
import type { Credentials } from "@anyurl/core/exchange";
import type { CredentialsCallback } from "./callback.ts";

/** The answers of a credentials callback, kept for later calls. */
export interface RememberedAnswers {
  /** Repeats the answer to the same question. */
  readonly credentials: CredentialsCallback;
  /** Forgets all answers: a server has rejected one of them. */
  readonly forget: () => void;
}

/**
 * Wraps a callback so that several calls need one answer. The second attempt of a call is not answered from memory, and
 * replaces the answer. A question without an answer is asked again by the next call.
 */
export function rememberAnswers(callback: CredentialsCallback): RememberedAnswers {
  const answers = new Map<string, Promise<Credentials | undefined>>();
  const credentials: CredentialsCallback = (question) => {
    const { scheme, host, port, user, wanted, attempt, elsewhere } = question;
    const key = JSON.stringify([scheme, asciiLowerCase(host), port, user, wanted, elsewhere]);
    const known = attempt === 1 ? answers.get(key) : undefined;
    if (known !== undefined) return known;
    const answer = Promise.resolve(question).then(callback);
    answers.set(key, answer);
    const drop = () => answers.get(key) === answer && answers.delete(key);
    answer.then((given) => given ?? drop(), drop);
    return answer;
  };
  return { credentials, forget: () => answers.clear() };
}
