export { type RewrittenDocument, rewriteDocument } from "./document.ts";
