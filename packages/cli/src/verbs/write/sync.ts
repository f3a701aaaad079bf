import { defineVerb, type Verb } from "../verb.ts";
import { SYNC_OPTIONS } from "./sync-options.ts";

/** Makes a directory like another one: copies what differs. */
export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<from>", completes: ["url", "file"] },
    { usage: "<to>", completes: ["url", "file"] },
  ],
  options: SYNC_OPTIONS,
  examples: [
    "anyurl sync site/ ftp://alice@ftp.example/www/",
    "anyurl sync --delete --dry-run site/ ftp://alice@ftp.example/www/",
    "anyurl sync --exclude '*.iso' ftp://ftp.example/pub/ mirror/",
  ],
  run: async ([from, to], options, io) => (await import("./copy-tree.ts")).syncTree(from, to, options, io),
});
