import type { Refusable } from '../../../model/desired/bound.ts';
import { isChanged } from '../../../model/diff/disposition.ts';
import type { AccountDiff, ConnectorDiff, CycleDiff } from '../../../model/diff/field-diff.ts';
import type { Notice } from '../../../model/plan/notice.ts';

/** Lists warnings about the fields that a plan writes. One without a field is about a new object. */
export function listWarnings({ connectors, cycles }: AccountDiff): Notice[] {
  return [...connectors, ...cycles].flatMap(listOwn);
}

function listOwn({ address, live, fields, desired }: ConnectorDiff | CycleDiff): Notice[] {
  const { warnings = new Map() }: Refusable = desired;
  return [...warnings].flatMap(([path, diagnostic]): Notice[] => {
    const field = fields.find((each) => each.path === path);
    const isWritten = field === undefined ? live === null : isChanged(field);
    return isWritten ? [{ kind: 'warning', address, diagnostic }] : [];
  });
}
