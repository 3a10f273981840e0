import { OperationalError } from '../../kit/operational-error.ts';
import type { CommandContext } from '../context.ts';

/**
 * No manifest can turn the check of certificates off. Node's own variable can, for every connection of the
 * process, and whoever is on the way then has the credentials. Throws `OperationalError`.
 */
export function checkTls({ environment }: Pick<CommandContext, 'environment'>): void {
  if (environment.NODE_TLS_REJECT_UNAUTHORIZED !== '0') return;
  throw new OperationalError(
    'NODE_TLS_REJECT_UNAUTHORIZED=0 is set: nobody would check who answers',
    {
      remedy:
        'Unset it. Where a proxy or a service has a certificate of its own, name the file of its authority in NODE_EXTRA_CA_CERTS.',
    },
  );
}
