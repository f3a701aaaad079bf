import { echoScheme } from "./broken/healthy/scheme.ts";
import { declareExam } from "./broken/take-exam.ts";

// The plugin beside which all others are broken: it must pass whatever there is.
declareExam(echoScheme());
