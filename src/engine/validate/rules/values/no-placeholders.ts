import { toEntryPointer } from '../../../../kit/json/json-pointer.ts';
import { hasPlaceholder } from '../../../../model/manifest/interpolation.ts';
import type { WrittenProject } from '../../../../model/manifest/manifest.generated.ts';
import { projectFile } from '../../../../model/manifest/project.ts';
import type { Rule } from '../rule.ts';

type Place = { readonly pointer: string; readonly isKey: boolean };

/**
 * cyclectl.yaml gives the values of placeholders and takes none: it says whom we work on and with which brakes, and that is
 * to be read where it stands. What variables hold is taken as it is.
 */
export const noPlaceholders: Rule<WrittenProject> = (document) =>
  [...listPlaces(document.written, '')].map(({ pointer, isKey }) => ({
    code: 'interpolation',
    severity: 'error',
    summary: `${projectFile} takes no placeholders`,
    at: isKey ? document.keySpanOf(pointer) : document.spanOf(pointer),
    remedy: 'Write the value out; a secret is written as {env: NAME} or {file: PATH}.',
  }));

const variables = /^\/spec\/environments\/[^/]*\/variables$/;

function* listPlaces(value: unknown, pointer: string): Iterable<Place> {
  if (typeof value === 'string' && hasPlaceholder(value)) yield { pointer, isKey: false };
  if (typeof value !== 'object' || value === null || variables.test(pointer)) return;
  for (const [name, part] of Object.entries(value)) {
    const place = toEntryPointer(pointer, name);
    if (hasPlaceholder(name)) yield { pointer: place, isKey: true };
    yield* listPlaces(part, place);
  }
}
