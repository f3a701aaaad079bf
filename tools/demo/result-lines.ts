import { createHash } from "node:crypto";
import { DEFAULT_STYLE } from "@anyurl/core/presentation";
import { displayText, type Entry, textOf } from "anyurl";
import { truncateToWidth } from "../../packages/cli/src/render/columns.ts";
import { entryLines } from "../../packages/cli/src/render/entries.ts";
import type { Paint } from "../../packages/cli/src/render/style.ts";
import { looksBinary } from "../../packages/cli/src/render/terminal-text.ts";
import type { Opening } from "./scenario.ts";
import type { Outcome } from "./step.ts";
import type { Failure, StepResult } from "./step-result.ts";

/** How to show a text. */
export type TextStyle = Partial<Pick<Opening, "body" | "lineEnds">>;

const BODY: TextStyle = { body: true };

/** Maximum number of listing entries to show. */
const ENTRIES = 3;
/** Maximum columns of a text, and of a URL in a listing. */
const WIDEST = 70;
const WIDEST_URL = 60;

/** Formats the result of a step in a few lines. */
export function resultLines({ act, came }: Outcome, style: TextStyle, paint: Paint): readonly string[] {
  const says = (text: string) => `${paint("green", "S:")} ${text}`;
  switch (came.kind) {
    case "octets":
      return [says(octetsText(came.octets, { ...style, ...("ending" in act.expected && BODY) }, paint))];
    case "entries": {
      const { entries } = came;
      const count = `${entries.length} ${entries.length === 1 ? "entry" : "entries"}`;
      return [says(count), ...someOf(entryLines(entries.map(short), DEFAULT_STYLE, paint))];
    }
    case "facts":
      return [says(factsText(came))];
    case "delivered":
      return [says(`accepted for ${came.recipients.join(" and ")}; only the envelope names the second one`)];
    case "explained":
      return [`${paint("dim", "--")} normal form: ${displayText(came.normal)}`];
    case "done":
      return [];
    case "failed":
      return [failureText(came.failure, act.sent === undefined, paint)];
  }
}

/** Converts the result of a step to JSON data. */
export function resultData(came: StepResult): object {
  switch (came.kind) {
    case "octets":
      return { size: came.octets.length, sha256: sha256(came.octets) };
    case "entries":
      return { entries: came.entries };
    case "facts": {
      const { kind, size, modified } = came.facts;
      return { kind, size, modified, mediaType: came.mediaType };
    }
    case "delivered":
      return { recipients: came.recipients };
    case "explained":
      return { normal: came.normal };
    case "done":
      return { done: true };
    case "failed": {
      const { code, message, hint, problem } = came.failure;
      return { failed: { code, message, hint, start: problem?.start, end: problem?.end } };
    }
  }
}

/** Formats the size and the beginning of a body. */
function octetsText(octets: Uint8Array, { body, lineEnds }: TextStyle, paint: Paint): string {
  if (looksBinary(octets, undefined)) return `${octets.length} bytes, sha256 ${paint("dim", sha256(octets))}`;
  const text = textOf(octets);
  const ends = lineEnds === true ? text : text.replaceAll("\r\n", "\n");
  const from = body === true ? ends.indexOf("\n\n") + 2 : 0;
  const lines = ends.slice(from).split("\n");
  while (lines.length > 1 && lines.at(-1) === "") lines.pop();
  const shown = lineEnds === true || body === true ? lines : lines.slice(0, 1);
  const said = shown.map((line) => displayText(line)).join(" | ");
  const rest = shown.length < lines.length ? " …" : "";
  return `${octets.length} bytes: ${body === true ? "… " : ""}${truncateToWidth(said, WIDEST)}${rest}`;
}

function factsText({ facts, mediaType }: Extract<StepResult, { readonly kind: "facts" }>): string {
  const { kind, size, modified } = facts;
  const told = [kind, `${size} bytes`, mediaType, modified?.toISOString().slice(0, 16).replace("T", " ")];
  return told.filter((each) => each !== undefined).join(", ");
}

function failureText({ code, message }: Failure, isRefusal: boolean, paint: Paint): string {
  return `${isRefusal ? "rejected: " : ""}${paint("red", displayText(code))}: ${displayText(message)}`;
}

function short(entry: Entry): Entry {
  return entry.url === undefined ? entry : { ...entry, url: truncateToWidth(entry.url, WIDEST_URL) };
}

function someOf(lines: readonly string[]): readonly string[] {
  const rest = lines.length - ENTRIES;
  const shown = lines.slice(0, rest > 1 ? ENTRIES : lines.length).map((line) => `   ${line}`.trimEnd());
  return rest > 1 ? [...shown, `   … ${rest} more`] : shown;
}

function sha256(octets: Uint8Array): string {
  return createHash("sha256").update(octets).digest("hex");
}
