import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { formatListing } from '../../../app/output/format-listing.ts';
import { printDiagnostics } from '../../../app/output/print-diagnostics.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { checkKeySet } from '../../../app/ports/open-environment-secrets.ts';
import { openReadPorts, systemClock } from '../../../app/ports/open-ports.ts';
import type { ProjectRequest } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { LinkedWait } from '../../../model/live/consent.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { formatWaitsText, toWaitRow } from './format-waits-text.ts';
import { formatLinkToken, type LinkSigner } from './links/consent-link.ts';
import { type ConsentPlace, findPages, linkPath } from './links/find-pages.ts';
import { listWaits, type Wait } from './list-waits.ts';

/** Prints the connectors that wait for a person; with `links`, a link of days for each. */
export async function printWaits(
  asked: ProjectRequest,
  { links }: { readonly links: boolean },
): Promise<ExitCode> {
  const { context, options, project } = asked;
  const { directory } = options;
  const { environment } = project;
  const place = links ? findPages(environment) : null;
  if (links) checkKeySet(asked);
  return withOpened(openReadPorts(asked), async (ports) => {
    const waits: LinkedWait[] = [];
    let unread = 0;
    const signing = { signer: ports.secrets.linkSigner, scope: environment.scope };
    const run = toRun(project, ports);
    const phase = { does: 'reading', total: run.entries.length, ports };
    for await (const account of withProgress(context, phase, listWaits(run))) {
      if (account.kind === 'read')
        waits.push(...account.waits.map((wait) => toLinked(wait, place, signing)));
      else {
        unread += 1;
        await printDiagnostics(context, directory, account.diagnostics);
      }
    }
    await context.terminal.out(
      options.format === 'json'
        ? formatDocument('waits', { target: ports.target, waits })
        : formatListing(context.terminal, {
            layOut: (columns) =>
              formatWaitsText(waits, { environment: environment.name, directory, columns }),
            rows: () => waits.map(toWaitRow),
          }),
    );
    return unread > 0 ? exitCodes.failed : exitCodes.ok;
  });
}

function toLinked(
  { pending, installed }: Wait,
  place: ConsentPlace | null,
  signing: LinkSigner,
): LinkedWait {
  if (place === null || installed === null) return pending;
  const { address, account, connector: connectorName, user } = pending;
  const issuedAt = systemClock.now();
  const expiresAt = new Date(Date.parse(issuedAt) + place.validMs).toISOString();
  const content = { address, account, connectorName, user, issuedAt, expiresAt, ...installed };
  return {
    ...pending,
    link: `${place.origin}${linkPath}${formatLinkToken(signing, content)}`,
    expiresAt,
  };
}
