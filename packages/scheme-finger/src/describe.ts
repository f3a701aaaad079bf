import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type FingerParts, type FingerUrl } from "./syntax.ts";

/** Returns each part of a finger URL, with its range and its meaning. */
export function describe(url: FingerUrl): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const part = createPart(url, "RFC 1288 §2.3");
  const parts: Part[] = [
    ...describeAuthority(url, DEFAULT_PORT),
    part("request", [Math.min(pathStart + 1, pathEnd), pathEnd], meaningOf(url.parts)),
  ];
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function meaningOf({ verbose, user = "", hosts }: FingerParts): string {
  const who = user === "" ? "who is logged in" : "a user";
  const where = hosts.length === 0 ? "" : ", asked of another host through this one";
  return `${who}${verbose ? ", in detail" : ""}${where}`;
}
