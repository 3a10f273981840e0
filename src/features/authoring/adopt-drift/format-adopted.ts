import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { parsePath, toFieldPath } from '../../../model/address.ts';
import { formatShownValue } from '../../../model/fields/format-shown-value.ts';
import { formatPath } from '../../../reports/blocks/words/format-path.ts';
import type { AdoptedValue } from './drift-adoption.ts';
import { formatAccounts, formatPlace } from './shared-changes.ts';

/** Formats adopted values, the old and the new one; a line of a blueprint once for its accounts. */
export function formatAdopted(values: readonly AdoptedValue[]): readonly string[] {
  const lines = values.map((value) => {
    const [account = '', ...names] = parsePath(value.address);
    const path = toFieldPath(...names);
    return { value, account, path, change: formatChange(value) };
  });
  const groups = Map.groupBy(lines, ({ value, path, change }) =>
    value.into === undefined ? value.address : `${path} ${change}`,
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { value, path, change } = first;
    return group.length === 1
      ? `${value.address}: ${change}`
      : `${path} of ${formatAccounts(group.map(({ account }) => account))}: ${change}`;
  });
}

function formatChange({ file, into, variable, wanted, before, now }: AdoptedValue): string {
  const change = `${formatShownValue(wanted)} → ${now.kind === 'unknown' ? 'no line' : formatShownValue(now)}`;
  // Adds the last applied value when Git changed too, because it is otherwise lost.
  const lost = isSameJson(wanted, before) ? '' : ` (last applied: ${formatShownValue(before)})`;
  const name = variable === undefined ? '' : `vars.${variable} of `;
  const place = into === undefined ? `${name}${formatPath(file)}` : formatPlace(into);
  return `${change}${lost} in ${place}`;
}
