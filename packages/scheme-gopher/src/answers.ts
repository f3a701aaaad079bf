import { AccessError, displayText } from "@anyurl/core";
import type { AskForm, Question } from "./ask.ts";

/**
 * The answer to a question: a text; several lines, as an array or divided by LF; yes or no. `undefined` takes
 * what the form suggests.
 */
export type Answer = string | boolean | readonly string[] | undefined;

/** The lines of a form's data block. */
export interface FilledForm {
  readonly values: readonly string[];
  /** [from, to) of those lines that nobody may see: the answers to AskP. */
  readonly secret: readonly [from: number, to: number] | undefined;
}

/**
 * Answers a form: the lines that are sent, one for each question, of several lines their number first, and
 * the content of a file at the very end. A file is never opened here: its content, and the name of a new one,
 * are what the caller gives, and what the form suggests for them is not taken.
 *
 * @throws {AccessError} bad-option: an answer is missing, is of the wrong kind, is none of the choices, or
 *   there are too many. unsupported: no rule says how a question is answered.
 */
export function fillForm(form: AskForm, answers: readonly Answer[]): FilledForm {
  if (answers.length > form.length)
    throw badAnswer(`there are ${answers.length} answers to ${form.length} questions`);
  const values: string[] = [];
  const files: string[][] = [];
  let secret: readonly [number, number] | undefined;
  for (const [i, question] of form.entries()) {
    const lines = linesOf(question, answers[i], i + 1);
    if (question.kind === "ChooseF") {
      files.push([...lines]);
      continue;
    }
    if (question.kind === "AskP") secret = [secret?.[0] ?? values.length, values.length + 1];
    values.push(...lines);
  }
  if (files.length > 1)
    throw new AccessError("unsupported", "the form wants two files, and one can be sent (Gopher+ §2.8)");
  return { values: [...values, ...(files[0] ?? [])], secret };
}

function linesOf(question: Question, answer: Answer, number: number): readonly string[] {
  switch (question.kind) {
    case "Ask":
      return [oneLine(answer ?? question.suggested ?? "", number)];
    case "AskP":
      return [oneLine(answer ?? "", number)];
    case "AskF":
      return [oneLine(answer, number)];
    case "AskL": {
      const lines = severalLines(answer ?? question.suggested ?? [], number);
      return [String(lines.length), ...lines];
    }
    case "ChooseF":
      return severalLines(answer, number);
    case "Select":
      if (question.boxes.length > 0) throw unanswerable(number);
      return [yesOrNo(answer ?? question.checked, number) ? "1" : "0"];
    case "Choose":
      if (typeof answer === "string" && question.choices.includes(answer)) return [oneLine(answer, number)];
      throw badAnswer(
        `answer ${number} is one of: ${displayText(question.choices.join(", ")).slice(0, 200)}`,
      );
    case "unknown":
      throw unanswerable(number);
  }
}

function oneLine(answer: Answer, number: number): string {
  if (typeof answer === "string" && !/[\0\r\n]/.test(answer)) return answer;
  throw badAnswer(`answer ${number} is one line of text`);
}

function severalLines(answer: Answer, number: number): readonly string[] {
  const lines = typeof answer === "string" ? answer.split(/\r?\n/) : answer;
  if (!Array.isArray(lines)) throw badAnswer(`answer ${number} is text of some lines`);
  // A text that ends with a line end has no empty line behind it.
  if (typeof answer === "string" && lines.at(-1) === "") lines.pop();
  return lines.map((line) => oneLine(line, number));
}

function yesOrNo(answer: Answer, number: number): boolean {
  if (answer === true || answer === "1") return true;
  if (answer === false || answer === "0") return false;
  throw badAnswer(`answer ${number} is true or false`);
}

function badAnswer(message: string): AccessError {
  return new AccessError("bad-option", `the gopher option answers does not fit the form: ${message}`, {
    hint: "stat shows the form: readForm reads its attribute +ASK",
  });
}

function unanswerable(number: number): AccessError {
  return new AccessError("unsupported", `question ${number} of the form is of a kind that no text explains`);
}
