import { listNearest } from '../../../kit/text/nearest.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import { isMergeField, type MethodItem } from '../../../model/live/method.ts';
import { formatFlag, type GivenValue, type ValueFlag } from '../../../model/live/method-call.ts';

const kinds: Readonly<Record<ValueFlag, string>> = {
  param: 'parameter',
  field: 'request field',
  merge: 'merge field',
};

/** Maximum of names listed if none is near. */
const maxListed = 10;

/**
 * Reports a value whose name the method does not have under its flag, with the most likely flags.
 */
export function reportGiven(
  flag: ValueFlag,
  value: GivenValue,
  items: readonly MethodItem[],
): Diagnostic {
  const [only] = items;
  if (only !== undefined && items.length === 1 && isSame(only, value) && isMergeField(only)) {
    return reportError('call-value-unknown', {
      summary: `"${value.name}" is a merge field, not a plain parameter`,
      remedy: `Write ${formatFlag('merge', only.name)}`,
    });
  }
  const all = [...new Set(items.map(({ name }) => name))];
  const near = listNearest(value.name, all);
  const listed = (near.length > 0 ? near : all.slice(0, maxListed)).map((name) =>
    formatFlag(flag, name),
  );
  const remedy =
    listed.length === 0
      ? `It has no ${kinds[flag]}s.`
      : `${near.length > 0 ? 'Did you mean' : 'It has'} ${listed.join('  ')}`;
  return reportError('call-value-unknown', {
    summary: `The method has no ${kinds[flag]} "${value.name}"`,
    remedy,
  });
}

/** Reports a value that is given twice and can be sent once. */
export function reportTwice(flag: ValueFlag, value: GivenValue): Diagnostic {
  return reportError('call-value-invalid', {
    summary: `The ${kinds[flag]} "${value.name}" is given twice`,
    remedy: 'Remove one of them; only fields of arrays, such as [rows].value, can repeat.',
  });
}

/** Reports a merge field whose name the connector marks as sensitive (SPEC 5). */
export function reportSensitive(value: GivenValue): Diagnostic {
  return reportError('secret-merged', {
    summary: `"${value.name}" is marked as sensitive and cannot be given as a merge field`,
    remedy: 'Remove it: the connector sends its secrets itself.',
  });
}

function isSame(item: MethodItem, value: GivenValue): boolean {
  return item.name === value.name || item.id === value.name;
}
