import type { WrittenRetention } from '../../../../model/manifest/manifest.generated.ts';
import { hasMoved } from '../has-moved.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { takePlain } from './take-text.ts';
import {
  type AnyDiff,
  type Entry,
  joinTaken,
  nothingTaken,
  type Taken,
  takeBeside,
  takeValue,
} from './taken.ts';

/** Both retentions. Where `null` stood for both, each is named once one of them has moved. */
export function takeRetention(entry: Entry<AnyDiff>, written: WrittenRetention | undefined): Taken {
  const verdicts = entry.object.verdicts.filter(({ path }) => path.startsWith('retention/'));
  if (written === undefined || !verdicts.some(hasMoved)) return nothingTaken;
  return joinTaken(
    verdicts
      .filter((verdict) => written === null || hasMoved(verdict))
      .map((verdict) => {
        const path = [...entry.root, ...verdict.path.split('/')];
        if (!hasMoved(verdict)) return takeBeside(takeValue(entry, verdict, { path, value: null }));
        return findObstacle(entry, verdict) ?? takePlain(entry, verdict, { path });
      }),
  );
}
