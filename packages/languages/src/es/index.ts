/*
 * The Spanish messages. Glossary, with the terms of RFC 1738 in Spanish:
 *
 * esquema (scheme), URL (masculine: el URL), host, autoridad (authority), ruta (path), consulta (query), fragmento
 * (fragment), usuario, contraseña, puerto, escape, codificar (percent-encode), pasarela (gateway), proxy, complemento
 * (plugin), orden (command), archivo (file), directorio, byte, grupo de noticias (newsgroup), tipo de medio (media type),
 * iniciar sesión (log in), referencia (referral). The reader is addressed as "usted".
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
