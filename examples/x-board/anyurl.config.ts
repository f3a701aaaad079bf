// For the command line, once `node examples/install.ts` has built this:
//
//     anyurl --config examples/x-board ls x-board://127.0.0.1:4545/
import { board } from "anyurl-scheme-x-board";

export default { plugins: [board], options: { "x-board": { author: "alice" } } };
