import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import type { UrnUrl } from "./syntax.ts";

/** Returns the components of a URN: their positions and their meaning. */
export function describe(url: UrnUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const { href, offsets } = url;
  const { nid, nss, rComponent, qComponent } = url.parts;
  let end = offsets.pathStart;
  const add = (name: string, start: number, length: number, meaning: string, cite: string) => {
    end = start + length;
    parts.push({ name, start, end, value: decodeText(href.slice(start, end)), meaning, cite });
  };

  add("nid", end, nid.length, "the namespace", "RFC 8141 §2.1");
  add("nss", end + 1, nss.length, "the name in this namespace", "RFC 8141 §2.2");
  if (rComponent !== undefined)
    add("rComponent", end + 2, rComponent.length, "parameters for the resolver", "RFC 8141 §2.3.1");
  if (qComponent !== undefined)
    add("qComponent", end + 2, qComponent.length, "parameters for the resource", "RFC 8141 §2.3.2");
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}
