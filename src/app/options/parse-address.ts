import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { isKey, parseObjectAddress } from '../../model/address.ts';

/**
 * Parses the address of a connector into account and key. Throws `OperationalError` for any other
 * text.
 */
export function parseConnectorAddress(text: string): {
  readonly account: string;
  readonly key: string;
} {
  const parsed = parseObjectAddress(text);
  if (parsed?.kind === 'connector') return parsed;
  throw new OperationalError(`"${toVisible(text)}" is not the address of a connector`, {
    remedy: `${suggest(text, 'connectors')}Write ACCOUNT/connectors/KEY, with the keys of the manifests.`,
  });
}

/**
 * Parses the address of a cycle into account and key. Throws `OperationalError` for any other text.
 */
export function parseCycleAddress(text: string): {
  readonly account: string;
  readonly key: string;
} {
  const parsed = parseObjectAddress(text);
  if (parsed?.kind === 'cycle') return parsed;
  throw new OperationalError(`"${toVisible(text)}" is not the address of a cycle`, {
    remedy: `${suggest(text, 'cycles')}Write ACCOUNT/cycles/KEY, with the keys of the manifests.`,
  });
}

// People leave out the part in the middle, which is always the same.
function suggest(text: string, section: 'connectors' | 'cycles'): string {
  const [account = '', key = '', ...rest] = text.split('/');
  const isShort = rest.length === 0 && isKey(account) && isKey(key);
  return isShort ? `Did you mean ${account}/${section}/${key}? ` : '';
}
