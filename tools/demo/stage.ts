import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createAnyurl } from "@anyurl/all";
import {
  type EmbeddedServer,
  type Folder,
  library,
  newsLibrary,
  type SftpServer,
  type SmtpServer,
  startDictServer,
  startFingerServer,
  startFtpServer,
  startGeminiServer,
  startGopherServer,
  startHttpServer,
  startImapServer,
  startIrcServer,
  startLdapServer,
  startNfsServer,
  startNntpServer,
  startPopServer,
  startProsperoServer,
  startSftpServer,
  startSmtpServer,
  startTelnetServer,
  startTn3270Server,
  startWaisServer,
  startWsServer,
  startZ3950Server,
} from "@anyurl/servers";
import { SELF_SIGNED } from "@anyurl/testkit/certificates";
import type { Anyurl } from "anyurl";

/** The demo servers, their documents, a local directory, and clients for their URLs. */
export interface DemoEnvironment extends AsyncDisposable {
  readonly root: Folder;
  readonly newsgroups: ReturnType<typeof newsLibrary>;
  /** The URL of an empty directory, without a slash at the end. */
  readonly directory: string;
  readonly ftp: EmbeddedServer;
  readonly http: EmbeddedServer;
  readonly gopher: EmbeddedServer;
  readonly smtp: SmtpServer;
  readonly nntp: EmbeddedServer;
  readonly telnet: EmbeddedServer;
  readonly wais: EmbeddedServer;
  readonly prospero: EmbeddedServer;
  readonly irc: EmbeddedServer;
  readonly ldap: EmbeddedServer;
  readonly dict: EmbeddedServer;
  readonly finger: EmbeddedServer;
  readonly gemini: EmbeddedServer;
  readonly imap: EmbeddedServer;
  readonly pop: EmbeddedServer;
  readonly nfs: EmbeddedServer;
  readonly sftp: SftpServer;
  readonly tn3270: EmbeddedServer;
  readonly ws: EmbeddedServer;
  readonly z3950: EmbeddedServer;
  /** All servers; a server that refers to others comes first. */
  readonly servers: readonly EmbeddedServer[];
  /** Maximum time in milliseconds until the servers have received what was sent. */
  readonly arrival: number;
  /** A client that may write in the directory, and nowhere else. */
  readonly urls: Anyurl;
  /** A client that pools connections. */
  readonly keeping: Anyurl;
}

/** The servers that a step needs. */
export type StepServers = Pick<DemoEnvironment, "servers" | "smtp" | "arrival">;

/** Deadline in milliseconds: a demo that waits longer has failed. */
const DEADLINE = 10_000;

const ARRIVAL = 2_000;

export async function startDemoServers(): Promise<DemoEnvironment> {
  const closers: (() => Promise<void>)[] = [];
  const close = async () => void (await Promise.all(closers.map((closer) => closer())));
  const started = async <S extends EmbeddedServer>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    closers.push(server.close);
    return server;
  };
  try {
    const root = library();
    const newsgroups = newsLibrary();
    const directory = await temporaryDirectory(closers);
    const ftp = await started(startFtpServer({ root }));
    const gopher = await started(startGopherServer({ root }));
    const http = await started(startHttpServer({ root, redirects: REDIRECTS }));
    const smtp = await started(startSmtpServer());
    const nntp = await started(startNntpServer({ newsgroups }));
    const telnet = await started(startTelnetServer({ root }));
    const wais = await started(startWaisServer({ databases: { library: root }, names: WAIS_NAMES }));
    const prospero = await started(
      startProsperoServer({
        root,
        links: {
          "/by-the-sea/tide.txt": `${ftp.origin}/poems/tide.txt;type=i`,
          "/by-the-sea/percent.txt": `${gopher.origin}/0/poems/percent.txt`,
        },
      }),
    );
    const irc = await started(startIrcServer());
    const ldap = await started(startLdapServer());
    const dict = await started(startDictServer());
    const finger = await started(startFingerServer());
    const gemini = await started(startGeminiServer({ root, tls: SELF_SIGNED }));
    const imap = await started(startImapServer());
    const pop = await started(startPopServer());
    const nfs = await started(startNfsServer({ root }));
    const sftp = await started(startSftpServer({ root, home: "home/alice" }));
    const tn3270 = await started(startTn3270Server());
    const ws = await started(startWsServer());
    const z3950 = await started(startZ3950Server());
    // Each step shows a whole session, from the greeting to the end.
    const urls = createClientOfAll({
      connections: { idle: 0 },
      limits: { deadline: DEADLINE },
      policy: { files: { roots: [directory], write: true } },
      credentials: ({ scheme }) => {
        const password = PASSWORDS.get(scheme);
        return password === undefined ? undefined : { password };
      },
      options: { sftp: { knownHosts: sftp.knownHosts } },
    });
    const keeping = createClientOfAll({ limits: { deadline: DEADLINE }, connections: { idle: DEADLINE } });
    closers.push(() => keeping.close());
    return {
      ...{ root, newsgroups, directory: pathToFileURL(directory).href, urls, keeping },
      ...{ ftp, http, gopher, smtp, nntp, telnet, wais, prospero },
      ...{ irc, ldap, nfs, dict, finger, gemini, imap, pop, sftp, tn3270, ws, z3950 },
      servers: [
        ...[prospero, ftp, http, gopher, smtp, nntp, telnet, wais],
        ...[irc, ldap, nfs, dict, finger, gemini, imap, pop, sftp, tn3270, ws, z3950],
      ],
      arrival: ARRIVAL,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A step knows its URL only as text, so the types of further schemes are of no use. */
function createClientOfAll(options: Parameters<typeof createAnyurl>[0]): Anyurl {
  return createAnyurl(options) as unknown as Anyurl;
}

async function temporaryDirectory(closers: (() => Promise<void>)[]): Promise<string> {
  const directory = await realpath(await mkdtemp(join(tmpdir(), "anyurl-")));
  closers.push(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

const REDIRECTS = {
  "/poem": { status: 301, location: "/poems/tide.txt" },
  "/motd": { status: 302, location: "file:///etc/motd" },
} as const;

/** The passwords of alice. */
const PASSWORDS: ReadonlyMap<string, string> = new Map([
  ["sftp", "wonderland"],
  ["pop", "s3cr:t@/%"],
]);

/** Shorter than the default names, because they are part of URLs. */
const WAIS_NAMES = { server: "sea", databases: "db", documents: "docs" };
