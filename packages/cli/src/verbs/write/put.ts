import { FORCE_OPTIONS, NETWORK_OPTIONS, WRITE_OUT_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";

export const verb: Verb = defineVerb({
  opens: true,
  args: [
    { usage: "<file...>", completes: ["file"] },
    { usage: "<url>", completes: ["url"] },
  ],
  options: { ...FORCE_OPTIONS, ...WRITE_OUT_OPTIONS, ...NETWORK_OPTIONS },
  examples: [
    "anyurl put report.txt ftp://alice@ftp.example/pub/",
    "anyurl put a.jpg b.jpg ftp://alice@ftp.example/pictures/",
    "tar c docs | anyurl put - ftp://alice@ftp.example/backup.tar",
    "anyurl put --force --option tls=required page.html ftp://alice@ftp.example/www/page.html",
  ],
  run: async ([files, text], options, io) =>
    (await import("./upload.ts")).upload("put", files, text, options, io),
});
