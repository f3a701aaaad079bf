export { counting, type GeneratedContent } from "./content.ts";
export type { EmbeddedServer, ListenOptions } from "./embedded-server.ts";
export { type FtpServerOptions, startFtpServer } from "./ftp-server.ts";
export { type Account, FTP_FEATURES, type FtpFeature } from "./ftp-world.ts";
export { type GopherServerOptions, startGopherServer } from "./gopher-server.ts";
export { library } from "./library.ts";
export { octetsOf, textOf } from "./name.ts";
export {
  type Document,
  type DocumentOptions,
  document,
  type Entry,
  type Folder,
  type FolderOptions,
  folder,
  type MenuLine,
  type Node,
} from "./tree.ts";
