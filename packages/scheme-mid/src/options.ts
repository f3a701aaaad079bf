import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { isTemplate } from "./source/template.ts";

/** A store of messages, such as a Map: by Message-ID, without angle brackets. */
export interface MessageStore {
  /** Returns a whole message; `undefined` if the store does not have it. */
  get(messageId: string): Uint8Array | undefined | Promise<Uint8Array | undefined>;
}

/** Returns a whole message. */
export type MessageReader = () => Uint8Array | Promise<Uint8Array>;

const isPath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/])/.test(path) && !path.includes("\0");

const SHARED = {
  accept: {
    type: "list",
    maxItems: 100,
    description:
      'of alternatives with one Content-ID, take the last with one of these media types, such as "image/*"',
    rule: "RFC 2046 §5.1.4",
  },
  from: {
    type: "string",
    description:
      "the Content-ID or number of the part that refers to this one; its multipart/related is searched first",
    rule: "RFC 2387 §3.4",
  },
  embed: {
    type: "boolean",
    default: false,
    description:
      "replace cid references to pictures in HTML by data URLs, for a program that cannot open cid URLs",
  },
  maxEmbedded: {
    type: "bytes",
    default: 16_777_216 as number,
    description: "the maximum size of all data URLs in a part; further pictures are not embedded",
  },
  maxSize: {
    type: "bytes",
    default: 67_108_864 as number,
    description: "the maximum size of a message",
  },
  maxHeaderSize: {
    type: "bytes",
    default: 262_144 as number,
    description: "the maximum size of the header of a message or part",
  },
  maxParts: { type: "integer", default: 10_000 as number, description: "the maximum number of parts" },
  maxDepth: {
    type: "integer",
    default: 32 as number,
    max: 200,
    description: "the maximum number of levels of parts",
  },
  maxMessages: {
    type: "integer",
    default: 1_000_000 as number,
    description: "the maximum number of messages of a mailbox that are searched",
  },
} as const;

const MID_DECLARATIONS = {
  store: {
    type: "object",
    methods: ["get"],
    as: undefined as MessageStore | undefined,
    description: "a store of messages by Message-ID, such as a Map; it is asked first",
  },
  mailboxes: {
    type: "list",
    maxItems: 100,
    default: [],
    read: (paths: readonly string[]): readonly string[] | undefined =>
      paths.every(isPath) ? paths : undefined,
    expected: "absolute paths",
    description:
      "mboxes, Maildirs, and files with one message, in this order, below the file roots of the policy",
    rule: "RFC 4155",
  },
  source: {
    type: "string",
    read: (text: string): string | undefined => (isTemplate(text) ? text : undefined),
    expected: 'a URL with "{messageId}", such as news:{messageId}',
    description:
      "the URL of a message, with {messageId}: it is opened by the client if no mailbox has the message",
  },
} as const;

const CID_DECLARATIONS = {
  message: {
    type: "value",
    programOnly: true,
    as: undefined as Uint8Array | MessageReader | undefined,
    read: (value: unknown): MessageReader | undefined => {
      if (value instanceof Uint8Array) return () => value;
      return typeof value === "function" ? (value as MessageReader) : undefined;
    },
    expected: "the bytes of a message, or a function that returns them",
    description: "the message with the part",
  },
  file: {
    type: "string",
    read: (path: string): string | undefined => (isPath(path) ? path : undefined),
    expected: "an absolute path",
    description: "a file with the message, below the file roots of the policy",
  },
} as const;

/** The options of mid. */
export const midOptions: OptionSet<typeof MID_DECLARATIONS & typeof SHARED> = defineOptions("mid", {
  ...MID_DECLARATIONS,
  ...SHARED,
});
/** The options of cid. */
export const cidOptions: OptionSet<typeof CID_DECLARATIONS & typeof SHARED> = defineOptions("cid", {
  ...CID_DECLARATIONS,
  ...SHARED,
});

export type MidOptions = OptionsInput<typeof midOptions>;
export type MidSettings = ResolvedOptions<typeof midOptions>;
export type CidOptions = OptionsInput<typeof cidOptions>;
export type CidSettings = ResolvedOptions<typeof cidOptions>;
/** The options of both. */
export type PartSettings = Pick<MidSettings, keyof typeof SHARED>;
