import { type AccessCode, AccessError, isAccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { command } from "./command.ts";
import { type Control, sendCommand } from "./control.ts";
import type { Route } from "./path.ts";

/** What a refused command was for. */
export type Purpose = "retrieve" | "store" | "remove-file" | "remove-directory" | "make-directory";

type Found = "directory" | "file" | "nothing";

interface Reason {
  readonly code: AccessCode;
  readonly message: string;
  readonly hint?: string;
}

const IS_A_DIRECTORY: Reason = {
  code: "is-a-directory",
  message: "it is a directory, not a file",
  hint: 'add "/" to the end of the URL',
};
const ALREADY_EXISTS: Reason = { code: "already-exists", message: "the name already exists" };
const denied = (message: string): Reason => ({ code: "permission-denied", message });
const MAY_NOT_WRITE = denied("the server does not let this user write here");

/** Absent: the server has no such file, as its reply is understood. */
const REASONS: Readonly<Record<Purpose, Readonly<Partial<Record<Found, Reason>>>>> = {
  retrieve: {
    directory: IS_A_DIRECTORY,
    file: denied("the file exists, but the server does not let this user read it"),
  },
  store: { directory: IS_A_DIRECTORY, file: MAY_NOT_WRITE, nothing: MAY_NOT_WRITE },
  "remove-file": {
    directory: IS_A_DIRECTORY,
    file: denied("the file exists, but the server does not let this user remove it"),
  },
  "remove-directory": {
    directory: denied(
      "the directory exists, but it is not empty, or the server does not let this user remove it",
    ),
    file: {
      code: "not-a-directory",
      message: "it is a file, not a directory",
      hint: 'remove "/" from the end of the URL',
    },
  },
  "make-directory": { directory: ALREADY_EXISTS, file: ALREADY_EXISTS, nothing: MAY_NOT_WRITE },
};

/**
 * Returns the error of a refused command with its reason. "550 Requested action not taken" (RFC 959 §4.2.1) has many
 * meanings, so if the text of the reply gives no reason, finds out by CWD and SIZE what has the name. Any other error is
 * returned unchanged.
 */
export function* explainRefusal(
  control: Control,
  { name, part }: Pick<Route, "name" | "part">,
  error: unknown,
  purpose: Purpose,
): Exchange<never, unknown> {
  if (!isAccessError(error) || name === "" || !isVague(error)) return error;
  // A system denies permission to remove or to write a directory as a file (POSIX, unlink).
  const mayOnlyBeDirectory = error.code === "permission-denied";
  const found = yield* findKind(control, name, part, mayOnlyBeDirectory);
  const reason = found && REASONS[purpose][found];
  if (reason === undefined || (mayOnlyBeDirectory && reason.code === "permission-denied")) return error;
  const { code, message, ...hint } = reason;
  const { reply, replyCode } = error;
  return new AccessError(code, message, { ...hint, reply, replyCode });
}

function isVague({ code, reply = "", replyCode }: AccessError): boolean {
  if (replyCode !== 550 && replyCode !== 553) return false;
  return (
    code === "permission-denied" ||
    (code === "not-found" && !/no such|not (?:found|exist)|n't exist/i.test(reply))
  );
}

/** Returns what has a name; `undefined` if the server does not say. */
function* findKind(
  control: Control,
  name: string,
  part: string | undefined,
  onlyDirectory: boolean,
): Exchange<never, Found | undefined> {
  const ask = function* (verb: string, argument: string, cite: string): Exchange<never, number> {
    return (yield* sendCommand(control, command(control, verb, argument, { cite, part }))).code;
  };
  try {
    const entered = yield* ask("CWD", name, "RFC 959 §4.1.1");
    if (entered >= 200 && entered < 300) return "directory";
    if (onlyDirectory) return undefined;
    // The size in another type is not defined for every file (RFC 3659 §4.3).
    if (control.known.type !== "I")
      yield* sendCommand(control, command(control, "TYPE", "I", { cite: "RFC 959 §4.1.2" }));
    const size = yield* ask("SIZE", name, "RFC 3659 §4");
    return size === 213 ? "file" : size === 550 ? "nothing" : undefined;
  } catch (error) {
    // The first error says more than the one of a server that ends here.
    if (isAccessError(error)) return undefined;
    throw error;
  }
}
