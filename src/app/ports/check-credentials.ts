import { OperationalError } from '../../kit/operational-error.ts';
import type { Environment, ServiceCredentials } from '../../model/manifest/project.ts';
import type { Secrets } from '../../model/ports.ts';
import { describeLack } from '../../model/secret/describe-lack.ts';
import type { SecretRef } from '../../model/secret/secret.ts';

/**
 * Checks that the credentials of the service have values, because otherwise every account fails in
 * turn. Throws `OperationalError`.
 */
export async function checkCredentials(
  { name, service }: Pick<Environment, 'name' | 'service'>,
  secrets: Pick<Secrets, 'bind'>,
): Promise<void> {
  if (service.kind === 'emulator') return;
  const bound = await Promise.all(listRefs(service.token).map((ref) => secrets.bind(ref)));
  const lacking = bound.filter((secret) => secret.fingerprint === null).map(describeLack);
  if (lacking.length === 0) return;
  const text = lacking.map((item) => item.says).join(', ');
  const remedies = [...new Set(lacking.map((item) => item.remedy))];
  const isOne = lacking.length === 1;
  const said = remedies.length < lacking.length ? remedies.map(toPlural) : remedies;
  throw new OperationalError(`cannot sign in to the service of ${name}: ${text}`, {
    remedy: `${said.join('. ')}. ${isOne ? 'It is' : 'They are'} the token of that environment in cyclectl.yaml.`,
  });
}

// `Set it`, of several.
function toPlural(remedy: string): string {
  return remedy.replace(/^(\w+) it\b/, '$1 them');
}

function listRefs(token: ServiceCredentials): readonly SecretRef[] {
  if (token.kind === 'token') return [token.accessToken];
  const { clientId, clientSecret } = token;
  return typeof clientId === 'string' ? [clientSecret] : [clientId, clientSecret];
}
