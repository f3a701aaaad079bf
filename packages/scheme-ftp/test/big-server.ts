// A server with a file of 1 GiB as a child process. Sends its origin to the parent.
import { folder, patternDocument, startFtpServer } from "@anyurl/servers";

const root = folder({ small: patternDocument(1024 ** 2), big: patternDocument(1024 ** 3) });
const { origin } = await startFtpServer({ root });
process.send?.(origin);
