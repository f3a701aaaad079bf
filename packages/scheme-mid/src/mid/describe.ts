import { describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { CITE, isSection } from "../addr-spec.ts";
import { findIds, type MidUrl } from "./syntax.ts";

/** Returns the parts of a mid URL: their positions and their meaning. */
export function describe(url: MidUrl): readonly Part[] {
  const { messageId, contentId = "" } = url.parts;
  const { message, part } = findIds(url);
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const add = (name: string, [start, end]: readonly [number, number], value: string, meaning: string) =>
    parts.push({ name, start, end, value, meaning, cite: CITE });

  add("messageId", message, messageId, "the message with this Message-ID");
  if (part !== undefined) {
    const number = isSection(contentId) ? " or number" : "";
    add("contentId", part, contentId, `its part with this Content-ID${number}`);
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
