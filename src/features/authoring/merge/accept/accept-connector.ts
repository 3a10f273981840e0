import { parsePath } from '../../../../model/address.ts';
import type { ConnectorDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import { keyOrder } from '../../../../model/manifest/key-order.ts';
import type { WrittenInstalledConnector } from '../../../../model/manifest/manifest.generated.ts';
import { toWrittenText } from '../../describe/yaml/to-written.ts';
import { findObstacle } from '../edits/find-obstacle.ts';
import { hasDrifted } from '../has-drifted.ts';
import { acceptClearable, acceptSetting, acceptText } from './accept-text.ts';
import { type Accepted, acceptValue, type Entry, makeRefusal, mergeAccepted } from './accepted.ts';

type ConnectorPart = Entry<ConnectorDiff> & { readonly written: WrittenInstalledConnector };

/** Accepts out-of-band changes of an installed connector as edits of its manifest. */
export function acceptConnector(entry: ConnectorPart): Accepted {
  return mergeAccepted(
    entry.object.fields.filter(hasDrifted).map((field) => acceptField(entry, field)),
  );
}

function acceptField(entry: ConnectorPart, field: FieldDiff): Accepted {
  const names = parsePath(field.path);
  const path = [...entry.root, ...names];
  const obstacle = findObstacle(entry, field);
  if (obstacle !== null) return obstacle;
  switch (names[0]) {
    case 'displayName':
      return acceptText(entry, field, { path, order: keyOrder.connector });
    case 'description':
      return acceptClearable(entry, field, path);
    case 'properties': {
      const before = entry.written.properties?.[names[1] ?? ''];
      const write = (text: string) =>
        acceptValue(entry, field, { path, value: toWrittenText(text, before) });
      return acceptSetting(entry, field, { path, write });
    }
    case 'connector':
      if (names[1] === 'version') return acceptText(entry, field, { path });
      return makeRefusal(entry, field, {
        summary: 'Another connector is installed under this name',
        remedy: 'Change the displayName of the entry, or declare the installed connector.',
      });
    case 'auth':
      return makeRefusal(entry, field, {
        summary: 'The connector is no longer signed in',
        remedy: `cyclectl consent ${entry.object.address}`,
      });
    default:
      return makeRefusal(entry, field, {
        summary: 'It changed in the service, and its live value is not readable',
      });
  }
}
