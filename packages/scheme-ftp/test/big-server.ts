// A server with a file of 256 MiB as a child process. Sends its origin to the parent.
import { folder, patternDocument, startFtpServer } from "@anyurl/servers";

const root = folder({ small: patternDocument(1024 ** 2), big: patternDocument(256 * 1024 ** 2) });
const { origin } = await startFtpServer({ root });
process.send?.(origin);
