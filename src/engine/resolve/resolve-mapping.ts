import type { DesiredMapping } from '../../model/desired/mapping.ts';
import type { WrittenMapping } from '../../model/manifest/manifest.generated.ts';
import type { Secrets } from '../../model/ports.ts';
import { isSecretRef } from '../../model/secret/secret.ts';

/** Resolves the source of a parameter or field; a scalar is a static value, sent as text. */
export async function resolveMapping(
  written: WrittenMapping,
  secrets: Pick<Secrets, 'bind'>,
): Promise<DesiredMapping> {
  if (typeof written !== 'object') return { kind: 'value', value: String(written) };
  if (isSecretRef(written)) {
    return { kind: 'secret', secret: await secrets.bind(written) };
  }
  if ('step' in written) return { kind: 'step', ...written };
  if ('variable' in written) return { kind: 'variable', ...written };
  if ('option' in written) return { kind: 'option', ...written };
  if ('lookup' in written) return { kind: 'lookup', ...written.lookup };
  if ('expression' in written) return { kind: 'expression', ...written };
  return { kind: 'ignore' };
}
