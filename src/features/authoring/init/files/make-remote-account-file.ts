import { formatYamlName } from '../../../../kit/text/format-name.ts';
import type { FirstAccount, ScaffoldFile } from '../scaffold.ts';

const example: FirstAccount = { key: 'northwind', id: 'northwind-8812' };

const known = `# The first account. Nothing of it is managed yet: apply finds an account with this id and does not
# change it, or creates one if the service has none. Uncomment each line that Git must manage.`;

const sample = `# Sample of an account; its file name is not that of a manifest. Copy it to accounts/KEY.yaml, one file per
# account, write the key and id of the account, and uncomment each line that Git must manage.`;

/** Makes the manifest of the first account of a real service; a commented sample without one. */
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
  # A missing key is unmanaged; null clears a value where that is allowed.
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
