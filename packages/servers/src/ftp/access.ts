import type { Command } from "./command.ts";
import { isFolder, quotePath, resolve } from "./path.ts";
import { createReply, type Reply } from "./reply.ts";
import type { Session } from "./session-state.ts";

/* RFC 959 §4.1.1, access control commands, and PWD. */

const CDUP: Command = { argument: "", run: (session) => changeDirectory(session, "..") };
const CWD: Command = {
  argument: "[<pathname>]",
  // The RFC does not define a missing argument. Change to the root, as two of five tested servers do.
  run: (session, pathname) => changeDirectory(session, pathname === "" ? "/" : pathname),
};
const PWD: Command = {
  argument: "",
  run: ({ cwd }) => createReply(257, `${quotePath(cwd)} is the current directory.`),
};

export const ACCESS_COMMANDS: readonly (readonly [string, Command])[] = [
  ["USER", { argument: "<username>", open: true, run: user }],
  ["PASS", { argument: "[<password>]", open: true, run: pass }],
  [
    "ACCT",
    { argument: "<account>", run: () => createReply(202, "Command superfluous: no account is wanted.") },
  ],
  ["CWD", CWD],
  ["XCWD", CWD],
  ["CDUP", CDUP],
  ["XCUP", CDUP],
  ["PWD", PWD],
  ["XPWD", PWD],
  ["QUIT", { argument: "", open: true, run: () => createReply(221, "Goodbye.") }],
];

const ANONYMOUS: ReadonlySet<string> = new Set(["anonymous", "ftp"]);

/** Ask for a password even if the user is unknown (RFC 2577 §7). */
function user(session: Session, username: string): Reply {
  session.loggedIn = false;
  session.user = undefined;
  if (session.world.tls?.required && !session.secured) return createReply(530, "AUTH TLS comes first.");
  session.user = username;
  return session.world.anonymous && ANONYMOUS.has(username)
    ? createReply(331, "Guest login ok, send your e-mail address as the password.")
    : createReply(331, "User name okay, need password.");
}

function pass(session: Session, password: string): Reply {
  const { user, world } = session;
  if (user === undefined) return createReply(503, "Bad sequence of commands: USER comes first.");
  session.user = undefined;
  const guest = world.anonymous && ANONYMOUS.has(user);
  const account = guest ? { password, home: [] } : world.accounts.get(user);
  if (account === undefined || account.password !== password) return createReply(530, "Not logged in.");
  session.loggedIn = true;
  session.guest = guest;
  session.cwd = isFolder(resolve(world.tree.root, account.home ?? [], "")) ? (account.home ?? []) : [];
  return createReply(230, "User logged in, proceed.");
}

/** CDUP replies as CWD does: "The reply codes shall be identical" (§4.1.1), although §5.4 prints 200 for it. */
function changeDirectory(session: Session, pathname: string): Reply {
  const place = resolve(session.world.tree.root, session.cwd, pathname);
  if (!isFolder(place))
    return createReply(550, place === undefined ? "No such directory." : "Not a directory.");
  session.cwd = place.path;
  return createReply(250, "Requested file action okay, completed.");
}
