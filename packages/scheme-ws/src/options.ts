import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Fields that the handshake itself sets. */
const OWN = /^(?:host|connection|upgrade|content-length|transfer-encoding|sec-websocket-.*)$/i;

function readHeaders(value: unknown): Readonly<Record<string, string>> | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const isField = ([name, text]: readonly [string, unknown]) =>
    TOKEN.test(name) && !OWN.test(name) && typeof text === "string" && /^[\x20-\x7e]*$/.test(text);
  return Object.entries(value).every(isField) ? (value as Readonly<Record<string, string>>) : undefined;
}

const DECLARATIONS = {
  protocols: {
    type: "list",
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.every((name) => TOKEN.test(name)) && new Set(names).size === names.length ? names : undefined,
    expected: "different tokens" as string,
    description: "subprotocols, the preferred one first; the server chooses one of them",
    rule: "RFC 6455 §1.9",
  },
  headers: {
    type: "value",
    read: (value: unknown): Readonly<Record<string, string>> | undefined => readHeaders(value),
    expected: "an object of field names and values, without those of the handshake" as string,
    description: "further fields of the handshake, such as Origin, which is not sent otherwise",
    rule: "RFC 6455 §4.1",
  },
  messages: {
    type: "choice",
    choices: ["lines", "text", "binary"],
    default: "lines",
    description:
      "what write sends: a text message for each line, or one message for each call, as text or binary",
    rule: "RFC 6455 §5.6",
  },
  compress: {
    type: "boolean",
    default: false,
    description: "offer compression (permessage-deflate)",
    rule: "RFC 7692",
  },
} as const;

/** The options of ws and wss. */
export const wsOptions: OptionSet<typeof DECLARATIONS> = defineOptions("ws", DECLARATIONS);

export type WsOptions = OptionsInput<typeof wsOptions>;
export type WsSettings = ResolvedOptions<typeof wsOptions>;
