import { createPart, describeAuthority, type Part } from "@anyurl/core";
import { describeSubscriber } from "../describe-subscriber.ts";
import { getPath, type TelUrl } from "./syntax.ts";

/** Returns the parts of a tel URL: their positions and their meaning. */
export function describe(url: TelUrl): readonly Part[] {
  const part = createPart(url, "RFC 3966 §3");
  return [...describeAuthority(url, undefined), ...describeSubscriber(url.href, getPath(url), part)];
}
