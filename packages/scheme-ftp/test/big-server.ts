// A server with a gibibyte, in a process of its own. Tells its parent where it is.
import { counting, folder, startFtpServer } from "@anyurl/servers";

const root = folder({ small: counting(1024 ** 2), big: counting(1024 ** 3) });
const { origin } = await startFtpServer({ root });
process.send?.(origin);
