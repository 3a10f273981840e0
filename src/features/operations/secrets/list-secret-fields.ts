import { type Address, toFieldPath } from '../../../model/address.ts';
import type {
  DesiredAccount,
  DesiredConnector,
  DesiredCycle,
} from '../../../model/desired/desired.ts';
import type { DesiredFields } from '../../../model/fields/field-value.ts';
import { listAuthRefs } from '../../../model/secret/auth-value.ts';
import type { SecretField } from './secret-use.ts';

/** Lists the secret fields of an account, in the order of the manifest. */
export function listSecretFields(account: DesiredAccount): SecretField[] {
  const { connectors, cycles } = account;
  return [
    ...listFields(account.address, account.fields),
    ...(connectors.kind === 'set' ? [...connectors.value.values()].flatMap(listOfConnector) : []),
    ...(cycles.kind === 'set' ? [...cycles.value.values()].flatMap(listOfCycle) : []),
  ];
}

function listFields(object: Address, fields: DesiredFields): SecretField[] {
  return [...fields.values()].flatMap(({ path, value }) => {
    if (value.kind !== 'secret') return [];
    const { ref, fingerprint } = value.secret;
    return [{ object, path, refs: [ref], fingerprint } as const];
  });
}

// Joins the references of a credential, because its fingerprint covers all of them.
function listOfConnector({ address, auth, fields }: DesiredConnector): SecretField[] {
  return listFields(address, fields).map((field) =>
    field.path === 'auth' && auth.kind === 'value'
      ? { ...field, refs: listAuthRefs(auth.form) }
      : field,
  );
}

function listOfCycle({ address, fields, mappings }: DesiredCycle): SecretField[] {
  return [
    ...listFields(address, fields),
    ...mappings.flatMap(({ step, slot, target, source }) => {
      if (source.kind !== 'secret') return [];
      const { ref, fingerprint } = source.secret;
      const path = toFieldPath('steps', step, slot, target);
      return [{ object: address, path, refs: [ref], fingerprint } as const];
    }),
  ];
}
