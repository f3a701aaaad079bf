import { displayText, redact, type Url } from "anyurl";
import type { Observer } from "../../configured-client.ts";
import { UsageError } from "../../errors.ts";
import { toExitStatus } from "../../exit-status.ts";
import { type Io, isBrokenPipe } from "../../io.ts";
import { formatJsonLine } from "../../json.ts";
import { CallObserver } from "./call-observer.ts";
import { readInputText } from "./input-text.ts";

/** What a call has done, for the variables of a format. */
interface Outcome {
  readonly url: Url;
  readonly observer: CallObserver;
  readonly error: unknown;
  readonly status: number;
  /** Seconds that all of it took. */
  readonly seconds: number;
}

/** A variable, as curl names it: how it is printed, and its value. `undefined`: it is not known. */
type Variable =
  | readonly [form: "text", read: (outcome: Outcome) => string | undefined]
  | readonly [form: "code" | "number" | "seconds", read: (outcome: Outcome) => number | undefined];

const readStatus = ({ observer, error }: Outcome) =>
  (error as { readonly replyCode?: number } | undefined)?.replyCode ?? observer.results.at(-1)?.status;
const readFinalUrl = ({ observer, url }: Outcome) => redact(observer.results.at(-1)?.finalUrl ?? url.href);
const toSeconds = (milliseconds: number | undefined) =>
  milliseconds === undefined ? undefined : milliseconds / 1000;

/** The variables of curl whose values are known for every scheme that has them. */
const VARIABLES: Readonly<Record<string, Variable>> = {
  content_type: ["text", ({ observer }) => observer.results.at(-1)?.mediaType],
  errormsg: ["text", ({ error }) => (error instanceof Error ? error.message : undefined)],
  exitcode: ["number", ({ status }) => status],
  filename_effective: ["text", ({ observer }) => observer.file],
  http_code: ["code", readStatus],
  num_redirects: ["number", ({ observer }) => observer.results.at(-1)?.redirects],
  redirect_url: ["text", ({ observer }) => observer.results.at(-1)?.redirectUrl],
  remote_ip: ["text", ({ observer }) => observer.transcript.remote?.address],
  remote_port: ["number", ({ observer }) => observer.transcript.remote?.port],
  response_code: ["code", readStatus],
  scheme: ["text", (outcome) => /^[^:]*/.exec(readFinalUrl(outcome))![0]],
  size_download: ["number", ({ observer }) => observer.results.reduce((sum, each) => sum + each.received, 0)],
  size_upload: ["number", ({ observer }) => observer.sent],
  time_connect: ["seconds", ({ observer }) => toSeconds(observer.transcript.timings.connected)],
  time_starttransfer: ["seconds", ({ observer }) => toSeconds(observer.transcript.timings.firstByte)],
  time_total: ["seconds", ({ seconds }) => seconds],
  url: ["text", ({ url }) => redact(url.href)],
  url_effective: ["text", readFinalUrl],
};

/** What a format has beside the variables. */
const DIRECTIVES: readonly string[] = ["json", "stderr", "stdout"];

/**
 * Returns the format that an option gives: the text, or the content of "@FILE" without its line ends, as in curl.
 *
 * @throws {UsageError} the format is not valid. @throws {LocalError} system errors.
 */
export async function readWriteOut(given: string, io: Io): Promise<string> {
  const format = given.startsWith("@")
    ? (await readInputText(given.slice(1), io)).replace(/[\r\n\0]/g, "")
    : given;
  parseFormat(format);
  return format;
}

/** The options of a command with a format. */
export interface WriteOutOptions {
  readonly writeOut?: string;
  readonly json?: boolean;
  readonly observer?: Observer;
}

/**
 * Runs work for a URL, and then prints the format, also if the work fails. Usage errors are only thrown: nothing was done.
 *
 * @returns the exit status of the work.
 */
export async function withWriteOut<O extends WriteOutOptions>(
  url: Url,
  options: O,
  io: Io,
  work: (options: O) => Promise<number>,
): Promise<number> {
  const { writeOut, json } = options;
  if (writeOut === undefined) return work(options);
  if (json === true)
    throw new UsageError("cannot use --write-out together with --json", "read the same facts from the JSON");
  const tokens = parseFormat(writeOut);
  const observer = new CallObserver();
  const start = performance.now();
  const finish = async (error: unknown, status: number) => {
    const seconds = (performance.now() - start) / 1000;
    await print(tokens, { url, observer, error, status, seconds }, io);
    return status;
  };
  let status: number;
  try {
    status = await work({ ...options, observer });
  } catch (error) {
    if (!(error instanceof UsageError || isBrokenPipe(error)))
      await finish(error, toExitStatus(error, io.signal));
    throw error;
  }
  return finish(undefined, status);
}

type Token =
  | { readonly text: string }
  | { readonly variable: string }
  | { readonly header: string }
  | { readonly directive: string };

/** "%%", "%{name}", "%header{name}", "\n", "\r", "\t", and text. A "%" before anything else is text, as in curl. */
const TOKEN = /%%|%(\w*)\{([^}]*)(\})?|\\[nrt]|[^%\\]+|[%\\]/gs;

const ESCAPES: Readonly<Record<string, string>> = { "%%": "%", "\\n": "\n", "\\r": "\r", "\\t": "\t" };

/** @throws {UsageError} an unknown variable, or one without an end. */
function parseFormat(format: string): readonly Token[] {
  return Array.from(format.matchAll(TOKEN), ([text, kind, name, end]): Token => {
    if (name === undefined) return { text: ESCAPES[text] ?? text };
    if (end === undefined)
      throw new UsageError(`invalid --write-out: missing "}" after "${displayText(text).slice(0, 100)}"`);
    if (kind === "header") return { header: name.toLowerCase() };
    if (kind === "" && Object.hasOwn(VARIABLES, name)) return { variable: name };
    if (kind === "" && DIRECTIVES.includes(name)) return { directive: name };
    throw new UsageError(
      `invalid --write-out: unknown variable "${displayText(text).slice(0, 100)}"`,
      `use one of these: ${[...Object.keys(VARIABLES), ...DIRECTIVES, "%header{NAME}"].toSorted().join(", ")}`,
    );
  });
}

async function print(tokens: readonly Token[], outcome: Outcome, { stdout, stderr }: Io): Promise<void> {
  let output = stdout;
  let line = "";
  const flush = async () => {
    if (line !== "") await output.write(line);
    line = "";
  };
  for (const token of tokens) {
    if ("directive" in token && token.directive !== "json") {
      await flush();
      output = token.directive === "stderr" ? stderr : stdout;
    } else line += formatToken(token, outcome);
  }
  await flush();
}

/** Returns the text of a token. Values can come from a server, so control characters are escaped. */
function formatToken(token: Token, outcome: Outcome): string {
  if ("text" in token) return token.text;
  if ("directive" in token) return formatJsonLine(readAll(outcome)).trimEnd();
  if ("header" in token) {
    const fields = outcome.observer.results.at(-1)?.fields ?? [];
    return displayText(fields.find(([name]) => name === token.header)?.[1] ?? "");
  }
  const [form, read] = VARIABLES[token.variable]!;
  if (form === "text") return displayText(read(outcome) ?? "");
  const value = read(outcome) ?? 0;
  if (form === "seconds") return value.toFixed(6);
  return form === "code" ? String(value).padStart(3, "0") : String(value);
}

/** Returns all variables. Those that are not known are `null`. */
function readAll(outcome: Outcome): object {
  return Object.fromEntries(Object.entries(VARIABLES).map(([name, [, read]]) => [name, read(outcome)]));
}
