import { AccessError, isAccessError, loginOf } from "@anyurl/core";
import { type Context, type Credentials, type Exchange, perform } from "@anyurl/core/exchange";
import { type Control, controlOf, type Known } from "./control.ts";
import type { Ask, FtpLogin } from "./login.ts";
import { type FtpOptions, optionsOf } from "./options.ts";
import { DEFAULT_PORT, type FtpUrl } from "./syntax.ts";

/** What an exchange emits, but for what it asks. */
type Told<E> = Exclude<E, Ask>;

/**
 * Performs an exchange with the server of a URL: on a connection that has served before, where one is kept, and else on a
 * new one. One that turns out to be of no use before anything has come of it is replaced by a new one, once.
 */
export async function* session<E>(
  url: FtpUrl,
  context: Context,
  exchange: (control: Control, login: FtpLogin) => Exchange<E, unknown>,
): AsyncGenerator<Told<E>, true, void> {
  const options = optionsOf(context.options);
  const login = await loginFor(url, context, options);
  for (let fresh = false; ; fresh = true) {
    const { control, performed } = await begin(url, context, options, login, exchange, fresh);
    let told = false;
    try {
      for (;;) {
        const next = await performed.next();
        if (next.done === true) return true;
        if (isAsk(next.value)) {
          await answer(next.value, url, context);
          continue;
        }
        told = true;
        yield next.value as Told<E>;
      }
    } catch (error) {
      if (told || !isStale(control, error) || context.signal.aborted) throw error;
    } finally {
      await performed.return(undefined);
    }
  }
}

async function begin<E>(
  url: FtpUrl,
  context: Context,
  options: Required<FtpOptions>,
  login: FtpLogin,
  exchange: (control: Control, login: FtpLogin) => Exchange<E, unknown>,
  fresh: boolean,
) {
  const { hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  const endpoint = { host: hostname, port, ...(login.implicitTls && { tls: true }) };
  const { email, tls, optsUtf8 } = options;
  const key = [login.user, login.password, email, tls, String(optsUtf8)];
  const { limits } = context;
  // Written before anything is connected: what cannot be sent stops here.
  const beforeNew = () => checked(exchange(controlOf({ limits, options }), login));
  if (context.lease === undefined) beforeNew();
  const lease = await context.lease?.(endpoint, { key, fresh, beforeNew });
  const known = lease?.state as Known | undefined;
  const control = controlOf({ limits, options, known, isKept: lease !== undefined });
  const connection = lease ?? (await context.connect(endpoint));
  return { control, performed: perform(exchange(control, login), connection, context) };
}

/** Runs an exchange to its first step, which must be one: whatever it refuses by itself is thrown before that. */
function checked(exchange: Exchange<unknown, unknown>): void {
  exchange.next();
  exchange.return(undefined);
}

/** Has a connection that was kept turned out to be gone, or to be somewhere from where there is no way? */
function isStale({ isReused, isLost, hasAnswered }: Control, error: unknown): boolean {
  if (!isReused) return false;
  if (isLost) return true;
  if (!isAccessError(error)) return false;
  return error.replyCode === 421 || (!hasAnswered && (error.code === "truncated" || error.code === "desync"));
}

async function loginFor(url: FtpUrl, context: Context, options: Required<FtpOptions>): Promise<FtpLogin> {
  const { user, password, hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  const login: FtpLogin = { user, password, implicitTls: url.scheme === "ftps" };
  const isNobody = user === undefined;
  if (user !== "" && !(isNobody && options.login === "ask")) return login;
  const { scheme } = url;
  const given = await context.ask({ scheme, host: hostname, port, user: undefined, wanted: "user" });
  if (given?.user !== undefined && given.user !== "") {
    return { ...login, user: given.user, password: given.password ?? password, asked: true };
  }
  if (isNobody) return login;
  // An empty user is not the same as none (RFC 1738 §3.1): it is never taken for anonymous.
  throw new AccessError(
    "auth-required",
    "the URL has an empty user name, and nobody here could tell another",
    {
      hint: 'leave out the "@" to log in as anonymous',
    },
  );
}

async function answer(question: Ask, url: FtpUrl, context: Context): Promise<void> {
  const { user, hostname, port } = loginOf(url, DEFAULT_PORT[url.scheme]);
  const given: Credentials | undefined = await context.ask({
    scheme: url.scheme,
    host: hostname,
    port,
    user: user === "" ? undefined : user,
    wanted: question.wanted,
  });
  question.answer = given;
}

function isAsk(event: unknown): event is Ask {
  const wanted = (event as Partial<Ask>).wanted;
  return wanted === "password" || wanted === "account";
}
