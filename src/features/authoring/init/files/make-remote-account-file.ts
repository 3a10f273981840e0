import { formatYamlName } from '../../../../kit/yaml/yaml-name.ts';
import type { FirstAccount, ScaffoldFile } from '../scaffold.ts';

const example: FirstAccount = { key: 'northwind', id: 'northwind-8812' };

const known = `# The first account. As it stands nothing of it is managed: an account with this id is found and left as
# it is, and where the service has none, apply makes it. Take the # off what Git shall manage.`;

const sample = `# A sample of an account, which is no manifest by its name. Copy it to accounts/KEY.yaml, one file for each
# account, write the account's own key and id, and take the # off what Git shall manage.`;

/** The manifest of the first account of a real service; a sample of one where none is known yet. */
export function makeRemoteAccountFile(account: FirstAccount | null): ScaffoldFile {
  if (account === null)
    return { path: 'accounts/account.yaml.sample', text: formatManifest(example, sample) };
  return { path: `accounts/${account.key}.yaml`, text: formatManifest(account, known) };
}

function formatManifest({ key, id }: FirstAccount, about: string): string {
  return `# yaml-language-server: $schema=../schemas/account.schema.json
#
${about}
apiVersion: cyclectl/v1
kind: Account
metadata:
  # Our key of the account; it never changes.
  name: ${formatYamlName(key)}
spec:
  # Its id in the service.
  id: ${formatYamlName(id)}
  # A key that is left out is not managed; null clears where it may stand.
  # displayName: Northwind Traders
  # timezone: Europe/Berlin
  # connectors:
  #   crm:
  #     # cyclectl catalog connectors has the names.
  #     connector: {name: Sample CRM}
  #     # Secrets are references: to a variable, a file, SOPS, age or a program.
  #     auth: {apiKey: {env: NORTHWIND_CRM_KEY}}
  # cycles:
  #   contacts:
  #     # cyclectl catalog templates has the names.
  #     from: {template: Contacts to Files}
  #     state: paused
`;
}
