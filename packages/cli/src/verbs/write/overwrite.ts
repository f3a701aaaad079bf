import { displayText, isAccessError, type Url } from "anyurl";
import { LocalError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import type { OpenedClient, Opener } from "../../opener.ts";
import { confirm } from "../../terminal/confirm.ts";
import type { Target } from "./url-or-file.ts";

export interface ReplaceOptions {
  /** Overwrite an existing target without asking. */
  readonly force?: boolean;
}

/**
 * Asks the user whether an existing target may be overwritten. Returns `undefined` without a terminal.
 *
 * @param what the target to show: without a password.
 */
export async function confirmOverwrite(
  what: string,
  { force }: ReplaceOptions,
  io: Io,
): Promise<boolean | undefined> {
  if (force === true) return true;
  return confirm(`${displayText(what)} already exists. Overwrite?`, io);
}

/**
 * Checks whether the target exists, and asks before it is overwritten.
 *
 * @throws {LocalError} file-exists: the user declined, or there is no terminal; nothing was written.
 */
export async function checkOverwrite(
  { url, shown }: Target,
  { opener, call, options, io }: OpenedClient<ReplaceOptions>,
): Promise<void> {
  if (options.force === true || !(await canWrite(url, opener))) return;
  const found = await checkPresence(async () => {
    await opener.stat(url, call);
    return true;
  });
  if (found === "nothing") return;
  await confirmExistingTarget(shown, found, options, io);
}

/** Asks before an existing target is overwritten. */
export async function confirmExistingTarget(
  what: string,
  found: "something" | "unknown",
  options: ReplaceOptions,
  io: Io,
): Promise<void> {
  io.signal.throwIfAborted();
  if (await confirmOverwrite(what, options, io)) return;
  io.signal.throwIfAborted();
  const why = found === "unknown" ? "cannot check whether the target exists" : "the target already exists";
  throw new LocalError(
    "file-exists",
    `${displayText(what)}: ${why}; nothing was written`,
    "use --force to overwrite it",
  );
}

/** If the scheme cannot write, the operation itself fails before anything is sent. */
async function canWrite({ scheme }: Url, opener: Opener): Promise<boolean> {
  const access: object = (await opener.scheme(scheme)?.access?.()) ?? {};
  return "put" in access || "rename" in access;
}

/** Returns whether `look` finds something. Some schemes and some servers do not support this check. */
export async function checkPresence(
  look: () => Promise<boolean>,
): Promise<"something" | "nothing" | "unknown"> {
  try {
    return (await look()) ? "something" : "nothing";
  } catch (error) {
    if (!isAccessError(error)) throw error;
    if (error.code === "not-found") return "nothing";
    if (error.code === "unsupported" || error.code === "permission-denied") return "unknown";
    throw error;
  }
}
