import type { SchemeScenario } from "./scenario.ts";
import { dataBlock } from "./scenes/data.ts";
import { dictBlock } from "./scenes/dict.ts";
import { fileBlock } from "./scenes/file.ts";
import { fingerBlock } from "./scenes/finger.ts";
import { ftpBlock } from "./scenes/ftp.ts";
import { geminiBlock } from "./scenes/gemini.ts";
import { gopherBlock } from "./scenes/gopher.ts";
import { httpBlock } from "./scenes/http.ts";
import { imapBlock } from "./scenes/imap.ts";
import { ircBlock } from "./scenes/irc.ts";
import { ldapBlock } from "./scenes/ldap.ts";
import { mailtoBlock } from "./scenes/mailto.ts";
import { midBlock } from "./scenes/mid.ts";
import { newsBlock } from "./scenes/news.ts";
import { nfsBlock } from "./scenes/nfs.ts";
import { nntpBlock } from "./scenes/nntp.ts";
import { popBlock } from "./scenes/pop.ts";
import { prosperoBlock } from "./scenes/prospero.ts";
import { sftpBlock } from "./scenes/sftp.ts";
import { sipBlock } from "./scenes/sip.ts";
import { telBlock } from "./scenes/tel.ts";
import { telnetBlock } from "./scenes/telnet.ts";
import { tn3270Block } from "./scenes/tn3270.ts";
import { urnBlock } from "./scenes/urn.ts";
import { waisBlock } from "./scenes/wais.ts";
import { wsBlock } from "./scenes/ws.ts";
import { z3950Block } from "./scenes/z3950.ts";
import type { DemoEnvironment } from "./stage.ts";

type Block = (stage: DemoEnvironment) => SchemeScenario;

/** The schemes of RFC 1738, in its order. */
const BLOCKS: readonly Block[] = [
  ftpBlock,
  httpBlock,
  gopherBlock,
  mailtoBlock,
  newsBlock,
  nntpBlock,
  telnetBlock,
  waisBlock,
  fileBlock,
  prosperoBlock,
];

/** The other schemes of this project. */
const OTHER_BLOCKS: readonly Block[] = [
  dataBlock,
  dictBlock,
  fingerBlock,
  geminiBlock,
  imapBlock,
  ircBlock,
  ldapBlock,
  midBlock,
  nfsBlock,
  popBlock,
  sftpBlock,
  sipBlock,
  telBlock,
  tn3270Block,
  urnBlock,
  wsBlock,
  z3950Block,
];

/**
 * Creates the scenarios of each scheme, with the results that the servers' documents require.
 *
 * @param isAll every scheme of this project, and not only those of RFC 1738.
 */
export function createScenarios(stage: DemoEnvironment, isAll: boolean): readonly SchemeScenario[] {
  return [...BLOCKS, ...(isAll ? OTHER_BLOCKS : [])].map((block) => block(stage));
}
