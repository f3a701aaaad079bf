// For the command line, once `node examples/install.ts` has built this:
//
//     anyurl --config examples/x-gemini ls gemini://h.example/
import { gemini } from "anyurl-scheme-gemini";

export default { plugins: [gemini] };
