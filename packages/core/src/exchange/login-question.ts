import { AccessError } from "./access-error.ts";
import type { Credentials } from "./context.ts";
import type { Exchange } from "./step.ts";

/** An event of an exchange that needs a login of the caller, who must set `answer` before the exchange continues. */
export interface LoginQuestion {
  readonly wanted: "user" | "password";
  readonly user: string | undefined;
  answer?: Credentials | undefined;
}

export function isLoginQuestion(event: unknown): event is LoginQuestion {
  return typeof event === "object" && event !== null && "wanted" in event;
}

/**
 * Asks for a password, and for a user if it is not known.
 *
 * @throws {AccessError} auth-required: one of them is missing or empty.
 */
export function* askLogin(
  user: string | undefined,
): Exchange<LoginQuestion, readonly [user: string, password: string]> {
  const first: LoginQuestion = { wanted: user === undefined ? "user" : "password", user };
  yield { do: "emit", event: first };
  const name = user ?? first.answer?.user;
  if (name === undefined || name === "") throw missingError("user");
  let password = first.answer?.password;
  if (password === undefined && user === undefined) {
    const second: LoginQuestion = { wanted: "password", user: name };
    yield { do: "emit", event: second };
    password = second.answer?.password;
  }
  if (password === undefined || password === "") throw missingError("password");
  return [name, password];
}

function missingError(what: "user" | "password"): AccessError {
  return new AccessError("auth-required", `a login requires a ${what}; nothing of it was sent`, {
    hint: `add the ${what} to the client's credentials`,
  });
}

/** Answers the questions among the events of a performed exchange, and passes on the others. */
export async function* answerLogins<Event>(
  events: AsyncGenerator<Event, true, void>,
  answer: (question: LoginQuestion) => Promise<Credentials | undefined>,
): AsyncGenerator<Exclude<Event, LoginQuestion>, true, void> {
  try {
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      if (isLoginQuestion(next.value)) next.value.answer = await answer(next.value);
      else yield next.value as Exclude<Event, LoginQuestion>;
    }
  } finally {
    await events.return(true);
  }
}

/** Answers the questions of an exchange that is planned. A plan masks the password. */
export function* answerWithPlaceholders(exchange: Exchange<unknown, unknown>): Exchange<unknown, unknown> {
  let octets: Uint8Array | undefined;
  for (;;) {
    const next = exchange.next(octets);
    octets = undefined;
    if (next.done === true) return next.value;
    const step = next.value;
    if (step.do === "emit" && isLoginQuestion(step.event))
      step.event.answer = { user: "user", password: "***" };
    else octets = yield step;
  }
}
