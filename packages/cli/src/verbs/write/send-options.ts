import { NETWORK_OPTIONS } from "../common/options.ts";
import type { Options, VerbOptions } from "../verb.ts";

export const SEND_OPTIONS = {
  smtp: { value: "<host[:port]>", description: "mail server to send through (default: ANYURL_SMTP)" },
  sendmail: { description: "send through the program sendmail of this machine" },
  tls: {
    value: "<how>",
    description: "TLS mode (default: implicit on port 465, otherwise required)",
    choices: ["implicit", "required", "preferred", "none"],
  },
  from: { value: "<address>", description: "sender address (default: EMAIL)" },
  yes: { description: "send without confirmation" },
  partial: { description: "send even if the server rejects some recipients" },
  ...NETWORK_OPTIONS,
} as const satisfies Options;

export type SendOptions = VerbOptions<typeof SEND_OPTIONS>;
