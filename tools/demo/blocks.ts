import type { SchemeScenario } from "./scenario.ts";
import { fileBlock } from "./scenes-file.ts";
import { ftpBlock } from "./scenes-ftp.ts";
import { gopherBlock } from "./scenes-gopher.ts";
import { httpBlock } from "./scenes-http.ts";
import { ircBlock } from "./scenes-irc.ts";
import { mailtoBlock } from "./scenes-mailto.ts";
import { newsBlock } from "./scenes-news.ts";
import { nntpBlock } from "./scenes-nntp.ts";
import { prosperoBlock } from "./scenes-prospero.ts";
import { telnetBlock } from "./scenes-telnet.ts";
import { waisBlock } from "./scenes-wais.ts";
import type { DemoEnvironment } from "./stage.ts";

/** The schemes of RFC 1738, in its order, and then others. */
const BLOCKS: readonly ((stage: DemoEnvironment) => SchemeScenario)[] = [
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
  ircBlock,
];

/** Creates the scenarios of each scheme, with the results that the servers' documents require. */
export function createScenarios(stage: DemoEnvironment): readonly SchemeScenario[] {
  return BLOCKS.map((block) => block(stage));
}
