import { createWriteStream, type WriteStream } from "node:fs";
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
import { LocalError, toLocalError, UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { formatJson } from "../../json.ts";
import { createInterruption } from "../../terminal/interruption.ts";
import { type GivenOption, schemeOptions } from "../common/scheme-options.ts";

export interface ServeOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly host: string;
  readonly port: number;
  /** The URL under which clients reach the gateway. */
  readonly publicUrl?: string;
  /** More accepted values of the `Host` header. */
  readonly name?: readonly string[];
  readonly contact?: string;
  readonly cache: string;
  readonly signKeyFile?: string;
  readonly allowPrivate?: boolean;
  readonly allowPort?: readonly string[];
  readonly trustProxy?: readonly string[];
  readonly operations?: { readonly host: string; readonly port: number };
  /** Log file; "-" is standard output. */
  readonly log?: string;
  /** Seconds for open requests to finish after an interruption. */
  readonly grace: number;
  readonly maxRequests?: number;
  readonly maxPerClient?: number;
  readonly maxConnectionsPerClient?: number;
  readonly maxPerTarget?: number;
  readonly html?: "sandboxed" | "text";
  readonly robots?: "disallow" | "allow";
  readonly option?: readonly GivenOption[];
}

/**
 * Serves web pages for URLs of all schemes until it is interrupted, and then finishes open requests.
 *
 * @throws {UsageError} invalid combination of options. @throws {LocalError} a file, cache or port cannot be opened.
 */
export async function serve(_: string, options: ServeOptions, io: Io): Promise<void> {
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
}

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
      options: schemeOptions(options.option, names),
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
    ...(options.operations !== undefined && { operations: "nobody" }),
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
    const told = toLocalError(error, path);
    throw told === error ? new LocalError("bad-key-file", `${path}: ${(error as Error).message}`) : told;
  }
}

/** Converts a system error about an address, a cache or a file. */
async function withSystemErrors<T>(work: () => Promise<T>, what: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RangeError) throw error;
    const { code, message } = error as { readonly code?: string; readonly message: string };
    if (code === "EADDRINUSE")
      throw new LocalError("eaddrinuse", `${what} is already in use`, "use --port 0 for a free port");
    const told = toLocalError(error, what);
    throw told === error ? new LocalError("cannot-serve", `${what}: ${message}`) : told;
  }
}

/** A RangeError from the library refers to an option of the command line. */
function toUsageError(error: unknown): unknown {
  return error instanceof RangeError ? new UsageError(error.message) : error;
}
