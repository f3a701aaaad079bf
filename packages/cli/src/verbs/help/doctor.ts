import { defineVerb, type Verb } from "../verb.ts";

/** The default URL of --online: the name is reserved for examples (RFC 2606 §3), but the site exists. */
const DEFAULT_ONLINE_URL = "https://example.com/";

/** Checks this machine and suggests fixes. Opens no connection without --online. */
export const verb: Verb = defineVerb({
  loadsConfig: true,
  args: [],
  options: {
    online: {
      value: "[url]",
      description: "also look up and open a URL (default: https://example.com/)",
      completes: ["url"],
    },
  },
  examples: ["anyurl doctor", "anyurl doctor --online", "anyurl doctor --json"],
  async run(_, { online, ...options }, io) {
    const { report } = await import("../../doctor/report.ts");
    return report(online === true ? DEFAULT_ONLINE_URL : online, options, io);
  },
});
