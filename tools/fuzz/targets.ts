import type { Target } from "./target.ts";
import { compareTarget } from "./targets/compare.ts";
import { explainTarget } from "./targets/explain.ts";
import { extractTarget } from "./targets/extract.ts";
import { ftpListingTargets } from "./targets/ftp-listing.ts";
import { gopherTargets } from "./targets/gopher.ts";
import { httpTargets } from "./targets/http.ts";
import { imapTarget } from "./targets/imap.ts";
import { iriTarget } from "./targets/iri.ts";
import { markupPartsTarget, markupTarget } from "./targets/markup.ts";
import { nntpTargets } from "./targets/nntp.ts";
import { normalizeTarget } from "./targets/normalize.ts";
import { packetTargets } from "./targets/packets.ts";
import { parseTarget } from "./targets/parse.ts";
import { proxyTargets } from "./targets/proxies.ts";
import { referenceTarget } from "./targets/reference.ts";
import { registryTarget } from "./targets/registry.ts";
import { relativizeTarget } from "./targets/relativize.ts";
import { repliesTargets } from "./targets/replies.ts";
import { replyTextTargets } from "./targets/reply-texts.ts";
import { resolveTarget } from "./targets/resolve.ts";
import { rewritingTarget } from "./targets/rewriting.ts";
import { netrcTarget, telnetTarget } from "./targets/terminal.ts";
import { tn3270Target } from "./targets/tn3270.ts";
import { z3950Targets } from "./targets/z3950.ts";

export const TARGETS: readonly Target[] = [
  ...[parseTarget, referenceTarget, registryTarget, resolveTarget, relativizeTarget],
  ...[normalizeTarget, compareTarget, extractTarget, explainTarget, iriTarget],
  ...[...repliesTargets, ...ftpListingTargets, ...nntpTargets, ...httpTargets],
  ...[...gopherTargets, ...packetTargets, telnetTarget, netrcTarget, ...replyTextTargets, ...proxyTargets],
  ...[markupTarget, markupPartsTarget, rewritingTarget, imapTarget, tn3270Target, ...z3950Targets],
];
