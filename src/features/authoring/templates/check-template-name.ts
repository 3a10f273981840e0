import { toVisible } from '../../../kit/text/visible-text.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';

/** Longest name of a template, because no source documents the limit of the service. */
const maxNameLength = 200;

/** Validates the name of a new template, because no template can be deleted. */
export function checkTemplateName(name: string): Diagnostic[] {
  const wrong = formatProblem(name);
  if (wrong === null) return [];
  const remedy = `Write --as-template NAME as one line of at most ${maxNameLength} characters, without spaces at its ends.`;
  return [reportError('wrong-usage', { summary: wrong, remedy })];
}

function formatProblem(name: string): string | null {
  if (name.trim() === '') return 'The name of the new template is empty';
  const { length } = [...name];
  if (length > maxNameLength) {
    return `The name of the new template has ${length} characters; at most ${maxNameLength} are allowed`;
  }
  const shown = `The name of the new template, "${toVisible(name)}",`;
  if (toVisible(name) !== name) return `${shown} contains an invisible character`;
  return name.trim() === name ? null : `${shown} starts or ends with a space`;
}
