import type { CommandContext, GlobalOptions } from '../../app/context.ts';
import { type ExitCode, exitCodes } from '../../app/exit-codes.ts';
import { formatListing } from '../../app/output/format-listing.ts';
import type { EnvironmentContext } from '../../app/ports/open-environment-secrets.ts';
import { systemClock } from '../../app/ports/open-ports.ts';
import { openStoreReader } from '../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../app/project/open-project.ts';
import { withRenames } from '../../engine/index/revisions/with-renames.ts';
import { countRevisions } from '../../engine/run/report-revisions.ts';
import { withOpened } from '../../kit/tasks/with-opened.ts';
import type { StoreReader } from '../../model/ports.ts';
import type { CommandPlace } from '../../model/report/advice/commands.ts';
import { isInProgress, listLatest } from '../../model/state/rollout.ts';
import { formatDocument } from '../../reports/json/format-document.ts';
import { openNested } from '../../reports/json/open-nested.ts';
import { findMembers, openFleetRevisions } from './find-fleet.ts';
import { type FleetStatus, formatStatus, listStatusRows, toStatusData } from './format-status.ts';
import { applyPins } from './waves/apply-pins.ts';

export type RolloutStatusOptions = GlobalOptions & { readonly fleet?: string };

/** `cyclectl rollout status [FLEET]`: shows which revision accounts are on, and the latest rollout. */
export async function runRolloutStatus(
  context: CommandContext,
  options: RolloutStatusOptions,
): Promise<ExitCode> {
  return withProject(context, options, (request) =>
    withOpened(openStoreReader(request), async (store) => {
      const { fleet } = options;
      const found = await readStatus(request, store);
      if (fleet !== undefined && found.length === 0) findMembers(request.project, fleet);
      await context.terminal.out(
        options.format === 'json'
          ? formatDocument('rollout', { fleets: found.map(toStatusData) })
          : formatListing(context.terminal, {
              layOut: () => formatStatus(found, toPlace(request)),
              rows: () => listStatusRows(found),
            }),
      );
      return exitCodes.ok;
    }),
  );
}

/**
 * Does a work, and prints what it reports as one document where data is asked for; the rollout of its fleet
 * where it reports nothing.
 */
export async function withRolloutData<Options extends RolloutStatusOptions>(
  request: ProjectRequest<Options>,
  work: (request: ProjectRequest<Options>) => Promise<ExitCode>,
): Promise<ExitCode> {
  const { context, options } = request;
  const { terminal } = context;
  if (options.format !== 'json') return work(request);
  // A step that applies a wave and then undoes it has the report of the undo within its own.
  const nested = openNested('undo', terminal.out);
  try {
    const shown = { ...context, terminal: { ...terminal, out: nested.add } };
    const code = await work({ ...request, context: shown });
    if (nested.isEmpty())
      await withOpened(openStoreReader(request), async (store) => {
        const found = await readStatus(request, store);
        await nested.add(formatDocument('rollout', { fleets: found.map(toStatusData) }));
      });
    return code;
  } finally {
    await nested.end();
  }
}

/** Prints the latest rollout of a fleet as data, from the store alone. */
export async function printStored(
  request: EnvironmentContext & { readonly options: { readonly fleet: string } },
): Promise<void> {
  const { fleet } = request.options;
  await withOpened(openStoreReader(request), async (store) => {
    const record = (await store.listRollouts()).find((each) => each.fleet === fleet);
    const shown =
      record === undefined
        ? null
        : {
            record,
            accounts: await store.listRolloutAccounts(record.id),
            unfinished: new Set(await store.listUnfinished()),
          };
    const found = { fleet, progress: null, rollout: shown };
    await request.context.terminal.out(
      formatDocument('rollout', { fleets: [toStatusData(found)] }),
    );
  });
}

async function readStatus(
  request: ProjectRequest<RolloutStatusOptions>,
  store: StoreReader,
): Promise<readonly FleetStatus[]> {
  const { accounts, fleets, environment } = request.project;
  const { fleet } = request.options;
  const revisions = await openFleetRevisions(request, store);
  const pinned = revisions.listPinned(accounts, systemClock.now());
  const counted = await countRevisions(
    { revisions, store },
    { fleets, accounts, environment: environment.name },
  );
  const renamed = await withRenames(store, accounts, environment.name);
  const rollouts = await store.listRollouts();
  const unfinished = new Set(await store.listUnfinished());
  const found: FleetStatus[] = [];
  for (const each of counted) {
    if (fleet !== undefined && each.fleet !== fleet) continue;
    const record = rollouts.find(({ id }) => id === each.rollout?.id);
    const rollout =
      record === undefined
        ? null
        : {
            record,
            accounts: applyPins(record, await renamed.listRolloutAccounts(record.id), pinned),
            unfinished,
          };
    found.push({ fleet: each.fleet, progress: each, rollout });
  }
  for (const record of listLatest(rollouts)) {
    const isHere = fleets.some(({ name }) => name === record.fleet);
    if (isHere || !isInProgress(record) || (fleet ?? record.fleet) !== record.fleet) continue;
    const rollout = { record, accounts: await store.listRolloutAccounts(record.id), unfinished };
    found.push({ fleet: record.fleet, progress: null, rollout });
  }
  return found;
}

function toPlace({ options, project }: ProjectRequest): CommandPlace {
  return { directory: options.directory, environment: project.environment.name };
}
