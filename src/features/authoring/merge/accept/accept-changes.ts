import { parsePointer, readPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import { parseObjectAddress, parsePath, toFieldAddress } from '../../../../model/address.ts';
import {
  type Diagnostic,
  reportError,
  reportWarning,
} from '../../../../model/diagnostic/diagnostic.ts';
import type { AnyDiff, ConnectorDiff, FieldDiff } from '../../../../model/diff/field-diff.ts';
import { parsePlaceholders, toEscapedText } from '../../../../model/manifest/interpolation.ts';
import { keyOrder } from '../../../../model/manifest/key-order.ts';
import type { WrittenInstalledConnector } from '../../../../model/manifest/manifest.generated.ts';
import { formatCommandAt } from '../../../../model/report/advice/commands.ts';
import { formatSpan } from '../../../../model/source-span.ts';
import { toWrittenText } from '../../describe/to-written.ts';
import { findObstacle } from '../edits/find-obstacle.ts';
import { readWritten, restorePlaceholders } from '../edits/restore-placeholders.ts';
import { type FoundAccount, hasDrifted } from '../found-account.ts';
import { acceptAccount } from './accept-account.ts';
import { acceptCycle } from './accept-cycle.ts';
import { acceptClearable, acceptSetting, acceptText } from './accept-text.ts';
import {
  type Accepted,
  acceptValue,
  type Entry,
  type FieldEdit,
  makeRefusal,
  mergeAccepted,
} from './accepted.ts';

type ConnectorPart = Entry<ConnectorDiff> & { readonly written: WrittenInstalledConnector };

/**
 * Accepts out-of-band changes of an account as edits of its manifest; reports those that cannot be
 * written, with the place that prevents it. Ignores changes of Git alone.
 */
export function acceptChanges(found: FoundAccount): Accepted {
  const { diff, document } = found;
  const taken = acceptAll(found);
  const parts = [...diff.connectors, ...diff.cycles];
  // Skips the objects of an account that is gone.
  const objects = diff.account.missing === 'gone' ? [diff.account] : [diff.account, ...parts];
  const kept = restoreEdits(taken.edits, found);
  return {
    edits: deleteEmptied(kept.edits, document.written).map(toWrittenPath),
    diagnostics: [...taken.diagnostics, ...kept.diagnostics, ...objects.flatMap(reportGone)],
  };
}

/** Lists the same edits by the names of the file, including those in place of a placeholder. */
export function listUnplacedEdits(found: FoundAccount): readonly FieldEdit[] {
  return acceptAll(found).edits.map(toWrittenPath);
}

function acceptAll({ diff, document, secrets }: FoundAccount): Accepted {
  const { spec } = document.written;
  const part = { diff, document, secrets };
  const root = ['spec'];
  return mergeAccepted([
    acceptAccount({ ...part, object: diff.account, root }),
    ...diff.connectors.map((object) => {
      const key = toKey(object);
      const written = spec.connectors?.[key];
      if (written === undefined) throw new Error(`${object.address} is not in ${document.file}`);
      return acceptConnector({ ...part, object, written, root: [...root, 'connectors', key] });
    }),
    ...diff.cycles.map((object) => {
      const key = toKey(object);
      const written = spec.cycles?.[key];
      if (written === undefined) throw new Error(`${object.address} is not in ${document.file}`);
      return acceptCycle({ ...part, object, written, root: [...root, 'cycles', key] });
    }),
  ]);
}

function toWrittenPath(edit: FieldEdit): FieldEdit {
  return { ...edit, path: edit.path.map(toEscapedText) };
}

function toKey({ address }: AnyDiff): string {
  return parseObjectAddress(address)?.key ?? '';
}

function reportGone({ missing, address, at }: AnyDiff): Diagnostic[] {
  if (missing !== 'gone') return [];
  const summary = 'It was deleted in the service; the manifest still declares it';
  return [reportWarning('entry-gone', { summary, at, address })];
}

/** Names that lead to an object; paths below it are its settings. */
const depthOfObject = 3;

// Removes a map of settings with its last line, because a step must not be empty.
function deleteEmptied(edits: readonly FieldEdit[], written: unknown): readonly FieldEdit[] {
  const removed = new Set(
    edits.flatMap(({ kind, path }) => (kind === 'remove' ? [toPointer(path)] : [])),
  );
  const emptied = edits.find(({ kind, path }) => {
    const above = path.slice(0, -1);
    if (kind !== 'remove' || above.length <= depthOfObject) return false;
    const entries = readPointer(written, toPointer(above));
    const names = typeof entries === 'object' && entries !== null ? Object.keys(entries) : [];
    return names.every((name) => removed.has(toPointer([...above, name])));
  });
  if (emptied === undefined) return edits;
  const above = emptied.path.slice(0, -1);
  const isBeneath = ({ path }: FieldEdit) => above.every((name, index) => name === path[index]);
  const { address, field } = emptied;
  const others = edits.filter((edit) => !isBeneath(edit));
  return deleteEmptied([...others, { kind: 'remove', address, field, path: above }], written);
}

/** Accepts out-of-band changes of an installed connector as edits of its manifest. */
function acceptConnector(entry: ConnectorPart): Accepted {
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
        remedy: formatCommandAt('consent', entry.object.address, {
          environment: entry.diff.desired.environment,
        }),
      });
    default:
      return makeRefusal(entry, field, {
        summary: 'It changed in the service, and its live value is not readable',
      });
  }
}

/**
 * Restores placeholders in the values of edits. Refuses an edit that replaces a placeholder,
 * because its variable is the right place to change.
 */
function restoreEdits(edits: readonly FieldEdit[], found: FoundAccount): Accepted {
  return mergeAccepted(
    edits.map((edit): Accepted => {
      const value = edit.kind === 'set' ? edit.value : undefined;
      const kept = restorePlaceholders(found, edit.path, value);
      if ('lost' in kept)
        return { edits: [], diagnostics: [reportLostPlaceholder(edit, kept.lost, found)] };
      const written = edit.kind === 'set' ? { ...edit, value: kept.value } : edit;
      return { edits: [written], diagnostics: [] };
    }),
  );
}

function reportLostPlaceholder(
  { address, field }: FieldEdit,
  lost: string,
  found: FoundAccount,
): Diagnostic {
  const { document, variables, diff } = found;
  const text = readWritten(found, parsePointer(lost));
  const names = new Set(
    parsePlaceholders(String(text)).flatMap((piece) =>
      piece.kind === 'placeholder' ? [piece.name] : [],
    ),
  );
  const { environment } = diff.desired;
  const placed = [...names].flatMap((name) => {
    const variable = variables?.get(name.replace(/^vars\./, ''));
    return variable === undefined || !name.startsWith('vars.')
      ? []
      : [{ at: variable.at, says: `${name} of ${environment}` }];
  });
  const places = placed.map(({ at, says: text }) => `${text} at ${formatSpan(at)}`);
  const change = places.length === 0 ? 'Change its variable' : `Change ${places.join(' or ')}`;
  return reportError('value-of-expression', {
    summary: `It comes from ${[...names].map((name) => `\${${name}}`).join(' and ')}, and changed in the service`,
    at: document.spanOf(lost),
    address: toFieldAddress(address, field),
    ...(placed.length === 0 ? {} : { related: placed }),
    remedy: `${change}, or replace the placeholder with the value.`,
  });
}
