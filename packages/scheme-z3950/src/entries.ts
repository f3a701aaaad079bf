import { displayText, type Entry } from "@anyurl/core";
import { diagnosticError } from "./diagnostic.ts";
import type { SearchEvent } from "./exchange.ts";
import { isDiagnostic } from "./message.ts";
import type { Z3950Settings } from "./options.ts";
import { summarize } from "./record.ts";
import { format, type Z3950Url } from "./syntax.ts";

/** Converts an event of a search to the entry of a listing. */
export function toEntry(
  event: SearchEvent,
  url: Z3950Url,
  databases: readonly string[],
  options: Z3950Settings,
): Entry {
  if (event.is === "rest")
    return {
      name: `${event.count} more ${event.count === 1 ? "record" : "records"}`,
      kind: "information",
      url: undefined,
    };
  const { record, position } = event;
  if (isDiagnostic(record)) {
    const { message, reply } = diagnosticError(record, options);
    const text = reply === undefined ? message : `${message}: ${reply}`;
    return { name: `record ${position}: ${text}`, kind: "error", url: undefined };
  }
  const { title, identifier, ...rest } = summarize(record);
  const where = record.database === undefined ? databases : [record.database];
  const target = identifier === undefined ? undefined : recordUrl(url, where, identifier);
  return {
    name: title ?? `record ${position}`,
    kind: "file",
    url: target,
    ...(target === undefined && { unsafe: "the record has no identifier; open a session to read it" }),
    attributes: {
      ...Object.fromEntries(Object.entries(rest).map(([name, text]) => [name, displayText(text)])),
      position: String(position),
    },
  };
}

/** Returns the URL of a record: on the server of the search, in the preferred format of its URL. */
function recordUrl(url: Z3950Url, databases: readonly string[], docid: string): string | undefined {
  const { host, port, parts } = url;
  try {
    return format({
      scheme: "z39.50r",
      host: host ?? "",
      ...(port !== undefined && port !== "" && { port: Number(port) }),
      databases,
      docid,
      elementSetName: parts.elementSetName,
      recordSyntaxes: parts.recordSyntaxes,
    });
  } catch {
    return undefined;
  }
}
