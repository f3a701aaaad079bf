export { DICTIONARIES, type Dictionary } from "./dict/dictionaries.ts";
export { type DictServerOptions, startDictServer } from "./dict/server.ts";
export type { EmbeddedServer, ListenOptions } from "./embedded-server.ts";
export { type FingerServerOptions, type FingerUser, startFingerServer } from "./finger/server.ts";
export { type FtpServer, type FtpServerOptions, startFtpServer } from "./ftp/server.ts";
export { type Account, FTP_FEATURES, type FtpFeature } from "./ftp/server-state.ts";
export type { FtpTlsOptions } from "./ftp/tls.ts";
export { type GeminiServerOptions, startGeminiServer } from "./gemini/server.ts";
export type { GopherPlus, PlusForm, PlusItem, PlusView } from "./gopher/plus.ts";
export { type GopherServerOptions, startGopherServer } from "./gopher/server.ts";
export { type HttpServer, type HttpServerOptions, startHttpServer } from "./http/server.ts";
export type { HttpCoding, HttpRedirection } from "./http/server-state.ts";
export { type IrcChannel, type IrcServerOptions, startIrcServer } from "./irc/server.ts";
export { LDAP_LIBRARY, type LdapEntry } from "./ldap/directory.ts";
export { type LdapServerOptions, startLdapServer } from "./ldap/server.ts";
export { type GeneratedContent, patternDocument } from "./library/content.ts";
export { library } from "./library/library.ts";
export { type ImapServerOptions, startImapServer } from "./mail/imap-server.ts";
export { MAIL_LIBRARY, type Mailboxes } from "./mail/mail-library.ts";
export { POP_FEATURES, type PopFeature, type PopServerOptions, startPopServer } from "./mail/pop-server.ts";
export { type NfsServerOptions, startNfsServer } from "./nfs/server.ts";
export { NNTP_FEATURES, type NntpServerOptions, newsLibrary, startNntpServer } from "./nntp/server.ts";
export { type ProsperoServerOptions, startProsperoServer } from "./prospero/server.ts";
export { type SftpServer, type SftpServerOptions, startSftpServer } from "./sftp/server.ts";
export {
  type ReceivedMessage,
  SMTP_FEATURES,
  type SmtpFeature,
  type SmtpServerOptions,
} from "./smtp/options.ts";
export { type SmtpServer, startSmtpServer } from "./smtp/server.ts";
export { TELNET_FEATURES, type TelnetFeature } from "./telnet/options.ts";
export { startTelnetServer, type TelnetServerOptions } from "./telnet/server.ts";
export type { Tn3270Dialect } from "./tn3270/negotiation.ts";
export { startTn3270Server, type Tn3270ServerOptions } from "./tn3270/server.ts";
export {
  type Document,
  type DocumentOptions,
  document,
  type Entry,
  type Folder,
  type FolderOptions,
  folder,
  link,
  type MenuLine,
  type Node,
} from "./tree.ts";
export { startWaisServer, type WaisDatabase, type WaisNames, type WaisServerOptions } from "./wais/server.ts";
export { startWsServer, type WsServerOptions, type WsService } from "./ws/server.ts";
export { type CatalogRecord, Z3950_CATALOGS } from "./z3950/catalog.ts";
export { startZ3950Server, type Z3950ServerOptions } from "./z3950/server.ts";
