import { toVisible } from '../../../kit/text/visible-text.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';

/** Longest name that a template is given. No source tells the service's own limit. */
const longestName = 200;

/** What is wrong with the name of a template that shall be made: nothing takes a template away again. */
export function judgeTemplateName(name: string): Diagnostic[] {
  const wrong = sayWrong(name);
  if (wrong === null) return [];
  const remedy = `Write --as-template NAME: one line of at most ${longestName} letters, without a blank at its ends.`;
  return [{ code: 'wrong-usage', severity: 'error', summary: wrong, remedy }];
}

function sayWrong(name: string): string | null {
  if (name.trim() === '') return 'The name of the new template is empty';
  const { length } = [...name];
  if (length > longestName) {
    return `The name of the new template has ${length} letters, and more than ${longestName}`;
  }
  const shown = `The name of the new template, "${toVisible(name)}",`;
  if (toVisible(name) !== name) return `${shown} has a character in it that cannot be seen`;
  return name.trim() === name ? null : `${shown} begins or ends with a blank`;
}
