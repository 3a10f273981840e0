import { OperationalError } from '../../kit/operational-error.ts';
import type { CommandContext } from '../context.ts';

/**
 * Refuses Node's variable that disables the check of certificates, because it would expose the
 * credentials of every connection. Throws `OperationalError`.
 */
export function checkTls({ environment }: Pick<CommandContext, 'environment'>): void {
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return;
  throw new OperationalError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set, so no certificate would be checked',
    {
      remedy:
        'Unset it. If a proxy or a service has a private certificate, set NODE_EXTRA_CA_CERTS to the file of its authority.',
    },
  );
}
