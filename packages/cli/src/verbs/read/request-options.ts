import { defineOptions } from "../verb.ts";

/** Options of get that send a request of their own, with the letters of curl. */
export const REQUEST_OPTIONS = defineOptions("Request options", {
  request: {
    short: "X",
    value: "<method>",
    description: "method of the request, for example PUT",
  },
  data: {
    short: "d",
    value: "<data>",
    description: 'send this text, or "@FILE", with the method POST (repeat to join with "&")',
    parse: (text: string, before: readonly string[] = []) => [...before, text],
  },
  head: { short: "I", description: "request and show only the header" },
  include: { short: "i", description: "show the header of the response too" },
});
