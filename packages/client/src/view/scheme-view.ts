import { type Attributes, type Entry, resolveOptions, type Session, type Url } from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import type { RequestResult } from "../body/response.ts";
import type { SourceInput } from "../body/source.ts";
import type { CallOptions } from "../call/call-options.ts";
import { getOrigin, isSameOrigin, type UrlOrEntry } from "../call/provenance.ts";
import type { RequestInput } from "../call/request.ts";
import type { ClientSettings } from "../client-options.ts";
import { PoolShare } from "../connection/pool-share.ts";
import { rememberAnswers } from "../credentials/remembered.ts";
import type { CopyResult } from "../tree/copy.ts";
import type { TreeCopyOptions } from "../tree/copy-options.ts";
import type { TreeCopyResult } from "../tree/copy-tree.ts";
import type { SyncResult } from "../tree/sync.ts";
import type { SyncOptions } from "../tree/sync-options.ts";
import type { TreeEntry, WalkOptions } from "../tree/walk.ts";
import { type ViewOptions, viewOptions } from "./view-options.ts";

/** Creates the view of a base. @throws {UrlSyntaxError} the base is not a valid URL. @throws {AccessError} bad-option. */
export function createView(
  settings: ClientSettings,
  base: string | Url,
  options: ViewOptions = {},
  createClient: (settings: ClientSettings) => UrlOperations,
): SchemeView {
  const { idle } = resolveOptions(viewOptions, options);
  const { registry, pool, limits } = settings;
  const url = registry.parse(String(base), { maxUrlLength: limits.maxUrlLength }) as Url;
  const remembered = settings.credentials && rememberAnswers(settings.credentials);
  const own: ClientSettings = {
    ...settings,
    pool: new PoolShare(pool, idle),
    listsFirst: true,
    credentials: remembered?.credentials,
    onLoginRejected: remembered?.forget,
  };
  return new SchemeView(createClient(own), own, url);
}

/** The operations of a client, which take the same arguments. */
type UrlOperations<Options = SchemeOptions, Opened = Session> = Omit<
  SchemeView<Options, Opened>,
  typeof Symbol.asyncDispose
>;

/** The options of a scheme that is unknown before run time. */
type SchemeOptions = Readonly<Record<string, unknown>>;

/** A tree is copied over the one connection of the view, unless the options say otherwise. */
const ONE_FILE = { parallel: 1 } as const;

/**
 * The operations of a client for one base. Every URL is a reference relative to the base (RFC 3986 §4.2), a URL, or an
 * entry. Errors are those of the client. The types of `ClientView` restrict the operations to those of the scheme.
 */
export class SchemeView<Options = SchemeOptions, Opened = Session> {
  readonly #client: UrlOperations<Options, Opened>;
  readonly #settings: ClientSettings;
  readonly #base: Url;

  constructor(client: UrlOperations<Options, Opened>, settings: ClientSettings, base: Url) {
    this.#client = client;
    this.#settings = settings;
    this.#base = base;
  }

  async get(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<GetResult> {
    return this.#client.get(this.#target(reference), options);
  }

  list(reference: UrlOrEntry, options?: CallOptions<Options>): AsyncGenerator<Entry, void, void> {
    return this.#client.list(this.#target(reference), options);
  }

  async stat(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<Attributes> {
    return this.#client.stat(this.#target(reference), options);
  }

  search(
    reference: UrlOrEntry,
    words: string,
    options?: CallOptions<Options>,
  ): AsyncGenerator<Entry, void, void> {
    return this.#client.search(this.#target(reference), words, options);
  }

  async put(reference: UrlOrEntry, source: SourceInput, options?: CallOptions<Options>): Promise<void> {
    return this.#client.put(this.#target(reference), source, options);
  }

  async append(reference: UrlOrEntry, source: SourceInput, options?: CallOptions<Options>): Promise<void> {
    return this.#client.append(this.#target(reference), source, options);
  }

  async remove(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<void> {
    return this.#client.remove(this.#target(reference), options);
  }

  async rename(reference: UrlOrEntry, to: string | URL | Url, options?: CallOptions<Options>): Promise<void> {
    return this.#client.rename(this.#target(reference), this.#resolve(to), options);
  }

  async makeDirectory(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<void> {
    return this.#client.makeDirectory(this.#target(reference), options);
  }

  async send(reference: UrlOrEntry, message?: SourceInput, options?: CallOptions<Options>): Promise<void> {
    return this.#client.send(this.#target(reference), message, options);
  }

  async request(
    reference: UrlOrEntry,
    message?: RequestInput,
    options?: CallOptions<Options>,
  ): Promise<RequestResult> {
    return this.#client.request(this.#target(reference), message, options);
  }

  async open(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<Opened> {
    return this.#client.open(this.#target(reference), options);
  }

  async copy(from: UrlOrEntry, to: string | URL | Url, options?: CallOptions<Options>): Promise<CopyResult> {
    return this.#client.copy(this.#target(from), this.#resolve(to), options);
  }

  walk(
    reference: UrlOrEntry,
    options?: CallOptions<Options> & WalkOptions,
  ): AsyncGenerator<TreeEntry, void, void> {
    return this.#client.walk(this.#target(reference), options);
  }

  copyTree(
    from: UrlOrEntry,
    to: string | URL | Url,
    options?: CallOptions<Options> & WalkOptions & TreeCopyOptions,
  ): AsyncGenerator<TreeCopyResult, void, void> {
    return this.#client.copyTree(this.#target(from), this.#resolve(to), { ...ONE_FILE, ...options });
  }

  sync(
    from: UrlOrEntry,
    to: string | URL | Url,
    options?: CallOptions<Options> & WalkOptions & TreeCopyOptions & SyncOptions,
  ): AsyncGenerator<SyncResult, void, void> {
    return this.#client.sync(this.#target(from), this.#resolve(to), { ...ONE_FILE, ...options });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#settings.pool.close();
  }

  /** An entry knows its own login: that of the URL whose server named it. */
  #target(reference: UrlOrEntry): UrlOrEntry {
    return typeof reference === "string" || "href" in reference ? this.#resolve(reference) : reference;
  }

  /**
   * Resolves a reference. A relative one keeps the login of the base; a URL with the same user, host, and port gets the
   * password, as URLs of entries leave it out. No other URL gets anything of the login.
   */
  #resolve(reference: string | URL | Url): Url {
    const { registry, limits } = this.#settings;
    const { password, user } = this.#base;
    const { maxUrlLength } = limits;
    const url = registry.resolve(this.#base, String(reference), { maxUrlLength });
    if (password === undefined || url.password !== undefined || url.user !== user) return url;
    const isOwn = isSameOrigin(getOrigin(url, this.#settings), getOrigin(this.#base, this.#settings));
    return isOwn ? url.with({ password }) : url;
  }
}
