import type { CommandContext, GlobalOptions } from '../../../app/context.ts';
import { withProgress } from '../../../app/output/with-progress.ts';
import { openReadPorts } from '../../../app/ports/open-ports.ts';
import { openProjectContext } from '../../../app/project/open-project.ts';
import { toRun } from '../../../app/project/to-run.ts';
import { toDriftAddress } from '../../../engine/diff/check-drift-addresses.ts';
import { listDrift } from '../../../engine/diff/list-drift.ts';
import { observeAll } from '../../../engine/run/open-run.ts';
import { withWholeCycles } from '../../../engine/run/reads/with-whole-cycles.ts';
import { formatCanonicalJson } from '../../../kit/json/canonical-json.ts';
import { withOpened } from '../../../kit/tasks/with-opened.ts';
import type { Address } from '../../../model/address.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import { type DriftFinding, isReportedOnly } from '../../../model/plan/plan.ts';
import { formatDifference } from '../../../reports/blocks/words/format-field-value.ts';

/** A difference that a person can answer. */
export type Answerable = {
  readonly account: string;
  readonly address: Address;
  /** True for a field or an object of a manifest. */
  readonly isManaged: boolean;
  /** True if it is shown and fails no drift: an answer to all leaves it out. */
  readonly isReportedOnly: boolean;
  /** Its values in words. */
  readonly says: string;
  /** The same for equal changes of several accounts. */
  readonly group: string;
};

/** Differences, and why some accounts have none. */
export type AnswerableDrift = {
  readonly differences: readonly Answerable[];
  readonly unread: readonly Diagnostic[];
};

/** Lists the drift of the selected accounts, as answers to it name it. */
export async function listAnswerable(
  context: CommandContext,
  options: GlobalOptions,
): Promise<AnswerableDrift | { readonly refused: readonly Diagnostic[] }> {
  const project = await openProjectContext(context, options);
  if ('refused' in project) return project;
  return withOpened(openReadPorts({ context, options, project }), async (ports) => {
    const run = withWholeCycles(toRun(project, ports));
    const phase = { does: 'comparing', total: run.entries.length, ports };
    const differences: Answerable[] = [];
    const unread: Diagnostic[] = [];
    for await (const { entry, observation } of withProgress(context, phase, observeAll(run))) {
      if (observation.kind !== 'observed') unread.push(...observation.diagnostics);
      else
        differences.push(...listDrift(observation.diff).map((each) => toAnswerable(entry, each)));
    }
    return { differences, unread };
  });
}

function toAnswerable({ key }: { readonly key: string }, finding: DriftFinding): Answerable {
  const { path, kind, before, now } = finding;
  const address = toDriftAddress(finding);
  const isPlain = before.kind === 'plain' && now.kind === 'plain';
  // A hidden value may differ from another one.
  const place = isPlain && path !== null ? address.slice(address.indexOf('/') + 1) : address;
  return {
    account: key,
    address,
    isManaged: kind !== 'unmanaged',
    isReportedOnly: isReportedOnly(finding),
    says: path === null ? 'no longer in the service' : formatDifference(path, before, now),
    group: formatCanonicalJson([place, kind === 'unmanaged', before, now]),
  };
}
