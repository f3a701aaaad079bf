import { NETWORK_OPTIONS, WRITE_OUT_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";

export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<file>", completes: ["file"] },
    { usage: "<url>", completes: ["url"] },
  ],
  options: { ...WRITE_OUT_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl append today.log ftp://alice@ftp.example/logs/all.log",
    "date | anyurl append - ftp://alice@ftp.example/logs/dates.txt",
  ],
  run: async ([file, text], options, io) =>
    (await import("./upload.ts")).upload("append", [file], text, options, io),
});
