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
import type { DesiredAccount } from '../../../model/desired/desired.ts';
import { formatFailure } from '../../../model/diagnostic/api-failure.ts';
import type { Diagnostic } from '../../../model/diagnostic/diagnostic.ts';
import type { IncidentLevel, LiveIncident } from '../../../model/live/transaction.ts';
import type { AccountEntry } from '../../../model/manifest/manifest.ts';
import type { Secrets } from '../../../model/ports.ts';
import type { NamedIncident } from '../../../model/report/incidents.ts';
import { KnownSecrets } from '../../../model/secret/known-secrets.ts';
import type { BoundSecret } from '../../../model/secret/secret.ts';
import { listSecretFingerprints } from '../../../model/secret/secret-places.ts';

/** Incidents of an account, or why they are unknown. */
export type AccountIncidents =
  | {
      readonly kind: 'read';
      readonly account: string;
      /** False: the service does not have it. */
      readonly isThere: boolean;
      readonly incidents: readonly NamedIncident[];
      /** Replaces its secrets in a text of the service. */
      readonly redact: Redactor;
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

type Redactor = (text: string) => string;

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
  known: KnownAccount,
): Promise<AccountIncidents> {
  const { desired, id, state } = known;
  const account = desired.key;
  const redact = makeRedactor(known, secrets);
  if (id === null) return { kind: 'read', account, isThere: false, incidents: [], redact };
  const found: LiveIncident[] = [];
  for (const level of levels) {
    const listed = await reader.listIncidents(id, { after }, level);
    if (!listed.ok) {
      const diagnostic = reportUnread(desired, redact(formatFailure(listed.failure)), unknown);
      return { kind: 'unread', account, diagnostics: [diagnostic] };
    }
    found.push(...listed.value);
  }
  const bound = new Map([...state.objects.values()].map((each) => [each.remoteId, each.address]));
  const hide = (text: string | null) => (text === null ? null : redact(text));
  const incidents = found.map((incident) => ({
    ...incident,
    cycleName: hide(incident.cycleName),
    stepName: hide(incident.stepName),
    message: hide(incident.message),
    address: incident.cycle === null ? null : (bound.get(incident.cycle) ?? null),
    account,
    accountId: id,
  }));
  return { kind: 'read', account, isThere: true, incidents, redact };
}

/** Replaces secrets of an account in texts of the service, because those may quote what was sent. */
export function makeRedactor(
  { desired, state }: KnownAccount,
  secrets: Pick<Secrets, 'fingerprint'>,
): Redactor {
  const prints = [
    ...listSecretFingerprints([...state.objects.values()]),
    ...listSecretsOf(desired).flatMap(({ fingerprint, partFingerprints = [] }) =>
      fingerprint === null ? partFingerprints : [fingerprint, ...partFingerprints],
    ),
  ];
  const print = (text: string) => secrets.fingerprint(text);
  const known = new KnownSecrets({ texts: [], prints, print });
  return (text) => known.redact(text);
}

function listSecretsOf({ fields, connectors, cycles }: DesiredAccount): readonly BoundSecret[] {
  const all = connectors.kind === 'set' ? [...connectors.value.values()] : [];
  const flows = cycles.kind === 'set' ? [...cycles.value.values()] : [];
  const values = [fields, ...[...all, ...flows].map((each) => each.fields)].flatMap((each) =>
    [...each.values()].map(({ value }) => value),
  );
  const sources = flows.flatMap(({ mappings }) => mappings.map(({ source }) => source));
  return [...values, ...sources].flatMap((each) => (each.kind === 'secret' ? [each.secret] : []));
}
