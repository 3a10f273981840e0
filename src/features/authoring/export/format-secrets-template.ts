import type { SuggestedSecret } from '../describe/described-account.ts';

/**
 * Formats variables that an export needs as a template to fill in, grouped by account: a YAML file for
 * `sops exec-env`, or a dotenv file.
 */
export function formatSecretsTemplate(
  secrets: readonly SuggestedSecret[],
  isYaml: boolean,
): string {
  const lines = isYaml
    ? [
        '# Fill in, and encrypt before you commit: sops encrypt --in-place FILE',
        "# Then run: sops exec-env FILE 'cyclectl apply'",
      ]
    : [
        '# Fill in, and keep it out of Git. Then run: node --env-file=FILE, or source it in a shell.',
      ];
  for (const [account, own] of Map.groupBy(secrets, findAccount)) {
    lines.push('', `# ${account}`);
    for (const { env, address, isUserName } of own) {
      lines.push(`# ${address}${isUserName === true ? ': the user name' : ''}`);
      lines.push(isYaml ? `${env}: ""` : `${env}=`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** Key of the account that a secret is for. */
export function findAccount({ address }: SuggestedSecret): string {
  return address.split('/')[0] ?? '';
}
