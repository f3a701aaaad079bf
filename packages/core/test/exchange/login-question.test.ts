import { describe, expect, it } from "vitest";
import {
  answerLogins,
  answerWithPlaceholders,
  askLogin,
  type Credentials,
  type LoginQuestion,
} from "../../src/exchange/index.ts";

/** Runs askLogin with these answers, and returns the questions and the login. */
function ask(user: string | undefined, ...answers: (Credentials | undefined)[]) {
  const questions: LoginQuestion[] = [];
  const exchange = askLogin(user);
  for (;;) {
    const next = exchange.next();
    if (next.done === true)
      return { questions: questions.map(({ wanted, user }) => [wanted, user]), login: next.value };
    if (next.value.do !== "emit") throw new Error(next.value.do);
    next.value.event.answer = answers[questions.length];
    questions.push(next.value.event);
  }
}

describe("a login that an exchange asks for", () => {
  it("needs one question if the answer is complete, or if the user is known", () => {
    expect(ask(undefined, { user: "bob", password: "b" })).toEqual({
      questions: [["user", undefined]],
      login: ["bob", "b"],
    });
    expect(ask("alice", { user: "bob", password: "b" })).toEqual({
      questions: [["password", "alice"]],
      login: ["alice", "b"],
    });
  });

  it("needs a second question if only the user is answered", () => {
    expect(ask(undefined, { user: "bob" }, { password: "b" })).toEqual({
      questions: [
        ["user", undefined],
        ["password", "bob"],
      ],
      login: ["bob", "b"],
    });
  });

  it.each<[string | undefined, string, (Credentials | undefined)[]]>([
    [undefined, "user", [undefined]],
    [undefined, "user", [{ user: "", password: "b" }]],
    [undefined, "password", [{ user: "bob" }, undefined]],
    ["alice", "password", [{ password: "" }]],
  ])("fails for the user %j without a %s", (user, missing, answers) => {
    expect(() => ask(user, ...answers)).toThrow(
      expect.objectContaining({
        code: "auth-required",
        message: `a login requires a ${missing}; nothing of it was sent`,
      }),
    );
  });

  it("is answered among other events, and by placeholders in a plan", async () => {
    const question: LoginQuestion = { wanted: "user", user: undefined };
    let isEnded = false;
    async function* performed(): AsyncGenerator<string | LoginQuestion, true, void> {
      try {
        yield "a";
        yield question;
        yield question.answer?.user ?? "";
        return true;
      } finally {
        isEnded = true;
      }
    }
    const events: string[] = [];
    for await (const event of answerLogins(performed(), async () => ({ user: "bob" }))) events.push(event);
    expect({ events, isEnded }).toEqual({ events: ["a", "bob"], isEnded: true });

    const plan = answerWithPlaceholders(askLogin(undefined));
    expect(plan.next()).toEqual({ done: true, value: ["user", "***"] });
  });
});
