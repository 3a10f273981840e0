import { systemClock } from '../../app/ports/open-ports.ts';
import { OperationalError } from '../../kit/operational-error.ts';
import { count } from '../../kit/text/text-layout.ts';
import { formatCommand } from '../../model/report/advice/commands.ts';
import type { AccountState } from '../../model/state/account-state.ts';
import type { Watch } from '../../model/state/shared/watch.ts';
import type { OpenedStation } from './station.ts';

/** Most seconds between the clock of a replica and that of the database. */
const mostSeconds = 60;
/** Accounts whose records show the key that the others use. */
const shownAccounts = 50;

/** Throws for a replica whose clock or key is not that of the others. */
export async function checkReplica(
  station: OpenedStation,
  watch: Pick<Watch, 'readTime'>,
): Promise<void> {
  const storeMs = await watch.readTime();
  checkClock(Date.parse(systemClock.now()) - storeMs);
  await checkKey(station);
}

// Dates of pins, ignores and windows, and the times of single runs, are of this clock.
function checkClock(aheadMs: number): void {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  if (seconds <= mostSeconds) return;
  const side = aheadMs > 0 ? 'ahead of' : 'behind';
  throw new OperationalError(
    `the clock of this machine is ${count(seconds, 'second')} ${side} that of the database`,
    { remedy: 'Set both by a time server.' },
  );
}

// With another key nothing shows that a secret has changed, and it would not be sent.
async function checkKey({ entries, ports, request }: OpenedStation): Promise<void> {
  const own = readKeyId(ports.secrets.fingerprint(''));
  const found = new Set<string>();
  for (const key of [...entries.keys()].slice(0, shownAccounts)) {
    for (const each of listKeyIds(await ports.store.readState(key))) found.add(each);
    if (found.has(own)) return;
  }
  const [other] = found;
  if (other === undefined) return;
  const rekey = formatCommand('secrets rekey', {
    environment: request.project.environment.name,
  });
  throw new OperationalError(
    `the secrets of this environment were recorded under the fingerprint key ${other}, and CYCLECTL_SECRET_KEY is the key ${own}`,
    {
      remedy: `Set CYCLECTL_SECRET_KEY to the key of other runs; or, to record the secrets under this one, run ${rekey}.`,
    },
  );
}

function listKeyIds({ objects }: AccountState): readonly string[] {
  return [...objects.values()].flatMap(({ applied }) =>
    Object.values(applied).flatMap((value) =>
      value.kind === 'secret' && value.written !== null ? [readKeyId(value.written)] : [],
    ),
  );
}

function readKeyId(fingerprint: string): string {
  return fingerprint.split(':')[0] ?? '';
}
