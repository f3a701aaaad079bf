// For the command line, once `node examples/install.ts` has built this:
//
//     anyurl --config examples/x-zip ls x-zip:///srv/pub/poems.zip=/
import { zip } from "anyurl-scheme-x-zip";

export default { plugins: [zip] };
