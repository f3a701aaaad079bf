import type { Continued } from "@anyurl/client";
import type { PartFile } from "@anyurl/core/exchange";
import { displayText } from "anyurl";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { formatSize } from "../render/progress-line.ts";

const DISCARDED: Readonly<Record<NonNullable<PartFile["discarded"]>, string>> = {
  "other-url": "starting again: the partial download is of another URL",
  "changed-here": "starting again: another program has changed the partial download",
};

const RESTARTED: Readonly<Record<NonNullable<Continued["restarted"]>, string>> = {
  changed: "starting again: the file has changed on the server",
  "unknown-version":
    "starting again: the server does not tell the version of the file; --resume continues nevertheless",
};

/** How a download begins. */
interface Beginning extends Pick<Continued, "restarted"> {
  readonly part: PartFile;
  /** Bytes of an earlier run that are used. */
  readonly begin: number;
  readonly total: number | undefined;
}

/** Says that a download continues, or why it does not. */
export async function tellBeginning(file: string, beginning: Beginning, io: Io): Promise<void> {
  const said = describeBeginning(beginning);
  if (said !== undefined) await tell(file, said, io);
}

function describeBeginning({ part, begin, total, restarted }: Beginning): string | undefined {
  if (restarted !== undefined) return RESTARTED[restarted];
  if (part.discarded !== undefined) return DISCARDED[part.discarded];
  if (begin === 0) return undefined;
  return total === undefined
    ? `continuing after ${formatSize(begin)}`
    : `continuing after ${formatSize(begin)} of ${formatSize(total)}`;
}

export async function tell(file: string, message: string, { stderr }: Io): Promise<void> {
  await stderr.write(`${displayText(file)}: ${displayText(say(message))}\n`);
}

/** Passes on the bytes of an earlier run. */
export async function readPart(part: PartFile, seen: (octets: Uint8Array) => void): Promise<void> {
  const buffer = new Uint8Array(256 * 1024);
  for (let at = 0; at < part.length; ) {
    const length = await part.read(buffer.subarray(0, Math.min(buffer.length, part.length - at)), at);
    if (length === 0) break;
    seen(buffer.subarray(0, length));
    at += length;
  }
}
