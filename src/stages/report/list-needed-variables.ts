import { writeOrigin } from '../../model/operator-bounds.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  type NeededVariable,
  type StarterTarget,
} from '../../model/starter.ts';

/** The variables that a new project wants to be set; the embedded service needs none. */
export function listNeededVariables(target: StarterTarget): readonly NeededVariable[] {
  if (target.kind === 'local') return [];
  const { baseUrl } = target;
  return [
    { name: clientIdVariable, does: 'signs in to the service', where: 'everywhere' },
    { name: clientSecretVariable, does: 'signs in to the service', where: 'everywhere' },
    {
      name: 'CYCLECTL_SECRET_KEY',
      does: 'one random text of 16 characters or more, the same in all runs',
      where: 'everywhere',
    },
    {
      name: 'CYCLECTL_ALLOW_ORIGINS',
      does: 'where addresses of manifests may lead',
      value: writeOrigin(baseUrl) ?? baseUrl,
      where: 'ci',
    },
    {
      name: 'CYCLECTL_ALLOW_ENV',
      does: 'variables that manifests may name',
      value: `${clientIdVariable},${clientSecretVariable}`,
      where: 'ci',
    },
  ];
}
