import type {
  Attributes,
  ByName,
  Entry,
  LiteralScheme,
  OperationsOf,
  OptionsFor,
  Scheme,
  Url,
} from "@anyurl/core";
import type { GetResult } from "../body/get-result.ts";
import type { RequestResult } from "../body/response.ts";
import type { SourceInput } from "../body/source.ts";
import type { CallOptions } from "../call/call-options.ts";
import type { UrlOrEntry } from "../call/provenance.ts";
import type { RequestInput } from "../call/request.ts";
import type { SessionOf } from "../call/session.ts";
import type { CopyResult } from "../tree/copy.ts";
import type { TreeCopyOptions } from "../tree/copy-options.ts";
import type { TreeCopyResult } from "../tree/copy-tree.ts";
import type { SyncResult } from "../tree/sync.ts";
import type { SyncOptions } from "../tree/sync-options.ts";
import type { TreeEntry, WalkOptions } from "../tree/walk.ts";

/**
 * The operations of a client for one base. Every URL is a reference relative to the base (RFC 3986 §4.2), a URL, or an
 * entry. Errors are those of the client.
 */
interface ViewOperations<Options, Session> {
  get(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<GetResult>;
  list(reference: UrlOrEntry, options?: CallOptions<Options>): AsyncGenerator<Entry, void, void>;
  stat(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<Attributes>;
  search(
    reference: UrlOrEntry,
    words: string,
    options?: CallOptions<Options>,
  ): AsyncGenerator<Entry, void, void>;
  put(reference: UrlOrEntry, source: SourceInput, options?: CallOptions<Options>): Promise<void>;
  append(reference: UrlOrEntry, source: SourceInput, options?: CallOptions<Options>): Promise<void>;
  remove(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<void>;
  rename(reference: UrlOrEntry, to: string | URL | Url, options?: CallOptions<Options>): Promise<void>;
  makeDirectory(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<void>;
  send(reference: UrlOrEntry, message?: SourceInput, options?: CallOptions<Options>): Promise<void>;
  request(
    reference: UrlOrEntry,
    message?: RequestInput,
    options?: CallOptions<Options>,
  ): Promise<RequestResult>;
  open(reference: UrlOrEntry, options?: CallOptions<Options>): Promise<Session>;
  copy(from: UrlOrEntry, to: string | URL | Url, options?: CallOptions<Options>): Promise<CopyResult>;
  walk(
    reference: UrlOrEntry,
    options?: CallOptions<Options> & WalkOptions,
  ): AsyncGenerator<TreeEntry, void, void>;
  copyTree(
    from: UrlOrEntry,
    to: string | URL | Url,
    options?: CallOptions<Options> & WalkOptions & TreeCopyOptions,
  ): AsyncGenerator<TreeCopyResult, void, void>;
  sync(
    from: UrlOrEntry,
    to: string | URL | Url,
    options?: CallOptions<Options> & WalkOptions & TreeCopyOptions & SyncOptions,
  ): AsyncGenerator<SyncResult, void, void>;
}

/** Copies need a source and a target, and only one of them has to be below the base. */
type DerivedFrom = {
  readonly get: "copy";
  readonly put: "copy" | "copyTree" | "sync";
  readonly list: "walk" | "copyTree" | "sync";
};

type Available<Operation> =
  | Operation
  | (Operation extends keyof DerivedFrom ? DerivedFrom[Operation] : never);

/** The operations of the base's scheme, or all of them if it is unknown before run time. */
type ViewNames<S, T> =
  string extends LiteralScheme<T>
    ? keyof ViewOperations<unknown, unknown>
    : Available<OperationsOf<ByName<S, LiteralScheme<T>>>> & keyof ViewOperations<unknown, unknown>;

/** A view of a client for one base. Disposing of it closes its idle connections; calls in progress continue. */
export type ClientView<S extends Scheme, T> = Pick<
  ViewOperations<OptionsFor<S, T>, SessionOf<S, T>>,
  ViewNames<S, T>
> &
  AsyncDisposable;
