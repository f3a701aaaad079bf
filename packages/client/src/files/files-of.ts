import { AccessError } from "@anyurl/core";
import { type Context, type FileRoot, type Files, namesBelow } from "@anyurl/core/exchange";
import type { Door } from "../context/door.ts";
import type { Policy } from "../policy.ts";
import { guardedFile } from "./guarded-file.ts";
import { type Watch, watchOf } from "./watch.ts";

/**
 * The files of this machine below the roots of the policy; `undefined` where there are none to be had. The policy is
 * asked by the text of a path before anything is touched, and the transport sees to it that links and renamed
 * directories lead nowhere else.
 */
export function filesOf(door: Door): Context["files"] {
  const { transport, policy } = door.settings;
  const all = transport.files;
  // A transport that cannot keep within roots is not asked for files.
  if (all?.below === undefined) return undefined;
  const files = all.below(policy.files);
  const approve = (path: string, how: "read" | "write") => checkRoot(policy, path, all.system, how);
  return guarded(files, door, approve);
}

function guarded(
  files: Files,
  { call, limits }: Door,
  approve: (path: string, how: "read" | "write") => void,
): Files {
  const { signal } = call;
  const watch: Watch = watchOf(call);
  const soon = <T>(work: Promise<T>) => watch(work, limits.replyTimeout, "replyTimeout");
  const whole = <T>(work: Promise<T>) => watch(work, Number.POSITIVE_INFINITY, "deadline");
  return {
    system: files.system,

    async open(path, _, options) {
      approve(path, "read");
      const opening = files.open(path, signal, options);
      // It is closed with the call, also when it comes too late for it.
      opening.then(
        (file) => call.whenOver(() => void Promise.resolve(file[Symbol.asyncDispose]()).catch(() => {})),
        () => {},
      );
      return guardedFile(await soon(opening), watch, limits);
    },

    async facts(path) {
      approve(path, "read");
      return soon(files.facts(path, signal));
    },

    async *entries(path) {
      approve(path, "read");
      const { maxEntries } = limits;
      const entries = files.entries(path, signal);
      try {
        for (let count = 0; ; count++) {
          const next = await soon(entries.next());
          if (next.done === true) return;
          if (count >= maxEntries) throw tooMany(maxEntries);
          yield next.value;
        }
      } finally {
        // One that hangs is not waited for.
        entries.return().catch(() => {});
      }
    },

    async write(path, source, how) {
      approve(path, "write");
      await whole(files.write(path, source, how, signal));
    },

    async remove(path) {
      approve(path, "write");
      await soon(files.remove(path, signal));
    },

    async rename(path, to, how) {
      approve(path, "write");
      approve(to, "write");
      await soon(files.rename(path, to, how, signal));
    },

    async makeDirectory(path) {
      approve(path, "write");
      await soon(files.makeDirectory(path, signal));
    },
  };
}

/** @throws {AccessError} path-blocked */
function checkRoot(
  { profile, files: roots }: Policy,
  path: string,
  system: Files["system"],
  how: "read" | "write",
): void {
  if (profile === "untrusted")
    throw new AccessError("path-blocked", 'the policy "untrusted" lets nobody at the files of this machine');
  const root = deepest(roots, path, system);
  if (root === undefined) throw outside(roots.length);
  if (how === "write" && !root.write)
    throw new AccessError("path-blocked", "the policy lets nothing be written there", {
      hint: "allow it with the policy's files: { roots, write: true }",
    });
}

/** The root that lies deepest above a path: what it says counts. */
function deepest(roots: readonly FileRoot[], path: string, system: Files["system"]): FileRoot | undefined {
  let found: FileRoot | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const root of roots) {
    const names = namesBelow(root.path, path, system);
    if (names === undefined || names.length >= least) continue;
    found = root;
    least = names.length;
  }
  return found;
}

function outside(roots: number): AccessError {
  const which =
    roots === 0 ? "names no directory whose files may be opened" : "lets us at other directories only";
  return new AccessError("path-blocked", `the policy ${which}`, {
    hint: 'declare one by the policy: files: { roots: ["/srv/pub"] }',
  });
}

function tooMany(maxEntries: number): AccessError {
  return new AccessError("too-large", `the directory has more than ${maxEntries} entries`, {
    hint: "raise the limit maxEntries",
  });
}
