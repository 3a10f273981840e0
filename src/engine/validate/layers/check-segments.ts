import { isSameJson } from '../../../kit/json/canonical-json.ts';
import { isMap } from '../../../kit/json/json.ts';
import { toEntryPointer } from '../../../kit/json/json-pointer.ts';
import { type Diagnostic, reportError } from '../../../model/diagnostic/diagnostic.ts';
import type { Layer } from '../../../model/manifest/layers.ts';

/** Reports the values on which two segments of an account disagree. */
export function checkSegments(layers: readonly Layer[]): readonly Diagnostic[] {
  const segments = layers.filter(({ kind }) => kind === 'segment');
  return segments.flatMap((second, index) =>
    segments.slice(0, index).flatMap((first) =>
      [
        ...listConflicts([first.patch, second.patch], ''),
        ...listConflicts([first.inputs, second.inputs], '/inputs'),
      ].map((pointer) =>
        reportError('segment-conflict', {
          summary: `The segments ${first.name} and ${second.name} set different values, and an account is in both`,
          at: second.document.spanOf(second.pointer + pointer),
          related: [
            { at: first.document.spanOf(first.pointer + pointer), says: `set by ${first.name}` },
          ],
          remedy: 'Set it in one of them, or let their labels exclude each other.',
        }),
      ),
    ),
  );
}

function listConflicts(
  [first, second]: readonly [unknown, unknown],
  pointer: string,
): readonly string[] {
  if (!isMap(first) || !isMap(second)) return isSameJson(first, second) ? [] : [pointer];
  return Object.keys(first)
    .filter((name) => Object.hasOwn(second, name))
    .flatMap((name) => listConflicts([first[name], second[name]], toEntryPointer(pointer, name)));
}
