import type { Run } from '../../../engine/run/open-run.ts';
import {
  findAccountState,
  type KnownAccount,
  type LookupContext,
  type ReadContext,
  reportUnread,
  withLazyFinder,
} from '../../../engine/run/reads/find-account-state.ts';
import { runInOrder } from '../../../kit/tasks/run-in-order.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { IncidentLevel, LiveIncident } from '../../../model/live/transaction.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Secrets } from '../../../model/ports.ts';
import type { NamedIncident } from '../../../model/report/incidents.ts';
import { KnownSecrets } from '../../../model/secret/known-secrets.ts';
import { listSecretFingerprints } from '../../../model/secret/secret-places.ts';
import type { AccountState } from '../../../model/state/account-state.ts';

/** Incidents of an account, or why they are unknown. */
export type AccountIncidents =
  | {
      readonly kind: 'read';
      readonly account: string;
      readonly incidents: readonly NamedIncident[];
    }
  | {
      readonly kind: 'unread';
      readonly account: string;
      readonly diagnostics: readonly Diagnostic[];
    };

/** Run of a command that lists incidents: from a time on (ISO UTC), of these levels. */
export type IncidentRun = Omit<Run, 'context'> & {
  readonly context: ReadContext;
  readonly after: string;
  readonly levels: readonly IncidentLevel[];
};

const unknown = 'Its errors are unknown';

/** Reads the incidents of each account, in the order of names: one list of each level. */
export async function* runIncidents(
  run: IncidentRun,
): AsyncGenerator<AccountIncidents, void, undefined> {
  const context = withLazyFinder(run.context, run.named);
  yield* runInOrder(run.entries, run.width, (entry) => readAccount(context, run, entry));
}

async function readAccount(
  context: LookupContext,
  run: IncidentRun,
  entry: AccountEntry,
): Promise<AccountIncidents> {
  const account = entry.key;
  const known = await findAccountState(context, entry, unknown);
  if ('refused' in known) return { kind: 'unread', account, diagnostics: known.refused };
  return readIncidents(context, run, known);
}

/** Reads the incidents of one account, with the addresses of its cycles. */
export async function readIncidents(
  { reader, secrets }: Pick<LookupContext, 'reader' | 'secrets'>,
  { after, levels }: Pick<IncidentRun, 'after' | 'levels'>,
  { desired, id, state }: KnownAccount,
): Promise<AccountIncidents> {
  const account = desired.key;
  const found: LiveIncident[] = [];
  for (const level of id === null ? [] : levels) {
    const listed = await reader.listIncidents(id ?? '', { after }, level);
    if (!listed.ok) {
      const diagnostic = reportUnread(desired, formatFailure(listed.failure), unknown);
      return { kind: 'unread', account, diagnostics: [diagnostic] };
    }
    found.push(...listed.value);
  }
  const name = makeNamer(state, secrets);
  const incidents = found.map((each) => ({ ...name(each), account, accountId: id ?? '' }));
  return { kind: 'read', account, incidents };
}

function makeNamer(state: AccountState, secrets: Secrets) {
  const bound = new Map([...state.objects.values()].map((each) => [each.remoteId, each.address]));
  const redact = makeRedactor(state, secrets);
  return (incident: LiveIncident) => ({
    ...incident,
    cycleName: redact(incident.cycleName),
    stepName: redact(incident.stepName),
    message: redact(incident.message),
    address: incident.cycle === null ? null : (bound.get(incident.cycle) ?? null),
  });
}

/** Replaces secrets of an account in texts of the service, because those may quote what was sent. */
export function makeRedactor(
  { objects }: Pick<AccountState, 'objects'>,
  secrets: Pick<Secrets, 'fingerprint'>,
): (text: string | null) => string | null {
  const prints = listSecretFingerprints([...objects.values()]);
  const print = (text: string) => secrets.fingerprint(text);
  const known = new KnownSecrets({ texts: [], prints, print });
  return (text) => (text === null ? null : known.redact(text));
}
