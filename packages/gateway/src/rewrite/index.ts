export { type Rewritten, rewritten } from "./document.ts";
