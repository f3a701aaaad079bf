// For the command line, once `node examples/install.ts` has built this:
//
//     anyurl --config examples/x-finger get finger://h.example/alice
import { finger } from "anyurl-scheme-finger";

export default { plugins: [finger] };
