import { NETWORK_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { upload } from "./put.ts";

export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<file>", completes: ["file"] },
    { usage: "<url>", completes: ["url"] },
  ],
  options: { ...NETWORK_OPTIONS },
  examples: [
    "anyurl append today.log ftp://alice@ftp.example/logs/all.log",
    "date | anyurl append - ftp://alice@ftp.example/logs/dates.txt",
  ],
  run: ([file, text], options, io) => upload("append", file, text, options, io),
});
