import { describeNewsAccess } from "../../protocol-nntp/test/exam-kit.ts";
import { nntp } from "../src/index.ts";
import { URLS } from "./hostile-urls.ts";

describeNewsAccess(nntp, {
  prefix: "nntp:",
  article: "/local.test/1",
  missing: "/local.test/9",
  hostile: URLS,
});
