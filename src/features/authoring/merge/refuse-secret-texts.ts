import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { fieldAddress } from '../../../model/address.ts';
import { withoutMergeFields } from '../../../model/desired/expression.ts';
import { isSecretText } from '../../../model/secret/secret-name.ts';
import type { FoundAccount } from './found-account.ts';
import { findEditPlace } from './place/find-edit-place.ts';
import { type FieldEdit, joinTaken, type Taken } from './take/taken.ts';

/** What an account takes over without what is a secret by its look, where its author has not written such a text there. */
export function refuseSecretTexts(taken: Taken, found: FoundAccount): Taken {
  const judged = taken.edits.map((edit) =>
    isSecretNews(edit, found) ? refuse(edit, found) : keep(edit),
  );
  return joinTaken([...judged, { edits: [], diagnostics: taken.diagnostics }]);
}

function isSecretNews(edit: FieldEdit, { raw }: FoundAccount): boolean {
  if (edit.kind === 'remove' || !looksSecret(edit.value)) return false;
  return !looksSecret(readPointer(raw.written, toPointer(edit.path)));
}

function looksSecret(value: unknown): boolean {
  if (typeof value === 'string') return isSecretText(withoutMergeFields(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(looksSecret);
}

function keep(edit: FieldEdit): Taken {
  return { edits: [edit], diagnostics: [] };
}

function refuse(edit: FieldEdit, found: FoundAccount): Taken {
  const { address, field } = edit;
  return {
    edits: [],
    diagnostics: [
      {
        code: 'secret-not-written',
        severity: 'warning',
        summary: `${field} has changed in the service and looks like a secret; it is not written`,
        at: findEditPlace(edit, found),
        address: fieldAddress(address, field),
        remedy:
          'Write a reference if it is one, {env: NAME}; else write the value that the console shows.',
      },
    ],
  };
}
