import type { PlanReport } from '../../../model/report/report-document.ts';

/** An answer that a person may choose, and what is returned for it. */
export type Option = { readonly value: string; readonly label: string; readonly hint?: string };

/** A question whose answers are known. */
export type Choices = {
  readonly question: string;
  readonly options: readonly Option[];
  /** Values that Enter takes, if no other is chosen. */
  readonly initial?: readonly string[];
  /** True if one or more may be chosen; exactly one by default. */
  readonly isMany?: boolean;
};

/** The text that Enter takes, and the reason against a text; null for a valid one. */
export type TypedAnswer = {
  readonly initial?: string;
  readonly check?: (answer: string) => Promise<string | null>;
};

/** Questions to a person. No answer is null: there is no terminal, or its input ends. */
export type Prompt = {
  /** `no-terminal` if nothing can be asked. `plan` is the plan that it is about, as data. */
  confirm(question: string, plan?: PlanReport): Promise<'yes' | 'no' | 'no-terminal'>;
  /** The typed word or text. */
  readWord(question: string, typed?: TypedAnswer): Promise<string | null>;
  /** The chosen values. */
  choose(choices: Choices): Promise<readonly string[] | null>;
  /** The reason why nothing can be asked, as a clause; null if a person can be asked. */
  readonly lack: string | null;
};

/** Questions that are not asked. */
export function makeNoPrompt(lack = 'there is no terminal to ask on'): Prompt {
  return {
    confirm: async () => 'no-terminal',
    readWord: async () => null,
    choose: async () => null,
    lack,
  };
}
