import { defineOptions } from "../verb.ts";

/** How curl reads the value of an option with data. */
type Form = "data" | "binary" | "urlencode";

/** Data of a request, as one option of the command line gives it. */
export interface GivenData {
  readonly text: string;
  readonly form: Form;
  /** The position among all options with data, which have different names. */
  readonly order: number;
}

let order = 0;

/** Returns the parser of an option that can be repeated. */
function dataParser(form: Form): (text: string, before?: readonly GivenData[]) => readonly GivenData[] {
  return (text, before = []) => {
    order += 1;
    return [...before, { text, form, order }];
  };
}

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
    description: 'send this text, or "@FILE" without its line ends, with POST (repeat to join with "&")',
    parse: dataParser("data"),
  },
  dataBinary: {
    value: "<data>",
    description: 'send this text, or "@FILE" unchanged',
    parse: dataParser("binary"),
  },
  dataUrlencode: {
    value: "<data>",
    description: 'send NAME=TEXT or "NAME@FILE" with the content percent-encoded',
    parse: dataParser("urlencode"),
  },
  head: { short: "I", description: "request and show only the header" },
  include: { short: "i", description: "also show the header of the response" },
});
