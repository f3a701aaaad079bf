import { describeHostileNews } from "../../protocol-nntp/test/hostile-server.ts";
import { nntp } from "../src/index.ts";
import { URLS } from "./hostile-urls.ts";

describeHostileNews(nntp, URLS);
