import type { ByName, LiteralScheme, OperationsOf, OptionsFor, Scheme } from "@anyurl/core";
import type { SessionOf } from "../call/session.ts";
import type { SchemeView } from "./scheme-view.ts";

/** Copies need a source and a target, and only one of them has to be below the base. */
type DerivedFrom = {
  readonly get: "copy";
  readonly put: "copy" | "copyTree" | "sync";
  readonly list: "walk" | "copyTree" | "sync";
};

type Available<Operation> =
  | Operation
  | (Operation extends keyof DerivedFrom ? DerivedFrom[Operation] : never);

/** The operations of the base's scheme, or all of them if it is unknown before run time. */
type ViewNames<S, T> =
  string extends LiteralScheme<T>
    ? ViewOperation
    : Available<OperationsOf<ByName<S, LiteralScheme<T>>>> & ViewOperation;

type ViewOperation = Exclude<keyof SchemeView, typeof Symbol.asyncDispose>;

/** A view of a client for one base. Disposing of it closes its idle connections; calls in progress continue. */
export type ClientView<S extends Scheme, T> = Pick<
  SchemeView<OptionsFor<S, T>, SessionOf<S, T>>,
  ViewNames<S, T>
> &
  AsyncDisposable;
