// For the command line, once `node examples/install.ts` has built this:
//
//     anyurl --config examples/x-sftp ls sftp://alice@h.example/pub/
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { sftp } from "anyurl-scheme-sftp";

// A file beside this one, or the one of the user.
const own = join(import.meta.dirname, "known_hosts");
const knownHosts = readFileSync(existsSync(own) ? own : join(homedir(), ".ssh/known_hosts"), "utf8");

export default { plugins: [sftp], options: { sftp: { knownHosts } } };
