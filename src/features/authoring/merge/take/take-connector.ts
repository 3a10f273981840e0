import { splitPath } from '../../../../model/address.ts';
import type { ConnectorDiff, FieldVerdict } from '../../../../model/diff/verdict.ts';
import { keyOrder } from '../../../../model/manifest/key-order.ts';
import type { WrittenInstalledConnector } from '../../../../model/manifest/manifest.generated.ts';
import { toWrittenText } from '../../describe/yaml/to-written.ts';
import { hasMoved } from '../has-moved.ts';
import { findObstacle } from '../place/find-obstacle.ts';
import { takeClearable, takeSetting, takeText } from './take-text.ts';
import { type Entry, joinTaken, refuse, type Taken, takeValue } from './taken.ts';

type ConnectorPart = Entry<ConnectorDiff> & { readonly written: WrittenInstalledConnector };

/** What of an installed connector somebody else has changed, as edits of its manifest. */
export function takeConnector(entry: ConnectorPart): Taken {
  return joinTaken(
    entry.object.verdicts.filter(hasMoved).map((verdict) => takeField(entry, verdict)),
  );
}

function takeField(entry: ConnectorPart, verdict: FieldVerdict): Taken {
  const names = splitPath(verdict.path);
  const path = [...entry.root, ...names];
  const obstacle = findObstacle(entry, verdict);
  if (obstacle !== null) return obstacle;
  switch (names[0]) {
    case 'displayName':
      return takeText(entry, verdict, { path, order: keyOrder.connector });
    case 'description':
      return takeClearable(entry, verdict, path);
    case 'properties': {
      const before = entry.written.properties?.[names[1] ?? ''];
      const write = (text: string) =>
        takeValue(entry, verdict, { path, value: toWrittenText(text, before) });
      return takeSetting(entry, verdict, { path, write });
    }
    case 'connector':
      if (names[1] === 'version') return takeText(entry, verdict, { path });
      return refuse(entry, verdict, {
        summary: 'What is installed under this name is another connector',
        remedy: 'Give the entry another displayName, or describe what is installed in its place.',
      });
    case 'auth':
      return refuse(entry, verdict, {
        summary: 'The connector is no longer signed in',
        remedy: `cyclectl consent ${entry.object.address}`,
      });
    default:
      return refuse(entry, verdict, {
        summary: 'It has changed in the service, and only a person can tell to what',
      });
  }
}
