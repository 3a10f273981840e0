import type { AnyDiff } from '../../../../model/diff/field-diff.ts';
import type { WrittenRetention } from '../../../../model/manifest/manifest.generated.ts';
import { findObstacle } from '../edits/find-obstacle.ts';
import { hasDrifted } from '../found-account.ts';
import { acceptPlain } from './accept-text.ts';
import {
  type Accepted,
  acceptBeside,
  acceptValue,
  type Entry,
  mergeAccepted,
  nothingAccepted,
} from './accepted.ts';

/** Accepts both retentions; names each once one changed and `null` covered both. */
export function acceptRetention(
  entry: Entry<AnyDiff>,
  written: WrittenRetention | undefined,
): Accepted {
  const fields = entry.object.fields.filter(({ path }) => path.startsWith('retention/'));
  if (!fields.some(hasDrifted)) return nothingAccepted;
  return mergeAccepted(
    fields
      .filter((field) => written === null || hasDrifted(field))
      .map((field) => {
        const path = [...entry.root, ...field.path.split('/')];
        if (!hasDrifted(field))
          return acceptBeside(acceptValue(entry, field, { path, value: null }));
        return findObstacle(entry, field) ?? acceptPlain(entry, field, { path });
      }),
  );
}
