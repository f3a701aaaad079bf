import type { Entry } from "anyurl";
import type { Expected, Facts } from "./scenario.ts";
import type { StepResult } from "./step-result.ts";

/** Describes how a result differs from the expected one; `undefined` if it does not. */
export function findDifference(came: StepResult, expected: Expected): string | undefined {
  if ("octets" in came && "octets" in expected) return octetsDifference(came.octets, expected.octets);
  if ("octets" in came && "ending" in expected) {
    const end = came.octets.subarray(Math.max(0, came.octets.length - expected.ending.length));
    return octetsDifference(end, expected.ending);
  }
  if ("entries" in came && "names" in expected) return listingDifference(came.entries, expected);
  if ("facts" in came && "facts" in expected) return factsDifference(came.facts, expected.facts);
  if ("recipients" in came && "recipients" in expected) return mailDifference(came, expected);
  if ("normal" in came && "normal" in expected)
    return came.normal === expected.normal ? undefined : `the normal form is ${came.normal}`;
  if ("done" in came && "done" in expected) return undefined;
  return "unexpected type of result";
}

function octetsDifference(came: Uint8Array, expected: Uint8Array): string | undefined {
  if (Buffer.compare(came, expected) === 0) return undefined;
  return `received ${came.length} bytes that differ from the expected ${expected.length} bytes`;
}

function listingDifference(
  entries: readonly Entry[],
  expected: Extract<Expected, { readonly names: readonly string[] }>,
): string | undefined {
  const names = entries.map(({ name }) => name);
  if (!sameSet(names, expected.names)) return `the names are ${names.join(", ")}`;
  const urls = entries.map(({ url }) => url ?? "none");
  if (expected.urls !== undefined && !sameSet(urls, expected.urls)) return `the URLs are ${urls.join(", ")}`;
  return undefined;
}

function sameSet(came: readonly string[], expected: readonly string[]): boolean {
  return JSON.stringify([...came].sort()) === JSON.stringify([...expected].sort());
}

function factsDifference(came: Partial<Facts>, expected: Facts): string | undefined {
  const { kind, size, modified } = came;
  const same =
    kind === expected.kind && size === expected.size && modified?.getTime() === expected.modified.getTime();
  return same ? undefined : `unexpected metadata: ${kind}, ${size} bytes, ${modified?.toISOString()}`;
}

function mailDifference(
  came: Extract<StepResult, { readonly kind: "delivered" }>,
  expected: Extract<Expected, { readonly recipients: readonly string[] }>,
): string | undefined {
  if (!sameSet(came.recipients, expected.recipients))
    return `unexpected recipients: ${came.recipients.join(", ")}`;
  const text = Buffer.from(came.message).toString("latin1");
  return text.includes(expected.unnamed) ? `the message names ${expected.unnamed}` : undefined;
}
