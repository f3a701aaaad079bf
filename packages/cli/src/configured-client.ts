import { readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import {
  type Clock,
  type ProxyOptions,
  proxiesFromEnvironment,
  type RequestInput,
  type RequestResult,
  resolveProxySettings,
  type SyncOptions,
  type SyncResult,
  systemClock,
  Transcript,
  type TreeCopyOptions,
  type TreeCopyResult,
  type TreeEntry,
  type TreeTarget,
  type WalkOptions,
} from "@anyurl/client";
import type { Source } from "@anyurl/core";
import {
  type Anyurl,
  type AnyurlOptions,
  type Attributes,
  type CallOptions,
  displayText,
  type Entry,
  type PolicyOptions,
  redact,
  type Url,
} from "anyurl";
import { createAnyurlFrom } from "anyurl/lazy";
import type { LoadedConfig } from "./config/load-config.ts";
import { configHome } from "./config/locate.ts";
import { checkPluginLoaded } from "./config/plugin-error.ts";
import { createCredentials } from "./credentials/create-credentials.ts";
import { createProxyPrompt } from "./credentials/proxy-prompt.ts";
import { TypedLogins } from "./credentials/save-login.ts";
import { fileTrustStore } from "./credentials/trusted-keys.ts";
import { LocalError, toLocalError, UsageError } from "./errors.ts";
import type { Io } from "./io.ts";
import { say } from "./language.ts";
import { resolveLimitOptions } from "./limits.ts";
import { listSchemeNames, loadSchemes } from "./load-schemes.ts";
import { createPainter } from "./render/style.ts";
import { transcriptLines } from "./render/transcript.ts";
import { fileSystemRoots } from "./verbs/common/file-system-roots.ts";
import type { NetworkOptions } from "./verbs/common/options.ts";
import { readPolicyFile } from "./verbs/common/policy-file.ts";
import { commandDefaults, schemeOptions } from "./verbs/common/scheme-options.ts";
import { waitForFiles } from "./verbs/common/wait-for-files.ts";

/** Options of every command that opens a URL. */
export type OpenOptions = NetworkOptions & {
  readonly quiet?: boolean;
  readonly json?: boolean;
  /** More options of the schemes of the URLs, such as the answers that a user has typed. */
  readonly schemeOptions?: Readonly<Record<string, unknown>>;
  /** Takes note of what the calls do. */
  readonly observer?: Observer;
};

/** Takes note of what the calls of a command do, also if they fail. */
export interface Observer {
  readonly transcript: Transcript;
  /** The file that the command writes to, if any. */
  file: string | undefined;
  /** Returns a client whose calls are observed. */
  observe(opener: Opener): Opener;
}

/**
 * The client of a command. The types of the operations of a client follow from the scheme of a URL, which is not known
 * statically here.
 */
export interface Opener extends Omit<Anyurl, keyof AnyOperations>, AnyOperations {}

interface AnyOperations {
  stat(url: Url, call: CallOptions): Promise<Attributes>;
  search(url: Url, words: string, call: CallOptions): AsyncGenerator<Entry, void, void>;
  request(url: Url, message: RequestInput | undefined, call: CallOptions): Promise<RequestResult>;
  walk(url: Url | string, call: CallOptions & WalkOptions): AsyncGenerator<TreeEntry, void, void>;
  copyTree(
    from: Url | string,
    to: string | TreeTarget,
    call: CallOptions & WalkOptions & TreeCopyOptions,
  ): AsyncGenerator<TreeCopyResult, void, void>;
  sync(
    from: Url | string,
    to: string,
    call: CallOptions & WalkOptions & TreeCopyOptions & SyncOptions,
  ): AsyncGenerator<SyncResult, void, void>;
  put(url: Url, source: Source, call: CallOptions): Promise<void>;
  append(url: Url, source: Source, call: CallOptions): Promise<void>;
  send(url: Url, message: Source | undefined, call: CallOptions): Promise<void>;
  remove(url: Url | Entry, call: CallOptions): Promise<void>;
  rename(from: Url, to: Url, call: CallOptions): Promise<void>;
  makeDirectory(url: Url | string, call: CallOptions): Promise<void>;
  copy(from: Url | Entry, to: Url | string, call: CallOptions): Promise<Copied>;
}

/** The result of a copy: a copy that is known to be incomplete fails. */
export interface Copied {
  readonly octets: number;
  readonly complete: true | "unknown";
}

/** What a command opens, and how. */
export interface ClientRequest<O extends OpenOptions = OpenOptions> {
  readonly urls: readonly Url[];
  readonly options: O;
  readonly io: Io;
  /** Keep connections for the next call, so that many calls need one login? */
  readonly isPooled?: boolean;
  /** The local directories that the command uses: links that lead out of them are not followed. */
  readonly directories?: readonly string[];
}

/** The client of a command, the options of each of its calls, and what the command was asked for. */
export interface OpenedClient<O = OpenOptions> {
  readonly opener: Opener;
  readonly call: CallOptions;
  readonly options: O;
  readonly io: Io;
}

/**
 * Runs work with a client that has the credentials, proxies, policy, and options of this run. Prints the transcript
 * afterwards if requested, also after an error.
 *
 * @throws {UsageError} an option does not belong to a scheme. @throws {LocalError} bad-policy, bad-proxy.
 */
export async function runWithClient<O extends OpenOptions, R>(
  request: ClientRequest<O>,
  work: (client: OpenedClient<O>) => Promise<R>,
): Promise<R> {
  const { urls, options, io } = request;
  const typed = new TypedLogins();
  const { observer } = options;
  const opener = await createConfiguredClient(request, typed);
  const transcript = observer?.transcript ?? (options.transcript === true ? new Transcript() : undefined);
  if (options.insecure === true && options.quiet !== true) await warnAboutInsecure(io);
  try {
    const call = { ...callOptions(options, io), ...(transcript && { transcript }) };
    const result = await work({ opener: observer?.observe(opener) ?? opener, call, options, io });
    if (options.json !== true) await typed.offerToSave(options, io);
    return result;
  } finally {
    await opener.close();
    if (io.signal.aborted && urls.some(({ scheme }) => scheme === "file")) await waitForFiles(io.elapsed);
    if (transcript !== undefined && options.transcript === true) {
      const lines = transcriptLines(transcript, createPainter(io.stderr, io.env));
      // An earlier error is more important than this one.
      await io.stderr.write(lines.map((line) => `${line}\n`).join("")).catch(() => {});
    }
  }
}

async function warnAboutInsecure({ stderr, env }: Io): Promise<void> {
  await stderr.write(
    `${createPainter(stderr, env)("yellow", `anyurl: ${say("warning")}`)}: ${say("TLS certificates are not verified: an attacker on the network path can read and change everything, including passwords")}\n`,
  );
}

async function createConfiguredClient(
  { urls, options, io, isPooled = false, directories = [] }: ClientRequest,
  typed: TypedLogins,
): Promise<Opener> {
  const schemes = urls.map(({ scheme }) => scheme);
  const { policy, anyPort } = options;
  const { configured } = io;
  for (const url of urls) checkPluginLoaded(url, io.urls, configured?.faults);
  const allowed = policy === undefined ? configuredPolicy(configured, directories) : readPolicyFile(policy);
  const ports = anyPort === true ? schemes.map((scheme) => `${scheme}:*`) : [];
  const proxies = resolveProxies(options, io);
  return createAnyurlFrom(await installedSchemes(proxies, io), {
    policy: { ...allowed, allowPorts: [...(allowed.allowPorts ?? []), ...ports] },
    credentials: createCredentials(options, io, typed.add),
    options: mergeOptions([
      commandDefaults(schemes, io.urls),
      configured?.options ?? {},
      defaultSchemeOptions(options, io),
      schemeOptions(options.option, schemes, io.urls),
      settingsOf(schemes, options.schemeOptions),
    ]),
    ...(configured?.gateways && { gateways: configured.gateways }),
    ...(configured?.limits && { limits: configured.limits }),
    ...(isPooled && { connections: { idle: POOLED_MS } }),
    clock: CLOCK,
    tls: { ...trustedKeys(options, io), ...readAuthorities(options) },
    ...(await limitedTransport(options)),
    proxies: { ...proxies, login: createProxyPrompt(io) },
  }) as Opener;
}

/** How long a pooled connection is kept for the next call, in milliseconds. */
const POOLED_MS = 5_000;

/** Returns the schemes of the run. A proxy or a gateway can be asked by another scheme than that of the URL. */
async function installedSchemes(proxies: ProxyOptions, { schemes, configured }: Io): Promise<Io["schemes"]> {
  const { proxy = {} } = proxies;
  const hasProxy = typeof proxy === "string" || Object.keys(proxy).length > 0;
  if (configured?.gateways === undefined && !hasProxy) return schemes;
  return (await loadSchemes(undefined, configured?.schemes)).schemes;
}

/** Measures durations by the uptime of the process: `performance` takes three milliseconds to load. */
const CLOCK: Clock = { ...systemClock, elapsed: () => process.uptime() * 1000 };

/** Keys that are trusted on first use are kept beside the config file. Without a home directory, for this run. */
function trustedKeys({ quiet }: OpenOptions, { env, stderr }: Io): AnyurlOptions["tls"] {
  const home = configHome(env);
  if (home === undefined) return {};
  const tell = async (server: string, key: string) => {
    if (quiet === true) return;
    const label = createPainter(stderr, env)("yellow", `anyurl: ${say("warning")}`);
    await stderr.write(
      `${label}: ${say(`${displayText(server)} is trusted on first use, with the key ${displayText(key)}`)}\n`,
    );
  };
  return { trust: fileTrustStore(join(home, "trusted-keys"), tell) };
}

/** @throws {LocalError} system errors. */
function readAuthorities({ cacert }: OpenOptions): AnyurlOptions["tls"] {
  if (cacert === undefined) return {};
  try {
    return { ca: readFileSync(cacert) };
  } catch (error) {
    throw toLocalError(error, displayText(cacert));
  }
}

/** The usual transport is loaded with the first call, and needs no wrapper. */
async function limitedTransport({ limitRate }: OpenOptions): Promise<Pick<AnyurlOptions, "transport">> {
  if (limitRate === undefined) return {};
  const { applyLayers, rateLimit } = await import("@anyurl/client/layers");
  const { nodeTransport } = await import("@anyurl/transport-node");
  return { transport: applyLayers(nodeTransport(), rateLimit({ octetsPerSecond: limitRate })) };
}

type SchemeOptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function settingsOf(
  schemes: readonly string[],
  settings: Readonly<Record<string, unknown>> | undefined,
): SchemeOptions {
  return settings === undefined ? {} : Object.fromEntries(schemes.map((scheme) => [scheme, settings]));
}

/** Merges options per scheme; later ones override earlier ones. */
function mergeOptions(all: readonly SchemeOptions[]): SchemeOptions {
  const names = new Set(all.flatMap((each) => Object.keys(each)));
  return Object.fromEntries(
    [...names].map((name) => [name, Object.assign({}, ...all.map((each) => each[name]))]),
  );
}

/** A user may do with a local path whatever the system allows. */
const LOCAL_FILES = { write: true, followLinks: true } as const;

/** Returns the policy of the config; it replaces the local policy, so a profile name alone opens no files. */
function configuredPolicy(
  configured: LoadedConfig | undefined,
  directories: readonly string[],
): PolicyOptions {
  const inside = directories.map((path) => ({ path, followLinks: "inside" as const }));
  const local: PolicyOptions = { files: { ...LOCAL_FILES, roots: [...fileSystemRoots(), ...inside] } };
  const { policy = local } = configured ?? {};
  return typeof policy === "string" ? { profile: policy } : policy;
}

/** Returns the scheme options that follow from other options and the environment. */
function defaultSchemeOptions({ netrc, netrcFile }: OpenOptions, { env }: Io): SchemeOptions {
  // With a netrc file, look for a login in it before logging in as anonymous.
  const login = (netrc === true || netrcFile !== undefined) && { login: "ask" };
  // As in newsreaders, NNTPSERVER names the news servers for URLs without a server.
  const servers = (env["NNTPSERVER"] ?? "").split(/[\s,]+/).filter((server) => server !== "");
  const news = servers.length > 0 && { servers };
  return {
    ...(login && { ftp: login, ftps: login }),
    ...(news && { news, snews: news }),
  };
}

/** @throws {LocalError} bad-proxy: invalid proxy in the environment. @throws {UsageError} invalid --proxy. */
function resolveProxies({ proxy, proxytunnel }: OpenOptions, { env, configured }: Io): ProxyOptions {
  const found: ProxyOptions = {
    ...proxiesFromEnvironment(env, listSchemeNames(configured?.schemes)),
    ...(proxytunnel === true && { tunnel: true }),
  };
  if (proxy === undefined) {
    const fault = findProxyError(found);
    if (fault === undefined) return found;
    throw new LocalError(
      "bad-proxy",
      `invalid proxy in the environment: ${fault}`,
      "check ftp_proxy, all_proxy, and similar variables",
    );
  }
  if (proxy === "") return {};
  const url = proxy.includes("://") ? proxy : `http://${proxy}`;
  if (redact(url) !== url) {
    throw new UsageError(
      "other users can see a password on the command line",
      "set the proxy in the environment, for example in all_proxy",
    );
  }
  const named = { ...found, proxy: url };
  const fault = findProxyError(named);
  if (fault !== undefined) throw new UsageError(`invalid --proxy: ${fault}`);
  return named;
}

function findProxyError(proxies: ProxyOptions): string | undefined {
  try {
    resolveProxySettings(proxies);
    return undefined;
  } catch (error) {
    // Without "invalid proxies option proxy": the caller names the option of the command.
    return (error as Error).message.replace(/^[^:]*: /, "");
  }
}

function callOptions(options: OpenOptions, { signal }: Io): CallOptions {
  const { retry, insecure } = options;
  const limits = resolveLimitOptions(options);
  return {
    signal,
    ...(insecure === true && { insecure }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(retry !== undefined && { retry: { attempts: retry } }),
  };
}
