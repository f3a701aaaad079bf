import type { Client, ClientOptions, UrlFetch } from "@anyurl/client";
import { clientOptions, viewOptions } from "@anyurl/client/options";
import { createRegistry, type Registry, resolveOptions, type Scheme } from "@anyurl/core";
import type { Transport } from "@anyurl/core/exchange";

/** Options for opening URLs. Everything has a default. */
export interface OpenOptions extends Omit<ClientOptions<readonly Scheme[]>, "schemes" | "transport"> {
  /** The network. Default: that of the runtime, loaded on first use; in a browser only HTTP, by its `fetch`. */
  readonly transport?: Transport;
}

/** A registry and a client in one value. Parsing is pure; opening uses the network. */
export interface Anyurl<S extends Scheme = Scheme>
  extends Registry<S>,
    Omit<Client<S>, "registry" | "close" | "treeTarget"> {
  /** A standard `fetch` for every scheme: replies of a server become a Response, errors too. */
  readonly fetch: UrlFetch;
  /** Closes the pooled connections (the option `connections.idle`) and pools none from now on. */
  close(): Promise<void>;
}

/**
 * Creates an {@link Anyurl} of only these schemes. Nothing is connected, and no network code is loaded, before the
 * first URL is opened.
 *
 * @throws {AccessError} bad-option: an unknown option, or an invalid value.
 * @throws {TypeError} scheme-taken: a name is taken, and the later scheme is not wrapped in `override`, or the name is
 *   protected and `allowOverride` does not have it.
 */
export function createAnyurlFrom<const T extends readonly Scheme[]>(
  all: T,
  options: OpenOptions = {},
): Anyurl<T[number]> {
  checkOptions(options);
  return assemble(all, options);
}

/**
 * Checks the options without loading the client, which checks them only at the first call. No options are not checked:
 * most programs give none and only parse.
 *
 * @throws {AccessError} bad-option.
 */
export function checkOptions(options: OpenOptions): void {
  if (Object.keys(options).length === 0) return;
  const { transport = STAND_IN } = options;
  resolveOptions(clientOptions, { ...options, transport, schemes: [] });
}

/** For a transport that is not given, which is loaded with the first call. */
const STAND_IN = { resolve: () => undefined, connect: () => undefined } as const;

/** Creates an {@link Anyurl} from options that were checked. @throws {TypeError} scheme-taken. */
export function assemble<const T extends readonly Scheme[]>(
  all: T,
  { transport, ...rest }: OpenOptions,
): Anyurl<T[number]> {
  const allowOverride = [rest.allowOverride ?? []].flat();
  const registry = createRegistry<readonly Scheme[]>({ schemes: all, allowOverride });
  let client: Promise<Client<Scheme>> | undefined;

  async function connect(): Promise<Client<Scheme>> {
    const [createClient, network] = await Promise.all([
      import("@anyurl/client").then(({ createClient }) => createClient),
      transport ?? import("#transport").then(({ createTransport }) => createTransport()),
    ]);
    return createClient({ ...rest, schemes: all, transport: network });
  }

  const load = () => {
    client ??= connect();
    return client;
  };

  let fetching: UrlFetch | undefined;
  const fetch: UrlFetch = async (input, init) => {
    const opener = await load();
    const { toFetch } = await import("@anyurl/client");
    fetching ??= toFetch(opener);
    return fetching(input, init);
  };

  async function close(): Promise<void> {
    if (client !== undefined) (await client).close();
  }

  return {
    ...bindRegistry(registry),
    fetch,
    close,
    [Symbol.asyncDispose]: close,
    at: (...args: Parameters<Client["at"]>) => viewLater(registry, load, args),
    ...methodsOf(load),
  } as unknown as Anyurl<T[number]>;
}

/** The view of a client that is loaded by its first call. @throws {UrlSyntaxError | AccessError} */
function viewLater(
  registry: Registry,
  load: () => Promise<Client<Scheme>>,
  [base, options = {}]: Parameters<Client["at"]>,
): object {
  registry.parse(String(base));
  resolveOptions(viewOptions, options);
  let view: Promise<object & AsyncDisposable> | undefined;
  const open = () => {
    view ??= load().then((client) => client.at(base, options));
    return view;
  };
  const dispose = async () => {
    await (await view)?.[Symbol.asyncDispose]();
  };
  return { ...methodsOf(open), [Symbol.asyncDispose]: dispose };
}

/** The operations of a client or a view that is loaded by the first call. It validates their arguments itself. */
function methodsOf(load: () => Promise<object>): object {
  type Method = (...args: readonly unknown[]) => any;
  let loaded: Readonly<Record<string, Method>> | undefined;
  const untilLoaded = async () => {
    loaded ??= (await load()) as Readonly<Record<string, Method>>;
    return loaded;
  };
  const calling =
    (name: string): Method =>
    (...args) =>
      // These methods return promises and throw nothing, so that later calls need no promise around theirs.
      loaded === undefined ? untilLoaded().then((client) => client[name]!(...args)) : loaded[name]!(...args);
  const yielding = (name: string): Method =>
    async function* (...args) {
      yield* (await untilLoaded())[name]!(...args);
    };
  return {
    ...Object.fromEntries(SINGLE_RESULT_METHODS.map((name) => [name, calling(name)])),
    ...Object.fromEntries(ITERATOR_METHODS.map((name) => [name, yielding(name)])),
  };
}

/** Operations with one result, and those with a sequence of results. */
const SINGLE_RESULT_METHODS: readonly string[] = [
  ...["get", "stat", "put", "append", "copy", "remove", "rename", "makeDirectory", "send", "open", "request"],
] as const;
const ITERATOR_METHODS = ["list", "search", "walk", "copyTree", "sync"] as const;

/** The registry's methods as plain functions, so that they can be destructured: `const { parse } = createAnyurl()`. */
function bindRegistry(registry: Registry): Registry {
  return {
    parse: (text, options) => registry.parse(text, options),
    tryParse: (text, options) => registry.tryParse(text, options),
    check: (text, options) => registry.check(text, options),
    format: (scheme, init, options) => registry.format(scheme, init, options),
    normalize: (url, options) => registry.normalize(url, options),
    compare: (a, b, options) => registry.compare(a, b, options),
    resolve: (base, reference, options) => registry.resolve(base, reference, options),
    describe: (url) => registry.describe(url),
    plan: (url, operation, options) => registry.plan(url, operation, options),
    isDirectory: (url) => registry.isDirectory(url),
    scheme: (name) => registry.scheme(name),
    names: () => registry.names(),
  };
}
