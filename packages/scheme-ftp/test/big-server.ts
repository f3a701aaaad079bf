// A server with a gibibyte, in a process of its own. Tells its parent where it is.
import { folder, patternDocument, startFtpServer } from "@anyurl/servers";

const root = folder({ small: patternDocument(1024 ** 2), big: patternDocument(1024 ** 3) });
const { origin } = await startFtpServer({ root });
process.send?.(origin);
