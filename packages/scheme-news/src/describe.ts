import { describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, findGrouppart, type NewsUrl } from "./syntax.ts";

/** Returns the parts of a news URL: their positions and their meaning. */
export function describe(url: NewsUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const { newsgroupName, wildmat, messageId } = url.parts;
  const { pathEnd, queryEnd } = url.offsets;
  const add = (name: string, value: string, meaning: string, end = pathEnd) =>
    parts.push({ name, start: findGrouppart(url), end, value, meaning, cite: "RFC 5538 §4" });

  // A "?" in a message-id belongs to it, although the generic syntax begins a query there.
  if (messageId !== undefined)
    add("messageId", messageId, "the article with this message-id, the same on every server", queryEnd);
  else if (newsgroupName !== undefined) add("newsgroupName", newsgroupName, "the newsgroup");
  else if (wildmat === "*") add("wildmat", wildmat, "all newsgroups");
  else add("wildmat", wildmat, "the newsgroups that match this pattern");
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
