import { AccessError } from "@anyurl/core";
import {
  type Connection,
  type Context,
  type Endpoint,
  type Exchange,
  type Lease,
  perform,
  usePooledConnection,
} from "@anyurl/core/exchange";
import { type Ask, clearTextLoginError, isCredentialsRequest } from "../exchange/authinfo.ts";
import type { PooledSession, SessionInit } from "../exchange/session.ts";
import type { Login } from "../exchange/session-state.ts";
import type { NewsContext } from "./options.ts";

/** A news server and the login for it. */
export interface NewsServer {
  /** The scheme under which its credentials are stored. */
  readonly scheme: string;
  /** Without the brackets of an IPv6 address. */
  readonly hostname: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly tls: boolean;
  readonly login: Login;
}

/**
 * Returns the settings of a session with the server.
 *
 * @throws {AccessError} tls-required: the URL has a login that would be sent unencrypted.
 */
export function createSessionInit(
  { tls, login }: Pick<NewsServer, "tls" | "login">,
  { limits, options }: Pick<NewsContext, "limits" | "options">,
): SessionInit {
  const { user = "" } = login;
  if (user !== "" && !tls && options.tls === "none" && !options.clearTextLogin) throw clearTextLoginError();
  return {
    login,
    secured: tls,
    tls: options.tls,
    clearTextLogin: options.clearTextLogin,
    limits,
  };
}

/**
 * Creates an exchange for a session with these settings. It is created before the connection opens, and throws if a
 * command cannot be sent.
 */
export type ExchangeFactory<Event, Result> = (init: SessionInit) => Exchange<Ask | Event, Result>;

/**
 * Performs an exchange with the server, answers its requests for credentials, and yields its other events. Uses a
 * pooled connection if there is one, and a new one if the server has closed it.
 */
export async function* runExchange<Event extends object, Result>(
  server: NewsServer,
  exchangeOf: ExchangeFactory<Event, Result>,
  context: NewsContext,
): AsyncGenerator<Event, Result, void> {
  const init = createSessionInit(server, context);
  // For a new connection.
  const exchange = exchangeOf(init);
  return yield* usePooledConnection({
    context,
    endpoint: endpointOf(server),
    options: { key: getPoolKey(server, context) },
    use: (control) => {
      const kept = "giveBack" in control ? (control.state as PooledSession | undefined) : undefined;
      const own = kept === undefined ? exchange : exchangeOf({ ...init, kept });
      return performExchange(server, own, control, context);
    },
    isStale,
  });
}

function endpointOf({ hostname, port, tls }: NewsServer): Endpoint {
  return { host: hostname, port, tls };
}

/** Pooled connections are shared by calls with the same login and the same TLS mode. */
function getPoolKey({ login }: NewsServer, { options }: NewsContext): readonly (string | undefined)[] {
  return [options.tls, String(options.clearTextLogin), login.user, login.password];
}

/** A server closes an idle connection with 400 or silently (RFC 3977 §3.1). */
function isStale({ code, replyCode }: AccessError): boolean {
  return replyCode === 400 || code === "truncated";
}

/** As {@link runExchange}, for an exchange of which only the result is needed, on a connection of its own. */
export async function fetchResult<Result>(
  server: NewsServer,
  exchangeOf: ExchangeFactory<object, Result>,
  context: NewsContext,
): Promise<Result> {
  const exchange = exchangeOf(createSessionInit(server, context));
  const events = performExchange(server, exchange, await context.connect(endpointOf(server)), context);
  for (;;) {
    const next = await events.next();
    if (next.done === true) return next.value;
  }
}

async function* performExchange<Event extends object, Result>(
  server: NewsServer,
  exchange: Exchange<Ask | Event, Result>,
  control: Connection | Lease,
  context: Context,
): AsyncGenerator<Event, Result, void> {
  const events = perform(exchange, control, context);
  try {
    for (;;) {
      const next = await events.next();
      if (next.done === true) return next.value;
      if (isCredentialsRequest(next.value)) await answerCredentialsRequest(next.value, server, context);
      else yield next.value as Event;
    }
  } finally {
    // The return value of a generator that is ended from outside is not used.
    await events.return(undefined as Result);
  }
}

async function answerCredentialsRequest(question: Ask, server: NewsServer, context: Context): Promise<void> {
  const { scheme, hostname, port } = server;
  const { wanted, user } = question;
  question.answer = await context.ask({ scheme, host: hostname, port, user, wanted });
}

/** Runs an exchange to its first event, which reports that the server has started. */
export async function runToFirstEvent<Begin>(events: AsyncGenerator<unknown, unknown, void>): Promise<Begin> {
  const next = await events.next();
  if (next.done !== true) return next.value as Begin;
  throw new AccessError("plugin-fault", "the exchange ended without its first event");
}
