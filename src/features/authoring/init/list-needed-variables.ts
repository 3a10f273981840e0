import { normaliseOrigin } from '../../../model/manifest/external-name.ts';
import {
  clientIdVariable,
  clientSecretVariable,
  type NeededVariable,
  packageVariable,
  type ScaffoldTarget,
} from './scaffold.ts';

/** Lists the variables that a new project needs; on the embedded service only its CI needs one. */
export function listNeededVariables(target: ScaffoldTarget): readonly NeededVariable[] {
  if (target.kind === 'local') return [ofPackage];
  const { baseUrl } = target;
  return [
    { name: clientIdVariable, does: 'sign in to the service', where: 'everywhere' },
    { name: clientSecretVariable, does: 'sign in to the service', where: 'everywhere' },
    {
      name: 'CYCLECTL_SECRET_KEY',
      does: 'random text of 16 characters or more, the same in all runs',
      where: 'everywhere',
    },
    {
      name: 'CYCLECTL_ALLOW_ORIGINS',
      does: 'origins that URLs in manifests may use',
      value: normaliseOrigin(baseUrl) ?? baseUrl,
      where: 'ci',
    },
    {
      name: 'CYCLECTL_ALLOW_ENV',
      does: 'environment variables that manifests may name',
      value: `${clientIdVariable},${clientSecretVariable}`,
      where: 'ci',
    },
    ofPackage,
  ];
}

const ofPackage: NeededVariable = {
  name: packageVariable,
  does: 'repository variable: the cyclectl package, as NAME@VERSION of your registry, or the full path or URL of a tarball from npm pack',
  where: 'ci',
};
