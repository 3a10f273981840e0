import { readPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import { parseObjectAddress } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import { toEscapedText } from '../../../../model/manifest/interpolation.ts';
import type { FoundAccount } from '../found-account.ts';
import { acceptAccount } from './accept-account.ts';
import { acceptConnector } from './accept-connector.ts';
import { acceptCycle } from './accept-cycle.ts';
import { type Accepted, type AnyDiff, type FieldEdit, mergeAccepted } from './accepted.ts';
import { restoreEdits } from './restore-edits.ts';

/**
 * Accepts out-of-band changes of an account as edits of its manifest; reports those that cannot be
 * written, with the place that prevents it. Ignores changes of Git alone.
 */
export function acceptChanges(found: FoundAccount): Accepted {
  const { diff, document } = found;
  const taken = acceptAll(found);
  const parts = [...diff.connectors, ...diff.cycles];
  // Skips the objects of an account that is gone.
  const objects = diff.account.missing?.kind === 'gone' ? [diff.account] : [diff.account, ...parts];
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
  if (missing?.kind !== 'gone') return [];
  const summary = 'It was deleted in the service; the manifest still declares it';
  return [{ code: 'entry-gone', severity: 'warning', summary, at, address }];
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
