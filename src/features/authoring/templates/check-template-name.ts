import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** Longest name that a template is given. No source tells the service's own limit. */
const maxNameLength = 200;

/** What is wrong with the name of a template that shall be made: nothing takes a template away again. */
export function checkTemplateName(name: string): Diagnostic[] {
  const wrong = formatProblem(name);
  if (wrong === null) return [];
  const remedy = `Write --as-template NAME: one line of at most ${maxNameLength} letters, without a blank at its ends.`;
  return [{ code: 'wrong-usage', severity: 'error', summary: wrong, remedy }];
}

function formatProblem(name: string): string | null {
  if (name.trim() === '') return 'The name of the new template is empty';
  const { length } = [...name];
  if (length > maxNameLength) {
    return `The name of the new template has ${length} letters, and more than ${maxNameLength}`;
  }
  const shown = `The name of the new template, "${toVisible(name)}",`;
  if (toVisible(name) !== name) return `${shown} has a character in it that cannot be seen`;
  return name.trim() === name ? null : `${shown} begins or ends with a blank`;
}
