import type { Transcript, TranscriptEntry } from "anyurl";
import type { Paint } from "./style.ts";

/**
 * Formats a transcript in the same form as a plan:
 *
 *     -- connect to 127.0.0.1:2121
 *     S: 220 Ready.
 *     C: USER anonymous
 *     S/data: 256 bytes
 *
 * The transcript has no secrets, and control characters are escaped.
 */
export function transcriptLines({ entries, dropped }: Transcript, paint: Paint): readonly string[] {
  const lines = entries.flatMap((entry) => transcriptEntryLines(entry, paint));
  return dropped === 0 ? lines : [...lines, paint("dim", `-- ${dropped} more entries were dropped`)];
}

function transcriptEntryLines(entry: TranscriptEntry, paint: Paint): readonly string[] {
  const { kind, on, text, octets } = entry;
  const channel = on === "control" ? "" : `/${on}`;
  const what = on === "control" ? "" : ` for ${on}`;
  switch (kind) {
    case "open":
      return [paint("dim", `-- ${formatConnection(entry)}${what}`)];
    case "secure":
      return [paint("dim", `-- start TLS${channel}: ${text}`)];
    case "close":
      return [paint("dim", `-- close${what}`)];
    case "keep":
      return [paint("dim", `-- return the connection${what} to the pool`)];
    case "note":
      return [paint("dim", `-- ${text}`)];
    default:
      return formatPayload(text, octets ?? 0).map((line) => {
        const sign = `${kind === "send" ? "C" : "S"}${channel}:`;
        return `${paint(kind === "send" ? "green" : "cyan", sign)} ${line}`.trimEnd();
      });
  }
}

function formatConnection({ address = "", port, reused }: TranscriptEntry): string {
  const host = address.includes(":") ? `[${address}]` : address;
  return `${reused === true ? "reuse the connection to" : "connect to"} ${port === undefined ? host : `${host}:${port}`}`;
}

/** Returns the lines of a dialogue, or the length of a body. */
function formatPayload(text: string | undefined, octets: number): readonly string[] {
  if (text === undefined) return [`${octets} bytes`];
  return text.replace(/\n$/, "").split("\n");
}
