import { describeUrlTable } from "@anyurl/testkit";
import { sftp } from "../src/index.ts";

describeUrlTable(sftp, new URL("urls.json", import.meta.url), {
  rule: "draft-ietf-secsh-scp-sftp-ssh-uri-04 §2",
});
