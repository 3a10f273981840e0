import type { AuthForm } from '../desired/desired.ts';
import type { Secrets } from '../ports.ts';
import { type SecretRef, SecretValue } from './secret.ts';

/**
 * The credential as the service takes it: an API key as it is, base64 of `username:password`
 * (SPEC 4.3), or a value of the caller's own. Null when a part of it has no value here.
 */
export async function readAuthValue(
  form: AuthForm,
  secrets: Pick<Secrets, 'read'>,
): Promise<SecretValue | null> {
  if (form.kind === 'api-key') return secrets.read(form.key);
  if (form.kind === 'raw') return secrets.read(form.value);
  const { username, password } = form;
  const [name, word] = await Promise.all([
    typeof username === 'string' ? username : secrets.read(username),
    secrets.read(password),
  ]);
  return name === null || word === null ? null : SecretValue.combine([name, word], toBasic);
}

/** The references of a form, in the order in which people write them. */
export function listAuthRefs(form: AuthForm): readonly [SecretRef, ...SecretRef[]] {
  if (form.kind === 'api-key') return [form.key];
  if (form.kind === 'raw') return [form.value];
  return typeof form.username === 'string' ? [form.password] : [form.username, form.password];
}

function toBasic(parts: readonly string[]): string {
  return Buffer.from(parts.join(':'), 'utf8').toString('base64');
}
