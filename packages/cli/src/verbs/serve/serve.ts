import { createWriteStream, type WriteStream } from "node:fs";
import { isAccessError } from "@anyurl/core";
import { type AccessRecord, createGateway, formatAccessRecord, type GatewayOptions } from "@anyurl/gateway";
import {
  closeStore,
  createGatewayClient,
  type ServeOptions as ListenOptions,
  openStore,
  readKeyFile,
  type Serving,
  serveGateway,
} from "@anyurl/gateway/node";
import { InvalidArgumentError } from "commander";
import { LocalError, toLocalError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { createInterruption } from "../../terminal/interruption.ts";
import { SCHEME_OPTIONS } from "../common/options.ts";
import { schemeOptions } from "../common/scheme-options.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";

const OPTIONS = {
  host: { value: "<address>", description: "address to listen on", default: "127.0.0.1" },
  port: {
    value: "<port>",
    description: "port to listen on (0 for any free port)",
    parse: parsePort,
    default: 8080,
  },
  publicUrl: {
    value: "<url>",
    description: "public URL of the gateway, for example https://gateway.example",
    completes: ["url"],
  },
  name: {
    value: "<host>",
    description: "additional host name of the gateway (repeatable)",
    parse: append,
  },
  trustProxy: {
    value: "<block>",
    description:
      "trust client addresses from proxies in this address block, for example 10.0.0.0/8 (repeatable)",
    parse: append,
  },
  operations: {
    value: "<host:port>",
    description: "serve /_/health and /_/metrics on this address (default: to loopback clients)",
    parse: parseHostport,
  },
  allowPrivate: {
    description:
      "allow loopback and private networks (not on a public gateway); links on other sites open the home page",
  },
  allowPort: {
    value: "<scheme:port>",
    description: "allow a port that is not the scheme's default, for example gopher:7070 (repeatable)",
    parse: append,
  },
  cache: {
    value: "<store>",
    description: "cache store: memory:, sqlite:PATH, or redis://HOST:PORT/DB (can be shared)",
    default: "memory:",
  },
  signKeyFile: {
    value: "<file>",
    description: 'open only links that are signed with a key of this file; its lines are "ID HEX"',
    completes: ["file"],
  },
  log: {
    value: "<file>",
    description: 'write one JSON line per request, without search terms ("-" for standard output)',
    completes: ["file"],
  },
  contact: {
    value: "<url>",
    description: "contact URL shown to visitors (mailto: or https:)",
    completes: ["url"],
  },
  robots: {
    value: "<how>",
    description: "allow or disallow web crawlers",
    choices: ["disallow", "allow"],
    default: "disallow",
  },
  html: {
    value: "<how>",
    description: "show HTML documents sandboxed (no scripts, no origin), or as text",
    choices: ["sandboxed", "text"],
    default: "sandboxed",
  },
  maxRequests: { value: "<n>", description: "parallel requests (default: 64)", parse: parseCount },
  maxPerClient: {
    value: "<n>",
    description: "parallel requests per client (default: 8)",
    parse: parseCount,
  },
  maxConnectionsPerClient: {
    value: "<n>",
    description: "connections per client (default: 64)",
    parse: parseCount,
  },
  maxPerTarget: {
    value: "<n>",
    description: "parallel calls per target host, at most half for one client (default: 4)",
    parse: parseCount,
  },
  grace: {
    value: "<seconds>",
    description: "seconds to wait for open requests on shutdown",
    parse: parseWholeSeconds,
    default: 10,
  },
  ...SCHEME_OPTIONS,
} as const satisfies Options;

export type ServeOptions = VerbOptions<typeof OPTIONS>;

/**
 * Serves web pages for URLs of all schemes until it is interrupted, and then finishes open requests.
 *
 * @throws {UsageError} invalid combination of options. @throws {LocalError} a file, cache or port cannot be opened.
 */
export const verb: Verb = defineVerb({
  opens: true,
  args: [],
  options: OPTIONS,
  examples: [
    "anyurl serve",
    "anyurl serve --port 8000 --log access.jsonl",
    "anyurl serve --host 0.0.0.0 --public-url https://gateway.example --contact mailto:abuse@gateway.example",
    "anyurl serve --cache redis://127.0.0.1:6379/0 --operations 127.0.0.1:9090",
    "anyurl serve --allow-private --allow-port gopher:7070",
  ],
  async run(_, options, io) {
    const hosts = resolveHosts(options);
    const store = await withSystemErrors(() => openStore(options.cache), "--cache").catch((error) => {
      throw toUsageError(error);
    });
    const log = options.log === undefined ? undefined : await openLog(options.log, io);
    let serving: Serving | undefined;
    try {
      const gateway = createGateway(await createGatewayOptions(options, hosts, store, log, io));
      serving = await withSystemErrors(
        () => serveGateway(gateway, createListenOptions(options)),
        `${options.host}:${options.port}`,
      );
      await announce(serving, options, io);
      const interruption = createInterruption(io.signal);
      await interruption.rejection.catch(() => {});
      interruption.end();
      if (options.quiet !== true) await io.stderr.write("anyurl: finishing open requests\n");
    } catch (error) {
      throw toUsageError(error);
    } finally {
      await serving?.close();
      if (store !== undefined) await closeStore(store);
      await log?.close();
    }
  },
});

async function createGatewayOptions(
  options: ServeOptions,
  hosts: readonly string[],
  store: Awaited<ReturnType<typeof openStore>>,
  log: Log | undefined,
  io: Io,
): Promise<GatewayOptions> {
  const { allowPrivate = false, allowPort = [], publicUrl, contact, signKeyFile, html, robots } = options;
  const { maxRequests, maxPerClient, maxPerTarget } = options;
  const names = io.schemes.flatMap((scheme) => scheme.names);
  const keys = signKeyFile === undefined ? undefined : await readKeys(signKeyFile);
  return {
    client: createGatewayClient({
      schemes: io.schemes,
      allowPrivate,
      allowPorts: allowPort,
      options: schemeOptions(options.option, names, io.urls),
    }),
    hosts,
    cache: store === undefined ? {} : { store },
    ...(publicUrl !== undefined && { publicUrl }),
    ...(contact !== undefined && { contact }),
    ...(keys !== undefined && { sign: { keys } }),
    ...(html !== undefined && { html }),
    ...(robots !== undefined && { robots }),
    ...(maxRequests !== undefined && { maxRequests }),
    ...(maxPerClient !== undefined && { maxPerClient }),
    ...(maxPerTarget !== undefined && { maxPerTarget }),
    ...(log !== undefined && { log: log.write }),
    ...(options.operations !== undefined && { operations: "none" }),
  };
}

function createListenOptions(options: ServeOptions): ListenOptions {
  const { host, port, trustProxy, operations, grace, maxConnectionsPerClient } = options;
  return {
    host,
    port,
    grace: grace * 1000,
    ...(trustProxy !== undefined && { trustedProxies: trustProxy }),
    ...(operations !== undefined && { operations }),
    ...(maxConnectionsPerClient !== undefined && { maxConnectionsPerClient }),
  };
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;
const ANY = /^(?:0\.0\.0\.0|::)$/;

/**
 * Returns the accepted values of the `Host` header. Any other value is rejected, because another site could point its
 * own name at the gateway (DNS rebinding).
 */
function resolveHosts({ host, publicUrl, name = [] }: ServeOptions): readonly string[] {
  const own = ["localhost", "127.0.0.1", "[::1]"];
  if (!LOOPBACK.test(host) && !ANY.test(host)) own.push(host.includes(":") ? `[${host}]` : host);
  if (publicUrl !== undefined) {
    const [, authority] = /^https?:\/\/([^/?#@]+)\/?$/i.exec(publicUrl) ?? [];
    if (authority === undefined)
      throw new UsageError("invalid --public-url: expected a URL such as https://gateway.example");
    own.push(authority);
  }
  if (ANY.test(host) && publicUrl === undefined && name.length === 0)
    throw new UsageError(
      "a public gateway needs --public-url or --name",
      "add --public-url https://gateway.example or --name gateway.example",
    );
  return [...own, ...name];
}

async function announce(serving: Serving, { json, quiet, publicUrl }: ServeOptions, io: Io): Promise<void> {
  const { url, operationsUrl } = serving;
  if (json === true)
    return io.stdout.write(formatJson({ url, ...(operationsUrl && { operations: operationsUrl }) }));
  await io.stdout.write(`${url}\n`);
  if (quiet === true) return;
  if (publicUrl !== undefined) await io.stderr.write(`anyurl: public URL: ${publicUrl}\n`);
  if (operationsUrl !== undefined) await io.stderr.write(`anyurl: health and metrics: ${operationsUrl}_/\n`);
}

interface Log {
  write(record: AccessRecord): void;
  close(): Promise<void>;
}

/** Limits the log data in memory, in case the disk is slow. */
const MAX_UNWRITTEN = 1024 * 1024;

async function openLog(path: string, { stdout }: Io): Promise<Log> {
  if (path === "-") {
    const write = (record: AccessRecord) => void stdout.write(formatAccessRecord(record)).catch(() => {});
    return { write, close: async () => {} };
  }
  const stream = await openLogStream(path);
  return {
    write(record) {
      if (stream.writableLength < MAX_UNWRITTEN) stream.write(formatAccessRecord(record));
    },
    close: () => new Promise((resolve) => stream.end(() => resolve())),
  };
}

function openLogStream(path: string): Promise<WriteStream> {
  return new Promise((resolve, reject) => {
    const stream = createWriteStream(path, { flags: "a", mode: 0o600 });
    stream.once("open", () => resolve(stream));
    stream.on("error", (error) => reject(toLocalError(error, path)));
  });
}

async function readKeys(path: string): ReturnType<typeof readKeyFile> {
  try {
    return await readKeyFile(path);
  } catch (error) {
    const localError = toLocalError(error, path);
    throw localError === error
      ? new LocalError("bad-key-file", `${path}: ${(error as Error).message}`)
      : localError;
  }
}

/** Converts a system error about an address, a cache or a file. */
async function withSystemErrors<T>(work: () => Promise<T>, what: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError || isAccessError(error)) throw error;
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code === "EADDRINUSE")
      throw new LocalError("eaddrinuse", `${what} is already in use`, "use --port 0 for a free port");
    const localError = toLocalError(error, what);
    throw localError === error ? new LocalError("cannot-serve", `${what}: ${message}`) : localError;
  }
}

/** A RangeError or a bad-option of the library refers to an option of the command line. */
function toUsageError(error: unknown): unknown {
  const isUsage = error instanceof RangeError || (isAccessError(error) && error.code === "bad-option");
  return isUsage ? new UsageError(error.message) : error;
}

function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function parseCount(text: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw new InvalidArgumentError("Expected a positive integer.");
  return Number(text);
}

function parseWholeSeconds(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError("Expected a whole number of seconds.");
  return Number(text);
}

function parsePort(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("Expected a port number from 0 to 65535.");
  return Number(text);
}

function parseHostport(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits = ""] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined)
    throw new InvalidArgumentError("Expected ADDRESS:PORT, for example 127.0.0.1:9090.");
  return { host, port: parsePort(digits) };
}
