import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import type { Submitter } from "@anyurl/smtp";
import { type AccessCode, AccessError, displayText } from "anyurl";
import { LocalError } from "../../errors.ts";

/** Where systems have it, besides the PATH of users. */
const DIRECTORIES = ["/usr/sbin", "/usr/lib"];

type Environment = Readonly<Record<string, string | undefined>>;

/** Has this machine the program `sendmail`? */
export function hasSendmail(env: Environment): boolean {
  return locateSendmail(env) !== undefined;
}

function locateSendmail({ PATH = "" }: Environment): string | undefined {
  const all = [...PATH.split(delimiter), ...DIRECTORIES].filter((each) => each !== "");
  return all.map((each) => join(each, "sendmail")).find(isProgram);
}

/** Returns the path of the program `sendmail`. @throws {LocalError} no-sendmail */
export function findSendmail(env: Environment): string {
  const found = locateSendmail(env);
  if (found !== undefined) return found;
  throw new LocalError("no-sendmail", "this machine has no program sendmail", "use --smtp HOST");
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Statuses of `sendmail` (sysexits.h). */
const CODES: ReadonlyMap<number, AccessCode> = new Map<number, AccessCode>([
  [67, "not-found"],
  [68, "no-such-host"],
  [75, "temporarily-unavailable"],
  [77, "permission-denied"],
]);

/** Maximum length of what the program says. */
const MAX_REPLY = 500;

/** Creates a submitter that gives the message to a program like `sendmail`. */
export function createSendmail(program: string, signal: AbortSignal): Submitter {
  return async ({ from, recipients, message }) => {
    // "-i": a line with a dot does not end the message. "--": an address is never an option.
    const child = spawn(program, ["-i", "-f", from, "--", ...recipients], {
      stdio: ["pipe", "ignore", "pipe"],
      signal,
    });
    let said = "";
    child.stderr.on("data", (octets: Buffer) => {
      said = `${said}${octets}`.slice(0, MAX_REPLY);
    });
    // A program that ends early says why by its status.
    child.stdin.on("error", () => {});
    child.stdin.end(Buffer.from(message).toString("latin1").replaceAll("\r\n", "\n"), "latin1");
    const status = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject).once("close", resolve);
    });
    if (status === 0) return { accepted: recipients, refused: [], reply: "" };
    const code = CODES.get(status ?? 0) ?? "protocol-error";
    throw new AccessError(code, `sendmail ended with the status ${status}`, {
      ...(said !== "" && { reply: displayText(said.trim()) }),
      retryable: code === "temporarily-unavailable",
    });
  };
}
