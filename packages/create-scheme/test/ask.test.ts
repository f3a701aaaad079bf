import { beforeEach, expect, it, vi } from "vitest";
import { askQuestions, CanceledError } from "../src/ask.ts";

const CANCEL = Symbol("cancel");

/** The user's answers, question by question; and the questions. */
let answers: unknown[];
let asked: { readonly message: string; readonly validate?: (value: string) => string | undefined }[];

vi.mock("@clack/prompts", () => {
  const answer = async (question: { readonly message: string }) => {
    asked.push(question);
    return answers.shift();
  };
  const isCancel = (value: unknown) => value === CANCEL;
  return { intro: () => {}, cancel: () => {}, isCancel, text: answer, select: answer, multiselect: answer };
});

beforeEach(() => {
  asked = [];
});

it("asks for everything that flags did not set", async () => {
  answers = ["x-demo", "tcp", "4000", ["put"]];
  expect(await askQuestions({ license: "ISC" }, false)).toEqual({
    ...{ name: "x-demo", kind: "tcp", port: 4000, operations: ["get", "put"], license: "ISC" },
  });
  expect(asked).toHaveLength(4);
});

it("skips questions that flags or the kind already answer", async () => {
  answers = [];
  await askQuestions({ name: "x-demo", kind: "tcp", port: 4000, operations: ["get"] }, false);
  await askQuestions({ name: "x-demo", kind: "syntax" }, false);
  expect(asked).toEqual([]);
  answers = [[]];
  expect(await askQuestions({ name: "x-demo", kind: "local" }, false)).toMatchObject({ operations: ["get"] });
  expect(asked).toHaveLength(1);
});

it("rejects an invalid name and an invalid port", async () => {
  answers = ["x-demo", "tcp", "4000", []];
  await askQuestions({}, false);
  const [name, , port] = asked;
  for (const bad of ["", "1x", "ftp", "acap"]) expect(name!.validate!(bad)).toMatch(/RFC \d+ §/);
  for (const good of ["x-demo", "com.example.notes", "n0tes.mine"])
    expect(name!.validate!(good)).toBeUndefined();
  for (const bad of ["", "0", "65536", "1e3", "-1"])
    expect(port!.validate!(bad)).toBe("invalid port: expected a whole number from 1 to 65535");
  expect(port!.validate!("65535")).toBeUndefined();
  answers = ["acap", "syntax"];
  asked = [];
  await askQuestions({}, true);
  expect(asked[0]!.validate!("acap")).toBeUndefined();
});

it.each([0, 1, 2, 3])("throws if the user cancels at question %i", async (at) => {
  answers = ["x-demo", "tcp", "4000", []].map((answer, i) => (i === at ? CANCEL : answer));
  await expect(askQuestions({}, false)).rejects.toBeInstanceOf(CanceledError);
  expect(asked).toHaveLength(at + 1);
});
