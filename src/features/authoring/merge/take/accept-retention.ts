import type { WrittenRetention } from '../../../../model/manifest/manifest.generated.ts';
import { hasDrifted } from '../has-drifted.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { acceptPlain } from './accept-text.ts';
import {
  type Accepted,
  type AnyDiff,
  acceptBeside,
  acceptValue,
  type Entry,
  mergeAccepted,
  nothingAccepted,
} from './accepted.ts';

/** Both retentions. Where `null` stood for both, each is named once one of them has moved. */
export function acceptRetention(
  entry: Entry<AnyDiff>,
  written: WrittenRetention | undefined,
): Accepted {
  const verdicts = entry.object.fields.filter(({ path }) => path.startsWith('retention/'));
  if (written === undefined || !verdicts.some(hasDrifted)) return nothingAccepted;
  return mergeAccepted(
    verdicts
      .filter((verdict) => written === null || hasDrifted(verdict))
      .map((verdict) => {
        const path = [...entry.root, ...verdict.path.split('/')];
        if (!hasDrifted(verdict))
          return acceptBeside(acceptValue(entry, verdict, { path, value: null }));
        return findObstacle(entry, verdict) ?? acceptPlain(entry, verdict, { path });
      }),
  );
}
