import type { CommandContext } from '../../../app/context.ts';
import { type ExitCode, exitCodes } from '../../../app/exit-codes.ts';
import { resolveRun } from '../../../app/options/resolve-run.ts';
import { systemClock, type WritePorts } from '../../../app/ports/open-ports.ts';
import { openStoreReader } from '../../../app/ports/open-store.ts';
import { type ProjectRequest, withProject } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import type { ChangeOptions, ChangeSource } from '../../../app/run/change-source.ts';
import { checkNotRunning } from '../../../app/run/find-unfinished-run.ts';
import { isGoneFrom } from '../../../app/run/open-session.ts';
import { runChange } from '../../../app/run/run-change.ts';
import { checkApprovedTotals, checkPlanTotals } from '../../../engine/policy/check-plan-totals.ts';
import { closeInterrupted, findUnfinished } from '../../../engine/run/journal/journal-run.ts';
import { readMachine } from '../../../kit/machine.ts';
import { OperationalError } from '../../../kit/operational-error.ts';
import { count } from '../../../kit/text/text-layout.ts';
import { toVisible } from '../../../kit/text/visible-text.ts';
import { formatCommand } from '../../../model/report/advice/commands.ts';
import type { RunRecord } from '../../../model/state/run.ts';
import { formatDocument } from '../../../reports/json/format-document.ts';
import { openApprovedChange } from '../open-approved-change.ts';
import { formatUnfinishedWorkText } from './format-unfinished-work-text.ts';
import { listUnfinishedWork } from './list-unfinished-work.ts';

export type ResumeOptions = ChangeOptions & {
  /** Run to continue, or a prefix of its id; by default the newest unfinished one. */
  readonly run?: string;
  readonly status?: boolean;
};

/**
 * `cyclectl resume [RUN]`: continues an interrupted or unfinished apply as approved. `--status`
 * shows unfinished work and does nothing.
 */
export async function runResume(
  context: CommandContext,
  options: ResumeOptions,
): Promise<ExitCode> {
  if (options.status === true && options.run !== undefined) {
    throw new OperationalError('--status shows the unfinished work of all runs, and takes no run', {
      remedy: 'Remove the run.',
    });
  }
  return withProject(context, options, (request) =>
    options.status === true
      ? printStatus(request)
      : runChange(request, (ports) => openSource(request, ports)),
  );
}

type ResumeRequest = ProjectRequest<ResumeOptions>;

async function printStatus(request: ResumeRequest): Promise<ExitCode> {
  const { context, options, project } = request;
  const { environment, keys } = project;
  const store = await openStoreReader(request);
  try {
    const isGone = isGoneFrom(readMachine());
    const work = await listUnfinishedWork({ store, environment, keys, isGone });
    await context.terminal.out(
      options.format === 'json'
        ? formatDocument('open', {
            ...work,
            runs: work.runs.map(({ run, ...more }) => ({ ...run, ...more })),
          })
        : formatUnfinishedWorkText(work, context.terminal.paint),
    );
    return exitCodes.ok;
  } finally {
    await store.close();
  }
}

async function openSource(
  { context, options, project }: ResumeRequest,
  ports: WritePorts,
): Promise<ChangeSource | null> {
  const found = await findRun(ports, options.run);
  if (options.run === undefined) await endEarlier(ports, found.run);
  if (found.run === null) {
    await printUnfinished(
      context,
      { directory: options.directory, project, why: found.why },
      ports,
    );
    return null;
  }
  const record = found.run;
  const approved = record.approved ?? refuseResume(record);
  const { options: choices } = approved;
  const { narrow, reopen, ...change } = await openApprovedChange(choices);
  if (reopen !== undefined) return refuseResume(record, ', or apply its saved plan again');
  return {
    ...change,
    choices,
    plan: { kind: 'recorded', record, approved },
    check: (summary) =>
      record.rollout === undefined
        ? checkPlanTotals(summary, project.environment.protect, choices)
        : checkApprovedTotals(summary),
    openRun: () => narrow(toRun(project, ports, choices.rewrite), ports.store, choices),
  };
}

async function findRun(
  { store }: WritePorts,
  id: string | undefined,
): Promise<{ readonly run: RunRecord } | { readonly run: null; readonly why: string }> {
  const named = id === undefined ? null : await resolveRun(store, id);
  const run = named ?? (await findUnfinished(store));
  if (run === null) return { run, why: 'no run is unfinished' };
  if (run.end?.outcome === 'done')
    return { run: null, why: `the run ${toVisible(run.id)} finished` };
  await checkNotRunning(store, run);
  return { run };
}

type NothingToResume = Pick<ResumeRequest, 'project'> & {
  readonly directory: string;
  readonly why: string;
};

// Prints manual actions too, because an import of a template is finished by no apply.
async function printUnfinished(
  { terminal }: CommandContext,
  { directory, project, why }: NothingToResume,
  { store }: WritePorts,
): Promise<void> {
  const { environment, keys } = project;
  const isGone = isGoneFrom(readMachine());
  const { objects } = await listUnfinishedWork({ store, environment, keys, isGone });
  const personal = objects.filter(({ person }) => person !== null);
  const others = objects.length - personal.length;
  const apply = formatCommand('apply', { directory, environment: environment.name });
  terminal.log(
    others === 0
      ? `Nothing to resume: ${why}.`
      : `No run to resume: ${why}. ${count(others, 'object')} of earlier runs ${others === 1 ? 'is' : 'are'} unfinished; to finish ${others === 1 ? 'it' : 'them'}: ${apply}`,
  );
  if (personal.length === 0) return;
  terminal.log(
    formatUnfinishedWorkText({ runs: [], objects: personal, locks: [] }, terminal.paint),
  );
}

// Ends earlier runs that looked alive to this one, because its plan included all of their work.
async function endEarlier({ store }: WritePorts, record: RunRecord | null): Promise<void> {
  const isGone = isGoneFrom(readMachine());
  const but = record === null ? {} : { but: record.id };
  await closeInterrupted(store, { at: systemClock.now(), isGone, ...but });
}

function refuseResume({ id, command }: RunRecord, again = ''): never {
  throw new OperationalError(`the run ${id} is not an apply but ${command}`, {
    remedy: `Run cyclectl ${command} again${again}: it skips finished work.`,
  });
}
