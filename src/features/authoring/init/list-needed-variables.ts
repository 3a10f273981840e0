import { normaliseOrigin } from '../../../model/manifest/operator-bounds.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  type NeededVariable,
  packageVariable,
  type ScaffoldTarget,
} from './scaffold.ts';

/** The variables that a new project wants to be set; on the embedded service only its CI needs one. */
export function listNeededVariables(target: ScaffoldTarget): readonly NeededVariable[] {
  if (target.kind === 'local') return [ofPackage];
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
      value: normaliseOrigin(baseUrl) ?? baseUrl,
      where: 'ci',
    },
    {
      name: 'CYCLECTL_ALLOW_ENV',
      does: 'variables that manifests may name',
      value: `${clientIdVariable},${clientSecretVariable}`,
      where: 'ci',
    },
    ofPackage,
  ];
}

const ofPackage: NeededVariable = {
  name: packageVariable,
  does: 'of the repository: which cyclectl is run, as NAME@VERSION of a registry of yours, or full path or address of a tarball that npm pack has made',
  where: 'ci',
};
