import type { ListedVerb } from "./verb.ts";

/** The commands, in the order of the help. The rest of a command is loaded when it is used. */
export const VERBS: readonly ListedVerb[] = [
  {
    name: "parse",
    summary: "Show the components of a URL and its scheme-specific parts.",
    load: () => import("./text/parse.ts"),
  },
  {
    name: "explain",
    summary: "Draw a URL, and explain each part with its rule.",
    load: () => import("./text/explain.ts"),
  },
  {
    name: "check",
    summary: "Check a URL against RFC 3986 and RFC 1738.",
    load: () => import("./text/check.ts"),
  },
  { name: "norm", summary: "Print the normal form of a URL.", load: () => import("./text/norm.ts") },
  { name: "same", summary: "Compare two URLs and explain the result.", load: () => import("./text/same.ts") },
  { name: "build", summary: "Build a URL from its fields.", load: () => import("./text/build.ts") },
  {
    name: "edit",
    summary: "Change components of URLs, or print them in a format.",
    load: () => import("./text/edit.ts"),
  },
  {
    name: "resolve",
    summary: "Resolve a reference against a base URL.",
    load: () => import("./text/resolve.ts"),
  },
  {
    name: "relative",
    summary: "Print the shortest reference from a base URL to another.",
    load: () => import("./text/relative.ts"),
  },
  {
    name: "extract",
    summary: "Extract URLs from a file or from standard input.",
    load: () => import("./text/extract.ts"),
  },
  {
    name: "plan",
    summary: "Show what opening a URL would send, without sending it.",
    load: () => import("./text/plan.ts"),
  },
  {
    name: "get",
    summary: "Download a file, or list a directory or menu.",
    load: () => import("./read/get.ts"),
  },
  { name: "ls", summary: "List the entries of a directory or menu.", load: () => import("./read/ls.ts") },
  { name: "cat", summary: "Concatenate resources to standard output.", load: () => import("./read/cat.ts") },
  {
    name: "stat",
    summary: "Show type, size, and date without downloading.",
    load: () => import("./read/stat.ts"),
  },
  {
    name: "search",
    summary: "Search a server and list the results.",
    load: () => import("./read/search.ts"),
  },
  {
    name: "put",
    summary: 'Upload a file (or "-" for standard input) to a URL.',
    load: () => import("./write/put.ts"),
  },
  {
    name: "append",
    summary: 'Append a file (or "-" for standard input) to a URL.',
    load: () => import("./write/append.ts"),
  },
  {
    name: "cp",
    summary: 'Copy between URLs, local files, and pipes ("-").',
    load: () => import("./write/cp.ts"),
  },
  {
    name: "sync",
    summary: "Make a directory like another one: copy what differs.",
    load: () => import("./write/sync.ts"),
  },
  {
    name: "mv",
    summary: "Rename or move a resource on the same server.",
    load: () => import("./write/mv.ts"),
  },
  { name: "rm", summary: "Remove files or empty directories.", load: () => import("./write/rm.ts") },
  { name: "mkdir", summary: "Create directories.", load: () => import("./write/mkdir.ts") },
  {
    name: "send",
    summary: "Send a mailto: message, or print it without --smtp.",
    load: () => import("./write/send.ts"),
  },
  {
    name: "open",
    summary: "Open an interactive session, for example with telnet:.",
    load: () => import("./read/open.ts"),
  },
  {
    name: "browse",
    summary: "Browse menus, directories, and pages at a terminal.",
    load: () => import("./read/browse.ts"),
  },
  { name: "serve", summary: "Run a web gateway for all schemes.", load: () => import("./serve/serve.ts") },
  {
    name: "schemes",
    summary: "List the supported schemes and their operations.",
    load: () => import("./help/schemes.ts"),
  },
  {
    name: "plugins",
    summary: "List, add, or remove plugins with more schemes.",
    load: () => import("./help/plugins.ts"),
  },
  { name: "help", summary: "Show help for a command or a scheme.", load: () => import("./help/help.ts") },
  {
    name: "doctor",
    summary: "Check this machine and suggest fixes.",
    load: () => import("./help/doctor.ts"),
  },
  {
    name: "completion",
    summary: "Print a shell completion script.",
    load: () => import("./help/completion.ts"),
  },
];
