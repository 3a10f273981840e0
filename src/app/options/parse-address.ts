import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { parseObjectAddress } from '../../model/address.ts';

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
    remedy: 'Write ACCOUNT/connectors/KEY, with the keys of the manifests.',
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
    remedy: 'Write ACCOUNT/cycles/KEY, with the keys of the manifests.',
  });
}
