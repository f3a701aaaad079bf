import { AccessError, type Url } from "@anyurl/core";
import {
  type TemplateInit,
  type TemplateParts,
  type TemplateSyntax,
  templateSyntax,
} from "@anyurl/core/template";

/** An absolute path, as curl reads it (draft-ietf-secsh-scp-sftp-ssh-uri-04 §2.3). */
const TEMPLATE = "sftp://[{user}[:{password}]@]{host}[:{port}]/{segments*}";

export const syntax: TemplateSyntax<typeof TEMPLATE> = templateSyntax(TEMPLATE, {
  meanings: { segments: "the absolute path on the server" },
});

export type SftpParts = TemplateParts<typeof TEMPLATE>;
export type SftpInit = TemplateInit<typeof TEMPLATE>;
export type SftpUrl = Url<"sftp", SftpParts>;

export const DEFAULT_PORT = 22;

/** Returns the path that is sent. @throws {AccessError} separator-in-segment, control-octet; unsupported: ssh2 sends UTF-8 only. */
export function pathOf({ parts: { segments } }: SftpUrl): string {
  for (const segment of segments) {
    if (segment.includes("/"))
      throw new AccessError("separator-in-segment", 'a name cannot contain "/"; nothing was sent');
    if (segment.includes("\0"))
      throw new AccessError("control-octet", "a name cannot contain NUL; nothing was sent");
    if (/\p{Surrogate}/u.test(segment))
      throw new AccessError("unsupported", "a name that is not UTF-8 cannot be sent");
  }
  return `/${segments.join("/")}`;
}
