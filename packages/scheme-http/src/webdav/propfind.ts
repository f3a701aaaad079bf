import { octetsOf, type Source } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import type { HttpSettings } from "../settings.ts";
import { TEXT_PROPERTIES } from "./property-names.ts";

/** The properties that are requested (RFC 4918 §15). */
const NAMES = ["resourcetype", ...TEXT_PROPERTIES].map((name) => `<${name}/>`).join("");

/** The body of PROPFIND (RFC 4918 §9.1), in short lines. */
export const PROPFIND_LINES: readonly string[] = [
  '<?xml version="1.0" encoding="utf-8"?>',
  '<propfind xmlns="DAV:"><prop>',
  NAMES,
  "</prop></propfind>",
];

const PROPFIND_BODY: Uint8Array = octetsOf(PROPFIND_LINES.map((line) => `${line}\r\n`).join(""));

/** A request for properties. */
export interface Propfind {
  readonly method: "PROPFIND";
  readonly fields: readonly HttpField[];
  readonly body: Source;
}

/** Returns a request for the properties of a resource, and with the depth 1 of the members of a collection. */
export function createPropfind(depth: "0" | "1"): Propfind {
  const body: Source = {
    size: PROPFIND_BODY.length,
    isRepeatable: true,
    async *[Symbol.asyncIterator]() {
      yield PROPFIND_BODY.slice();
    },
  };
  return {
    method: "PROPFIND",
    fields: [
      ["depth", depth],
      ["content-type", "application/xml"],
    ],
    body,
  };
}

/** Returns the settings of a request that this package makes by itself: the conditions and the length are the caller's. */
export function toOwnSettings(settings: HttpSettings): HttpSettings {
  return { ...settings, conditions: [], length: undefined, anyStatus: false };
}
