import { describeHostileNews } from "../../protocol-nntp/test/hostile-server.ts";
import { news } from "../src/index.ts";
import { URLS } from "./hostile-urls.ts";

describeHostileNews(news, URLS);
