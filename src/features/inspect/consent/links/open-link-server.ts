import type { ListenAddress, OpenedServer } from '../../../../app/output/open-http-server.ts';
import { checkKeySet } from '../../../../app/ports/open-environment-secrets.ts';
import { openConsentPorts, systemClock } from '../../../../app/ports/open-ports.ts';
import { openStoreReader } from '../../../../app/ports/open-store.ts';
import type { ProjectRequest } from '../../../../app/project/open-project.ts';
import { SharedOpening } from '../../../../kit/tasks/shared-opening.ts';
import { withOpened } from '../../../../kit/tasks/with-opened.ts';
import { findPages } from './find-pages.ts';
import { type ConsentServing, openConsentServer } from './open-consent-server.ts';

/** How links are answered. */
export type LinkServing = Pick<ConsentServing, 'report'> & {
  readonly listen: ListenAddress;
  /** Where a customer who is done is sent; absent for a page of ours. */
  readonly returnTo: string | undefined;
};

/**
 * Answers the sign-in links of an environment until it is closed. Between clicks it has neither the store nor a
 * share of the rate open. Throws `OperationalError`.
 */
export async function openLinkServer(
  request: ProjectRequest,
  { listen, returnTo, report }: LinkServing,
): Promise<OpenedServer> {
  const { environment } = request.project;
  const pages = findPages(environment);
  checkKeySet(request);
  // A mistake in the settings ends the command, and not each click.
  const signer = await withOpened(
    openConsentPorts(request),
    async ({ secrets }) => secrets.linkSigner,
  );
  const ports = new SharedOpening(() => openConsentPorts(request));
  const store = new SharedOpening(() => openStoreReader(request));
  return openConsentServer(listen, {
    pages,
    links: { signer, scope: environment.scope },
    readRevocations: () => store.use((opened) => opened.readRevocations()),
    withService: (work) => ports.use(work),
    clock: systemClock,
    returnTo: returnTo ?? null,
    report,
  });
}
