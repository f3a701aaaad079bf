export { explain, explainText, type Reader } from "./explain.ts";
export type { ExplainedEscape, ExplainedPart, Explanation, Piece, Refusal } from "./explanation.ts";
export { shownAt } from "./secrets.ts";
export { toHtml } from "./to-html.ts";
export { type ExplanationJson, toJson } from "./to-json.ts";
export { type TerminalOptions, toTerminal } from "./to-terminal.ts";
