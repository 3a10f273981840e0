import { readPointer, toPointer } from '../../../kit/json/json-pointer.ts';
import { toFieldAddress } from '../../../model/address.ts';
import { toTextWithoutMergeFields } from '../../../model/desired/expression.ts';
import { reportWarning } from '../../../model/diagnostic/diagnostic.ts';
import { isSecretText } from '../../../model/secret/secret-name.ts';
import { type Accepted, type FieldEdit, findEditPlace, mergeAccepted } from './accept/accepted.ts';
import type { FoundAccount } from './found-account.ts';

/** Leaves out secret-like texts, unless the manifest already has such a text there. */
export function checkSecretTexts(taken: Accepted, found: FoundAccount): Accepted {
  const checked = taken.edits.map((edit) =>
    isNewSecret(edit, found) ? refuse(edit, found) : acceptEdit(edit),
  );
  return mergeAccepted([...checked, { edits: [], diagnostics: taken.diagnostics }]);
}

function isNewSecret(edit: FieldEdit, { raw }: FoundAccount): boolean {
  if (edit.kind === 'remove' || !isSecretLike(edit.value)) return false;
  return !isSecretLike(readPointer(raw.written, toPointer(edit.path)));
}

function isSecretLike(value: unknown): boolean {
  if (typeof value === 'string') return isSecretText(toTextWithoutMergeFields(value));
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(isSecretLike);
}

function acceptEdit(edit: FieldEdit): Accepted {
  return { edits: [edit], diagnostics: [] };
}

function refuse(edit: FieldEdit, found: FoundAccount): Accepted {
  const { address, field } = edit;
  return {
    edits: [],
    diagnostics: [
      reportWarning('secret-not-written', {
        summary: `${field} changed in the service and looks like a secret; it was not written`,
        at: findEditPlace(edit, found),
        address: toFieldAddress(address, field),
        remedy:
          'If it is a secret, write a reference {env: NAME}; else write the value from the console.',
      }),
    ],
  };
}
