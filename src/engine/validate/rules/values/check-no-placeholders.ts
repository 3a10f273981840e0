import { toEntryPointer } from '../../../../kit/json/json-pointer.ts';
import { reportError } from '../../../../model/diagnostic/diagnostic.ts';
import { hasPlaceholder } from '../../../../model/manifest/interpolation.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import { projectFile } from '../../../../model/manifest/project.ts';
import type { Rule } from '../rule.ts';

type Place = { readonly pointer: string; readonly isKey: boolean };

/**
 * Refuses placeholders in cyclectl.yaml, because service, limits and protection must be readable
 * where they are written. Values of variables are excluded.
 */
export const checkNoPlaceholders: Rule<WrittenProject> = (document) =>
  [...listPlaces(document.written, '')].map(({ pointer, isKey }) =>
    reportError('interpolation', {
      summary: `${projectFile} takes no placeholders`,
      at: isKey ? document.keySpanOf(pointer) : document.spanOf(pointer),
      remedy: 'Write the value itself; write a secret as {env: NAME} or {file: PATH}.',
    }),
  );

const variables = /^\/spec\/environments\/[^/]*\/variables$/;

function* listPlaces(value: unknown, pointer: string): Iterable<Place> {
  if (typeof value === 'string' && hasPlaceholder(value)) yield { pointer, isKey: false };
  if (typeof value !== 'object' || value === null || variables.test(pointer)) return;
  for (const [name, part] of Object.entries(value)) {
    const location = toEntryPointer(pointer, name);
    if (hasPlaceholder(name)) yield { pointer: location, isKey: true };
    yield* listPlaces(part, location);
  }
}
