import { AccessError, displayText } from "@anyurl/core";
import type { AskForm, Question } from "./plus/ask.ts";

/**
 * The answer to a question: a string; several lines, as an array or separated by LF; yes or no. `undefined` takes the
 * default of the form.
 */
export type Answer = string | boolean | readonly string[] | undefined;

/** The lines of a form's data block. */
export interface FilledForm {
  readonly values: readonly string[];
  /** [from, to) of the secret lines: the answers to AskP. */
  readonly secret: readonly [from: number, to: number] | undefined;
}

/**
 * Fills in a form and returns the lines to send: one for each question; for several lines, their number comes first;
 * the content of a file is at the very end. Never opens a file: the caller gives its content and the name of a new
 * file, and the defaults of the form for them are ignored.
 *
 * @throws {AccessError} bad-option: an answer is missing, has the wrong type, or is not one of the choices, or there
 *   are too many answers. unsupported: the specification does not say how a question is answered.
 */
export function fillForm(form: AskForm, answers: readonly Answer[]): FilledForm {
  if (answers.length > form.length)
    throw answerError(`expected at most ${form.length} answers, got ${answers.length}`);
  const values: string[] = [];
  const files: string[][] = [];
  let secret: readonly [number, number] | undefined;
  for (const [i, question] of form.entries()) {
    const lines = answerLines(question, answers[i], i + 1);
    if (question.kind === "ChooseF") {
      files.push([...lines]);
      continue;
    }
    if (question.kind === "AskP") secret = [secret?.[0] ?? values.length, values.length + 1];
    values.push(...lines);
  }
  if (files.length > 1)
    throw new AccessError("unsupported", "the form needs two files, but Gopher+ §2.8 allows only one");
  return { values: [...values, ...(files[0] ?? [])], secret };
}

function answerLines(question: Question, answer: Answer, number: number): readonly string[] {
  switch (question.kind) {
    case "Ask":
      return [checkLine(answer ?? question.suggested ?? "", number)];
    case "AskP":
      return [checkLine(answer ?? "", number)];
    case "AskF":
      return [checkLine(answer, number)];
    case "AskL": {
      const lines = checkLines(answer ?? question.suggested ?? [], number);
      return [String(lines.length), ...lines];
    }
    case "ChooseF":
      return checkLines(answer, number);
    case "Select":
      if (question.boxes.length > 0) throw unsupportedQuestionError(number);
      return [checkBoolean(answer ?? question.checked, number) ? "1" : "0"];
    case "Choose":
      if (typeof answer === "string" && question.choices.includes(answer)) return [checkLine(answer, number)];
      throw answerError(
        `expected one of these as answer ${number}: ${displayText(question.choices.join(", ")).slice(0, 200)}`,
      );
    case "unknown":
      throw unsupportedQuestionError(number);
  }
}

function checkLine(answer: Answer, number: number): string {
  if (typeof answer === "string" && !/[\0\r\n]/.test(answer)) return answer;
  throw answerError(`expected one line of text as answer ${number}`);
}

function checkLines(answer: Answer, number: number): readonly string[] {
  const lines = typeof answer === "string" ? answer.split(/\r?\n/) : answer;
  if (!Array.isArray(lines)) throw answerError(`expected text as answer ${number}`);
  // A final line end does not start another line.
  if (typeof answer === "string" && lines.at(-1) === "") lines.pop();
  return lines.map((line) => checkLine(line, number));
}

function checkBoolean(answer: Answer, number: number): boolean {
  if (answer === true || answer === "1") return true;
  if (answer === false || answer === "0") return false;
  throw answerError(`expected true or false as answer ${number}`);
}

function answerError(message: string): AccessError {
  return new AccessError("bad-option", `invalid gopher option answers: ${message}`, {
    hint: "use stat to read the form: readForm parses its attribute +ASK",
  });
}

function unsupportedQuestionError(number: number): AccessError {
  return new AccessError("unsupported", `unsupported type of question ${number} of the form`);
}
