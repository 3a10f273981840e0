import { readPointer, toPointer } from '../../../../kit/json/json-pointer.ts';
import { parseObjectAddress } from '../../../../model/address.ts';
import type { Diagnostic } from '../../../../model/diagnostic/diagnostic.ts';
import { escapePlaceholders } from '../../../../model/manifest/interpolation.ts';
import type { FoundAccount } from '../found-account.ts';
import { readKept } from './read-kept.ts';
import { takeAccount } from './take-account.ts';
import { takeConnector } from './take-connector.ts';
import { takeCycle } from './take-cycle.ts';
import { type AnyDiff, type FieldEdit, joinTaken, type Taken } from './taken.ts';

/**
 * What somebody else has changed in the service, as edits of an account's manifest; what cannot be written there is
 * told with the place that decides it. What only Git has moved is left as it is written.
 */
export function takeOver(found: FoundAccount): Taken {
  const { diff, document } = found;
  const taken = takeAll(found);
  const parts = [...diff.connectors, ...diff.cycles];
  // What an account held went with it.
  const objects = diff.account.missing?.kind === 'gone' ? [diff.account] : [diff.account, ...parts];
  const kept = readKept(taken.edits, found);
  return {
    edits: dropEmptied(kept.edits, document.written).map(toWrittenPath),
    diagnostics: [...taken.diagnostics, ...kept.diagnostics, ...objects.flatMap(reportGone)],
  };
}

/** The same edits, also where a placeholder stands and none may be made, by the names of the file. */
export function listWishes(found: FoundAccount): readonly FieldEdit[] {
  return takeAll(found).edits.map(toWrittenPath);
}

function takeAll({ diff, document, secrets }: FoundAccount): Taken {
  const { spec } = document.written;
  const part = { diff, document, secrets };
  const root = ['spec'];
  return joinTaken([
    takeAccount({ ...part, object: diff.account, root }),
    ...diff.connectors.map((object) => {
      const key = keyOf(object);
      const written = spec.connectors?.[key];
      if (written === undefined) throw new Error(`${object.address} is not in ${document.file}`);
      return takeConnector({ ...part, object, written, root: [...root, 'connectors', key] });
    }),
    ...diff.cycles.map((object) => {
      const key = keyOf(object);
      const written = spec.cycles?.[key];
      if (written === undefined) throw new Error(`${object.address} is not in ${document.file}`);
      return takeCycle({ ...part, object, written, root: [...root, 'cycles', key] });
    }),
  ]);
}

function toWrittenPath(edit: FieldEdit): FieldEdit {
  return { ...edit, path: edit.path.map(escapePlaceholders) };
}

function keyOf({ address }: AnyDiff): string {
  return parseObjectAddress(address)?.key ?? '';
}

function reportGone({ missing, address, at }: AnyDiff): Diagnostic[] {
  if (missing?.kind !== 'gone') return [];
  const summary = 'It was deleted in the service; its entry is still here';
  return [{ code: 'entry-gone', severity: 'warning', summary, at, address }];
}

/** Names that lead to an object: what stands under them is a setting of it, or a map of settings. */
const depthOfObject = 3;

// A map of settings whose last line goes has nothing to say any more, and a step must not be empty.
function dropEmptied(edits: readonly FieldEdit[], written: unknown): readonly FieldEdit[] {
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
  return dropEmptied([...others, { kind: 'remove', address, field, path: above }], written);
}
