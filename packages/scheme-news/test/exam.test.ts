import { describeNewsAccess } from "../../protocol-nntp/test/exam-kit.ts";
import { news } from "../src/index.ts";
import { URLS } from "./hostile-urls.ts";

describeNewsAccess(news, {
  prefix: "news:",
  article: "/tide@harbour.example",
  missing: "/nothing@harbour.example",
  hostile: URLS,
});
