import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";
import { CODE_PAGES } from "./ebcdic.ts";

/** RFC 2355 §7.1, and the names of color displays that servers of traditional TN3270 know. */
const DEVICE_TYPE = /^IBM-327[89]-[2-5](?:-E)?$|^IBM-DYNAMIC$/;

/** "The length of device-names and resource-names should not exceed 8 bytes" (RFC 2355 §7.1.1); some servers allow more. */
const LU = /^[A-Za-z0-9#@$._-]{1,32}$/;

const DECLARATIONS = {
  lu: {
    type: "string",
    read: (name: string): string | undefined => (LU.test(name) ? name : undefined),
    expected: "1 to 32 letters, digits, or characters of #@$._-",
    description: "the logical unit or the pool of them to request; without it, the server chooses",
    rule: "RFC 2355 §7.1.2, RFC 1646",
  },
  deviceTypes: {
    type: "list",
    maxItems: 16,
    default: ["IBM-3278-2-E", "IBM-3278-2"],
    read: (names: readonly string[]): readonly string[] | undefined =>
      names.length > 0 && names.every((name) => DEVICE_TYPE.test(name)) ? names : undefined,
    expected: "a name such as IBM-3278-2-E, or up to 16 such names; 2 to 5 are the sizes of the screen",
    description: "device types, in the order of preference",
    rule: "RFC 2355 §7.1",
  },
  tn3270e: {
    type: "boolean",
    default: true,
    description: "accept TN3270E if the server offers it; otherwise only traditional TN3270",
    rule: "RFC 2355",
  },
  codePage: {
    type: "choice",
    choices: CODE_PAGES as typeof CODE_PAGES,
    default: "037",
    description: "the EBCDIC code page of the host",
  },
  numericLock: {
    type: "boolean",
    default: true,
    description: "accept only digits, a minus, and a decimal point in numeric fields",
  },
  suggest: {
    type: "boolean",
    default: true,
    description: "offer the user and the password of the URL as suggestions; they are never sent",
    rule: "RFC 6270 §2.2",
  },
  tls: {
    type: "boolean",
    default: false,
    description: "use TLS from the start; the port is then 992, if the URL has none",
  },
  maxSubnegotiation: {
    type: "bytes",
    unlimited: true,
    default: 1_024,
    description: "maximum bytes of one subnegotiation of the server",
  },
} as const;

/** The options of tn3270. */
export const tn3270Options: OptionSet<typeof DECLARATIONS> = /* @__PURE__ */ defineOptions(
  "tn3270",
  DECLARATIONS,
);

export type Tn3270Options = OptionsInput<typeof tn3270Options>;
export type Tn3270Settings = ResolvedOptions<typeof tn3270Options>;
