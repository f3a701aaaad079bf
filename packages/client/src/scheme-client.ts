import type { Attributes, Entry, Registry, Session, Url } from "@anyurl/core";
import type { GetResult } from "./body/get-result.ts";
import type { RequestResult } from "./body/response.ts";
import type { SourceInput } from "./body/source.ts";
import { callOnce, openCall } from "./call/call.ts";
import { type CallOptions, type CallSettings, resolveCall } from "./call/call-options.ts";
import { checkAttributes, checkSession } from "./call/check-result.ts";
import { listEntries } from "./call/list.ts";
import type { UrlOrEntry } from "./call/provenance.ts";
import type { RequestInput } from "./call/request.ts";
import { retrieve } from "./call/retrieve.ts";
import { RetryState } from "./call/retry.ts";
import { wrapSession } from "./call/session.ts";
import { append, put, remove, rename, send } from "./call/write.ts";
import type { ClientSettings } from "./client-options.ts";
import type { CopyResult } from "./tree/copy.ts";
import type { TreeCopyOptions } from "./tree/copy-options.ts";
import type { TreeCopyResult, TreeTarget } from "./tree/copy-tree.ts";
import type { SyncResult } from "./tree/sync.ts";
import type { SyncOptions } from "./tree/sync-options.ts";
import type { TreeClient, TreeSource } from "./tree/tree-client.ts";
import type { TreeEntry, WalkOptions } from "./tree/walk.ts";
import { walkUrl } from "./tree/walk-url.ts";
import { createView, type SchemeView } from "./view/scheme-view.ts";
import type { ViewOptions } from "./view/view-options.ts";

/** The operations of a client, for URLs of any scheme. The types of `Client` restrict them to what a scheme supports. */
export class SchemeClient {
  readonly registry: Registry;
  readonly #settings: ClientSettings;

  constructor(settings: ClientSettings) {
    this.registry = settings.registry;
    this.#settings = settings;
  }

  get(url: UrlOrEntry, options?: CallOptions): Promise<GetResult> {
    return retrieve(this.#settings, url, options);
  }

  list(url: UrlOrEntry, options?: CallOptions): AsyncGenerator<Entry, void, void> {
    return listEntries(this.#settings, url, "list", options, (list, target, context) =>
      list(target, context),
    );
  }

  search(url: UrlOrEntry, words: string, options?: CallOptions): AsyncGenerator<Entry, void, void> {
    return listEntries(this.#settings, url, "search", options, (search, target, context) =>
      search(target, context, words),
    );
  }

  async stat(url: UrlOrEntry, options?: CallOptions): Promise<Attributes> {
    const call = this.#resolve(options);
    const retrying = call.retry.attempts === 0 ? undefined : new RetryState(this.#settings.clock, call);
    const once = () =>
      callOnce(this.#settings, url, "stat", retrying?.limit(call) ?? call, async (stat, target, context) =>
        checkAttributes(await stat(target, context)),
      );
    try {
      return await (retrying === undefined ? once() : retrying.run(once));
    } finally {
      retrying?.end();
    }
  }

  async put(url: UrlOrEntry, source: SourceInput, options?: CallOptions): Promise<void> {
    return put(this.#settings, url, source, this.#resolve(options));
  }

  async append(url: UrlOrEntry, source: SourceInput, options?: CallOptions): Promise<void> {
    return append(this.#settings, url, source, this.#resolve(options));
  }

  async copy(from: UrlOrEntry, to: string | URL | Url, options?: CallOptions): Promise<CopyResult> {
    return (await this.#loadTrees()).copy(from, to, options);
  }

  walk(url: UrlOrEntry, options: CallOptions & WalkOptions = {}): AsyncGenerator<TreeEntry, void, void> {
    const listsFirst = this.#settings.listsFirst === true;
    return walkUrl(this, this.#settings, url, options, { listsFirst, links: "skip" });
  }

  async *copyTree(
    from: UrlOrEntry,
    to: string | URL | Url | TreeTarget,
    options?: CallOptions & WalkOptions & TreeCopyOptions,
  ): AsyncGenerator<TreeCopyResult, void, void> {
    yield* (await this.#loadTrees()).copyTree(from, to, options);
  }

  async treeTarget(
    source: TreeSource,
    from: UrlOrEntry,
    to: string | URL | Url,
    options?: CallOptions & TreeCopyOptions,
  ): Promise<TreeTarget> {
    return (await this.#loadTrees()).treeTarget(source, from, to, options);
  }

  async *sync(
    from: UrlOrEntry,
    to: string | URL | Url,
    options?: CallOptions & WalkOptions & TreeCopyOptions & SyncOptions,
  ): AsyncGenerator<SyncResult, void, void> {
    yield* (await this.#loadTrees()).sync(from, to, options);
  }

  async #loadTrees(): Promise<TreeClient> {
    const { TreeClient } = await import("./tree/tree-client.ts");
    return new TreeClient(this, this.#settings);
  }

  async remove(url: UrlOrEntry, options?: CallOptions): Promise<void> {
    return remove(this.#settings, url, this.#resolve(options));
  }

  async rename(url: UrlOrEntry, to: string | URL | Url, options?: CallOptions): Promise<void> {
    return rename(this.#settings, url, to, this.#resolve(options));
  }

  async makeDirectory(url: UrlOrEntry, options?: CallOptions): Promise<void> {
    const call = this.#resolve(options);
    return callOnce(this.#settings, url, "makeDirectory", call, (makeDirectory, target, context) =>
      makeDirectory(target, context),
    );
  }

  async send(url: UrlOrEntry, message?: SourceInput, options?: CallOptions): Promise<void> {
    return send(this.#settings, url, message, this.#resolve(options));
  }

  async request(url: UrlOrEntry, message: RequestInput = {}, options?: CallOptions): Promise<RequestResult> {
    const { request } = await import("./call/request.ts");
    return request(this.#settings, url, message, this.#resolve(options));
  }

  async open(url: UrlOrEntry, options?: CallOptions): Promise<Session> {
    const resolved = this.#resolve(options);
    // Sessions are interactive, so they have no idle timeout by default.
    const limits = {
      ...resolved.limits,
      idleTimeout: options?.limits?.idleTimeout ?? Number.POSITIVE_INFINITY,
    };
    const call = openCall(this.#settings, url, "open", { ...resolved, limits });
    return call.run(async (open, target, context) => {
      return wrapSession(checkSession(await open(target, context)), call);
    }, "stays open");
  }

  #resolve(options: CallOptions | undefined): CallSettings {
    return resolveCall(this.#settings, options);
  }

  close(): void {
    this.#settings.pool.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.close();
  }

  /** Returns the client of these settings for one base. @throws {UrlSyntaxError | AccessError} */
  at(base: string | Url, options?: ViewOptions): SchemeView {
    return createView(this.#settings, base, options, (settings) => new SchemeClient(settings));
  }
}
