export { type ExplainRegistry, explain, explainText } from "./explain.ts";
export type { DisplayRun, ExplainedEscape, ExplainedPart, Explanation, RejectedText } from "./explanation.ts";
export { toDisplayOffset } from "./explanation.ts";
export { toHtml } from "./to-html.ts";
export { type ExplanationJson, toJson } from "./to-json.ts";
export { type TerminalOptions, toTerminal } from "./to-terminal.ts";
