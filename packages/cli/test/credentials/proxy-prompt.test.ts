import { beforeAll, expect, test } from "vitest";
import { run } from "../captured.ts";
import { serveHttp } from "../serve-http.ts";

const KNOWN = `Basic ${Buffer.from("alice:secret").toString("base64")}`;
const logins: (string | undefined)[] = [];
const proxy = serveHttp((request, response) => {
  const login = request.headers["proxy-authorization"];
  logins.push(login);
  response.statusCode = login === KNOWN ? 200 : 407;
  response.setHeader("proxy-authenticate", 'Basic realm="office"');
  response.end(login === KNOWN ? `${request.url}\n` : "Log in");
});
let env: Record<string, string>;
beforeAll(() => {
  env = { http_proxy: proxy() };
});

/** A user who types these lines, hidden or not. */
function typist(...answers: readonly string[]) {
  const prompts: string[] = [];
  const ask = async (prompt: string) => answers[prompts.push(prompt) - 1];
  return { prompts, world: { env, askLine: ask, askSecret: ask } };
}

test("asks for the login of a proxy, and once for several URLs", async () => {
  logins.length = 0;
  const { prompts, world } = typist("alice", "secret");
  const { status, out } = await run(["get", "http://h.example/a", "http://h.example/b"], world);
  expect({ status, out }).toEqual({ status: 0, out: "http://h.example/a\nhttp://h.example/b\n" });
  const where = env["http_proxy"];
  expect(prompts).toEqual([
    `anyurl: user for the proxy ${where}: `,
    `anyurl: password of alice for the proxy ${where}: `,
  ]);
  expect(logins[0]).toBeUndefined();
});

test("asks again after a wrong password, and shows no password", async () => {
  const { prompts, world } = typist("alice", "wrong-one", "alice", "secret");
  const { status, err } = await run(["get", "--transcript", "http://h.example/a"], world);
  expect(status).toBe(0);
  expect(prompts[2]).toContain("the proxy rejected it; try again");
  expect(err).not.toContain("secret");
  expect(err).not.toContain(KNOWN);
});

test("does not ask without a terminal: the status is 6", async () => {
  const { status, err } = await run(["get", "http://h.example/a"], { env });
  expect(status).toBe(6);
  expect(err).toContain("proxy-auth-required");
});
