import { createWriteStream, type WriteStream } from "node:fs";
import { isAccessError, resolveOptions } from "@anyurl/core";
import type { AccessRecord, GatewayOptions } from "@anyurl/gateway";
import type { ServeOptions as ListenOptions, openStore, readKeyFile, Serving } from "@anyurl/gateway/node";
import {
  defaultHosts,
  gatewayClientOptions,
  gatewayOptions,
  serveOptions,
} from "@anyurl/gateway/node/options";
import { InvalidArgumentError } from "commander";
import { LocalError, toLocalError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { createInterruption } from "../../terminal/interruption.ts";
import { SCHEME_OPTIONS } from "../common/options.ts";
import { schemeOptions } from "../common/scheme-options.ts";
import { deriveOptions, readDerived } from "../derive-options.ts";
import { defineVerb, type Options, type Verb, type VerbOptions } from "../verb.ts";

const LISTEN = {
  host: { value: "<address>" },
  port: { value: "<port>", description: "port to listen on; 0 for any free port", default: 8080 },
  trustProxy: { of: "trustedProxies", value: "<block>" },
  maxConnectionsPerClient: { value: "<n>" },
  grace: { value: "<seconds>" },
} as const;

const REACH = {
  allowPrivate: {},
  allowPort: { of: "allowPorts", value: "<scheme:port>" },
  firstUse: {},
} as const;

const GATEWAY = {
  publicUrl: { value: "<url>", completes: ["url"] },
  openScheme: { of: "openSchemes", value: "<scheme>", completes: ["scheme"] },
  contact: { value: "<url>", completes: ["url"] },
  robots: { value: "<how>" },
  html: { value: "<how>" },
  maxRequests: { value: "<n>" },
  maxPerClient: { value: "<n>" },
  maxPerTarget: { value: "<n>" },
} as const;

const OPTIONS = {
  ...deriveOptions(serveOptions, LISTEN),
  name: {
    value: "<host>",
    description: "additional host name of the gateway (repeatable)",
    parse: append,
  },
  operations: {
    value: "<host:port>",
    description: "serve /_/health and /_/metrics on this address (default: to loopback clients)",
    parse: parseHostport,
  },
  ...deriveOptions(gatewayClientOptions, REACH),
  ...deriveOptions(gatewayOptions, GATEWAY),
  cache: {
    value: "<store>",
    description: "cache store: memory:, or redis://HOST:PORT/DB, which gateways can share",
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
  ...SCHEME_OPTIONS,
} as const satisfies Options;

type ServeOptions = VerbOptions<typeof OPTIONS>;

/**
 * Serves web pages for URLs of all schemes until it is interrupted, and then finishes open requests.
 *
 * @throws {UsageError} invalid combination of options. @throws {LocalError} a file, cache or port cannot be opened.
 */
export const verb: Verb = defineVerb({
  opens: true,
  visits: true,
  args: [],
  options: OPTIONS,
  examples: [
    "anyurl serve --port 8080",
    "anyurl serve --port 8000 --log access.jsonl",
    "anyurl serve --host 0.0.0.0 --public-url https://gateway.example --contact mailto:abuse@gateway.example",
    "anyurl serve --cache redis://127.0.0.1:6379/0 --operations 127.0.0.1:9090",
    "anyurl serve --allow-private --allow-port gopher:7070",
  ],
  async run(_, options, io) {
    const { closeStore, openStore, serveGateway } = await import("@anyurl/gateway/node");
    const { createGateway } = await import("@anyurl/gateway");
    const listenOptions: ListenOptions = {
      ...readDerived(serveOptions, LISTEN, options),
      ...(options.operations !== undefined && { operations: options.operations }),
    };
    const { host, port } = resolveOptions(serveOptions, listenOptions);
    const hosts = resolveHosts(host, options);
    const store = await withSystemErrors(() => openStore(options.cache), "--cache").catch((error) => {
      throw toUsageError(error);
    });
    const log = options.log === undefined ? undefined : await openLog(options.log, io);
    let serving: Serving | undefined;
    try {
      const gateway = createGateway(await createGatewayOptions(options, hosts, store, log, io));
      serving = await withSystemErrors(() => serveGateway(gateway, listenOptions), `${host}:${port}`);
      await announce(serving, options, io);
      const interruption = createInterruption(io.signal);
      await interruption.rejection.catch(() => {});
      interruption.end();
      if (options.quiet !== true) await io.stderr.write(`anyurl: ${say("finishing open requests")}\n`);
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
  const { createGatewayClient } = await import("@anyurl/gateway/node");
  const { signKeyFile } = options;
  const names = io.schemes.flatMap((scheme) => scheme.names);
  return {
    ...readDerived(gatewayOptions, GATEWAY, options),
    client: createGatewayClient({
      ...readDerived(gatewayClientOptions, REACH, options),
      schemes: io.schemes,
      options: schemeOptions(options.option, names, io.urls),
    }),
    hosts,
    cache: { store },
    ...(signKeyFile !== undefined && { sign: { keys: await readKeys(signKeyFile) } }),
    ...(log !== undefined && { log: log.write }),
    ...(options.operations !== undefined && { operations: "none" }),
  };
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/;
const ANY = /^(?:0\.0\.0\.0|::)$/;

/**
 * Returns the accepted values of the `Host` header. Any other value is rejected, because another site could point its
 * own name at the gateway (DNS rebinding).
 */
function resolveHosts(host: string, options: ServeOptions): readonly string[] {
  const { publicUrl } = readDerived(gatewayOptions, GATEWAY, options);
  const { name = [] } = options;
  if (ANY.test(host) && publicUrl === undefined && name.length === 0)
    throw new UsageError(
      "a public gateway needs --public-url or --name",
      "add --public-url https://gateway.example or --name gateway.example",
    );
  const isOther = !LOOPBACK.test(host) && !ANY.test(host);
  const own = isOther ? [host.includes(":") ? `[${host}]` : host] : [];
  return [...defaultHosts(publicUrl), ...own, ...name];
}

async function announce(serving: Serving, options: ServeOptions, io: Io): Promise<void> {
  const { url, operationsUrl } = serving;
  const { json, quiet } = options;
  const { publicUrl } = readDerived(gatewayOptions, GATEWAY, options);
  if (json === true)
    return writeAnswer(succeed({ url, ...(operationsUrl && { operations: operationsUrl }) }), options, io);
  await io.stdout.write(`${url}\n`);
  if (quiet === true) return;
  if (publicUrl !== undefined) await io.stderr.write(`anyurl: ${say(`public URL: ${publicUrl}`)}\n`);
  if (operationsUrl !== undefined)
    await io.stderr.write(`anyurl: ${say(`health and metrics: ${operationsUrl}_/`)}\n`);
}

interface Log {
  write(record: AccessRecord): void;
  close(): Promise<void>;
}

/** Limits the log data in memory, in case the disk is slow. */
const MAX_UNWRITTEN = 1024 * 1024;

async function openLog(path: string, { stdout }: Io): Promise<Log> {
  const { formatAccessRecord } = await import("@anyurl/gateway");
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
    const gateway = await import("@anyurl/gateway/node");
    return await gateway.readKeyFile(path);
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

function parseHostport(text: string): { readonly host: string; readonly port: number } {
  const [, bracketed, plain, digits = ""] =
    /^(?:\[([0-9A-Fa-f:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(digits) > 65_535)
    throw new InvalidArgumentError("Expected ADDRESS:PORT, for example 127.0.0.1:9090.");
  return { host, port: Number(digits) };
}
