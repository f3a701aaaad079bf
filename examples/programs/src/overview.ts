import { list } from "anyurl";

/** Lists the articles of a newsgroup: `overview("news://news.example/comp.infosystems")`. */
export async function overview(newsgroup: string) {
  const articles: {
    subject: string;
    from: string | undefined;
    date: Date | undefined;
    url: string | undefined;
  }[] = [];
  for await (const { name, modified, url, attributes } of list(newsgroup))
    articles.push({ subject: name, from: attributes?.["from"], date: modified, url });
  return articles;
}
