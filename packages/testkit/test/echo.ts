import {
  AccessError,
  type AuthorityInit,
  checkHostport,
  DEFAULT_LIMITS,
  decodeText,
  defineScheme,
  describeAuthority,
  describeFragment,
  type Entity,
  type Entry,
  encodeText,
  formatAuthority,
  type Limits,
  normalizeAuthority,
  octetsOf,
  type Part,
  PCHAR,
  type Plan,
  parseLogin,
  type Report,
  type Scheme,
  type SchemeDefinition,
  textOf,
  type Url,
  warnAboutControls,
} from "@anyurl/core";
import {
  type Context,
  concat,
  createPlan,
  type Exchange,
  Inbox,
  perform,
  readLine,
} from "@anyurl/core/exchange";

/*
 * A small protocol for these tests only: the client logs in if the URL has a login, and sends the text as a line. The
 * server sends lines up to a line ".".
 */

export interface EchoParts {
  readonly text: string;
}
export type EchoInit = AuthorityInit & Partial<EchoParts>;
export type EchoUrl = Url<"x-echo", EchoParts>;
export type EchoDefinition = SchemeDefinition<"x-echo", EchoParts, EchoInit, object>;

const TEXT = PCHAR;
const CITE = "RFC 862";

function parse(url: Url, report: Report): EchoParts {
  checkHostport(url, report, { userinfo: true, cite: CITE });
  if (url.query !== undefined) {
    const { pathEnd: start, queryEnd: end } = url.offsets;
    const message = "an x-echo URL has no query";
    report({ code: "query-not-allowed", message, component: "query", start, end, cite: CITE });
  }
  warnAboutControls(url, [url.offsets.pathStart, url.offsets.pathEnd], "path", report);
  return { text: decodeText(url.urlPath ?? "") };
}

function format(init: EchoInit): string {
  return `x-echo:${formatAuthority(init)}/${encodeText(init.text ?? "", TEXT)}`;
}

function normalize(url: EchoUrl): string {
  const fragment = url.fragment === undefined ? "" : `#${encodeText(decodeText(url.fragment), TEXT)}`;
  return `x-echo:${normalizeAuthority(url, 7)}/${encodeText(url.parts.text, TEXT)}${fragment}`;
}

function describe(url: EchoUrl): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const start = Math.min(pathStart + 1, pathEnd);
  const meaning = "the text to echo";
  return [
    ...describeAuthority(url, 7),
    { name: "text", start, end: pathEnd, value: url.parts.text, meaning, cite: CITE },
    ...(url.fragment === undefined ? [] : [describeFragment(url)]),
  ];
}

/** Logs in, sends the text, and emits the lines of the reply. */
export function* echo(url: EchoUrl, limits: Limits): Exchange<Uint8Array, true> {
  const { user, password } = parseLogin(url, 7);
  if (user !== undefined) yield { do: "send", octets: line("USER ", user), part: "user" };
  if (password !== undefined) {
    const octets = line("PASS ", password);
    yield { do: "send", octets, part: "password", secret: [5, octets.length - 2] };
  }
  yield { do: "send", octets: line("", url.parts.text), part: "text" };
  const inbox = new Inbox();
  for (;;) {
    const answer = yield* readLine(inbox, { maxLine: limits.maxLine });
    if (answer === undefined)
      throw new AccessError("truncated", "the connection was closed before the end of the reply");
    if (answer.length === 1 && answer[0] === 0x2e) return true;
    yield { do: "emit", event: concat(answer, octetsOf("\r\n")) };
  }
}

export function line(command: string, text: string): Uint8Array {
  if (/[\0\r\n]/.test(text)) throw new AccessError("control-octet", "a line cannot contain NUL, CR, or LF");
  return octetsOf(`${command}${text}\r\n`);
}

export function planEcho(exchange: Exchange<unknown, unknown>, url: EchoUrl): Plan {
  const { hostname, port } = parseLogin(url, 7);
  const peer = (sent: Uint8Array | undefined) =>
    sent === undefined || /^(?:USER|PASS) /.test(textOf(sent)) ? undefined : octetsOf(".\r\n");
  const endpoint = { host: hostname, port };
  return createPlan(exchange, { operation: "get", endpoint, parts: describe(url), peer, cite: CITE });
}

export type Echo = (url: EchoUrl, limits: Limits) => Exchange<Uint8Array, true>;

export function accessOf(exchange: Echo): () => Promise<object> {
  const lines = async (url: EchoUrl, context: Context) => {
    const { hostname, port } = parseLogin(url, 7);
    const connection = await context.connect({ host: hostname, port });
    return perform(exchange(url, context.limits), connection, context);
  };
  return async () => ({
    get: async (url: EchoUrl, context: Context): Promise<Entity> => ({ body: await lines(url, context) }),
    async *list(url: EchoUrl, context: Context): AsyncGenerator<Entry, void, void> {
      for await (const octets of await lines(url, context)) {
        const name = textOf(octets.subarray(0, -2));
        yield { name, kind: "file", url: name.startsWith("x-echo:") ? name : undefined };
      }
    },
  });
}

/** Creates the scheme; with `changes`, a broken one. */
export function echoScheme(
  changes: Partial<EchoDefinition> = {},
): Scheme<"x-echo", EchoParts, EchoInit, object> {
  return defineScheme<"x-echo", EchoParts, EchoInit, object>({
    name: "x-echo",
    defaultPort: 7,
    cite: [CITE],
    parse,
    format,
    normalize,
    describe,
    plan: (url) => planEcho(echo(url, DEFAULT_LIMITS), url),
    examples: [{ url: "x-echo://echo.example/hello", title: "a word" }],
    access: accessOf(echo),
    ...changes,
  });
}

export const good: {
  parse: typeof parse;
  format: typeof format;
  normalize: typeof normalize;
  describe: typeof describe;
} = { parse, format, normalize, describe };
