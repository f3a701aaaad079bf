import { AccessError, tooLargeError } from "@anyurl/core";
import {
  type FileEntry,
  type FileMetadata,
  type FileRoot,
  type Files,
  type OpenFile,
  type PartRefusal,
  relativeSegments,
} from "@anyurl/core/exchange";
import { timeoutError } from "../call/call-scope.ts";
import type { Clock } from "../call/clock.ts";
import { linkSignal } from "../call/linked-signal.ts";
import type { ClientSettings } from "../client-options.ts";
import type { Policy } from "../connection/policy.ts";
import type { CallNetwork } from "../context/call-network.ts";
import { guardedFile, guardedPart } from "./guarded-file.ts";
import { createTimedWait, type TimedWait } from "./timed-wait.ts";

const BELOW = new WeakMap<ClientSettings, Files>();

/** Returns the files below the roots. */
function belowRoots(settings: ClientSettings): Files {
  const { transport, policy } = settings;
  const files = BELOW.get(settings) ?? transport.files!.below!(policy.files);
  BELOW.set(settings, files);
  return files;
}

/**
 * The local files below the policy's roots, for one call. The policy checks the path as text before any file is
 * touched, and the transport makes sure that links and renamed directories do not lead out of the roots.
 */
export class GuardedFiles implements Files {
  readonly #network: CallNetwork;

  constructor(network: CallNetwork) {
    this.#network = network;
  }

  get system(): Files["system"] {
    return this.#files.system;
  }

  get #files(): Files {
    return belowRoots(this.#network.call.settings);
  }

  get #watch(): TimedWait {
    return createTimedWait(this.#network.call);
  }

  async open(path: string, _: AbortSignal, options?: Parameters<Files["open"]>[2]): Promise<OpenFile> {
    this.#approve(path, "read");
    const { call, limits } = this.#network;
    const opened = this.#files.open(path, call.signal, options);
    // The file is closed with the call, even if it is opened only after the call has ended.
    opened.then(
      (file) => call.whenOver(() => void Promise.resolve(file[Symbol.asyncDispose]()).catch(() => {})),
      () => {},
    );
    return guardedFile(await this.#soon(opened), this.#watch, limits);
  }

  async facts(path: string): Promise<FileMetadata> {
    this.#approve(path, "read");
    return this.#soon(this.#files.facts(path, this.#signal));
  }

  async *entries(path: string): AsyncGenerator<FileEntry, void, void> {
    this.#approve(path, "read");
    const { maxEntries } = this.#network.limits;
    const entries = this.#files.entries(path, this.#signal);
    try {
      for (let count = 0; ; count++) {
        const next = await this.#soon(entries.next());
        if (next.done === true) return;
        if (count >= maxEntries)
          throw tooLargeError(`the directory has more than ${maxEntries} entries`, "maxEntries");
        yield next.value;
      }
    } finally {
      // Do not wait for a generator that hangs.
      entries.return().catch(() => {});
    }
  }

  async write(...[path, source, how, , modified]: Parameters<Files["write"]>): Promise<void> {
    this.#approve(path, "write");
    const { clock, limits, call } = this.#network;
    const timer = new SystemTimer(clock, limits.idleTimeout);
    call.whenOver(() => timer.end());
    const write = this.#change((signal) =>
      this.#files.write(path, timer.measure(source), how, signal, modified),
    );
    try {
      await this.#watch(Promise.race([write, timer.late]), Number.POSITIVE_INFINITY, "deadline");
    } finally {
      timer.end();
    }
  }

  async withPart(
    ...[path, options, , use]: Parameters<NonNullable<Files["withPart"]>>
  ): Promise<PartRefusal | undefined> {
    this.#approve(path, "write");
    const { limits } = this.#network;
    const files = this.#files;
    if (files.withPart === undefined)
      throw new AccessError("unsupported", "this runtime does not keep incomplete files");
    let begin: () => void = () => {};
    const isOpen = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const written = this.#change((signal) =>
      files.withPart!(path, options, signal, async (part) => {
        signal.throwIfAborted();
        begin();
        await use(guardedPart(part, this.#watch, limits));
      }),
    );
    await this.#soon(Promise.race([isOpen, written]));
    // The source has limits of its own.
    return this.#watch(written, Number.POSITIVE_INFINITY, "deadline");
  }

  async remove(path: string): Promise<void> {
    this.#approve(path, "write");
    await this.#soon(this.#change((signal) => this.#files.remove(path, signal)));
  }

  async rename(...[path, to, how]: Parameters<Files["rename"]>): Promise<void> {
    this.#approve(path, "write");
    this.#approve(to, "write");
    await this.#soon(this.#change((signal) => this.#files.rename(path, to, how, signal)));
  }

  async makeDirectory(path: string): Promise<void> {
    this.#approve(path, "write");
    await this.#soon(this.#change((signal) => this.#files.makeDirectory(path, signal)));
  }

  async makeLink(path: string, target: string): Promise<void> {
    this.#approve(path, "write");
    const files = this.#files;
    if (files.makeLink === undefined)
      throw new AccessError("unsupported", "this runtime cannot create symbolic links");
    await this.#soon(this.#change((signal) => files.makeLink!(path, target, signal)));
  }

  get #signal(): AbortSignal {
    return this.#network.call.signal;
  }

  /**
   * Begins a change. Its signal is also aborted when the call ends, for example by a timeout: a change that the system has
   * not made by then must not happen after it.
   */
  #change<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { call } = this.#network;
    const linked = linkSignal(call.signal);
    let isMade = false;
    const made = work(linked.signal).finally(() => {
      isMade = true;
    });
    call.whenOver(() =>
      isMade ? linked.unlink() : linked.end(new AccessError("aborted", "the call has ended")),
    );
    return made;
  }

  #approve(path: string, how: "read" | "write"): void {
    checkRoot(this.#network.policy, path, this.system, how);
  }

  #soon<T>(work: Promise<T>): Promise<T> {
    return this.#watch(work, this.#network.limits.replyTimeout, "replyTimeout");
  }
}

/** Limits the time that the system needs for each chunk of a write, but not the time of the caller's source. */
class SystemTimer {
  /** Rejects when the time is over. */
  readonly late: Promise<never>;
  readonly #clock: Clock;
  readonly #idleTimeout: number;
  #reject: (error: AccessError) => void = () => {};
  #cancel: (() => void) | undefined;
  #isOver = false;

  constructor(clock: Clock, idleTimeout: number) {
    this.#clock = clock;
    this.#idleTimeout = idleTimeout;
    this.late = new Promise((_, reject) => {
      this.#reject = reject;
    });
    this.late.catch(() => {});
    this.#start();
  }

  /** Yields the chunks of a source, and stops the time while the source works. */
  async *measure(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    this.#stop();
    for await (const chunk of source) {
      this.#start();
      yield chunk;
      this.#stop();
    }
    this.#start();
  }

  /** Stops the time for good, even if the system asks for more. */
  end(): void {
    this.#isOver = true;
    this.#stop();
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #start(): void {
    if (this.#isOver || this.#idleTimeout === Number.POSITIVE_INFINITY) return;
    const late = () => this.#reject(timeoutError("the file system", this.#idleTimeout, "idleTimeout"));
    this.#cancel = this.#clock.setTimeout(late, this.#idleTimeout);
  }
}

/** @throws {AccessError} path-blocked */
function checkRoot(
  { profile, files: roots }: Policy,
  path: string,
  system: Files["system"],
  how: "read" | "write",
): void {
  if (profile === "untrusted")
    throw new AccessError("path-blocked", 'the policy "untrusted" does not allow access to local files');
  const root = deepest(roots, path, system);
  if (root === undefined) throw outside(roots.length);
  if (how === "write" && !root.write)
    throw new AccessError("path-blocked", "the policy does not allow writing to this path", {
      hint: "allow it with the policy's files: { roots, write: true }",
    });
}

/** Returns the deepest root above a path. Its settings apply. */
function deepest(roots: readonly FileRoot[], path: string, system: Files["system"]): FileRoot | undefined {
  let found: FileRoot | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const root of roots) {
    const names = relativeSegments(root.path, path, system);
    if (names === undefined || names.length >= least) continue;
    found = root;
    least = names.length;
  }
  return found;
}

function outside(roots: number): AccessError {
  const which =
    roots === 0 ? "does not allow access to any directory" : "allows access to other directories only";
  return new AccessError("path-blocked", `the policy ${which}`, {
    hint: 'add the directory to the policy: files: { roots: ["/srv/pub"] }',
  });
}
