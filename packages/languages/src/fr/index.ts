/*
 * The French messages. Glossary, with the terms of RFC 1738 in French:
 *
 * schéma (scheme), URL (feminine: une URL), hôte (host), autorité (authority), chemin (path), requête (query, request), fragment,
 * utilisateur, mot de passe, port, échappement (escape), coder (percent-encode), passerelle (gateway), mandataire (proxy),
 * greffon (plugin), commande, fichier (file), répertoire (directory), octet (byte), groupe de news (newsgroup), type de
 * média (media type), identification (login), renvoi (referral). The apostrophe is U+2019, because "'" quotes in ICU. The
 * reader is addressed as "vous".
 */
import type { Catalogue } from "../translate.ts";
import { ACCESS } from "./access.ts";
import { BROWSER } from "./browser.ts";
import { CLIENT } from "./client.ts";
import { CODES } from "./codes.ts";
import { COMMAND } from "./command.ts";
import { GATEWAY } from "./gateway.ts";
import { IRC } from "./irc.ts";
import { LDAP } from "./ldap.ts";
import { MAIL_NEWS } from "./mail-news.ts";
import { MAILBOXES } from "./mailboxes.ts";
import { NFS } from "./nfs.ts";
import { OPERATIONS } from "./operations.ts";
import { SCHEMES } from "./schemes.ts";
import { SFTP } from "./sftp.ts";
import { SYNTAX } from "./syntax.ts";
import { TEXT_SERVICES } from "./text-services.ts";
import { TN3270 } from "./tn3270.ts";
import { TRANSFERS } from "./transfers.ts";
import { WEBDAV } from "./webdav.ts";
import { WORDS } from "./words.ts";
import { Z3950 } from "./z3950.ts";

export const codes: Readonly<Record<string, string>> = CODES;
export const catalogue: Catalogue = {
  ...ACCESS,
  ...BROWSER,
  ...CLIENT,
  ...COMMAND,
  ...GATEWAY,
  ...IRC,
  ...LDAP,
  ...MAIL_NEWS,
  ...MAILBOXES,
  ...NFS,
  ...OPERATIONS,
  ...SCHEMES,
  ...SFTP,
  ...SYNTAX,
  ...TEXT_SERVICES,
  ...TN3270,
  ...TRANSFERS,
  ...WEBDAV,
  ...WORDS,
  ...Z3950,
};
