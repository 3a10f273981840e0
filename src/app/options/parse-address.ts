import { OperationalError } from '../../kit/operational-error.ts';
import { toVisible } from '../../kit/text/visible-text.ts';
import { parseObjectAddress } from '../../model/address.ts';

/** The account and key of a connector's address as it was typed. Throws `OperationalError` for any other text. */
export function parseConnectorAddress(text: string): {
  readonly account: string;
  readonly key: string;
} {
  const parsed = parseObjectAddress(text);
  if (parsed?.kind === 'connector') return parsed;
  throw new OperationalError(`"${toVisible(text)}" is no address of a connector`, {
    remedy: 'Write ACCOUNT/connectors/KEY, with the keys of the manifests.',
  });
}

/** The account and key of a cycle's address as it was typed. Throws `OperationalError` for any other text. */
export function parseCycleAddress(text: string): {
  readonly account: string;
  readonly key: string;
} {
  const parsed = parseObjectAddress(text);
  if (parsed?.kind === 'cycle') return parsed;
  throw new OperationalError(`"${toVisible(text)}" is no address of a cycle`, {
    remedy: 'Write ACCOUNT/cycles/KEY, with the keys of the manifests.',
  });
}
