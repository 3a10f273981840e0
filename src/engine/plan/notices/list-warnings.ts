import { toFieldAddress } from '../../../model/address.ts';
import type { Refusable } from '../../../model/desired/bound.ts';
import { isChanged, isOfOthers } from '../../../model/diff/disposition.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import { findUnknownWord, reportUnknownWord } from '../../../model/fields/service-words.ts';
import type { Notice } from '../../../model/plan/notice.ts';
import { checkUnstarted } from '../refusals/check-required.ts';

/**
 * Lists warnings about the fields that a plan writes. One without a field is about a new object.
 * Earlier values are not those that Git has.
 */
export function listWarnings({ connectors, cycles, part }: AccountDiff): Notice[] {
  if (part?.values === 'earlier') return [];
  return [
    ...[...connectors, ...cycles].flatMap(listOwn),
    ...cycles.flatMap(listUnknownWords),
    ...cycles.flatMap((cycle) =>
      checkUnstarted(cycle).map((diagnostic): Notice => {
        return { kind: 'warning', address: cycle.address, diagnostic };
      }),
    ),
  ];
}

// Each command warns of a word that is like a known one.
function listUnknownWords({ address, fields }: CycleDiff): Notice[] {
  return fields.filter(isChanged).flatMap(({ path, desired }): Notice[] => {
    const { at, value } = desired;
    const found = findUnknownWord(path, value.kind === 'plain' ? value.value : null);
    if (found === null || found.near !== null) return [];
    const place = { at, address: toFieldAddress(address, path) };
    return [{ kind: 'warning', address, diagnostic: reportUnknownWord(found, place) }];
  });
}

function listOwn({ address, live, fields, desired }: ConnectorDiff | CycleDiff): Notice[] {
  const { warnings = new Map() }: Refusable = desired;
  return [...warnings].flatMap(([path, diagnostic]): Notice[] => {
    const field = fields.find((each) => each.path === path);
    // A sign-in by a person is written by no request, and its kind is judged before the install.
    const isWritten =
      live === null
        ? field === undefined || !isOfOthers(field)
        : field !== undefined && isChanged(field);
    return isWritten ? [{ kind: 'warning', address, diagnostic }] : [];
  });
}
