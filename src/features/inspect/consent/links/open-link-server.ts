import type { ListenAddress, OpenedServer } from '../../../../app/output/open-http-server.ts';
import { checkKeySet } from '../../../../app/ports/open-environment-secrets.ts';
import { openConsentPorts, systemClock } from '../../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../../app/project/open-project.ts';
import { closeIfFailing } from '../../../../kit/tasks/run-in-order.ts';
import { findPages } from './find-pages.ts';
import { type ConsentServing, openConsentServer } from './open-consent-server.ts';

/** How links are answered. */
export type LinkServing = Pick<ConsentServing, 'report'> & {
  readonly listen: ListenAddress;
  /** Where a customer who is done is sent; absent for a page of ours. */
  readonly returnTo: string | undefined;
};

/** Answers the sign-in links of an environment until it is closed. Throws `OperationalError`. */
export async function openLinkServer(
  request: ProjectRequest,
  { listen, returnTo, report }: LinkServing,
): Promise<OpenedServer> {
  const { environment } = request.project;
  const pages = findPages(environment);
  checkKeySet(request);
  const ports = await openConsentPorts(request);
  return closeIfFailing(ports, async () => {
    const { reader, consents, store, secrets } = ports;
    const links = { signer: secrets.linkSigner, scope: environment.scope };
    const serving = { pages, links, reader, consents, store, clock: systemClock, report };
    const server = await openConsentServer(listen, { ...serving, returnTo: returnTo ?? null });
    return {
      port: server.port,
      close: async () => {
        await server.close();
        await ports.close();
      },
    };
  });
}
