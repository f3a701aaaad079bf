import type { Options } from "../verb.ts";

/** Options of get that send a request of their own, with the letters of curl. */
export const REQUEST_OPTIONS = {
  request: {
    short: "X",
    value: "<method>",
    description: "method of the request, for example PUT",
    group: "Request options",
  },
  data: {
    short: "d",
    value: "<data>",
    description: 'send this text, or "@FILE", with the method POST (repeat to join with "&")',
    parse: (text: string, before: readonly string[] = []) => [...before, text],
    group: "Request options",
  },
  head: { short: "I", description: "request and show only the header", group: "Request options" },
  include: { short: "i", description: "show the header of the response too", group: "Request options" },
} as const satisfies Options;
