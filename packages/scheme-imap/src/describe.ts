import { decodeText, describeAuthority, type Part } from "@anyurl/core";
import { type ParameterName, type RawField, type RawParameter, splitPath, splitUserinfo } from "./split.ts";
import { CITE, DEFAULT_PORT, type ImapUrl } from "./syntax.ts";

const MEANINGS: Readonly<Record<ParameterName, string>> = {
  uidValidity: "the mailbox must have this version of its UIDs",
  uid: "the message with this unique identifier",
  section: "a part of the message",
  partial: "a range of bytes: the offset, and the length",
  expire: "the authorization ends at this time",
  urlauth: "who may open the URL, and the token that proves it",
};

/** Returns each part of an imap URL, with its range and its meaning. */
export function describe(url: ImapUrl): readonly Part[] {
  const parts: Part[] = [];
  const add = (name: string, field: RawField | RawParameter | undefined, meaning: string, secret = false) => {
    if (field === undefined) return;
    const { end } = field;
    const start = "labelStart" in field ? field.labelStart : field.start;
    const value = secret ? "***" : decodeText(url.href.slice(start, end));
    parts.push({ name, start, end, value, meaning, cite: CITE, ...(secret && { secret }) });
  };
  for (const part of describeAuthority(url, DEFAULT_PORT[url.scheme])) {
    // The generic syntax does not know the ";".
    if (part.name !== "user") {
      parts.push(part);
      continue;
    }
    const { user, auth } = splitUserinfo(url);
    add("user", user, "the user; the password is asked for");
    add("auth", auth, auth?.raw === "*" ? "any mechanism of the server" : "the mechanism of the login");
  }
  const { mailbox, parameters } = splitPath(url);
  const { query, offsets } = url;
  add("mailbox", mailbox, "the mailbox");
  if (mailbox === undefined && offsets.pathStart < offsets.pathEnd)
    add(
      "mailbox",
      { raw: "", start: offsets.pathEnd, end: offsets.pathEnd },
      "no mailbox: the server itself",
    );
  const isSecret = url.parts.urlauth?.token !== undefined;
  for (const [name, field] of parameters) add(name, field, MEANINGS[name], name === "urlauth" && isSecret);
  if (query !== undefined)
    add(
      "search",
      { raw: query, start: offsets.pathEnd + 1, end: offsets.queryEnd },
      "the messages that these search keys find",
    );
  return parts;
}
